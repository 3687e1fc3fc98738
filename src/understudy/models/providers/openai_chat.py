"""OpenAI's chat completions API, which most other servers speak too: set their base URL."""

from typing import TYPE_CHECKING, Any, Final

from understudy.models.providers import openai
from understudy.models.providers.provider import Provider

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as PydanticModel

    from understudy.models.settings import ModelSettings

__all__ = ["PROVIDER"]


def _build_model(settings: "ModelSettings", http: "httpx2.AsyncClient") -> "PydanticModel[Any]":
    from pydantic_ai.profiles import ModelProfile

    from understudy.models.openai_client import FastChatModel

    # Tool schemas are sent unchanged.
    profile = ModelProfile(json_schema_transformer=None)
    provider = openai.openai_provider(PROVIDER, settings, http)
    return FastChatModel(settings.name.model, provider=provider, profile=profile)


PROVIDER: Final = Provider(
    id="openai-chat",
    label="OpenAI chat API",
    default_url=openai.PROVIDER.default_url,
    key_variables=openai.PROVIDER.key_variables,
    url_variable=openai.PROVIDER.url_variable,
    extra="openai",
    sdk="openai",
    build_model=_build_model,
    own_host_headers=openai.PROVIDER.own_host_headers,
    base_url_hint=openai.BASE_URL_HINT,
)
