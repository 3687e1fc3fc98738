"""The workspace tools for the page: the MCP endpoint of `understudy mcp --http`, mounted.

The SDK behind it takes more than half a second to import, and the page should appear before that: it is
imported in a thread once the server listens, and earlier requests wait.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from typing import Any, Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from understudy.tools import TOOLS, WorkerPool
from understudy.web.limits import TOOLS_READY_TIMEOUT_S
from understudy.workspace import Limits, Workspace

__all__ = ["PAGE_LIMITS", "ToolsEndpoint"]

PAGE_LIMITS: Final = Limits(max_directory_entries=5000, max_search_results=2000, max_file_size=8 << 20)
"""An editor displays more at once than a model should read."""

logger = logging.getLogger(__name__)


class ToolsEndpoint:
    """ASGI application for HTTP. `lifespan` must be entered around it. AccessControl has checked its requests."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._workers = WorkerPool()
        self._ready: asyncio.Future[ASGIApp] | None = None
        self._is_stopping: asyncio.Event | None = None

    def stop_all(self) -> None:
        """Cancel running calls; requests that wait for the SDK are refused, so that the server can end."""
        self._workers.cancel_all()
        if self._ready is not None and not self._ready.done():
            self._ready.set_result(PlainTextResponse("The server is stopping.\n", 503))

    @contextlib.asynccontextmanager
    async def lifespan(self) -> AsyncGenerator[None]:
        self._ready = asyncio.get_running_loop().create_future()
        self._is_stopping = asyncio.Event()
        serving = asyncio.ensure_future(self._serve(self._ready, self._is_stopping))
        try:
            yield
        finally:
            self._is_stopping.set()
            await serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._ready is not None  # noqa: S101
        try:
            async with asyncio.timeout(TOOLS_READY_TIMEOUT_S):
                app = await asyncio.shield(self._ready)
        except TimeoutError:
            app = PlainTextResponse("The tools are not ready yet. Try again.\n", 503)
        await app(scope, receive, send)

    async def _serve(self, ready: asyncio.Future[ASGIApp], over: asyncio.Event) -> None:
        """Runs in a task of its own, because the SDK's tasks must be ended by the task that started them."""
        try:
            build_server, http_app, watch = await asyncio.to_thread(_import_mcp)
            app = http_app(build_server(self._workspace, TOOLS, self._workers))
            async with app.router.lifespan_context(app):
                if not ready.done():
                    ready.set_result(watch(app))
                await over.wait()
        except Exception:
            logger.exception("the workspace tools cannot be served")
            if not ready.done():
                ready.set_result(PlainTextResponse("The tools cannot be served; the log says why.\n", 503))


def _import_mcp() -> Any:
    from understudy.mcp import DisconnectWatch, build_http_app, build_server

    return build_server, build_http_app, DisconnectWatch
