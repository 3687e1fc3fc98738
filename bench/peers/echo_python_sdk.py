"""An echo agent on the official Python SDK: as its documentation runs one, or with `uvloop` on that loop."""

import asyncio
import sys
from typing import Any, cast

from acp import (
    PROTOCOL_VERSION,
    AuthenticateResponse,
    Client,
    InitializeResponse,
    NewSessionResponse,
    PromptResponse,
    run_agent,
    update_agent_message_text,
)
from acp.schema import AgentCapabilities, Implementation, SetSessionModeResponse


class Echo:
    _client: Client

    def on_connect(self, conn: Client) -> None:
        self._client = conn

    async def initialize(self, **_: Any) -> InitializeResponse:
        return InitializeResponse(
            protocol_version=PROTOCOL_VERSION,
            agent_capabilities=AgentCapabilities(load_session=False),
            agent_info=Implementation(name="echo", version="0"),
        )

    async def new_session(self, **_: Any) -> NewSessionResponse:
        return NewSessionResponse(session_id="echo")

    async def set_session_mode(self, **_: Any) -> SetSessionModeResponse:
        return SetSessionModeResponse()

    async def authenticate(self, **_: Any) -> AuthenticateResponse:
        return AuthenticateResponse()

    async def prompt(self, prompt: list[Any], session_id: str, **_: Any) -> PromptResponse:
        many, text = (block.text for block in prompt)
        for _number in range(int(many)):
            await self._client.session_update(session_id, update_agent_message_text(text))
        return PromptResponse(stop_reason="end_turn")

    async def cancel(self, **_: Any) -> None:
        pass


if __name__ == "__main__":
    serving = run_agent(cast(Any, Echo()))
    if sys.argv[1:] == ["uvloop"]:
        import uvloop

        uvloop.run(serving)
    else:
        asyncio.run(serving)
