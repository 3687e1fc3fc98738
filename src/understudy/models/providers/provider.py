"""The declaration of a provider: addresses, keys, headers, request settings, and how its client is built.

Reads no environment variable and imports no provider's SDK: `build_model` does that when it is called.
"""

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from understudy.extras import install_command, missing_modules

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as PydanticModel

    from understudy.models.settings import ModelSettings

__all__ = [
    "PLACEHOLDER_KEY",
    "Provider",
    "describe_missing_sdk",
    "is_key_required",
    "is_loopback",
    "is_provider_host",
]

PLACEHOLDER_KEY: Final = "none"
"""The SDKs require a key. The HTTP client removes every key that the settings do not hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One provider of models. Everything specific to it is declared here, in its own module."""

    id: str
    label: str
    default_url: str
    """Its base URL unless the settings have another one."""
    key_variables: tuple[str, ...]
    """Environment variables that may hold its key; the first that is set is used."""
    url_variable: str
    """Environment variable that may hold its base URL."""
    extra: str
    """The extra of the distribution that has its SDK."""
    sdk: str
    """The module of its SDK."""
    build_model: "Callable[[ModelSettings, httpx2.AsyncClient], PydanticModel[Any]]"
    """Builds pydantic-ai's model and imports the provider's SDK.

    The key, the address and the HTTP client are always given, so that no SDK looks for its own. Retries of
    the SDK are off: ProviderModel retries.
    """

    needs_key: bool = True
    key_header: str = "authorization"
    """The HTTP header that carries the key; in `authorization` it is a bearer token."""
    headers: frozenset[str] = frozenset()
    """Headers of its SDK that are sent, besides those that every request needs."""
    own_host_headers: frozenset[str] = frozenset()
    """Headers that are sent to the provider itself only, not to another server that speaks its API."""
    request_settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """pydantic-ai's settings for every request."""
    uses_cache_points: bool = False
    """Whether the end of the cacheable history must be marked in the request."""
    context_window: int | None = None
    """The context window of every model, whatever is known of the model; None to look the model up."""
    quota_error_codes: tuple[str, ...] = ("insufficient_quota",)
    """Codes in the body of a rate limit error which say that the quota of the account is used up."""
    base_url_hint: str = ""
    """What is added to the advice to check a base URL that has no path."""
    models_path: str = "models"
    """Where its models are listed, below the base URL."""
    models_headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Headers that the listing needs."""


def describe_missing_sdk(provider: Provider) -> str | None:
    """Return what to install if the provider's SDK is not there; None if it is."""
    if not missing_modules(("pydantic_ai", provider.sdk)):
        return None
    return f"The package for {provider.label} is not installed. Install it with: {install_command(provider.extra)}"


def is_key_required(provider: Provider, base_url: str | None) -> bool:
    """A server on this machine may need no key; every other server needs one."""
    return provider.needs_key and not is_loopback(base_url or provider.default_url)


def is_provider_host(provider: Provider, base_url: str | None) -> bool:
    """Whether this URL is the provider's own host, rather than another server that speaks its API.

    Without encryption the identity of the server is not verified.
    """
    if base_url is None:
        return True
    given, own = urlsplit(base_url), urlsplit(provider.default_url)
    return (given.scheme, given.hostname) == (own.scheme, own.hostname)


def is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
