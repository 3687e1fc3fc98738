"""Google Gemini, by the Gemini API."""

from typing import TYPE_CHECKING, Any, Final

from understudy.models.providers.provider import PLACEHOLDER_KEY, Provider

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as PydanticModel

    from understudy.models.settings import ModelSettings

__all__ = ["PROVIDER"]


def _build_model(settings: "ModelSettings", http: "httpx2.AsyncClient") -> "PydanticModel[Any]":
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    provider = GoogleProvider(
        api_key=settings.api_key or PLACEHOLDER_KEY, base_url=settings.effective_url, http_client=http
    )
    return GoogleModel(settings.name.model, provider=provider)


PROVIDER: Final = Provider(
    id="google",
    label="Google Gemini",
    default_url="https://generativelanguage.googleapis.com",
    key_variables=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    url_variable="GOOGLE_GEMINI_BASE_URL",
    extra="google",
    sdk="google.genai",
    build_model=_build_model,
    key_header="x-goog-api-key",
    headers=frozenset({"x-server-timeout"}),
    models_path="v1beta/models?pageSize=1000",
)
