"""Ollama, which serves local models by OpenAI's chat API and needs no key."""

from typing import TYPE_CHECKING, Any, Final

from understudy.models.providers import openai
from understudy.models.providers.provider import Provider

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as PydanticModel

    from understudy.models.settings import ModelSettings

__all__ = ["PROVIDER"]


def _build_model(settings: "ModelSettings", http: "httpx2.AsyncClient") -> "PydanticModel[Any]":
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.profiles import ModelProfile
    from pydantic_ai.providers.ollama import OllamaProvider

    provider = OllamaProvider(openai_client=openai.openai_client(settings, http))
    # Tool schemas are sent unchanged.
    profile = ModelProfile(json_schema_transformer=None)
    return OllamaModel(settings.name.model, provider=provider, profile=profile)


PROVIDER: Final = Provider(
    id="ollama",
    label="Ollama",
    default_url="http://localhost:11434/v1",
    key_variables=(),
    url_variable="OLLAMA_BASE_URL",
    extra="openai",
    sdk="openai",
    build_model=_build_model,
    needs_key=False,
    # Ollama serves what its own setting (num_ctx) says, whatever the model could do, and cuts the rest silently.
    context_window=8_192,
    base_url_hint=openai.BASE_URL_HINT,
)
