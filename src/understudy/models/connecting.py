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

from understudy.models.naming import PROVIDERS, at_home, is_loopback
from understudy.models.receiving import bound
from understudy.models.settings import ModelSettings

__all__ = ["connect", "hanging_up"]

CONNECT_SECONDS: Final = 10.0

_SENT: Final = frozenset(
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
_SENT_HOME: Final = frozenset({"openai-organization", "openai-project"})
"""Who pays is between the user and the provider itself; nobody else hears of it."""

_KEY_HEADER: Final = {"anthropic": "x-api-key", "google": "x-goog-api-key"}


def connect(settings: ModelSettings) -> httpx2.AsyncClient:
    """No redirects are followed: a key does not travel to where a server points."""

    async def only_what_is_listed(request: httpx2.Request) -> None:
        for name in [*request.headers]:
            if name.lower() not in sent:
                del request.headers[name]
        request.headers["accept-encoding"] = "identity"  # what is packed has no size until it is unpacked
        if settings.api_key is not None:
            request.headers[key_header] = bearer + settings.api_key

    provider = settings.name.provider
    sent = _SENT | _SENT_HOME if at_home(PROVIDERS[provider], settings.base_url) else _SENT
    key_header = _KEY_HEADER.get(provider, "authorization")
    bearer = "Bearer " if key_header == "authorization" else ""
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(settings.idle, connect=CONNECT_SECONDS),
        follow_redirects=False,
        # A proxy of the environment is for the world outside, not for a server on this machine.
        trust_env=not is_loopback(settings.address),
        event_hooks={"request": [only_what_is_listed], "response": [_note, bound]},
    )


_begun: ContextVar[list[httpx2.Response] | None] = ContextVar("_begun", default=None)


async def _note(response: httpx2.Response) -> None:
    begun = _begun.get()
    if begun is not None:
        begun.append(response)


@asynccontextmanager
async def hanging_up() -> AsyncGenerator[None]:
    """Whatever answer begins inside is closed when this ends. Not every SDK does that when its stream is left."""
    begun: list[httpx2.Response] = []
    # Not reset: a generator may be closed from another context, and the next request sets its own list.
    _begun.set(begun)
    try:
        yield
    finally:
        for response in begun:
            await response.aclose()
