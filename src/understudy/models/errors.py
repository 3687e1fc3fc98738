"""Maps exceptions of pydantic-ai, an SDK or the HTTP client to one ModelError with a clear sentence.

Only the provider's own short message is quoted, after every secret is removed from it. It is not quoted if it
repeats the runtime context, which must not be stored, while the message of an error is. Also computes the
wait before a retry. Pure: no clock, no sleep.
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
    """The wait before attempt 2, 3, ...: doubling from `base`, reduced by a random share of up to half so
    that many clients do not retry at once, and never shorter than the provider asked for."""
    wait = min(MAX_RETRY_WAIT_S, base * 2 ** (attempt - 2))
    spread = wait * (0.5 + 0.5 * random())
    if retry_after is None or not retry_after >= 0:
        return spread
    return max(spread, min(retry_after, MAX_PROVIDER_RETRY_WAIT_S))


def format_wait(seconds: float) -> str:
    """Format a wait: rounded up, in its largest unit."""
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
    """The error, whether the same request may be retried, and how long the provider asks to wait."""

    error: ModelError
    is_retryable: bool
    retry_after_s: float | None = None
    is_expected: bool = True
    """False for an exception that no provider is known to cause: a bug of ours, or of a library."""


def classify_failure(
    raised: Exception, settings: ModelSettings, context: str | None = None
) -> ProviderFailure:
    """`context` is the runtime context of the request, which the error must not repeat."""
    message = _provider_message(raised, settings.api_key)
    quotable = "" if context is not None and repeats_text(message, context) else message
    provider = settings.provider
    address = urlsplit(settings.effective_url).netloc
    host = provider.label if is_provider_host(provider, settings.base_url) else address
    own = _unwrap_model_error(raised)
    if own is not None:
        return ProviderFailure(own, own.kind in RETRYABLE_ERROR_KINDS)
    match raised:
        case ModelQuotaExceededError():
            return _quota_failure(host, quotable)
        case ModelRateLimitError() if _has_error_code(raised.body, provider.quota_error_codes):
            return _quota_failure(host, quotable)
        case ModelRateLimitError():
            return _temporary_failure(
                "rate_limit", f"{host} takes no more requests for the moment", raised.retry_after, quotable
            )
        case ModelAuthenticationError():
            return _failure(
                "auth", f"{host} refused the key: check that it is right and may use this model.", quotable
            )
        case ModelNotFoundError():
            sentence = f"{address} knows no model {settings.name.model!r}: {_address_advice(settings)}."
            return _failure("unknown_model", sentence, quotable)
        case ModelContextWindowExceededError():
            return _failure("context_too_long", CONTEXT_TOO_LONG_MESSAGE, quotable)
        case ModelUnavailableError() | ModelServerError():
            return _temporary_failure(
                "overloaded", f"{host} is overloaded or has a fault", raised.retry_after, quotable
            )
        case ModelTimeoutError(phase="pool" | "connect"):
            return _failure(
                "unreachable", f"{address} does not answer: check the network and the address.", ""
            )
        case ModelTimeoutError() | TimeoutError() | httpx2.ReadTimeout() | httpx2.WriteTimeout():
            return _failure("stalled", f"{address} sent nothing for {settings.idle_timeout_s:g} s.", "")
        case ModelConnectionError(phase="connect") | httpx2.ConnectError() | httpx2.ConnectTimeout():
            return _failure(
                "unreachable", f"No connection to {address}: check the network and the address.", ""
            )
        case ModelConnectionError() | httpx2.TransportError():
            return _failure("unreachable", f"The connection to {address} broke: ask again.", "")
        case ModelHTTPError(status_code=status) if status == 408 or status >= 500:
            return _failure(
                "overloaded", f"{host} is overloaded or has a fault: ask again in a while.", quotable
            )
        case ModelAPIError() if _CONTEXT_TOO_LONG.search(message):
            return _failure("context_too_long", CONTEXT_TOO_LONG_MESSAGE, quotable)
        case ModelHTTPError(status_code=status):
            return _failure("rejected", f"{host} refused the request (HTTP {status}).", quotable)
        case ModelAPIError(body=body) if body is not None:
            return _failure("rejected", f"{host} broke off with an error.", quotable)
        case ModelAPIError() | UnexpectedModelBehavior():
            return _failure(
                "rejected", f"{address} sent something that is no answer of a model: check the address.", ""
            )
        case _:
            unexpected = _failure(
                "rejected", f"The request to {address} failed ({type(raised).__name__}).", ""
            )
            return ProviderFailure(unexpected.error, is_retryable=False, is_expected=False)


def _unwrap_model_error(raised: Exception) -> ModelError | None:
    """Return our own error, even if an SDK wrapped it as a network error."""
    layer: BaseException | None = raised
    for _ in range(MAX_ERROR_LAYERS):
        if layer is None or isinstance(layer, ModelError):
            return layer
        layer = layer.__cause__  # not its context, which may be an older error that is being handled
    return None


def _failure(kind: ModelErrorKind, sentence: str, quote_text: str) -> ProviderFailure:
    message = f"{sentence} It says: {quote_text}" if quote_text else sentence
    return ProviderFailure(ModelError(kind, message), kind in RETRYABLE_ERROR_KINDS)


def _quota_failure(host: str, quote_text: str) -> ProviderFailure:
    failure = _failure(
        "rate_limit", f"The account at {host} has no quota left: look at its plan and billing.", quote_text
    )
    return ProviderFailure(failure.error, is_retryable=False)


def _temporary_failure(
    kind: ModelErrorKind, sentence: str, retry_after: float | None, quote_text: str
) -> ProviderFailure:
    """A temporary error. If the provider asks for too long a wait, the user is told instead of retrying."""
    if retry_after is not None and retry_after > MAX_PROVIDER_RETRY_WAIT_S:
        return ProviderFailure(
            _failure(kind, f"{sentence}: ask again in {format_wait(retry_after)}.", quote_text).error,
            is_retryable=False,
        )
    return ProviderFailure(
        _failure(kind, f"{sentence}: ask again in a while.", quote_text).error,
        is_retryable=True,
        retry_after_s=retry_after,
    )


def _address_advice(settings: ModelSettings) -> str:
    """What to check. A server responds to a wrong base URL as to an unknown model: 404."""
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
    """The provider's own message, on one line, without secrets, truncated."""
    if not isinstance(raised, ModelAPIError):
        return ""
    message = " ".join(_message_in_body(raised.body).split())[:MAX_SCANNED_MESSAGE_CHARS]
    if key is not None and len(key) > 3:
        for form in {key, quote(key, safe=""), quote(key)}:
            message = message.replace(form, "[key]")
    message = _USERINFO.sub("", _SECRETS.sub("[key]", message))
    message = " ".join("".join(char if char.isprintable() else " " for char in message).split())
    return message if len(message) <= MAX_QUOTED_CHARS else message[: MAX_QUOTED_CHARS - 1] + "…"


def _message_in_body(body: object, layers: int = MAX_ERROR_LAYERS) -> str:
    """The message in the body of an error: `message`, or `error` as text, or one of them inside `error`."""
    if isinstance(body, str):
        return "" if body.lstrip().startswith("<") else body
    if not layers:
        return ""
    if isinstance(body, list) and body:
        return _message_in_body(cast("list[Any]", body)[0], layers - 1)
    if not isinstance(body, Mapping):
        return ""
    fields = cast("Mapping[str, Any]", body)
    for key in ("message", "error", "detail"):
        if fields.get(key):
            return _message_in_body(fields[key], layers - 1)
    return ""
