"""How long a failing server is left alone. Pure: the time is told by the caller."""

from typing import Final

__all__ = ["Rest"]

FIRST: Final = 1.0
LONGEST: Final = 60.0


class Rest:
    """Doubles with every failure in a row: 1, 2, 4 … 60 seconds; an answer ends it."""

    def __init__(self) -> None:
        self._failures = 0
        self._until = 0.0

    def failed(self, now: float, asked: float | None = None) -> float:
        """Seconds of rest: ours, or what the server asked for if that is longer."""
        seconds = min(LONGEST, FIRST * 2.0 ** min(self._failures, 10))
        self._failures += 1
        if asked is not None:
            seconds = max(seconds, asked)
        self._until = now + seconds
        return seconds

    def over(self) -> None:
        self._failures, self._until = 0, 0.0

    def left(self, now: float) -> float:
        return max(0.0, self._until - now)
