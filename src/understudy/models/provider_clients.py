"""From settings to pydantic-ai's model of the named provider. Only that provider's modules are imported.

Keys, addresses and the HTTP client are always given, so that no SDK looks for its own. SDK retries are off:
trying again is `ProvidedModel`'s.
"""

from typing import Any, Final
from urllib.parse import urlsplit

import httpx2
from pydantic_ai.models import Model as PydanticModel

from understudy.models.http_client import build_http_client
from understudy.models.providers import PROVIDERS, is_provider_host
from understudy.models.settings import ModelSettings

__all__ = ["build_provider_model"]

PLACEHOLDER_KEY: Final = "none"
"""The SDKs insist on a key. `connect` lets none out that the settings do not hold."""


def build_provider_model(settings: ModelSettings) -> tuple[PydanticModel[Any], httpx2.AsyncClient]:
    http = build_http_client(settings)
    match settings.name.provider:
        case "anthropic":
            return _anthropic(settings, http), http
        case "google":
            return _google(settings, http), http
        case "ollama":
            return _ollama(settings, http), http
        case _:
            return _openai(settings, http), http


def _openai(settings: ModelSettings, http: httpx2.AsyncClient) -> PydanticModel[Any]:
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.profiles import ModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    name = settings.name
    client = _openai_client(settings, http)
    # Another host gets no features that only OpenAI has, and nothing that OpenAI sealed for itself.
    if is_provider_host(PROVIDERS[name.provider], settings.base_url):
        provider = OpenAIProvider(openai_client=client)
    else:
        provider = OpenAICompatibleProvider(
            f"compatible:{urlsplit(settings.effective_url).netloc}", openai_client=client
        )
    # The tools' schemas go out as they are.
    profile = ModelProfile(json_schema_transformer=None)
    kind = OpenAIResponsesModel if name.provider == "openai" else OpenAIChatModel
    return kind(name.model, provider=provider, profile=profile)


def _ollama(settings: ModelSettings, http: httpx2.AsyncClient) -> PydanticModel[Any]:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.profiles import ModelProfile
    from pydantic_ai.providers.ollama import OllamaProvider

    provider = OllamaProvider(openai_client=_openai_client(settings, http))
    return OllamaModel(
        settings.name.model, provider=provider, profile=ModelProfile(json_schema_transformer=None)
    )


def _openai_client(settings: ModelSettings, http: httpx2.AsyncClient) -> Any:
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        api_key=settings.api_key or PLACEHOLDER_KEY,
        base_url=settings.effective_url,
        http_client=http,
        max_retries=0,
        timeout=http.timeout,
    )


def _anthropic(settings: ModelSettings, http: httpx2.AsyncClient) -> PydanticModel[Any]:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(
        api_key=settings.api_key or PLACEHOLDER_KEY,
        base_url=settings.effective_url,
        http_client=http,
        max_retries=0,
        timeout=http.timeout,
    )
    return AnthropicModel(settings.name.model, provider=AnthropicProvider(anthropic_client=client))


def _google(settings: ModelSettings, http: httpx2.AsyncClient) -> PydanticModel[Any]:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    provider = GoogleProvider(
        api_key=settings.api_key or PLACEHOLDER_KEY, base_url=settings.effective_url, http_client=http
    )
    return GoogleModel(settings.name.model, provider=provider)
