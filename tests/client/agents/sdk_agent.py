"""An agent on the official Python library, with everything that a client has to do for it."""

import asyncio
import sys
from typing import Any

import acp
from acp import schema


class SdkAgent:
    """Its prompts are commands: read PATH, write PATH TEXT, run COMMAND…, ask, wait."""

    def __init__(self) -> None:
        self._client: Any = None
        self._sessions: dict[str, str] = {}
        self._known = "--anonymous" not in sys.argv
        self._cancelled = asyncio.Event()
        self._options = [
            schema.SessionConfigOptionBoolean(id="loud", name="Loud", type="boolean", current_value=False)
        ]

    def on_connect(self, conn: Any) -> None:
        self._client = conn

    async def initialize(self, protocol_version: int, **_: Any) -> acp.InitializeResponse:
        return acp.InitializeResponse(
            protocol_version=acp.PROTOCOL_VERSION,
            agent_capabilities=schema.AgentCapabilities(
                load_session=True,
                session_capabilities=schema.SessionCapabilities(list=schema.SessionListCapabilities()),
            ),
            auth_methods=[schema.AuthMethodAgent(id="key", name="Key")],
            agent_info=schema.Implementation(name="sdk-agent", version="1"),
        )

    async def authenticate(self, method_id: str, **_: Any) -> None:
        self._known = method_id == "key"

    async def new_session(self, cwd: str, **_: Any) -> acp.NewSessionResponse:
        if not self._known:
            raise acp.RequestError.auth_required()
        name = f"session-{len(self._sessions)}"
        self._sessions[name] = cwd
        modes = schema.SessionModeState(
            current_mode_id="ask", available_modes=[schema.SessionMode(id="ask", name="Ask")]
        )
        return acp.NewSessionResponse(session_id=name, modes=modes, config_options=list(self._options))

    async def load_session(self, cwd: str, session_id: str, **_: Any) -> None:
        self._sessions[session_id] = cwd
        await self._say(session_id, "as I said")

    async def list_sessions(self, **_: Any) -> schema.ListSessionsResponse:
        found = [schema.SessionInfo(session_id=name, cwd=cwd) for name, cwd in self._sessions.items()]
        return schema.ListSessionsResponse(sessions=found)

    async def set_session_mode(self, session_id: str, mode_id: str, **_: Any) -> None:
        return None

    async def set_config_option(self, config_id: str, session_id: str, value: str | bool, **_: Any) -> None:
        return None

    async def cancel(self, session_id: str, **_: Any) -> None:
        self._cancelled.set()

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> acp.PromptResponse:
        word, *rest = prompt[0].text.split(" ")
        client = self._client
        match word:
            case "read":
                await self._say(
                    session_id, (await client.read_text_file(session_id=session_id, path=rest[0])).content
                )
            case "write":
                await client.write_text_file(session_id=session_id, path=rest[0], content=rest[1])
            case "run":
                made = await client.create_terminal(session_id=session_id, command=rest[0], args=rest[1:])
                status = await client.wait_for_terminal_exit(
                    session_id=session_id, terminal_id=made.terminal_id
                )
                output = await client.terminal_output(session_id=session_id, terminal_id=made.terminal_id)
                await client.release_terminal(session_id=session_id, terminal_id=made.terminal_id)
                await self._say(session_id, f"{status.exit_code}: {output.output}")
            case "ask":
                await self._say(session_id, await self._ask(session_id))
            case "wait":
                await self._say(session_id, "waiting")
                await self._cancelled.wait()
                return acp.PromptResponse(stop_reason="cancelled")
            case _:
                await self._say(session_id, "what?")
        return acp.PromptResponse(stop_reason="end_turn")

    async def _ask(self, session: str) -> str:
        answer = await self._client.request_permission(
            session_id=session,
            tool_call=schema.ToolCallUpdate(tool_call_id="c1", title="Try", kind="execute"),
            options=[
                schema.PermissionOption(option_id="y", name="Yes", kind="allow_once"),
                schema.PermissionOption(option_id="n", name="No", kind="reject_once"),
            ],
        )
        return answer.outcome.outcome

    async def _say(self, session: str, text: str) -> None:
        await self._client.session_update(session_id=session, update=acp.update_agent_message_text(text))


asyncio.run(acp.run_agent(SdkAgent()))  # type: ignore[arg-type]
