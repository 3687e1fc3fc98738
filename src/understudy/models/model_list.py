"""Lists the models that a provider offers, with one request to its API. Chooses none and stores nothing."""

import asyncio
import re
from typing import Any, Final

import httpx2
import msgspec

from understudy.models.http_client import build_http_client
from understudy.models.limits import MAX_LISTED_MODELS, MAX_MODEL_NAME_CHARS, MODEL_LIST_TIMEOUT_S
from understudy.models.model_api import ModelError
from understudy.models.providers import PROVIDERS, is_provider_host
from understudy.models.settings import ModelSettings

__all__ = ["list_models", "parse_models"]

_NO_CHAT_MODEL: Final = re.compile(
    r"embed|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|davinci|babbage|sora|search-api"
)
"""Models of OpenAI that its listing has and that do not chat."""


class _Entry(msgspec.Struct):
    """One model, as OpenAI, Anthropic, Google or Ollama list it."""

    id: str = ""
    name: str = ""
    created: float = 0
    methods: list[str] | None = msgspec.field(name="supportedGenerationMethods", default=None)


class _Listing(msgspec.Struct):
    data: list[_Entry] | None = None
    models: list[_Entry] | None = None


async def list_models(
    provider: str,
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    timeout_s: float = MODEL_LIST_TIMEOUT_S,
) -> list[str]:
    """Return the names of the provider's models, the newest first where it says when each was made.

    Raises ModelError: `auth` if the key is rejected, `unreachable` if there is no answer.

    Example: `await list_models("ollama")` returns `["qwen3:8b", "llama3.2:latest"]`.
    """
    settings = ModelSettings(f"{provider}:any", api_key, base_url, idle_seconds=timeout_s)
    settings.validate()
    definition = PROVIDERS[provider]
    address = f"{settings.effective_url.rstrip('/')}/{definition.models_path}"
    try:
        async with asyncio.timeout(timeout_s), build_http_client(settings) as http:
            response = await http.get(address, headers=dict(definition.models_headers))
    except (httpx2.HTTPError, OSError, TimeoutError):
        raise ModelError(
            "unreachable", f"{definition.label} at {settings.effective_url} cannot be reached."
        ) from None
    if response.status_code in (401, 403):
        raise ModelError("auth", f"{definition.label} rejects this key ({response.status_code}).")
    if response.status_code != 200:
        raise ModelError(
            "rejected", f"{definition.label} does not list its models (status {response.status_code})."
        )
    names = parse_models(response.content)
    if names is None:
        raise ModelError("rejected", f"{definition.label} answered something that is no list of models.")
    if definition.default_url == PROVIDERS["openai"].default_url and is_provider_host(definition, base_url):
        names = [name for name in names if not _NO_CHAT_MODEL.search(name)]
    return names


def parse_models(body: bytes) -> list[str] | None:
    """Return the names in the answer of any of the providers; None if it is no list of models."""
    try:
        answer: Any = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    try:
        listing = msgspec.convert(answer, _Listing)
    except msgspec.ValidationError:
        return None
    entries = listing.models if listing.data is None else listing.data
    if entries is None:
        return None
    found: list[tuple[float, str]] = []
    for entry in entries[:MAX_LISTED_MODELS]:
        name = (entry.id or entry.name).removeprefix("models/")
        chats = entry.methods is None or "generateContent" in entry.methods
        if chats and name.isprintable() and 0 < len(name) <= MAX_MODEL_NAME_CHARS:
            found.append((-entry.created, name))
    return list(dict.fromkeys(name for _, name in sorted(found, key=lambda one: one[0])))
