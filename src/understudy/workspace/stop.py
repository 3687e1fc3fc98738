"""Stopping work: a cancellation flag with a deadline, and the time budget of a pattern.

`Stop` is shared by the caller and one operation: long operations check it, and child processes are tied to
it. `TimeBudget` limits one use of a pattern by CPU time of the calling thread and by the request's own
deadline: CPU time and not wall-clock time, so that a busy machine does not turn an answer into an error.
"""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from understudy.workspace.errors import ExecutionFailed, TimedOut
from understudy.workspace.limits import PATTERN_TIMEOUT_S

__all__ = ["Stop", "TimeBudget"]


class Stop:
    """A cancellation flag with a deadline, shared by the caller and one running operation.

    The caller may call `cancel()` from any thread. The operation calls `check()` between its steps, and
    registers with `on_cancel()` a callback for what must end at once (a child process).

    Example: `stop = Stop(5.0)`, `Call(stop=stop)`, and `stop.cancel()` from another thread.
    """

    def __init__(self, timeout_s: float | None = None) -> None:
        self._lock = threading.RLock()  # a signal handler may cancel while this thread holds it
        self._cancelled = False
        self._callbacks: list[Callable[[], None]] = []
        self._timeout_s = timeout_s
        self._deadline = None if timeout_s is None else time.monotonic() + timeout_s

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def cancel(self) -> None:
        with self._lock:
            if self._cancelled:
                return
            self._cancelled = True
            callbacks, self._callbacks = self._callbacks, []
            # With the lock held: leaving an `on_cancel` block waits for a callback that is running, so that none
            # is called after its target has gone and the target's descriptor may have been reused.
            for callback in callbacks:
                callback()

    def remaining(self) -> float | None:
        """Seconds left until the deadline, never negative; None without one."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def shorten_deadline(self, seconds: float) -> None:
        """Move the deadline forward to at most `seconds` from now."""
        deadline = time.monotonic() + seconds
        if self._deadline is None or deadline < self._deadline:
            self._timeout_s, self._deadline = seconds, deadline

    def check(self) -> None:
        """Raise if the request was cancelled or its deadline has passed."""
        if self._cancelled:
            raise ExecutionFailed("The request was cancelled.", "cancelled")
        if self._deadline is not None and time.monotonic() >= self._deadline:
            raise TimedOut(
                f"The operation did not finish within {self._timeout_s:g} s.",
                "time_limit",
                advice="Narrow the path or the pattern.",
                limitMs=round((self._timeout_s or 0) * 1000),
            )

    @contextmanager
    def on_cancel(self, callback: Callable[[], None]) -> Generator[None]:
        """Call `callback` once if the flag is set, before or inside the block; never after the block."""
        with self._lock:
            raised = self._cancelled
            if not raised:
                self._callbacks.append(callback)
        if raised:
            callback()
        try:
            yield
        finally:
            with self._lock:
                if callback in self._callbacks:
                    self._callbacks.remove(callback)


class TimeBudget:
    """A limit on CPU time of the thread that creates it; other threads' CPU time is not counted."""

    def __init__(self, stop: Stop, timeout_s: float = PATTERN_TIMEOUT_S) -> None:
        self._stop = stop
        self._timeout_s = timeout_s
        self._end = time.thread_time() + timeout_s

    def restart(self) -> None:
        """Grant the whole time again, for work that must be repeated for a reason other than the pattern."""
        self._end = time.thread_time() + self._timeout_s

    def check_remaining(self) -> float:
        """Return the seconds left, more than zero; raise TimedOut, or the error of a cancelled request."""
        self._stop.check()
        left = self._end - time.thread_time()
        if left <= 0:
            raise self.timeout_error()
        remaining = self._stop.remaining()
        return left if remaining is None else min(left, max(remaining, 0.001))

    def is_nearly_spent(self) -> bool:
        """Whether less than a tenth of the time is left."""
        return self._end - time.thread_time() < self._timeout_s / 10

    def timeout_error(self) -> TimedOut:
        """The error for an engine that was interrupted."""
        return TimedOut(
            f"The pattern was not done after {self._timeout_s:g} s. Simplify it: avoid repetition inside "
            "repetition, such as (a+)+, and anchor it or spell out more of the text.",
            "time_limit",
            limitMs=round(self._timeout_s * 1000),
        )
