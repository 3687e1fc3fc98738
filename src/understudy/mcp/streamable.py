"""Serving many clients over streamable HTTP, until a signal comes."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from understudy.http.listening import address_shown, listen
from understudy.http.names import Names, is_loopback
from understudy.http.serving import HttpServer
from understudy.mcp.frames import MOST_BYTES
from understudy.mcp.guard import PATH, Guard
from understudy.mcp.server import Registry, build_server
from understudy.tools.workers import Workers
from understudy.wire.heap import keep_freed_memory
from understudy.workspace import Denied, InvalidArgument, Workspace

__all__ = ["http_app", "serve_http"]

SHORTEST_TOKEN: Final = 16


def serve_http(
    workspace: Workspace,
    tools: Registry,
    host: str = "127.0.0.1",
    port: int = 0,
    token: str | None = None,
    *,
    names: Sequence[str] = (),
    on_ready: Callable[[str], None] | None = None,
) -> None:
    """Serve at http://host:port/mcp until SIGINT or SIGTERM; then end all running work and return.

    Anyone who can reach the port can use the tools, so an address that others can reach needs a
    `token`. `names` are further Host names to answer to (a proxy's). `on_ready` is told the URL.
    """
    if token is not None and (len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable()):
        raise InvalidArgument(
            f"The bearer token must have at least {SHORTEST_TOKEN} printable ASCII characters. "
            "Make one with: openssl rand -hex 32",
            "bad_arguments",
        )
    if token is None and not is_loopback(host):
        raise Denied(
            f"{host or 'Every interface'} can be reached by others, so a bearer token is needed. Give one "
            "(for example from: openssl rand -hex 32), or listen on 127.0.0.1.",
            "bad_arguments",
            host=host,
        )
    with contextlib.closing(listen(host, port)) as listener:
        ours = Names(host, listener.getsockname()[1], names)
        url = f"http://{address_shown(host, listener)}{PATH}"

        async def serve() -> None:
            workers = Workers()
            app = Guard(http_app(build_server(workspace, tools, workers)), ours, token)
            serving = HttpServer(app, workers.stop_all)
            if on_ready is not None:
                on_ready(url)
            await serving.serve(sockets=[listener])

        keep_freed_memory()
        asyncio.run(serve())


def http_app(server: Server[Workers]) -> Starlette:
    """The endpoint for whoever checks in front of it who may speak; its lifespan must be run."""
    return server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MOST_BYTES,
        # The guard in front has checked Host and Origin, with the port and for every kind of address.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
