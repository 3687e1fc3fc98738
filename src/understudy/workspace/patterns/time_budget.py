"""The time that one use of a pattern may take: CPU time of the calling thread, and the request's own deadline.

CPU time and not wall-clock time, so that a busy machine does not turn an answer into an error.
"""

import time

from understudy.workspace.errors import TimedOut
from understudy.workspace.limits import PATTERN_TIMEOUT_S
from understudy.workspace.stop import Stop

__all__ = ["TimeBudget"]


class TimeBudget:
    """Belongs to the thread that creates it: another thread's CPU time is not counted."""

    def __init__(self, stop: Stop, timeout_s: float = PATTERN_TIMEOUT_S) -> None:
        self._stop = stop
        self._timeout_s = timeout_s
        self._end = time.thread_time() + timeout_s

    def restart(self) -> None:
        """Grant the whole time again, for work that has to be repeated through no fault of the pattern."""
        self._end = time.thread_time() + self._timeout_s

    def check_remaining(self) -> float:
        """Return the seconds left, always more than zero; raise if none are left or the request was cancelled."""
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
