"""The Python SDK's remote clients, unmodified, against our server; and our client against its server."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import acp
import httpx
import pytest
from acp.http import create_http_stream
from acp.http.asgi import create_asgi_app
from acp.ws import create_websocket_stream
from hypercorn.asyncio import serve
from hypercorn.config import Config

from serve.serve_program import LIMIT_S, ServeProgram
from understudy.client import connect


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("root")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Iterator[ServeProgram]:
    with ServeProgram(tmp_path_factory.mktemp("serve"), str(root)) as program:
        yield program


class Listener(acp.Client):
    def __init__(self) -> None:
        self.updates: list[str] = []
        self._heard = asyncio.Event()

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        self.updates.append(type(update).__name__)
        self._heard.set()

    async def wait_for_update(self, kinds: set[str]) -> None:
        """Wait for these updates. Over HTTP they have a stream of their own, which may be behind the responses."""
        while not kinds <= set(self.updates):
            self._heard.clear()
            await self._heard.wait()


@pytest.mark.parametrize("kind", ["websocket", "http/2"])
def test_the_sdks_client_runs_a_turn_and_loads_the_session(
    server: ServeProgram, root: Path, kind: str
) -> None:
    async def talk() -> None:
        headers = {"Authorization": f"Bearer {server.token}"}
        client = None
        if kind == "websocket":
            transport = await create_websocket_stream(server.address, headers=headers)
        else:
            client = httpx.AsyncClient(http1=False, http2=True, timeout=LIMIT_S)
            transport = create_http_stream(f"{server.http}/acp", headers=headers, client=client)
        listener = Listener()
        agent = acp.connect_to_agent(listener, transport)
        assert (await agent.initialize(protocol_version=acp.PROTOCOL_VERSION)).agent_info is not None
        session = await agent.new_session(cwd=str(root), mcp_servers=[])
        answer = await agent.prompt(session_id=session.session_id, prompt=[acp.text_block("/info")])
        assert answer.stop_reason == "end_turn"
        await listener.wait_for_update({"AgentMessageChunk"})
        listener.updates.clear()
        await agent.load_session(session_id=session.session_id, cwd=str(root), mcp_servers=[])
        await listener.wait_for_update({"UserMessageChunk", "AgentMessageChunk"})
        await agent.prompt(session_id=session.session_id, prompt=[acp.text_block("/info")])
        await agent.close()
        if client is not None:
            await client.aclose()

    asyncio.run(asyncio.wait_for(talk(), LIMIT_S))


class EchoAgent(acp.Agent):
    """Repeats what it is told."""

    def on_connect(self, conn: Any) -> None:
        self._client = conn

    async def initialize(self, protocol_version: int, **_: Any) -> acp.InitializeResponse:
        return acp.InitializeResponse(protocol_version=protocol_version)

    async def new_session(self, cwd: str, **_: Any) -> acp.NewSessionResponse:
        return acp.NewSessionResponse(session_id="echo")

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> acp.PromptResponse:
        for block in prompt:
            await self._client.session_update(session_id, acp.update_agent_message(block))
        return acp.PromptResponse(stop_reason="end_turn")


@pytest.mark.parametrize("scheme", ["ws", "http"])
def test_our_client_runs_a_turn_with_the_sdks_server(root: Path, scheme: str) -> None:
    async def talk() -> str:
        config, ended = Config(), asyncio.Event()
        listening = socket.create_server(("127.0.0.1", 0))
        config.bind = [f"fd://{listening.fileno()}"]
        config.errorlog = None
        app: Any = create_asgi_app(lambda _: EchoAgent())
        running = asyncio.ensure_future(serve(app, config, shutdown_trigger=ended.wait))
        address = f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/acp"
        try:
            async with connect(address, timeout=LIMIT_S) as agent:
                session = await agent.new_session(root)
                return await session.prompt("Is anybody there?").text()
        finally:
            ended.set()
            await running
            listening.detach()

    assert asyncio.run(asyncio.wait_for(talk(), LIMIT_S)) == "Is anybody there?"
