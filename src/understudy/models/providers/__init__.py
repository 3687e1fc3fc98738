"""The providers that a model can be named from, one module each, and the table of them.

To add a provider, write a module that declares its `PROVIDER`, and list the module here; an SDK that it needs
is an extra in pyproject.toml. Importing this package loads no SDK and reads no environment variable.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from understudy.models.providers import anthropic, google, ollama, openai, openai_chat
from understudy.models.providers.provider import (
    Provider,
    describe_missing_sdk,
    is_key_required,
    is_loopback,
    is_provider_host,
)

__all__ = [
    "PROVIDERS",
    "Provider",
    "describe_missing_sdk",
    "is_key_required",
    "is_loopback",
    "is_provider_host",
]

PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType(
    {module.PROVIDER.id: module.PROVIDER for module in (openai, openai_chat, anthropic, google, ollama)}
)
"""By id, in the order in which they are listed to a user."""
