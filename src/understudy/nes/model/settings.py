"""Parses `--nes-model` and its URL into settings: prompt format, model name, kind of server, whether a key is
needed.

Reads no environment and no file, and imports neither a format nor an HTTP client.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

from understudy.nes.model.formats import FORMATS
from understudy.nes.model.limits import MAX_MODEL_SPEC_CHARS, MAX_REQUEST_TIMEOUT_S, REQUEST_TIMEOUT_S

__all__ = [
    "NesModelSettings",
    "NesModelSettingsError",
    "ServerKind",
    "missing_key_message",
    "parse_model_settings",
    "validate_key",
]

ServerKind = Literal["openai", "ollama"]

OLLAMA_PORT: Final = 11434
MERCURY_URL: Final = "https://api.inceptionlabs.ai/v1"
MERCURY_MODEL: Final = "mercury-edit-2"

# Formats that are also model names: after the colon there may be a model, or a tag of that model.
_FORMATS_NAMED_LIKE_MODELS: Final = frozenset({"codegemma", "codellama", "codestral", "starcoder"})
_MODEL_TAG: Final = re.compile(r"(?:\d+(?:\.\d+)?[bm]|latest)(?:[-_.].*)?\Z")

_FORMAT_ALIASES: Final = {"zeta1": "zeta", "zeta2.0": "zeta2", "sweep": "sweep-next-edit"}

# The first match in a model name counts: fine-tunes carry the name of their base model after their own.
_FORMAT_BY_MODEL_NAME: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"(?<![a-z])zeta[-_. ]?2[-_.]1(?!\d)", "zeta2.1"),
        (r"(?<![a-z])zeta[-_. ]?2(?!\d)", "zeta2"),
        (r"(?<![a-z])zeta(?![a-z])", "zeta"),
        (r"sweep[-_]?next[-_]?edit", "sweep-next-edit"),
        (r"(?<![a-z])instinct(?![a-z])", "instinct"),
        (r"mercury[-_](?:edit|coder)", "mercury"),
        (r"codegemma", "codegemma"),
        (r"qwen[\d.]*[-_]?coder|codeqwen", "qwen"),
        (r"starcoder|stable-code", "starcoder"),
        (r"codestral", "codestral"),
        (r"deepseek[-_]coder", "deepseek"),
        (r"code[-_]?llama", "codellama"),
    )
)


class NesModelSettingsError(ValueError):
    """An invalid setting. The message says what to do, and never contains a key."""


@dataclass(frozen=True, slots=True)
class NesModelSettings:
    """The model, its prompt format and its server. The key is not part of the settings."""

    format: str
    """A name in `FORMATS`."""
    model: str
    """The name on the server; empty if the server has only one model."""
    url: str
    """For an OpenAI-compatible server including `/v1`, for Ollama its root; no slash at the end."""
    kind: ServerKind = "openai"
    seconds: float = REQUEST_TIMEOUT_S
    needs_key: bool = False
    """Whether the hosted endpoint requires a key."""

    @property
    def label(self) -> str:
        """The name in messages, such as `zeta2 at localhost:8080`."""
        return f"{self.model or self.format} at {urlsplit(self.url).netloc}"


def parse_model_settings(
    spec: str, url: str | None = None, *, seconds: float = REQUEST_TIMEOUT_S
) -> NesModelSettings:
    """Parse `FORMAT`, `FORMAT:MODEL` or a well-known model name, and a URL. Raises NesModelSettingsError."""
    name, model = _parse_spec(spec)
    if name == "mercury":
        model, url = model or MERCURY_MODEL, url or MERCURY_URL
    if not url:
        raise NesModelSettingsError(
            f"The {name} model needs the address of the server that runs it, "
            "such as http://localhost:8080/v1 or ollama+http://localhost:11434."
        )
    if not 0 < seconds <= MAX_REQUEST_TIMEOUT_S:
        raise NesModelSettingsError(
            f"The time limit for a next-edit model must be between 0 and {MAX_REQUEST_TIMEOUT_S:g} seconds."
        )
    kind, parts = _parse_server(url)
    if kind == "ollama" and name in _FORMATS_NAMED_LIKE_MODELS:
        model = model or name
    settings = NesModelSettings(name, model, _base_url(parts, kind), kind, seconds)
    if kind == "ollama" and name == "mercury":
        raise NesModelSettingsError("Ollama cannot serve mercury: leave its URL out to ask the hosted one.")
    if kind == "ollama" and not model:
        raise NesModelSettingsError(
            f"Ollama must be told the model: write {name}:MODEL with a name that `ollama list` shows."
        )
    hosted_name = urlsplit(MERCURY_URL).hostname
    return replace(settings, needs_key=parts.hostname == hosted_name)


def missing_key_message(settings: NesModelSettings, key: str | None) -> str | None:
    """Return a message if a required key is missing, else None."""
    if key or not settings.needs_key:
        return None
    return f"{settings.label} answers only with a key: log in, or give the key of the next-edit model."


def validate_key(key: str) -> str:
    """Return the stripped key. Raises NesModelSettingsError if a header cannot carry it."""
    key = key.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise NesModelSettingsError(
            "The key of the next-edit model is empty or has characters that no key has."
        )
    return key


def _parse_spec(spec: str) -> tuple[str, str]:
    spec = spec.strip()
    if not spec or len(spec) > MAX_MODEL_SPEC_CHARS or not spec.isprintable() or " " in spec:
        raise NesModelSettingsError(
            "A next-edit model is named FORMAT or FORMAT:MODEL, such as zeta2 or qwen:qwen2.5-coder:1.5b. "
            f"Formats are {_format_names()}."
        )
    before, colon, after = spec.partition(":")
    name = _FORMAT_ALIASES.get(before.lower(), before.lower())
    if name in FORMATS:
        if colon and not after:
            raise NesModelSettingsError(
                f"There is no model behind the colon of {spec!r}: leave the colon out."
            )
        return name, spec if name in _FORMATS_NAMED_LIKE_MODELS and _MODEL_TAG.match(after.lower()) else after
    guessed = _guess_format(spec)
    if guessed is None:
        raise NesModelSettingsError(
            f"It is not known how {spec[:60]!r} wants to be asked: write FORMAT:{spec[:60]} "
            f"with a format of {_format_names()}."
        )
    return guessed, spec


def _guess_format(model: str) -> str | None:
    lowered = model.lower()
    return next((name for pattern, name in _FORMAT_BY_MODEL_NAME if pattern.search(lowered)), None)


def _parse_server(url: str) -> tuple[ServerKind, SplitResult]:
    """Return the kind of server, from a prefix such as `ollama+` or from the default port of Ollama, and the
    URL."""
    url = url.strip()
    prefix, plus, rest = url.partition("+")
    kind: ServerKind | None = None
    if plus and prefix in ("ollama", "openai"):
        kind, url = ("ollama" if prefix == "ollama" else "openai"), rest
    try:
        parts = urlsplit(url)
        port = parts.port
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0
    except ValueError:
        is_valid, parts, port = False, urlsplit(""), None
    if not is_valid or not url.isprintable() or " " in url or parts.query or parts.fragment:
        raise NesModelSettingsError(
            "The URL of the next-edit model must be plain, such as http://localhost:8080/v1 "
            "or ollama+http://localhost:11434."
        )
    if parts.username is not None or parts.password is not None:
        raise NesModelSettingsError(
            "The URL of the next-edit model must not hold a name or password: give the key on its own."
        )
    return kind or ("ollama" if port == OLLAMA_PORT else "openai"), parts


def _base_url(parts: SplitResult, kind: ServerKind) -> str:
    path = parts.path.rstrip("/")
    for known in ("/chat/completions", "/edit/completions", "/completions", "/api/generate", "/api/chat"):
        path = path.removesuffix(known)
    match kind:
        case "ollama":
            # Its /v1 wraps a prompt in the chat template of the model, which breaks raw prompts.
            path = path.removesuffix("/v1").removesuffix("/api")
        case "openai":
            path = path or "/v1"
    return f"{parts.scheme}://{parts.netloc}{path}"


def _format_names() -> str:
    return ", ".join(FORMATS)
