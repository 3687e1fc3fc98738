"""Requests to OpenAI's chat API whose messages and tools are JSON already.

The SDK walks over every field of every message with all types of its API, which takes most of the CPU time of a
turn and grows with the conversation. So the SDK gets no messages, and the HTTP client inserts them into the body
that the SDK built. Each message is converted once, by pydantic-ai's own function, and its JSON is kept with it. Of
the first request with the same tools and settings everything else is kept too (`RequestTemplate`): the next one
needs the SDK only for its answer. What is sent is the same as without this module.

Only for conversations in which each message is converted independently of the others; with reasoning that is sent
back it is not, and the SDK builds the whole request.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import httpx2
import msgspec
from pydantic_ai.models import Model as PydanticModel

from understudy.models.model_api import Message, ModelMessage, Request, ThoughtPart, ToolSpec
from understudy.models.to_pydantic_ai import to_messages, to_parameters

__all__ = ["PreparedRequest", "PreparedRequests"]

_fields_decoder: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


@dataclass(slots=True)
class RequestTemplate:
    """What all requests with the same tools and settings share, as the SDK built it for the first of them."""

    tools: Sequence[ToolSpec]
    settings: Mapping[str, Any]
    url: httpx2.URL | None = None
    """None until the SDK has built the first request."""
    headers: Sequence[tuple[bytes, bytes]] = field(default=(), repr=False)
    """All but the length of the body."""
    extensions: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The timeouts."""
    fields: Mapping[str, msgspec.Raw] = field(default_factory=dict[str, msgspec.Raw], repr=False)
    """The fields of the body. Of the messages only the place is used."""


@dataclass(frozen=True, slots=True)
class PreparedRequest:
    remaining: Request
    """What the SDK builds, unless the template is complete."""
    items: Sequence[bytes]
    """The messages as JSON, each without brackets; empty for a message without content."""
    template: RequestTemplate

    def complete(self, built: httpx2.Request, body: bytes) -> bytes:
        """Return the body of the whole request, given the one that the SDK built of the remaining request."""
        template = self.template
        template.url, template.extensions = built.url, built.extensions
        template.headers = [
            (name, value) for name, value in built.headers.raw if name.lower() != b"content-length"
        ]
        # The decoder's values refer to the body, which would stay in memory.
        template.fields = {
            name: msgspec.Raw(bytes(value)) for name, value in _fields_decoder.decode(body).items()
        }
        return self._body()

    def request(self) -> httpx2.Request | None:
        """Return the whole request, without the SDK; None if it has built none with this template yet."""
        template = self.template
        if template.url is None:
            return None
        return httpx2.Request(
            "POST",
            template.url,
            headers=list(template.headers),
            content=self._body(),
            extensions=dict(template.extensions),
        )

    def _body(self) -> bytes:
        messages = msgspec.Raw(b"[" + b",".join(filter(None, self.items)) + b"]")
        return msgspec.json.encode({**self.template.fields, "messages": messages})


class PreparedRequests:
    """Splits the requests to one model."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._key = f"json of {inner.system} {inner.model_name}"
        self._template = RequestTemplate((), {})

    @classmethod
    def for_model(cls, inner: PydanticModel[Any]) -> "PreparedRequests | None":
        """None for a model whose requests cannot be prepared."""
        module = sys.modules.get("pydantic_ai.models.openai")
        if module is None:  # the model is of another provider, and its class is not needed
            return None
        profile = inner.profile
        is_independent = (
            isinstance(inner, module.OpenAIChatModel)
            and not profile.get("openai_chat_thinking_field")
            and profile.get("openai_chat_supports_multiple_system_messages", True)
        )
        return cls(inner) if is_independent else None

    async def split(self, request: Request, settings: Mapping[str, Any]) -> PreparedRequest | None:
        """`settings`: what pydantic-ai gets besides. None if the SDK has to build the whole request."""
        if not request.messages or any(map(_has_thoughts, request.messages)):
            return None
        *older, last = request.messages
        items = [await self._items(Request(request.system, []))] if request.system else []
        items += [await self._message_items(message) for message in older]
        if request.context is None:
            items.append(await self._message_items(last))
        else:
            items.append(await self._items(Request("", [last], context=request.context)))
        tools = list(request.tools)
        if tools != self._template.tools or settings != self._template.settings:
            self._template = RequestTemplate(tools, dict(settings))
        remaining = replace(request, system="", messages=(), context=None)
        return PreparedRequest(remaining, items, self._template)

    async def _message_items(self, message: Message) -> bytes:
        """Return what a message becomes, which is kept with it."""
        found: bytes | None = message.derived.get(self._key)
        if found is None:
            found = message.derived[self._key] = await self._items(Request("", [message]))
        return found

    async def _items(self, request: Request) -> bytes:
        """Return the items that a request's messages become, without brackets."""
        messages = to_messages(request, self._inner.system, cache_points=False)
        mapped = await self._inner._map_messages(messages, to_parameters(request))
        return msgspec.json.encode(mapped)[1:-1]


def _has_thoughts(message: Message) -> bool:
    return isinstance(message, ModelMessage) and any(
        isinstance(part, ThoughtPart) and part.provider_data for part in message.parts
    )
