"""Serving many clients over streamable HTTP, until a signal comes."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Generator, Sequence
from typing import Final

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from understudy.mcp.frames import MOST_BYTES
from understudy.mcp.guard import PATH, Guard, Names, is_loopback
from understudy.mcp.server import Registry, build_server
from understudy.tools.workers import Workers
from understudy.wire.heap import keep_freed_memory
from understudy.workspace import Denied, ExecutionFailed, InvalidArgument, Workspace

__all__ = ["serve_http"]

GOODBYE: Final = 2
"""Seconds that open connections have to finish after a signal."""
MOST_CONNECTIONS: Final = 256
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
    with contextlib.closing(_listen(host, port)) as listener:
        bound: int = listener.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host or "0.0.0.0"  # noqa: S104 - only shown
        url = f"http://{shown}:{bound}{PATH}"

        async def serve() -> None:
            workers = Workers()
            app = Guard(_app(build_server(workspace, tools, workers)), Names(host, bound, names), token)
            serving = _Uvicorn(app, workers)
            if on_ready is not None:
                on_ready(url)
            await serving.serve(sockets=[listener])

        keep_freed_memory()
        asyncio.run(serve())


def _app(server: Server[Workers]) -> Starlette:
    return server.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MOST_BYTES,
        # The guard in front has checked Host and Origin, with the port and for every kind of address.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )


class _Uvicorn(uvicorn.Server):
    """Uvicorn with another way to stop: the running calls end first, so that no connection is waited for.

    Its own handling of signals also ends the process by the same signal once more.
    """

    def __init__(self, app: Guard, workers: Workers) -> None:
        self._workers = workers
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="none",
                lifespan="on",
                limit_concurrency=MOST_CONNECTIONS,
                timeout_graceful_shutdown=GOODBYE,
            )
        )

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._leave, number)
        yield

    def _leave(self, number: int) -> None:
        self.handle_exit(number, None)
        self._workers.stop_all()


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; a name must lead to loopback if it is `localhost`."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, OverflowError, UnicodeError) as error:
        raise InvalidArgument(f"Cannot listen on {host!r}: {error}.", "bad_arguments", host=host) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
        if is_loopback(host) and not is_loopback(listener.getsockname()[0]):
            raise Denied(f"{host} does not lead to this machine's loopback here.", "bad_arguments", host=host)
    except OSError as error:
        listener.close()
        raise ExecutionFailed(
            f"Cannot listen on {host}:{port}: {error.strerror}. Choose another port.", "os_error"
        ) from None
    except Denied:
        listener.close()
        raise
    return listener
