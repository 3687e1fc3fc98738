"""How long a failing server is left alone. Pure: the time is told by the caller."""

from typing import Final

__all__ = ["Backoff"]

FIRST_BACKOFF_S: Final = 1.0
MAX_BACKOFF_S: Final = 60.0


class Backoff:
    """Doubles with every failure in a row: 1, 2, 4 … 60 seconds; an answer ends it."""

    def __init__(self) -> None:
        self._failures = 0
        self._until = 0.0

    def record_failure(self, now: float, retry_after_s: float | None = None) -> float:
        """Seconds of rest: ours, or what the server asked for if that is longer."""
        seconds = min(MAX_BACKOFF_S, FIRST_BACKOFF_S * 2.0 ** min(self._failures, 10))
        self._failures += 1
        if retry_after_s is not None:
            seconds = max(seconds, retry_after_s)
        self._until = now + seconds
        return seconds

    def reset(self) -> None:
        self._failures, self._until = 0, 0.0

    def remaining_s(self, now: float) -> float:
        return max(0.0, self._until - now)
