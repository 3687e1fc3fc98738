"""Uvicorn as every face runs it: quiet, with limits, and with another way to stop."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Awaitable, Callable, Generator
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from understudy.http.hurry import HastyProtocol

__all__ = ["GOODBYE", "HttpServer"]

GOODBYE: Final = 2
"""Seconds that open connections have to finish after a signal."""
MOST_CONNECTIONS: Final = 256
LAST_WORDS: Final = 3.0
"""Seconds for what is to be said before connections are closed."""


class HttpServer(uvicorn.Server):
    """`leaving` is called at the first signal: what runs ends first, so that no connection is waited for.

    `left` is awaited before Uvicorn closes WebSockets, which it does without a reason.
    Uvicorn's own handling of signals also ends the process by the same signal once more.
    """

    def __init__(
        self,
        app: ASGIApp,
        leaving: Callable[[], None],
        left: Callable[[], Awaitable[object]] | None = None,
        **settings: Any,
    ) -> None:
        self._leaving = leaving
        self._left = left
        usual: dict[str, Any] = {
            "log_config": None,
            "log_level": "warning",
            "access_log": False,
            "server_header": False,
            "proxy_headers": False,
            "http": HastyProtocol,
            "ws": "none",
            "lifespan": "on",
            "limit_concurrency": MOST_CONNECTIONS,
            "timeout_graceful_shutdown": GOODBYE,
        }
        super().__init__(uvicorn.Config(app, **{**usual, **settings}))

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._leave)
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._left is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    await self._left()
        await super().shutdown(sockets)

    def _leave(self) -> None:
        """A second signal changes nothing: the end is near, and has a limit."""
        if not self.should_exit:
            self.should_exit = True
            self._leaving()
