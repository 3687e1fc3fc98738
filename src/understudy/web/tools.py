"""The workspace tools for the page: the MCP endpoint of `understudy mcp --http`, mounted.

The SDK behind it takes more than half a second to import, and the page is to be seen before that: it is loaded in
a thread once the server listens, and who asks earlier waits.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from typing import Any, Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from understudy.http.names import Names
from understudy.tools import TOOLS
from understudy.tools.workers import Workers
from understudy.workspace import Limits, Workspace

__all__ = ["PAGE_LIMITS", "Tools"]

PAGE_LIMITS: Final = Limits(max_directory_entries=5000, max_search_results=2000, max_file_size=8 << 20)
"""An editor shows more at a time than a model should read."""
PATIENCE: Final = 30.0
"""Seconds that a call waits for the endpoint."""

logger = logging.getLogger(__name__)


class Tools:
    """ASGI, for HTTP; `running` around it all."""

    def __init__(self, workspace: Workspace, names: Names, token: str) -> None:
        self._workspace = workspace
        self._names = names
        self._token = token
        self._workers = Workers()
        self._ready: asyncio.Future[ASGIApp] | None = None
        self._over: asyncio.Event | None = None

    def leave(self) -> None:
        self._workers.stop_all()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        self._ready = asyncio.get_running_loop().create_future()
        self._over = asyncio.Event()
        serving = asyncio.ensure_future(self._serve(self._ready, self._over))
        try:
            yield
        finally:
            self._over.set()
            await serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._ready is not None  # noqa: S101
        try:
            async with asyncio.timeout(PATIENCE):
                app = await asyncio.shield(self._ready)
        except TimeoutError:
            app = PlainTextResponse("The tools are not ready yet. Try again.\n", 503)
        await app(scope, receive, send)

    async def _serve(self, ready: asyncio.Future[ASGIApp], over: asyncio.Event) -> None:
        """In a task of its own, because the SDK's tasks must end where they began."""
        try:
            build_server, http_app, guard = await asyncio.to_thread(_loaded)
            app = http_app(build_server(self._workspace, TOOLS, self._workers))
            async with app.router.lifespan_context(app):
                ready.set_result(guard(app, self._names, self._token))
                await over.wait()
        except Exception:
            logger.exception("the workspace tools cannot be served")
            if not ready.done():
                ready.set_result(PlainTextResponse("The tools cannot be served; the log says why.\n", 503))


def _loaded() -> Any:
    from understudy.mcp.guard import Guard
    from understudy.mcp.server import build_server
    from understudy.mcp.streamable import http_app

    return build_server, http_app, Guard
