"""An event loop on virtual time: a timer that nothing else could precede is due at once.

Client and server of a test run on one such loop with real sockets. Data sent on the loopback interface is readable
when `send` returns, so time advances only when nothing is left to do. Work for a thread runs inline.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

__all__ = ["run_on_virtual_time"]

T = TypeVar("T")
SETTLE_S = 0.005
"""Real seconds in which data under way arrives, before the time advances."""


class _JumpingSelector(selectors.DefaultSelector):
    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            return super().select(None)
        found = super().select(SETTLE_S if timeout > 0 else 0)
        if not found and timeout > 0:
            self.now += timeout
        return found


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> "asyncio.Future[T]":
        del executor
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


def run_on_virtual_time(work: Coroutine[Any, Any, T]) -> T:
    loop = _VirtualLoop()
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
