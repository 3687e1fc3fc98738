"""Signals: the first Ctrl-C cancels the turn; a second one, SIGTERM or SIGHUP ends the command in good order.

A command that sends a single prompt also ends after the first one: if the turn does not end in time, the agent
ignores its cancellation, and is ended.
"""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

__all__ = ["CancelLimits", "InterruptHandler", "run_interruptible"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CancelLimits:
    """Seconds that a cancelled turn has to end, and then the agent to exit."""

    turn_s: float
    exit_s: float


class InterruptHandler:
    """Handles signals inside its `with` block. `exit_signal` is the one that ended the command."""

    def __init__(self, task: "asyncio.Task[Any]", limits: "CancelLimits | None" = None) -> None:
        """With `limits` the command ends if a cancelled turn does not."""
        self._task = task
        self._limits = limits
        self._timer: asyncio.TimerHandle | None = None
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
        self._stop_timer()

    def set_turn_cancel(self, cancel: Callable[[], Awaitable[None]] | None) -> None:
        """Set the function that cancels the running turn; None when it has ended."""
        self._cancel_turn, self._cancel_task = cancel, None
        if self.exit_signal is None:
            self._stop_timer()

    @property
    def is_cancelling(self) -> bool:
        return self._cancel_task is not None

    def interrupt(self) -> None:
        if self._cancel_turn is None or self._cancel_task is not None:
            self._exit(signal.SIGINT)
            return
        self._cancel_task = asyncio.ensure_future(_cancel_quietly(self._cancel_turn))
        if self._limits is not None:
            self._timer = self._loop.call_later(self._limits.turn_s, self._give_up, self._limits)

    def _give_up(self, limits: "CancelLimits") -> None:
        """End the command; if that takes too long, cancel its end too, which kills the agent."""
        self._exit(signal.SIGINT)
        self._timer = self._loop.call_later(limits.exit_s, self._task.cancel)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _exit(self, number: signal.Signals) -> None:
        self.exit_signal = self.exit_signal or number
        self._task.cancel()


async def _cancel_quietly(cancel: Callable[[], Awaitable[None]]) -> None:
    with contextlib.suppress(Exception):  # the turn itself reports an agent that has ended
        await cancel()


def run_interruptible(
    work: Callable[[InterruptHandler], Coroutine[Any, Any, int]], limits: CancelLimits | None = None
) -> int:
    """Run a command; return its exit status, or that of the signal that ended it."""

    async def main() -> int:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101
        with InterruptHandler(task, limits) as interrupts:
            try:
                return await work(interrupts)
            except asyncio.CancelledError:
                if interrupts.exit_signal is None:
                    raise
                return 128 + interrupts.exit_signal

    return asyncio.run(main())
