"""What can go wrong between us and the server, in words that are safe to show: no key, no text of the user's."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final, Literal

__all__ = ["EndpointFailure", "FailureWord", "of_status", "seconds_asked"]

FailureWord = Literal["auth", "busy", "rejected", "failed", "late", "unreachable"]

LONGEST_ASKED: Final = 300.0
"""A server may ask for a longer rest than we would take, up to here."""


class EndpointFailure(Exception):
    """No answer came. `after` is how many seconds the server wants to be left alone, if it said so."""

    def __init__(self, word: FailureWord, sentence: str, after: float | None = None) -> None:
        super().__init__(sentence)
        self.word: FailureWord = word
        self.after = after


def of_status(status: int, label: str, retry_after: str | None) -> EndpointFailure:
    """For any status but 200. The body is not quoted: it may repeat the prompt or the key."""
    after = None if retry_after is None else seconds_asked(retry_after)
    match status:
        case 401 | 403:
            return EndpointFailure(
                "auth", f"{label} refuses the key ({_named(status)}): give it a right one."
            )
        case 404:
            return EndpointFailure(
                "rejected", f"{label} is not there ({_named(status)}): check the model's name and the URL."
            )
        case 429 | 503:
            return EndpointFailure("busy", f"{label} takes no more requests ({_named(status)}).", after)
        case _ if 300 <= status < 400:
            return EndpointFailure(
                "rejected",
                f"{label} points elsewhere ({_named(status)}), which is not followed: use that URL.",
            )
        case _ if 400 <= status < 500:
            return EndpointFailure(
                "rejected", f"{label} refuses the request ({_named(status)}): check the format and the model."
            )
        case _:
            return EndpointFailure("failed", f"{label} answers with {_named(status)}.", after)


def seconds_asked(value: str) -> float | None:
    """What a Retry-After header says: a number of seconds, or a date."""
    value = value.strip()[:60]
    try:
        seconds = float(value) if value.isascii() and value.replace(".", "", 1).isdigit() else _until(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0.0), LONGEST_ASKED)


def _until(value: str) -> float:
    when = parsedate_to_datetime(value)
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return (when - datetime.now(UTC)).total_seconds()


def _named(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)
