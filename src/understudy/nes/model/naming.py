"""What `--nes-model` and its URL mean: the prompt format, the model's name, the kind of server, the need of a key.

Reads no environment and no file, and imports neither a format nor an HTTP client.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

from understudy.nes.model.formats import FORMATS

__all__ = ["ModelSettings", "ModelSettingsError", "ServerKind", "check_key", "missing_key", "parse_model"]

ServerKind = Literal["openai", "ollama"]

TOTAL_SECONDS: Final = 2.5
"""From asking to the last byte. A suggestion that comes later than this is for a text that is gone."""
LONGEST_NAME: Final = 200
LONGEST_SECONDS: Final = 60.0
OLLAMA_PORT: Final = 11434
MERCURY_HOME: Final = "https://api.inceptionlabs.ai/v1"
MERCURY_MODEL: Final = "mercury-edit-2"

# Formats that are also a model's name: behind a colon there may be a model, or a tag of that model.
_NAMESAKES: Final = frozenset({"codegemma", "codellama", "codestral", "starcoder"})
_TAG: Final = re.compile(r"(?:\d+(?:\.\d+)?[bm]|latest)(?:[-_.].*)?\Z")

_ALIASES: Final = {"zeta1": "zeta", "zeta2.0": "zeta2", "sweep": "sweep-next-edit"}

# The first that is found in a model's name counts: fine-tunes carry the name of their base behind their own.
_KNOWN_NAMES: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
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


class ModelSettingsError(ValueError):
    """A setting that cannot work. Its words say what to do, and never hold a key."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model is asked, in which format, and where. The key is not part of it."""

    format: str
    """A name in `FORMATS`."""
    model: str
    """As the server knows it; empty where a server has only one."""
    url: str
    """Of an OpenAI-compatible server up to and with `/v1`, of Ollama its root; no slash at the end."""
    kind: ServerKind = "openai"
    seconds: float = TOTAL_SECONDS
    needs_key: bool = False
    """The hosted endpoint answers nobody without one."""

    @property
    def label(self) -> str:
        """For sentences: `zeta2 at localhost:8080`."""
        return f"{self.model or self.format} at {urlsplit(self.url).netloc}"


def parse_model(spec: str, url: str | None = None, *, seconds: float = TOTAL_SECONDS) -> ModelSettings:
    """From `FORMAT`, `FORMAT:MODEL` or a well-known model's name, and a URL. Raises ModelSettingsError."""
    name, model = _split(spec)
    if name == "mercury":
        model, url = model or MERCURY_MODEL, url or MERCURY_HOME
    if not url:
        raise ModelSettingsError(
            f"The {name} model needs the address of the server that runs it, "
            "such as http://localhost:8080/v1 or ollama+http://localhost:11434."
        )
    if not 0 < seconds <= LONGEST_SECONDS:
        raise ModelSettingsError(
            f"The time limit for a next-edit model must be between 0 and {LONGEST_SECONDS:g} seconds."
        )
    kind, parts = _server(url)
    if kind == "ollama" and name in _NAMESAKES:
        model = model or name
    settings = ModelSettings(name, model, _base(parts, kind), kind, seconds)
    if kind == "ollama" and name == "mercury":
        raise ModelSettingsError("Ollama cannot serve mercury: leave its URL out to ask the hosted one.")
    if kind == "ollama" and not model:
        raise ModelSettingsError(
            f"Ollama must be told the model: write {name}:MODEL with a name that `ollama list` shows."
        )
    home = urlsplit(MERCURY_HOME).hostname
    return replace(settings, needs_key=parts.hostname == home)


def missing_key(settings: ModelSettings, key: str | None) -> str | None:
    """A sentence if there is no key where one is needed."""
    if key or not settings.needs_key:
        return None
    return f"{settings.label} answers only with a key: log in, or give the key of the next-edit model."


def check_key(key: str) -> str:
    """The key without the blanks around it. Raises ModelSettingsError if no header could carry it."""
    key = key.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise ModelSettingsError("The key of the next-edit model is empty or has characters that no key has.")
    return key


def _split(spec: str) -> tuple[str, str]:
    spec = spec.strip()
    if not spec or len(spec) > LONGEST_NAME or not spec.isprintable() or " " in spec:
        raise ModelSettingsError(
            "A next-edit model is named FORMAT or FORMAT:MODEL, such as zeta2 or qwen:qwen2.5-coder:1.5b. "
            f"Formats are {_listed()}."
        )
    before, colon, after = spec.partition(":")
    name = _ALIASES.get(before.lower(), before.lower())
    if name in FORMATS:
        if colon and not after:
            raise ModelSettingsError(f"There is no model behind the colon of {spec!r}: leave the colon out.")
        return name, spec if name in _NAMESAKES and _TAG.match(after.lower()) else after
    guessed = _guess(spec)
    if guessed is None:
        raise ModelSettingsError(
            f"It is not known how {spec[:60]!r} wants to be asked: write FORMAT:{spec[:60]} "
            f"with a format of {_listed()}."
        )
    return guessed, spec


def _guess(model: str) -> str | None:
    low = model.lower()
    return next((name for pattern, name in _KNOWN_NAMES if pattern.search(low)), None)


def _server(url: str) -> tuple[ServerKind, SplitResult]:
    """The kind comes before a plus, or from the port that Ollama has unless it was told otherwise."""
    url = url.strip()
    said, plus, rest = url.partition("+")
    kind: ServerKind | None = None
    if plus and said in ("ollama", "openai"):
        kind, url = ("ollama" if said == "ollama" else "openai"), rest
    try:
        parts = urlsplit(url)
        port = parts.port
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0
    except ValueError:
        fine, parts, port = False, urlsplit(""), None
    if not fine or not url.isprintable() or " " in url or parts.query or parts.fragment:
        raise ModelSettingsError(
            "The URL of the next-edit model must be plain, such as http://localhost:8080/v1 "
            "or ollama+http://localhost:11434."
        )
    if parts.username is not None or parts.password is not None:
        raise ModelSettingsError(
            "The URL of the next-edit model must not hold a name or password: give the key on its own."
        )
    return kind or ("ollama" if port == OLLAMA_PORT else "openai"), parts


def _base(parts: SplitResult, kind: ServerKind) -> str:
    path = parts.path.rstrip("/")
    for known in ("/chat/completions", "/edit/completions", "/completions", "/api/generate", "/api/chat"):
        path = path.removesuffix(known)
    match kind:
        case "ollama":
            # Its /v1 puts a prompt into the model's chat template, which would spoil it.
            path = path.removesuffix("/v1").removesuffix("/api")
        case "openai":
            path = path or "/v1"
    return f"{parts.scheme}://{parts.netloc}{path}"


def _listed() -> str:
    return ", ".join(FORMATS)
