"""The providers that a model can be named from, and how a name is read: `provider:model`.

Knows addresses and the names of environment variables, but reads none of them and imports no provider.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from understudy.models.port import ModelError

__all__ = ["PROVIDERS", "ModelName", "Provider", "is_provider_host", "is_loopback", "is_key_required", "parse_model_name"]

MAX_MODEL_NAME_CHARS: Final = 200


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
