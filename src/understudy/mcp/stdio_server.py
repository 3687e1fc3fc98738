"""Serving one client on standard input and output, until it closes its end or a signal comes."""

import asyncio
import signal

from mcp.server.connection import Connection
from mcp.server.runner import serve_connection
from mcp_types import JSONRPCRequest

from understudy.mcp.dispatcher import LineDispatcher
from understudy.mcp.server import ToolRegistry, build_server
from understudy.mcp.stdio_streams import LineReader, LineWriter
from understudy.tools import WorkerPool
from understudy.wire import claim_stdio, retain_freed_memory
from understudy.workspace import Workspace

__all__ = ["serve_stdio"]


def serve_stdio(workspace: Workspace, tools: ToolRegistry) -> None:
    """Serve until the end of input, SIGINT or SIGTERM; then end all running work and return."""
    retain_freed_memory()
    with claim_stdio() as (source, sink):
        asyncio.run(_serve(workspace, tools, source, sink))


async def _serve(workspace: Workspace, tools: ToolRegistry, source: int, sink: int) -> None:
    server = build_server(workspace, tools, WorkerPool())
    writer = LineWriter(sink)
    reader = LineReader(source, writer)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, reader.stop)
    try:
        opening = await reader.peek_first()
        if opening is None:
            return
        if isinstance(opening.message, JSONRPCRequest) and opening.message.method == "initialize":
            dispatcher = LineDispatcher(reader, writer)
            connection = Connection.for_loop(dispatcher)
            async with server.lifespan(server) as workers:
                await serve_connection(server, dispatcher, connection=connection, lifespan_state=workers)
        else:
            await server.run(reader, writer, server.create_initialization_options())
    finally:
        reader.close()
        await writer.flush(1.0)
        writer.drop_unwritten()
