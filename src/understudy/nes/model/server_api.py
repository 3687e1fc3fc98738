"""The JSON APIs of the servers that run models: requests, failures, and the backoff after a failure.

Pure: sends nothing and imports no HTTP client; the caller passes the time. `completions` parses the responses.
Failure messages hold no key and no text of the user.
"""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, Literal

import msgspec

from understudy.nes.model.limits import (
    FIRST_BACKOFF_S,
    MAX_BACKOFF_S,
    MAX_RETRY_AFTER_S,
    OLLAMA_CONTEXT_TOKENS,
)
from understudy.nes.model.prompt_types import Prompt
from understudy.nes.model.settings import NesModelSettings

__all__ = [
    "Backoff",
    "EndpointFailure",
    "FailureReason",
    "build_load_request",
    "build_request",
    "failure_from_status",
    "parse_retry_after",
]

FailureReason = Literal["auth", "busy", "rejected", "failed", "late", "unreachable"]


def build_request(
    settings: NesModelSettings, prompt: Prompt, *, is_minimal: bool = False
) -> tuple[str, bytes]:
    """Return the path behind the base URL, and the body. A minimal request asks for nothing optional: no stream and
    no log probabilities."""
    match settings.kind, prompt.style:
        case "ollama", "raw":
            path, body = "/api/generate", {"prompt": prompt.text, "raw": True}
        case "ollama", _:
            path, body = "/api/chat", {"messages": _build_messages(prompt)}
        case _, "raw":
            path, body = "/completions", {"prompt": prompt.text}
        case _, "chat":
            path, body = "/chat/completions", {"messages": _build_messages(prompt)}
        case _:
            path, body = "/edit/completions", {"messages": _build_messages(prompt)}
    extras = {"stream": False} if is_minimal else _build_extras(settings, prompt)
    return path, msgspec.json.encode({**body, **_build_options(settings, prompt), **extras})


def _build_extras(settings: NesModelSettings, prompt: Prompt) -> dict[str, Any]:
    """Return the optional parts: a stream, so that a reply that is not complete in time is used as far as it came,
    and log probabilities."""
    if settings.kind == "ollama":
        return {"stream": False, "logprobs": True}
    if prompt.style == "edit":
        return {"stream": False}
    logprobs = {"logprobs": 1} if prompt.style == "raw" else {"logprobs": True, "top_logprobs": 1}
    return {"stream": True, "stream_options": {"include_usage": True}, **logprobs}


def build_load_request(settings: NesModelSettings) -> tuple[str, bytes]:
    """Return a request that makes Ollama load the model with the same context size as later requests."""
    options = {"num_ctx": OLLAMA_CONTEXT_TOKENS}
    return "/api/generate", msgspec.json.encode(
        {"model": settings.model, "options": options, "stream": False}
    )


def _build_messages(prompt: Prompt) -> list[dict[str, str]]:
    system = [{"role": "system", "content": prompt.system}] if prompt.system else []
    return [*system, {"role": "user", "content": prompt.text}]


def _build_options(settings: NesModelSettings, prompt: Prompt) -> dict[str, Any]:
    model = {"model": settings.model} if settings.model else {}
    stops = {"stop": list(prompt.stops)} if prompt.stops else {}
    if settings.kind == "ollama":
        options = {
            "temperature": 0,
            "num_predict": prompt.max_tokens,
            "num_ctx": OLLAMA_CONTEXT_TOKENS,
            **stops,
        }
        return {**model, "options": options}
    if prompt.style == "edit":
        return {**model, "max_tokens": prompt.max_tokens}
    return {**model, "max_tokens": prompt.max_tokens, "temperature": 0, **stops}


class EndpointFailure(Exception):
    """A request failed. `retry_after_s` is the Retry-After of the server, if it sent one."""

    def __init__(
        self,
        reason: FailureReason,
        sentence: str,
        retry_after_s: float | None = None,
        *,
        status: int | None = None,
    ) -> None:
        super().__init__(sentence)
        self.reason: FailureReason = reason
        self.retry_after_s = retry_after_s
        self.status = status


def failure_from_status(status: int, label: str, retry_after: str | None) -> EndpointFailure:
    """For any status but 200. The body is not quoted: it may repeat the prompt or the key."""
    retry_after_s = None if retry_after is None else parse_retry_after(retry_after)
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
            return EndpointFailure(
                "busy", f"{label} takes no more requests ({_status_text(status)}).", retry_after_s
            )
        case _ if 300 <= status < 400:
            return EndpointFailure(
                "rejected",
                f"{label} points elsewhere ({_status_text(status)}), which is not followed: use that URL.",
            )
        case _ if 400 <= status < 500:
            return EndpointFailure(
                "rejected",
                f"{label} refuses the request ({_status_text(status)}): check the format and the model.",
                status=status,
            )
        case _:
            return EndpointFailure("failed", f"{label} answers with {_status_text(status)}.", retry_after_s)


def parse_retry_after(value: str) -> float | None:
    """Parse a Retry-After header, a number of seconds or a date, into seconds; None if it is invalid."""
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
    """Doubles with every consecutive failure: 1, 2, 4 … 60 seconds; a response resets it."""

    def __init__(self) -> None:
        self._failures = 0
        self._until = 0.0

    def record_failure(self, now: float, retry_after_s: float | None = None) -> float:
        """Return the seconds to wait: the backoff, or `retry_after_s` if that is longer."""
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
