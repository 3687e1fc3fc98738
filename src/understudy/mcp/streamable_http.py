"""Serves any number of clients over streamable HTTP, until a signal arrives."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from understudy.http import AllowedHosts, HttpServer, format_address, is_loopback, listen
from understudy.mcp.guard import ENDPOINT_PATH, AccessGuard
from understudy.mcp.limits import MAX_FRAME_BYTES, MIN_TOKEN_CHARS
from understudy.mcp.server import ToolRegistry, build_server
from understudy.tools import WorkerPool
from understudy.wire import retain_freed_memory
from understudy.workspace import Denied, InvalidArgument, Workspace

__all__ = ["build_http_app", "serve_http"]


def serve_http(
    workspace: Workspace,
    tools: ToolRegistry,
    host: str = "127.0.0.1",
    port: int = 0,
    token: str | None = None,
    *,
    host_names: Sequence[str] = (),
    on_ready: Callable[[str], None] | None = None,
) -> None:
    """Serve at http://host:port/mcp until SIGINT or SIGTERM; then cancel all running work and return.

    Anyone who can reach the port can use the tools, so an address that others can reach needs a `token`; without
    one, only the user of this process is served, where the system says who connects. `host_names` are further
    Host names to accept (a proxy's). `on_ready` is called with the URL.
    """
    if token is not None and (len(token) < MIN_TOKEN_CHARS or not token.isascii() or not token.isprintable()):
        raise InvalidArgument(
            f"The bearer token must have at least {MIN_TOKEN_CHARS} printable ASCII characters. "
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
        allowed_hosts = AllowedHosts(host, listener.getsockname()[1], host_names)
        url = f"http://{format_address(host, listener)}{ENDPOINT_PATH}"

        async def serve() -> None:
            workers = WorkerPool()
            app = AccessGuard(
                build_http_app(build_server(workspace, tools, workers)),
                allowed_hosts,
                token,
                is_behind_proxy=bool(host_names),
            )
            server = HttpServer(app, workers.cancel_all)
            if on_ready is not None:
                on_ready(url)
            await server.serve(sockets=[listener])

        retain_freed_memory()
        asyncio.run(serve())


def build_http_app(server: Server[WorkerPool]) -> Starlette:
    """Build the endpoint without access checks: wrap it in AccessGuard. Its lifespan must be run."""
    return server.streamable_http_app(
        streamable_http_path=ENDPOINT_PATH,
        max_request_body_size=MAX_FRAME_BYTES,
        # AccessGuard has checked Host and Origin, with the port and for every kind of address.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
