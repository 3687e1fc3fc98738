"""Ctrl-C and other ways to be stopped: the first Ctrl-C calls the turn off, whatever comes next leaves in order."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

__all__ = ["Stops", "stoppable"]

T = TypeVar("T")


class Stops:
    """Within its `with` block signals are heard. `left` is the one that made us leave."""

    def __init__(self, task: "asyncio.Task[Any]") -> None:
        self._task = task
        self._loop = asyncio.get_running_loop()
        self._call_off: Callable[[], Awaitable[None]] | None = None
        self._calling: asyncio.Task[None] | None = None
        self.left: signal.Signals | None = None

    def __enter__(self) -> Self:
        self._loop.add_signal_handler(signal.SIGINT, self.interrupt)
        for number in (signal.SIGTERM, signal.SIGHUP):
            self._loop.add_signal_handler(number, self._leave, number)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._loop.remove_signal_handler(number)

    def turn(self, call_off: Callable[[], Awaitable[None]] | None) -> None:
        """A turn has begun that can be called off so; None when it is over."""
        self._call_off, self._calling = call_off, None

    @property
    def called_off(self) -> bool:
        return self._calling is not None

    def interrupt(self) -> None:
        if self._call_off is None or self._calling is not None:
            self._leave(signal.SIGINT)
            return
        self._calling = asyncio.ensure_future(_quietly(self._call_off))

    def _leave(self, number: signal.Signals) -> None:
        self.left = self.left or number
        self._task.cancel()


async def _quietly(call_off: Callable[[], Awaitable[None]]) -> None:
    with contextlib.suppress(Exception):  # the turn itself tells what became of the agent
        await call_off()


def stoppable(work: Callable[[Stops], Coroutine[Any, Any, int]]) -> int:
    """Run it; its status, or that of the signal that ended it."""

    async def main() -> int:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101
        with Stops(task) as stops:
            try:
                return await work(stops)
            except asyncio.CancelledError:
                if stops.left is None:
                    raise
                return 128 + stops.left

    return asyncio.run(main())
