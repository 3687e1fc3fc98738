"""Anthropic, by its Messages API. Prompt caching needs marks in the request."""

from typing import TYPE_CHECKING, Any, Final

from understudy.models.providers.provider import PLACEHOLDER_KEY, Provider

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as PydanticModel

    from understudy.models.settings import ModelSettings

__all__ = ["PROVIDER"]


def _build_model(settings: "ModelSettings", http: "httpx2.AsyncClient") -> "PydanticModel[Any]":
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


PROVIDER: Final = Provider(
    id="anthropic",
    label="Anthropic",
    default_url="https://api.anthropic.com",
    key_variables=("ANTHROPIC_API_KEY",),
    url_variable="ANTHROPIC_BASE_URL",
    extra="anthropic",
    sdk="anthropic",
    build_model=_build_model,
    key_header="x-api-key",
    headers=frozenset({"anthropic-beta", "anthropic-version"}),
    request_settings={"anthropic_cache_instructions": True, "anthropic_cache_tool_definitions": True},
    uses_cache_points=True,
    models_path="v1/models?limit=1000",
    models_headers={"anthropic-version": "2023-06-01"},
)
