"""What the name of a model says: `provider:model`, and a guess of the model's context window.

The context window counts the tokens of a request and its response together. What pydantic-ai knows of a model
(the genai-prices tables) comes first. The families listed here are not in it, or not always; the numbers are
from the providers' model pages: ai.google.dev/gemini-api/docs/models, platform.openai.com/docs/models,
docs.anthropic.com/en/docs/about-claude/models, and the model cards of open models.
"""

from dataclasses import dataclass
from typing import Final

from understudy.models.limits import DEFAULT_CONTEXT_WINDOW_TOKENS, MAX_MODEL_NAME_CHARS
from understudy.models.model_api import ModelError
from understudy.models.providers import PROVIDERS

__all__ = ["ModelName", "guess_context_window", "parse_model_name"]


@dataclass(frozen=True, slots=True)
class ModelName:
    provider: str
    model: str

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}"


def parse_model_name(spec: str) -> ModelName:
    """Parse `openai:gpt-5` or `ollama:qwen3:8b`: the provider is what precedes the first colon."""
    provider, colon, model = spec.strip().partition(":")
    known = ", ".join(PROVIDERS)
    if not colon or not model.strip():
        raise ModelError(
            "bad_setting", f"A model is named provider:model, such as openai:gpt-5. Providers are {known}."
        )
    if provider not in PROVIDERS:
        printable = "".join(char for char in provider[:40] if char.isprintable())
        raise ModelError("bad_setting", f"There is no provider {printable!r}. Providers are {known}.")
    model = model.strip()
    if len(model) > MAX_MODEL_NAME_CHARS or not model.isprintable() or " " in model:
        raise ModelError(
            "bad_setting",
            f"The name of the {provider} model is not one: it is too long or has odd characters.",
        )
    return ModelName(provider, model)


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
"""By the beginning of the model's name; the first match is used. Any provider may serve any family."""


def guess_context_window(name: ModelName, known: int | None) -> int:
    """`known` is pydantic-ai's figure. A provider that serves one window for all models overrides it."""
    fixed = PROVIDERS[name.provider].context_window
    if fixed is not None:
        return fixed
    if known is not None:
        return known
    model = name.model.lower().rpartition("/")[2]
    return next(
        (window for family, window in _CONTEXT_WINDOWS if model.startswith(family)),
        DEFAULT_CONTEXT_WINDOW_TOKENS,
    )
