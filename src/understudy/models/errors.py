"""From what pydantic-ai, an SDK or the HTTP client raises to one ModelError with a clear sentence.

The only thing quoted is the provider's own short message, and only after every secret was taken out of it. It is
not quoted if it quotes the runtime context itself: that must not be kept, and what is told of an error is.

How long to wait before a request goes out again. Pure: no clock, no sleep.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast
from urllib.parse import quote, urlsplit

import httpx2
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelServerError,
    ModelTimeoutError,
    ModelUnavailableError,
    UnexpectedModelBehavior,
)

from understudy.models.limits import (
    MAX_ERROR_LAYERS,
    MAX_PROVIDER_RETRY_WAIT_S,
    MAX_QUOTED_CHARS,
    MAX_RETRY_WAIT_S,
    MAX_SCANNED_MESSAGE_CHARS,
)
from understudy.models.model_api import RETRYABLE_ERROR_KINDS, ModelError, ModelErrorKind
from understudy.models.providers import is_provider_host
from understudy.models.redaction import repeats_text
from understudy.models.settings import ModelSettings

__all__ = ["ProviderFailure", "classify_failure", "format_wait", "retry_wait_seconds"]


def retry_wait_seconds(
    attempt: int, base: float, retry_after: float | None, random: Callable[[], float]
) -> float:
    """The wait before attempt 2, 3, ...: doubling from `base`, spread by up to half so that many do not march in
    step, and never shorter than the provider asked for."""
    wait = min(MAX_RETRY_WAIT_S, base * 2 ** (attempt - 2))
    spread = wait * (0.5 + 0.5 * random())
    if retry_after is None or not retry_after >= 0:
        return spread
    return max(spread, min(retry_after, MAX_PROVIDER_RETRY_WAIT_S))


def format_wait(seconds: float) -> str:
    """A long wait as a person says it: rounded up, in its largest unit."""
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            count = math.ceil(min(seconds, 1e9) / size)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return f"{math.ceil(seconds)} seconds"


CONTEXT_TOO_LONG_MESSAGE: Final = (
    "The conversation is too long for the model. Start a new session, or choose a model with a larger window "
    "with /model."
)

_SECRETS: Final = re.compile(r"(?i)\b(?:sk|pk|rk)-[a-z0-9_*-]{6,}|\bAIza[\w-]{10,}|\bbearer\s+\S+")
_USERINFO: Final = re.compile(r"(?<=://)[^/\s@]+@")
_CONTEXT_TOO_LONG: Final = re.compile(
    r"(?i)context.{0,10}(?:length|window|size)|prompt is too long|input is too long|too many tokens"
    r"|input token count|exceeds? .{0,30}\btokens"
)


@dataclass(frozen=True, slots=True)
class ProviderFailure:
    """What went wrong, whether the same request may go out again, and how long the provider asks to wait."""

    error: ModelError
    is_retryable: bool
    retry_after_s: float | None = None
    is_expected: bool = True
    """False for what no provider is known to do: a fault of ours, or of a library."""


def classify_failure(
    raised: Exception, settings: ModelSettings, context: str | None = None
) -> ProviderFailure:
    """`context` is the request's runtime context, of which nothing may be told."""
    words = _provider_message(raised, settings.api_key)
    said = "" if context is not None and repeats_text(words, context) else words
    provider = settings.provider
    where = urlsplit(settings.effective_url).netloc
    host = provider.label if is_provider_host(provider, settings.base_url) else where
    ours = _unwrap_model_error(raised)
    if ours is not None:
        return ProviderFailure(ours, ours.kind in RETRYABLE_ERROR_KINDS)
    match raised:
        case ModelQuotaExceededError():
            return _quota_failure(host, said)
        case ModelRateLimitError() if _has_error_code(raised.body, provider.quota_error_codes):
            return _quota_failure(host, said)
        case ModelRateLimitError():
            return _temporary_failure(
                "rate_limit", f"{host} takes no more requests for the moment", raised.retry_after, said
            )
        case ModelAuthenticationError():
            return _failure(
                "auth", f"{host} refused the key: check that it is right and may use this model.", said
            )
        case ModelNotFoundError():
            sentence = f"{where} knows no model {settings.name.model!r}: {_address_advice(settings)}."
            return _failure("unknown_model", sentence, said)
        case ModelContextWindowExceededError():
            return _failure("context_too_long", CONTEXT_TOO_LONG_MESSAGE, said)
        case ModelUnavailableError() | ModelServerError():
            return _temporary_failure(
                "overloaded", f"{host} is overloaded or has a fault", raised.retry_after, said
            )
        case ModelTimeoutError(phase="pool" | "connect"):
            return _failure("unreachable", f"{where} does not answer: check the network and the address.", "")
        case ModelTimeoutError() | TimeoutError() | httpx2.ReadTimeout() | httpx2.WriteTimeout():
            return _failure("stalled", f"{where} sent nothing for {settings.idle_timeout_s:g} s.", "")
        case ModelConnectionError(phase="connect") | httpx2.ConnectError() | httpx2.ConnectTimeout():
            return _failure(
                "unreachable", f"No connection to {where}: check the network and the address.", ""
            )
        case ModelConnectionError() | httpx2.TransportError():
            return _failure("unreachable", f"The connection to {where} broke: ask again.", "")
        case ModelHTTPError(status_code=status) if status == 408 or status >= 500:
            return _failure("overloaded", f"{host} is overloaded or has a fault: ask again in a while.", said)
        case ModelAPIError() if _CONTEXT_TOO_LONG.search(words):
            return _failure("context_too_long", CONTEXT_TOO_LONG_MESSAGE, said)
        case ModelHTTPError(status_code=status):
            return _failure("rejected", f"{host} refused the request (HTTP {status}).", said)
        case ModelAPIError(body=body) if body is not None:
            return _failure("rejected", f"{host} broke off with an error.", said)
        case ModelAPIError() | UnexpectedModelBehavior():
            return _failure(
                "rejected", f"{where} sent something that is no answer of a model: check the address.", ""
            )
        case _:
            told = _failure("rejected", f"The request to {where} failed ({type(raised).__name__}).", "")
            return ProviderFailure(told.error, is_retryable=False, is_expected=False)


def _unwrap_model_error(raised: Exception) -> ModelError | None:
    """An error of ours, though an SDK took it for one of the network and wrapped it."""
    layer: BaseException | None = raised
    for _ in range(MAX_ERROR_LAYERS):
        if layer is None or isinstance(layer, ModelError):
            return layer
        layer = layer.__cause__  # not its context, which may be an older error that somebody is just handling
    return None


def _failure(kind: ModelErrorKind, sentence: str, quote_text: str) -> ProviderFailure:
    message = f"{sentence} It says: {quote_text}" if quote_text else sentence
    return ProviderFailure(ModelError(kind, message), kind in RETRYABLE_ERROR_KINDS)


def _quota_failure(host: str, said: str) -> ProviderFailure:
    told = _failure(
        "rate_limit", f"The account at {host} has no quota left: look at its plan and billing.", said
    )
    return ProviderFailure(told.error, is_retryable=False)


def _temporary_failure(
    kind: ModelErrorKind, sentence: str, retry_after: float | None, said: str
) -> ProviderFailure:
    """Trouble that passes. A wait that is too long for us is told to the user instead of being waited for."""
    if retry_after is not None and retry_after > MAX_PROVIDER_RETRY_WAIT_S:
        return ProviderFailure(
            _failure(kind, f"{sentence}: ask again in {format_wait(retry_after)}.", said).error,
            is_retryable=False,
        )
    return ProviderFailure(
        _failure(kind, f"{sentence}: ask again in a while.", said).error,
        is_retryable=True,
        retry_after_s=retry_after,
    )


def _address_advice(settings: ModelSettings) -> str:
    """A wrong address is answered like a wrong name: nothing is there."""
    if settings.base_url is None:
        return "check the name"
    has_path = bool(urlsplit(settings.effective_url).path.strip("/"))
    hint = "" if has_path else settings.provider.base_url_hint
    return f"check the name and the address {settings.effective_url}{hint}"


def _has_error_code(body: object, codes: tuple[str, ...], layers: int = MAX_ERROR_LAYERS) -> bool:
    """Whether the body of an error has one of the codes as its `code` or `type`, also inside `error`."""
    if not isinstance(body, Mapping) or not layers:
        return False
    fields = cast("Mapping[str, Any]", body)
    return (
        fields.get("code") in codes
        or fields.get("type") in codes
        or _has_error_code(fields.get("error"), codes, layers - 1)
    )


def _provider_message(raised: Exception, key: str | None) -> str:
    """The provider's own words, on one line, without secrets, cut."""
    if not isinstance(raised, ModelAPIError):
        return ""
    words = " ".join(_message_in_body(raised.body).split())[:MAX_SCANNED_MESSAGE_CHARS]
    if key is not None and len(key) > 3:
        for form in {key, quote(key, safe=""), quote(key)}:
            words = words.replace(form, "[key]")
    words = _USERINFO.sub("", _SECRETS.sub("[key]", words))
    words = " ".join("".join(char if char.isprintable() else " " for char in words).split())
    return words if len(words) <= MAX_QUOTED_CHARS else words[: MAX_QUOTED_CHARS - 1] + "…"


def _message_in_body(body: object, layers: int = MAX_ERROR_LAYERS) -> str:
    """The message in an error's body: `message`, or `error` as text, or one of them inside `error`."""
    if isinstance(body, str):
        return "" if body.lstrip().startswith("<") else body
    if not layers:
        return ""
    if isinstance(body, list) and body:
        return _message_in_body(cast("list[Any]", body)[0], layers - 1)
    if not isinstance(body, Mapping):
        return ""
    told = cast("Mapping[str, Any]", body)
    for key in ("message", "error", "detail"):
        if told.get(key):
            return _message_in_body(told[key], layers - 1)
    return ""
