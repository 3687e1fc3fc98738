"""What can go wrong between us and the server, in words that are safe to show: no key, no text of the user's.

How long a failing server is left alone. Pure: the time is told by the caller.
"""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Literal

from understudy.nes.model.limits import FIRST_BACKOFF_S, MAX_BACKOFF_S, MAX_RETRY_AFTER_S

__all__ = ["Backoff", "EndpointFailure", "FailureReason", "failure_from_status", "parse_retry_after"]

FailureReason = Literal["auth", "busy", "rejected", "failed", "late", "unreachable"]


class EndpointFailure(Exception):
    """No answer came. `after` is how many seconds the server wants to be left alone, if it said so."""

    def __init__(self, reason: FailureReason, sentence: str, retry_after_s: float | None = None) -> None:
        super().__init__(sentence)
        self.reason: FailureReason = reason
        self.retry_after_s = retry_after_s


def failure_from_status(status: int, label: str, retry_after: str | None) -> EndpointFailure:
    """For any status but 200. The body is not quoted: it may repeat the prompt or the key."""
    after = None if retry_after is None else parse_retry_after(retry_after)
    match status:
        case 401 | 403:
            return EndpointFailure(
                "auth", f"{label} refuses the key ({_status_text(status)}): give it a right one."
            )
        case 404:
            return EndpointFailure(
                "rejected",
                f"{label} is not there ({_status_text(status)}): check the model's name and the URL.",
            )
        case 429 | 503:
            return EndpointFailure("busy", f"{label} takes no more requests ({_status_text(status)}).", after)
        case _ if 300 <= status < 400:
            return EndpointFailure(
                "rejected",
                f"{label} points elsewhere ({_status_text(status)}), which is not followed: use that URL.",
            )
        case _ if 400 <= status < 500:
            return EndpointFailure(
                "rejected",
                f"{label} refuses the request ({_status_text(status)}): check the format and the model.",
            )
        case _:
            return EndpointFailure("failed", f"{label} answers with {_status_text(status)}.", after)


def parse_retry_after(value: str) -> float | None:
    """What a Retry-After header says: a number of seconds, or a date."""
    value = value.strip()[:60]
    try:
        seconds = (
            float(value) if value.isascii() and value.replace(".", "", 1).isdigit() else _seconds_until(value)
        )
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0.0), MAX_RETRY_AFTER_S)


def _seconds_until(value: str) -> float:
    when = parsedate_to_datetime(value)
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return (when - datetime.now(UTC)).total_seconds()


def _status_text(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


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
