"""The time that one use of a pattern may take: its own limit and the request's, whichever is first."""

import time
from typing import Final

from understudy.workspace.errors import TimedOut
from understudy.workspace.stop import Stop

__all__ = ["PATTERN_SECONDS", "Budget"]

PATTERN_SECONDS: Final = 2.0
"""For one replacement, or for one text that is searched."""


class Budget:
    def __init__(self, stop: Stop, seconds: float = PATTERN_SECONDS) -> None:
        self._stop = stop
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left, more than none; raises when the time is over or the request was taken back."""
        self._stop.check()
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise self.over()
        remaining = self._stop.remaining()
        return left if remaining is None else min(left, max(remaining, 0.001))

    def over(self) -> TimedOut:
        """The error for an engine that was interrupted."""
        return TimedOut(
            f"The pattern was not done after {self._seconds:g} s. Simplify it: avoid repetition inside "
            "repetition, such as (a+)+, and anchor it or spell out more of the text.",
            "time_limit",
            limitMs=round(self._seconds * 1000),
        )
