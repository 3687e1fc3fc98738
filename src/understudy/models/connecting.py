"""The HTTP client of one opened model: its limits, its proxies, and exactly which headers leave the house.

The SDKs behind the providers read keys, organisations and extra headers from the environment, and describe the
machine in headers of their own. Here the key is set from the settings, and what is not on the list is removed.
How much may come back is in receiving.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Final

import httpx2

from understudy.models.naming import PROVIDERS, is_provider_host, is_loopback
from understudy.models.receiving import limit_response
from understudy.models.settings import ModelSettings

__all__ = ["build_http_client", "closing_responses"]

CONNECT_TIMEOUT_S: Final = 10.0

_ALLOWED_HEADERS: Final = frozenset(
    {
        "accept",
        "accept-encoding",
        "anthropic-beta",
        "anthropic-version",
        "connection",
        "content-length",
        "content-type",
        "host",
        "transfer-encoding",
        "user-agent",
        "x-server-timeout",
    }
)
_ALLOWED_PROVIDER_HEADERS: Final = frozenset({"openai-organization", "openai-project"})
"""Who pays is between the user and the provider itself; nobody else hears of it."""

_KEY_HEADERS: Final = {"anthropic": "x-api-key", "google": "x-goog-api-key"}


def build_http_client(settings: ModelSettings) -> httpx2.AsyncClient:
    """No redirects are followed: a key does not travel to where a server points."""

    async def only_what_is_listed(request: httpx2.Request) -> None:
        for name in [*request.headers]:
            if name.lower() not in sent:
                del request.headers[name]
        request.headers["accept-encoding"] = "identity"  # what is packed has no size until it is unpacked
        if settings.api_key is not None:
            request.headers[key_header] = bearer + settings.api_key

    provider = settings.name.provider
    sent = _ALLOWED_HEADERS | _ALLOWED_PROVIDER_HEADERS if is_provider_host(PROVIDERS[provider], settings.base_url) else _ALLOWED_HEADERS
    key_header = _KEY_HEADERS.get(provider, "authorization")
    bearer = "Bearer " if key_header == "authorization" else ""
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(settings.idle_timeout_s, connect=CONNECT_TIMEOUT_S),
        follow_redirects=False,
        # A proxy of the environment is for the world outside, not for a server on this machine.
        trust_env=not is_loopback(settings.effective_url),
        event_hooks={"request": [only_what_is_listed], "response": [_record_response, limit_response]},
    )


_open_responses: ContextVar[list[httpx2.Response] | None] = ContextVar("_begun", default=None)


async def _record_response(response: httpx2.Response) -> None:
    begun = _open_responses.get()
    if begun is not None:
        begun.append(response)


@asynccontextmanager
async def closing_responses() -> AsyncGenerator[None]:
    """Whatever answer begins inside is closed when this ends. Not every SDK does that when its stream is left."""
    begun: list[httpx2.Response] = []
    # Not reset: a generator may be closed from another context, and the next request sets its own list.
    _open_responses.set(begun)
    try:
        yield
    finally:
        for response in begun:
            await response.aclose()
