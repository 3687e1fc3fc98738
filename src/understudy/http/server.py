"""Uvicorn as every face runs it: quiet, with limits, and with another way to stop."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Awaitable, Callable, Generator
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from understudy.http.head_timeout import HeadTimeoutProtocol
from understudy.http.limits import BEFORE_SHUTDOWN_TIMEOUT_S, GRACEFUL_SHUTDOWN_TIMEOUT_S, MAX_CONNECTIONS

__all__ = ["HttpServer"]


class HttpServer(uvicorn.Server):
    """`leaving` is called at the first signal: what runs ends first, so that no connection is waited for.

    `left` is awaited before Uvicorn closes WebSockets, which it does without a reason.
    Uvicorn's own handling of signals also ends the process by the same signal once more.
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
        usual: dict[str, Any] = {
            "log_config": None,
            "log_level": "warning",
            "access_log": False,
            "server_header": False,
            "proxy_headers": False,
            "http": HeadTimeoutProtocol,
            "ws": "none",
            "lifespan": "on",
            "limit_concurrency": MAX_CONNECTIONS,
            "timeout_graceful_shutdown": GRACEFUL_SHUTDOWN_TIMEOUT_S,
        }
        super().__init__(uvicorn.Config(app, **{**usual, **settings}))

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
        """A second signal changes nothing: the end is near, and has a limit."""
        if not self.should_exit:
            self.should_exit = True
            self._on_signal()
