"""The time that one use of a pattern may take: its own limit and the request's, whichever is first."""

import time

from understudy.workspace.errors import TimedOut
from understudy.workspace.limits import PATTERN_TIMEOUT_S
from understudy.workspace.stop import Stop

__all__ = ["TimeBudget"]


class TimeBudget:
    def __init__(self, stop: Stop, timeout_s: float = PATTERN_TIMEOUT_S) -> None:
        self._stop = stop
        self._timeout_s = timeout_s
        self._deadline = time.monotonic() + timeout_s

    def check_remaining(self) -> float:
        """Seconds left, more than none; raises when the time is over or the request was taken back."""
        self._stop.check()
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise self.timeout_error()
        remaining = self._stop.remaining()
        return left if remaining is None else min(left, max(remaining, 0.001))

    def timeout_error(self) -> TimedOut:
        """The error for an engine that was interrupted."""
        return TimedOut(
            f"The pattern was not done after {self._timeout_s:g} s. Simplify it: avoid repetition inside "
            "repetition, such as (a+)+, and anchor it or spell out more of the text.",
            "time_limit",
            limitMs=round(self._timeout_s * 1000),
        )
