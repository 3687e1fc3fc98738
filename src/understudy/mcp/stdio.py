"""Serves one MCP client on standard input and output, until it closes its end or a signal arrives.

The first answers come before the SDK is loaded (see `early_answers`), the others from it (`stdio_server`).
"""

import asyncio
import signal
from importlib import import_module
from typing import Final

from understudy.mcp.early_answers import answer_early
from understudy.mcp.line_queue import LineQueue
from understudy.mcp.tool_messages import ToolRegistry
from understudy.wire import claim_stdio, retain_freed_memory
from understudy.workspace import Workspace

__all__ = ["serve_stdio"]

_SDK_SERVER: Final = "understudy.mcp.stdio_server"


def serve_stdio(workspace: Workspace, tools: ToolRegistry) -> None:
    """Serve until the end of input, SIGINT or SIGTERM; then cancel all running work and return."""
    retain_freed_memory()
    with claim_stdio() as (source, sink):
        asyncio.run(_serve(workspace, tools, source, sink))


async def _serve(workspace: Workspace, tools: ToolRegistry, source: int, sink: int) -> None:
    lines = LineQueue(source)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, lines.stop)
    try:
        early = await answer_early(lines, sink, workspace, tools, _load_sdk)
        from understudy.mcp.stdio_server import serve_sdk

        await serve_sdk(workspace, tools, lines, sink, early)
    finally:
        lines.close()


async def _load_sdk() -> None:
    await asyncio.to_thread(import_module, _SDK_SERVER)
