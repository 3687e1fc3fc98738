"""The providers that a model can be named from, and how a name is read: `provider:model`.

Knows addresses and the names of environment variables, but reads none of them and imports no provider.

How much fits into a model: tokens of a request and its answer together. A careful guess where nobody knows.

What pydantic-ai knows of a model (the genai-prices tables) comes first. These families are not in it, or not
always; the numbers are from the providers' model pages: ai.google.dev/gemini-api/docs/models,
platform.openai.com/docs/models, docs.anthropic.com/en/docs/about-claude/models, the model cards of the open ones.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from understudy.models.limits import (
    DEFAULT_CONTEXT_WINDOW_TOKENS,
    MAX_MODEL_NAME_CHARS,
    OLLAMA_CONTEXT_WINDOW_TOKENS,
)
from understudy.models.model_api import ModelError

__all__ = [
    "PROVIDERS",
    "ModelName",
    "Provider",
    "guess_context_window",
    "is_key_required",
    "is_loopback",
    "is_provider_host",
    "parse_model_name",
]


@dataclass(frozen=True, slots=True)
class Provider:
    """Who can be asked. `home` is where it lives unless a base URL says otherwise."""

    id: str
    label: str
    default_url: str
    key_variables: tuple[str, ...]
    """The environment variables that may hold its key, the first that is set counts."""
    url_variable: str
    needs_key: bool = True


PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType(
    {
        provider.id: provider
        for provider in (
            Provider("openai", "OpenAI", "https://api.openai.com/v1", ("OPENAI_API_KEY",), "OPENAI_BASE_URL"),
            Provider(
                "openai-chat",
                "OpenAI chat API",
                "https://api.openai.com/v1",
                ("OPENAI_API_KEY",),
                "OPENAI_BASE_URL",
            ),
            Provider(
                "anthropic",
                "Anthropic",
                "https://api.anthropic.com",
                ("ANTHROPIC_API_KEY",),
                "ANTHROPIC_BASE_URL",
            ),
            Provider(
                "google",
                "Google Gemini",
                "https://generativelanguage.googleapis.com",
                ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
                "GOOGLE_GEMINI_BASE_URL",
            ),
            Provider("ollama", "Ollama", "http://localhost:11434/v1", (), "OLLAMA_BASE_URL", needs_key=False),
        )
    }
)


@dataclass(frozen=True, slots=True)
class ModelName:
    provider: str
    model: str

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}"


def parse_model_name(spec: str) -> ModelName:
    """`openai:gpt-5`, `ollama:qwen3:8b`: what stands before the first colon is the provider."""
    provider, colon, model = spec.strip().partition(":")
    known = ", ".join(PROVIDERS)
    if not colon or not model.strip():
        raise ModelError(
            "bad_setting", f"A model is named provider:model, such as openai:gpt-5. Providers are {known}."
        )
    if provider not in PROVIDERS:
        told = "".join(char for char in provider[:40] if char.isprintable())
        raise ModelError("bad_setting", f"There is no provider {told!r}. Providers are {known}.")
    model = model.strip()
    if len(model) > MAX_MODEL_NAME_CHARS or not model.isprintable() or " " in model:
        raise ModelError(
            "bad_setting",
            f"The name of the {provider} model is not one: it is too long or has odd characters.",
        )
    return ModelName(provider, model)


def is_key_required(provider: Provider, base_url: str | None) -> bool:
    """A server on this very machine may go without a key; every other asks for one."""
    return provider.needs_key and not is_loopback(base_url or provider.default_url)


def is_provider_host(provider: Provider, base_url: str | None) -> bool:
    """Whether this URL leads to the provider itself, rather than to someone who speaks its language."""
    return base_url is None or urlsplit(base_url).hostname == urlsplit(provider.default_url).hostname


def is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


_CONTEXT_WINDOWS: Final = (
    ("gemini", 1_000_000),
    ("claude", 200_000),
    ("gpt-4.1", 1_000_000),
    ("gpt-4-turbo", 128_000),
    ("gpt-4o", 128_000),
    ("gpt-4", 8_192),
    ("gpt-3.5", 16_385),
    ("gpt-", 128_000),
    ("o1", 128_000),
    ("o3", 200_000),
    ("o4", 200_000),
    ("llama-2", 4_096),
    ("llama-3.", 128_000),
    ("llama-3", 8_192),
    ("gemma", 8_192),
    ("qwen", 32_768),
    ("mistral", 32_768),
    ("smollm", 8_192),
)


def guess_context_window(provider: str, model: str, known: int | None) -> int:
    if provider == "ollama":
        return OLLAMA_CONTEXT_WINDOW_TOKENS
    if known is not None:
        return known
    plain = model.lower().rpartition("/")[2]
    return next(
        (window for family, window in _CONTEXT_WINDOWS if plain.startswith(family)),
        DEFAULT_CONTEXT_WINDOW_TOKENS,
    )
