"""Signals: the first Ctrl-C cancels the turn; a second one, SIGTERM or SIGHUP ends the command in good order."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

__all__ = ["InterruptHandler", "run_interruptible"]

T = TypeVar("T")


class InterruptHandler:
    """Handles signals inside its `with` block. `exit_signal` is the one that ended the command."""

    def __init__(self, task: "asyncio.Task[Any]") -> None:
        self._task = task
        self._loop = asyncio.get_running_loop()
        self._cancel_turn: Callable[[], Awaitable[None]] | None = None
        self._cancel_task: asyncio.Task[None] | None = None
        self.exit_signal: signal.Signals | None = None

    def __enter__(self) -> Self:
        self._loop.add_signal_handler(signal.SIGINT, self.interrupt)
        for number in (signal.SIGTERM, signal.SIGHUP):
            self._loop.add_signal_handler(number, self._exit, number)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._loop.remove_signal_handler(number)

    def set_turn_cancel(self, cancel: Callable[[], Awaitable[None]] | None) -> None:
        """Set the function that cancels the running turn; None when it has ended."""
        self._cancel_turn, self._cancel_task = cancel, None

    @property
    def is_cancelling(self) -> bool:
        return self._cancel_task is not None

    def interrupt(self) -> None:
        if self._cancel_turn is None or self._cancel_task is not None:
            self._exit(signal.SIGINT)
            return
        self._cancel_task = asyncio.ensure_future(_cancel_quietly(self._cancel_turn))

    def _exit(self, number: signal.Signals) -> None:
        self.exit_signal = self.exit_signal or number
        self._task.cancel()


async def _cancel_quietly(cancel: Callable[[], Awaitable[None]]) -> None:
    with contextlib.suppress(Exception):  # the turn itself reports an agent that has ended
        await cancel()


def run_interruptible(work: Callable[[InterruptHandler], Coroutine[Any, Any, int]]) -> int:
    """Run a command; return its exit status, or that of the signal that ended it."""

    async def main() -> int:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101
        with InterruptHandler(task) as interrupts:
            try:
                return await work(interrupts)
            except asyncio.CancelledError:
                if interrupts.exit_signal is None:
                    raise
                return 128 + interrupts.exit_signal

    return asyncio.run(main())
