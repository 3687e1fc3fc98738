"""Serving the workbench until a signal comes: a free port, a fresh token, one server for all faces."""

import asyncio
import contextlib
import secrets
import socket
import sys
from collections.abc import Callable
from typing import Final

from understudy.http.listening import format_address, listen
from understudy.http.names import AllowedHosts, is_wildcard
from understudy.http.serving import HttpServer
from understudy.http.tokens import Ticket, Token
from understudy.web.app import build_app
from understudy.web.door import AccessControl
from understudy.web.tabs import Tabs
from understudy.web.tools import ToolsEndpoint
from understudy.web.workbench import Workbench
from understudy.wire import MAX_FRAME_BYTES
from understudy.wire.heap import retain_freed_memory
from understudy.workspace import ExecutionFailed, Workspace

__all__ = ["DEFAULT_PORT", "serve"]

DEFAULT_PORT: Final = 8420
"""Unless another was wished for, or this one is taken."""
GRACEFUL_SHUTDOWN_TIMEOUT_S: Final = 6
"""Seconds for everything to end after a signal: more than an agent that ignores all requests has."""
WEBSOCKET_PING_INTERVAL_S: Final = 20.0
"""Seconds between pings, and for their answers: so a tab is missed that left without a word."""

TICKET_LIFETIME_S: Final = 60.0
"""Seconds that a browser has to begin."""


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
