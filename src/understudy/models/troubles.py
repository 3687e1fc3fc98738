"""From what pydantic-ai, an SDK or the HTTP client raises to one ModelError with a clear sentence.

The only thing quoted is the provider's own short message, and only after every secret was taken out of it. It is
not quoted if it quotes the runtime context itself: that must not be kept, and what is told of an error is.
"""

import re
from collections.abc import Mapping
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

from understudy.models.backoff import LONGEST_ASKED, in_words
from understudy.models.naming import PROVIDERS, at_home
from understudy.models.port import RETRIED, ModelError, ModelTrouble
from understudy.models.repeating import repeats
from understudy.models.settings import ModelSettings

__all__ = ["Trouble", "trouble_of"]

TOO_LONG: Final = (
    "The conversation is too long for the model. Start a new session, or choose a model with a larger window "
    "with /model."
)
QUOTED: Final = 300
"""Characters of the provider's message that are told."""
_LOOKED_AT: Final = 4000
"""Characters of it that are looked at."""
_MOST_LAYERS: Final = 8
"""Objects around a message, or exceptions around a cause."""

_SECRETS: Final = re.compile(r"(?i)\b(?:sk|pk|rk)-[a-z0-9_*-]{6,}|\bAIza[\w-]{10,}|\bbearer\s+\S+")
_USERINFO: Final = re.compile(r"(?<=://)[^/\s@]+@")
_TOO_LONG: Final = re.compile(
    r"(?i)context.{0,10}(?:length|window|size)|prompt is too long|input is too long|too many tokens"
    r"|input token count|exceeds? .{0,30}\btokens"
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong, whether the same request may go out again, and how long the provider asks to wait."""

    error: ModelError
    again: bool
    after: float | None = None
    known: bool = True
    """False for what no provider is known to do: a fault of ours, or of a library."""


def trouble_of(raised: Exception, settings: ModelSettings, context: str | None = None) -> Trouble:
    """`context` is the request's runtime context, of which nothing may be told."""
    words = _said(raised, settings.api_key)
    said = "" if context is not None and repeats(words, context) else words
    provider = PROVIDERS[settings.name.provider]
    where = urlsplit(settings.address).netloc
    host = provider.label if at_home(provider, settings.base_url) else where
    ours = _own_error(raised)
    if ours is not None:
        return Trouble(ours, ours.trouble in RETRIED)
    match raised:
        case ModelQuotaExceededError():
            return _no_quota(host, said)
        case ModelRateLimitError() if _mentions(raised.body, "insufficient_quota"):
            return _no_quota(host, said)
        case ModelRateLimitError():
            return _later(
                "rate_limit", f"{host} takes no more requests for the moment", raised.retry_after, said
            )
        case ModelAuthenticationError():
            return _told(
                "auth", f"{host} refused the key: check that it is right and may use this model.", said
            )
        case ModelNotFoundError():
            sentence = f"{where} knows no model {settings.name.model!r}: {_what_to_check(settings)}."
            return _told("unknown_model", sentence, said)
        case ModelContextWindowExceededError():
            return _told("context_too_long", TOO_LONG, said)
        case ModelUnavailableError() | ModelServerError():
            return _later("overloaded", f"{host} is overloaded or has a fault", raised.retry_after, said)
        case ModelTimeoutError(phase="pool" | "connect"):
            return _told("unreachable", f"{where} does not answer: check the network and the address.", "")
        case ModelTimeoutError() | TimeoutError() | httpx2.ReadTimeout() | httpx2.WriteTimeout():
            return _told("stalled", f"{where} sent nothing for {settings.idle:g} s.", "")
        case ModelConnectionError(phase="connect") | httpx2.ConnectError() | httpx2.ConnectTimeout():
            return _told("unreachable", f"No connection to {where}: check the network and the address.", "")
        case ModelConnectionError() | httpx2.TransportError():
            return _told("unreachable", f"The connection to {where} broke: ask again.", "")
        case ModelHTTPError(status_code=status) if status == 408 or status >= 500:
            return _told("overloaded", f"{host} is overloaded or has a fault: ask again in a while.", said)
        case ModelAPIError() if _TOO_LONG.search(words):
            return _told("context_too_long", TOO_LONG, said)
        case ModelHTTPError(status_code=status):
            return _told("rejected", f"{host} refused the request (HTTP {status}).", said)
        case ModelAPIError(body=body) if body is not None:
            return _told("rejected", f"{host} broke off with an error.", said)
        case ModelAPIError() | UnexpectedModelBehavior():
            return _told(
                "rejected", f"{where} sent something that is no answer of a model: check the address.", ""
            )
        case _:
            told = _told("rejected", f"The request to {where} failed ({type(raised).__name__}).", "")
            return Trouble(told.error, again=False, known=False)


def _own_error(raised: Exception) -> ModelError | None:
    """An error of ours, though an SDK took it for one of the network and wrapped it."""
    layer: BaseException | None = raised
    for _ in range(_MOST_LAYERS):
        if layer is None or isinstance(layer, ModelError):
            return layer
        layer = layer.__cause__  # not its context, which may be an older error that somebody is just handling
    return None


def _told(trouble: ModelTrouble, sentence: str, said: str) -> Trouble:
    message = f"{sentence} It says: {said}" if said else sentence
    return Trouble(ModelError(trouble, message), trouble in RETRIED)


def _no_quota(host: str, said: str) -> Trouble:
    told = _told(
        "rate_limit", f"The account at {host} has no quota left: look at its plan and billing.", said
    )
    return Trouble(told.error, again=False)


def _later(trouble: ModelTrouble, sentence: str, after: float | None, said: str) -> Trouble:
    """Trouble that passes. A wait that is too long for us is told to the user instead of being waited for."""
    if after is not None and after > LONGEST_ASKED:
        return Trouble(
            _told(trouble, f"{sentence}: ask again in {in_words(after)}.", said).error, again=False
        )
    return Trouble(_told(trouble, f"{sentence}: ask again in a while.", said).error, again=True, after=after)


def _what_to_check(settings: ModelSettings) -> str:
    """A wrong address is answered like a wrong name: nothing is there."""
    if settings.base_url is None:
        return "check the name"
    plain = settings.name.provider not in ("anthropic", "google") and not urlsplit(
        settings.address
    ).path.strip("/")
    hint = ", which mostly ends in /v1" if plain else ""
    return f"check the name and the address {settings.address}{hint}"


def _mentions(body: object, code: str, layers: int = _MOST_LAYERS) -> bool:
    """Whether an error's body has this word as its `code` or `type`, also inside `error`."""
    if not isinstance(body, Mapping) or not layers:
        return False
    told = cast("Mapping[str, Any]", body)
    return code in (told.get("code"), told.get("type")) or _mentions(told.get("error"), code, layers - 1)


def _said(raised: Exception, key: str | None) -> str:
    """The provider's own words, on one line, without secrets, cut."""
    if not isinstance(raised, ModelAPIError):
        return ""
    words = " ".join(_words(raised.body).split())[:_LOOKED_AT]
    if key is not None and len(key) > 3:
        for form in {key, quote(key, safe=""), quote(key)}:
            words = words.replace(form, "[key]")
    words = _USERINFO.sub("", _SECRETS.sub("[key]", words))
    words = " ".join("".join(char if char.isprintable() else " " for char in words).split())
    return words if len(words) <= QUOTED else words[: QUOTED - 1] + "…"


def _words(body: object, layers: int = _MOST_LAYERS) -> str:
    """The message in an error's body: `message`, or `error` as text, or one of them inside `error`."""
    if isinstance(body, str):
        return "" if body.lstrip().startswith("<") else body
    if not layers:
        return ""
    if isinstance(body, list) and body:
        return _words(cast("list[Any]", body)[0], layers - 1)
    if not isinstance(body, Mapping):
        return ""
    told = cast("Mapping[str, Any]", body)
    for key in ("message", "error", "detail"):
        if told.get(key):
            return _words(told[key], layers - 1)
    return ""
