"""Serving the workbench until a signal comes: a free port, a fresh token, one server for all faces.

The faces of the workbench under one roof: the page and its files, what it is told, the agent, the tools.
"""

import asyncio
import contextlib
import secrets
import socket
import sys
from collections.abc import AsyncGenerator, Callable
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from understudy.http.allowed_hosts import AllowedHosts, is_wildcard
from understudy.http.listener import format_address, listen
from understudy.http.server import HttpServer
from understudy.http.tokens import Ticket, Token
from understudy.web.access import AccessControl
from understudy.web.built_page import BuiltPage
from understudy.web.limits import GRACEFUL_SHUTDOWN_TIMEOUT_S, TICKET_LIFETIME_S, WEBSOCKET_PING_INTERVAL_S
from understudy.web.tabs import Tabs
from understudy.web.tools_endpoint import ToolsEndpoint
from understudy.web.workbench import Workbench
from understudy.wire import MAX_FRAME_BYTES
from understudy.wire.malloc import retain_freed_memory
from understudy.workspace import ExecutionFailed, Workspace

__all__ = ["DEFAULT_PORT", "build_app", "serve"]


def build_app(workbench: Workbench, tabs: Tabs, tools: ToolsEndpoint, page_url: str) -> Starlette:
    """For the Door, which checks who comes in. `address` is the page's, with the token."""
    page = BuiltPage(workbench.page)

    async def told(request: Request) -> Response:
        del request
        return JSONResponse(workbench.describe())

    async def opened(request: Request) -> Response:
        del request
        return RedirectResponse(page_url, 303)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        del app
        async with tools.lifespan():
            yield

    return Starlette(
        routes=[
            Route("/", page.index),
            Route("/open", opened),
            Route("/workbench.json", told),
            Route("/favicon.ico", page.file),
            Route("/favicon.svg", page.file),
            Route("/assets/{name:path}", page.file),
            Route("/mcp", tools),
            WebSocketRoute("/acp", tabs),
        ],
        lifespan=lifespan,
    )


DEFAULT_PORT: Final = 8420
"""Unless another was wished for, or this one is taken."""


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

    `on_ready` is told the address, with the token in it, when it can be opened, and another one that leads there
    but once, for a browser to be started with; `log` gets a line at a time.
    Raises WorkspaceError if nothing can be listened to.
    """
    token, ticket = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    with contextlib.closing(_open_listener(host, port)) as listener:
        server_url = f"http://{format_address(_browsable_host(host), listener)}"

        async def main() -> None:
            names = AllowedHosts(host, listener.getsockname()[1])
            tabs = Tabs(workbench.agent, workbench.roots, log or _log_to_stderr)
            tools = ToolsEndpoint(workspace, names, token)
            faces = build_app(workbench, tabs, tools, f"/?token={token}")
            app = AccessControl(faces, names, Token(token), Ticket(ticket, TICKET_LIFETIME_S))

            def leave() -> None:
                tabs.stop_all()
                tools.stop_all()

            server = HttpServer(
                app,
                leave,
                tabs.wait_closed,
                ws="websockets-sansio",
                # Uvicorn breaks the connection at this size, so that no reason would arrive; up to it ours does.
                ws_max_size=2 * MAX_FRAME_BYTES,
                ws_per_message_deflate=False,  # nothing is gained on loopback
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
    """An address that a browser can open: every interface is none."""
    if not is_wildcard(host):
        return host
    return "::1" if ":" in host else "127.0.0.1"


def _log_to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
