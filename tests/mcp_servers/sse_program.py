"""An MCP server over the older SSE transport, with the SDK: prints its URL, serves until it is killed.

`TOKEN` in its environment is what clients must send in an Authorization header.
"""

import os
import socket

import mcp_types as types
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.sse import SseServerTransport
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route


async def list_tools(ctx: object, params: object) -> types.ListToolsResult:
    del ctx, params
    return types.ListToolsResult(tools=[types.Tool(name="echo", input_schema={"type": "object"})])


async def call_tool(ctx: object, params: types.CallToolRequestParams) -> types.CallToolResult:
    del ctx
    words = str((params.arguments or {}).get("text", ""))
    if words == "leave":
        os._exit(0)
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)])


def main() -> None:
    transport = SseServerTransport("/messages/")
    server = Server("sse", on_list_tools=list_tools, on_call_tool=call_tool)

    async def connect(request: Request) -> Response:
        if request.headers.get("authorization") != f"Bearer {os.environ['TOKEN']}":
            return Response(status_code=401)
        async with transport.connect_sse(request.scope, request.receive, request._send) as streams:  # pyright: ignore[reportPrivateUsage]
            await server.run(*streams, server.create_initialization_options())
        return Response()

    routes = [Route("/sse", connect), Mount("/messages/", app=transport.handle_post_message)]
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/sse", flush=True)
    uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level="error")).run(sockets=[listener])


if __name__ == "__main__":
    main()
