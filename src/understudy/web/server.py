"""Serves the workbench until a signal arrives: the page and its files, its settings, the agent and the tools.

Each start has a free port and a new token. A file of the page is read at once and in the event loop: on this
machine that takes a millisecond per megabyte, while passing it through threads in chunks, as servers for many
clients do, would take a hundred iterations of an otherwise idle loop.
"""

import asyncio
import contextlib
import secrets
import socket
import sys
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from understudy.http import (
    AllowedHosts,
    HttpServer,
    SessionCookie,
    Ticket,
    Token,
    format_address,
    is_wildcard,
    listen,
)
from understudy.web.access import AccessControl
from understudy.web.entries import WorkspaceEntries, default_trash_folder
from understudy.web.files_endpoint import FilesEndpoint
from understudy.web.limits import GRACEFUL_SHUTDOWN_TIMEOUT_S, TICKET_LIFETIME_S, WEBSOCKET_PING_INTERVAL_S
from understudy.web.sample_server import SampleServer
from understudy.web.tabs import Tabs
from understudy.web.tools_endpoint import ToolsEndpoint
from understudy.web.workbench import Workbench
from understudy.wire import MAX_FRAME_BYTES, retain_freed_memory
from understudy.workspace import ExecutionFailed, Workspace

__all__ = ["DEFAULT_PORT", "BuiltPage", "build_app", "serve"]

# Not the system's table: a browser runs no script of a wrong type, and systems differ.
CONTENT_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}


class BuiltPage:
    """Serves `index.html` and the files beside it, which are looked up on request. Access is checked before."""

    def __init__(self, index: Path) -> None:
        self._index = index
        self._folder = index.parent.resolve()

    async def index(self, request: Request) -> Response:
        del request
        return _file_response(self._index, "text/html; charset=utf-8")

    async def file(self, request: Request) -> Response:
        """A path that leads out of the folder, or to no file, is not found."""
        try:
            path = (self._folder / request.scope["path"].lstrip("/")).resolve()
        except (OSError, ValueError):
            return _not_found()
        if path.suffix not in CONTENT_TYPES or not path.is_relative_to(self._folder):
            return _not_found()
        return _file_response(path, CONTENT_TYPES[path.suffix])


def _file_response(path: Path, content_type: str) -> Response:
    try:
        return Response(path.read_bytes(), media_type=content_type)
    except (OSError, ValueError):
        return _not_found()


def _not_found() -> Response:
    return PlainTextResponse("There is nothing here.\n", 404)


def build_app(
    workbench: Workbench, tabs: Tabs, tools: ToolsEndpoint, files: FilesEndpoint, sample: SampleServer
) -> Starlette:
    """Build the app without access checks: wrap it in AccessControl, which gives the cookie too."""
    page = BuiltPage(workbench.page)

    async def describe(request: Request) -> Response:
        del request
        return JSONResponse(workbench.describe())

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        del app
        async with tools.lifespan():
            yield

    return Starlette(
        routes=[
            Route("/", page.index),
            Route("/workbench.json", describe),
            Route("/favicon.ico", page.file),
            Route("/favicon.svg", page.file),
            Route("/assets/{name:path}", page.file),
            Route("/mcp", tools),
            Route("/sample", sample.start, methods=["POST"]),
            Route("/agent-log", tabs.logs.show),
            Route("/file", files.read, methods=["GET"]),
            Route("/file", files.change, methods=["POST"]),
            WebSocketRoute("/acp", tabs),
        ],
        lifespan=lifespan,
    )


DEFAULT_PORT: Final = 8420
"""Used unless another port is given, or this one is in use."""


def serve(
    workbench: Workbench,
    workspace: Workspace,
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    on_ready: Callable[[str, str], None],
    log: Callable[[str], None] | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM; then end all agents and all running work, and return.

    `on_ready` is called, when the page can be opened, with its URL, which contains the token, and with a URL
    that works only once, for starting a browser. `log` gets one line at a time. Raises WorkspaceError if no
    port can be opened.
    """
    token, ticket = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    with contextlib.closing(_open_listener(host, port)) as listener:
        server_url = f"http://{format_address(_browsable_host(host), listener)}"

        async def main() -> None:
            port = listener.getsockname()[1]
            tabs = Tabs(workbench.agent, workbench.roots, log or _log_to_stderr)
            tools = ToolsEndpoint(workspace)
            files = FilesEndpoint(workspace, WorkspaceEntries(workspace, default_trash_folder()))
            sample = SampleServer(workbench.sample_command)
            app = AccessControl(
                build_app(workbench, tabs, tools, files, sample),
                AllowedHosts(host, port),
                Token(token),
                Ticket(ticket, TICKET_LIFETIME_S),
                SessionCookie(token, port),
            )

            def stop_all() -> None:
                tabs.stop_all()
                tools.stop_all()
                sample.stop()

            async def wait_closed() -> None:
                await tabs.wait_closed()
                await sample.wait_ended()

            server = HttpServer(
                app,
                stop_all,
                wait_closed,
                ws="websockets-sansio",
                # Uvicorn drops the connection at this size, without a reason; below it we close it with one.
                ws_max_size=2 * MAX_FRAME_BYTES,
                ws_per_message_deflate=False,  # no gain on loopback
                ws_ping_interval=WEBSOCKET_PING_INTERVAL_S,
                ws_ping_timeout=WEBSOCKET_PING_INTERVAL_S,
                timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_TIMEOUT_S,
            )
            on_ready(f"{server_url}/?token={token}", f"{server_url}/open?ticket={ticket}")
            await server.serve(sockets=[listener])

        retain_freed_memory()
        asyncio.run(main())


def _open_listener(host: str, port: int | None) -> socket.socket:
    if port is not None:
        return listen(host, port)
    try:
        return listen(host, DEFAULT_PORT)
    except ExecutionFailed:
        return listen(host, 0)


def _browsable_host(host: str) -> str:
    """A host that a browser can open: a wildcard address cannot be opened."""
    if not is_wildcard(host):
        return host
    return "::1" if ":" in host else "127.0.0.1"


def _log_to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
