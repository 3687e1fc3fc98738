"""Uvicorn with our limits and shutdown, and a listening socket. What bounds a connection is in `connections`."""

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Awaitable, Callable, Generator
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from understudy.http.connections import BoundedProtocol
from understudy.http.limits import (
    BEFORE_SHUTDOWN_TIMEOUT_S,
    GRACEFUL_SHUTDOWN_TIMEOUT_S,
    LISTEN_BACKLOG,
    MAX_CONNECTIONS,
)
from understudy.http.request_checks import is_loopback
from understudy.workspace import Denied, ExecutionFailed, InvalidArgument

__all__ = ["HttpServer", "format_address", "listen"]


class _FirstOfEach(logging.Filter):
    """Passes the first record of each message: a client can cause as many of them as it likes."""

    def __init__(self) -> None:
        super().__init__()
        self._messages: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        is_new = record.msg not in self._messages
        self._messages.add(record.msg)
        return is_new


class HttpServer(uvicorn.Server):
    """`on_signal` is called at the first signal: it ends running work, so that no connection stays open.

    `before_shutdown` is awaited before Uvicorn closes WebSockets, which it does without a reason.
    Uvicorn's own signal handling, which is replaced, also raises the same signal again at the end.
    """

    def __init__(
        self,
        app: ASGIApp,
        on_signal: Callable[[], None],
        before_shutdown: Callable[[], Awaitable[object]] | None = None,
        **settings: Any,
    ) -> None:
        self._on_signal = on_signal
        self._before_shutdown = before_shutdown
        defaults: dict[str, Any] = {
            "log_config": None,
            "log_level": "warning",
            "access_log": False,
            "server_header": False,
            "proxy_headers": False,
            "http": BoundedProtocol,
            "ws": "none",
            "lifespan": "on",
            "limit_concurrency": MAX_CONNECTIONS,
            "timeout_graceful_shutdown": GRACEFUL_SHUTDOWN_TIMEOUT_S,
        }
        super().__init__(uvicorn.Config(app, **{**defaults, **settings}))
        logging.getLogger("uvicorn.error").addFilter(_FirstOfEach())

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._handle_signal)
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._before_shutdown is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEFORE_SHUTDOWN_TIMEOUT_S):
                    await self._before_shutdown()
        await super().shutdown(sockets)

    def _handle_signal(self) -> None:
        """A second signal changes nothing: the shutdown has a time limit."""
        if not self.should_exit:
            self.should_exit = True
            self._on_signal()


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    Raises InvalidArgument for an invalid address, ExecutionFailed for one in use, and Denied if `localhost`
    does not resolve to loopback.
    """
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
        listener.listen(LISTEN_BACKLOG)
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


def format_address(host: str, listener: socket.socket) -> str:
    """Format `host:port` for a URL."""
    shown = f"[{host}]" if ":" in host else host or "0.0.0.0"  # noqa: S104 - only shown
    return f"{shown}:{listener.getsockname()[1]}"
