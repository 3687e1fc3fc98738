"""MCP over ACP with a server that uses the official MCP library."""

import asyncio
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage
from tests.client.agents.harness import run
from tests.client.test_mcp_over_acp import Agent

from understudy.client import Deliver, McpEnd, connect


async def tools(*_: Any) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[types.Tool(name="shout", input_schema={"type": "object"})])


async def call(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    words = str((params.arguments or {}).get("words"))
    return types.CallToolResult(content=[types.TextContent(text=words.upper())])


class LibraryServer:
    """A server of the library behind the two methods of McpEnd."""

    def __init__(self, deliver: Deliver) -> None:
        self._in, reader = anyio.create_memory_object_stream[SessionMessage | Exception](16)
        writer, self._out = anyio.create_memory_object_stream[SessionMessage](16)
        server: Server[Any] = Server("shouting", version="1", on_list_tools=tools, on_call_tool=call)
        self._running = [
            asyncio.ensure_future(server.run(reader, writer, server.create_initialization_options())),
            asyncio.ensure_future(self._carry(deliver)),
        ]

    async def _carry(self, deliver: Deliver) -> None:
        async for one in self._out:
            await deliver(one.message.model_dump(mode="json", by_alias=True, exclude_unset=True))

    async def send(self, message: dict[str, Any]) -> None:
        await self._in.send(SessionMessage(types.jsonrpc_message_adapter.validate_python(message)))

    async def close(self) -> None:
        self._in.close()
        await asyncio.wait(self._running)
        self._out.close()


def test_a_server_of_the_official_library_is_offered_and_used(root: Path) -> None:
    agents: list[Agent] = []

    def partner(channel: Any) -> Agent:
        agents.append(Agent(channel))
        return agents[0]

    def factory(deliver: Deliver) -> McpEnd:
        return LibraryServer(deliver)

    async def scenario() -> None:
        async with connect(partner=partner, mcp={"shouting": factory}) as client:
            await client.new_session(root)
            agent = agents[0]
            name = await agent.connected()

            async def ask(method: str, **params: Any) -> Any:
                return await agent.ask("mcp/message", connectionId=name, method=method, params=params)

            about = {"name": "agent", "version": "1"}
            hello = await ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=about)
            assert hello["serverInfo"]["name"] == "shouting"
            note = {"connectionId": name, "method": "notifications/initialized"}
            await agent.peer.notify("mcp/message", note)
            assert [tool["name"] for tool in (await ask("tools/list"))["tools"]] == ["shout"]
            said = await ask("tools/call", name="shout", arguments={"words": "quietly"})
            assert said["content"][0]["text"] == "QUIETLY"
            await agent.ask("mcp/disconnect", connectionId=name)

    run(scenario())
