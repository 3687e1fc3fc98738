"""How much fits into a model: tokens of a request and its answer together. A careful guess where nobody knows.

What pydantic-ai knows of a model (the genai-prices tables) comes first. These families are not in it, or not
always; the numbers are from the providers' model pages: ai.google.dev/gemini-api/docs/models,
platform.openai.com/docs/models, docs.anthropic.com/en/docs/about-claude/models, the model cards of the open ones.
"""

from typing import Final

__all__ = ["guess_context_window"]

DEFAULT_CONTEXT_WINDOW_TOKENS: Final = 128_000
OLLAMA_CONTEXT_WINDOW_TOKENS: Final = 8_192
"""Ollama serves what its own setting says (num_ctx), whatever the model could do, and cuts the rest silently."""

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
    return next((window for family, window in _CONTEXT_WINDOWS if plain.startswith(family)), DEFAULT_CONTEXT_WINDOW_TOKENS)
