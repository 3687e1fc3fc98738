"""OpenAI, by its Responses API. The client built here serves the other providers that speak OpenAI's API too."""

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from understudy.models.providers.provider import PLACEHOLDER_KEY, Provider, is_provider_host

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as PydanticModel

    from understudy.models.settings import ModelSettings

__all__ = ["BASE_URL_HINT", "PROVIDER", "openai_client", "openai_provider"]

BASE_URL_HINT: Final = ", which mostly ends in /v1"


def _build_model(settings: "ModelSettings", http: "httpx2.AsyncClient") -> "PydanticModel[Any]":
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.profiles import ModelProfile

    # Tool schemas are sent unchanged.
    profile = ModelProfile(json_schema_transformer=None)
    return OpenAIResponsesModel(
        settings.name.model, provider=openai_provider(PROVIDER, settings, http), profile=profile
    )


def openai_provider(provider: Provider, settings: "ModelSettings", http: "httpx2.AsyncClient") -> Any:
    """pydantic-ai's provider. Another host gets no features that only OpenAI has, and no data that OpenAI
    encrypted for itself."""
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    client = openai_client(settings, http)
    if is_provider_host(provider, settings.base_url):
        return OpenAIProvider(openai_client=client)
    host = urlsplit(settings.effective_url).netloc
    return OpenAICompatibleProvider(f"compatible:{host}", openai_client=client)


def openai_client(settings: "ModelSettings", http: "httpx2.AsyncClient") -> Any:
    from understudy.models.openai_client import FastOpenAI

    return FastOpenAI(
        api_key=settings.api_key or PLACEHOLDER_KEY,
        base_url=settings.effective_url,
        http_client=http,
        max_retries=0,
        timeout=http.timeout,
    )


PROVIDER: Final = Provider(
    id="openai",
    label="OpenAI",
    default_url="https://api.openai.com/v1",
    key_variables=("OPENAI_API_KEY",),
    url_variable="OPENAI_BASE_URL",
    extra="openai",
    sdk="openai",
    build_model=_build_model,
    # Who pays is between the user and OpenAI; no other host learns it.
    own_host_headers=frozenset({"openai-organization", "openai-project"}),
    request_settings={"openai_store": False},
    base_url_hint=BASE_URL_HINT,
)
