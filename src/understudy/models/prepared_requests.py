"""Requests to OpenAI's chat API whose messages and tools are JSON already.

The SDK walks over every field of every message with all types of its API, which takes most of the CPU time of a
turn and grows with the conversation. So the SDK gets no messages, and the HTTP client inserts them and the tools
into the body that the SDK built. Each message is converted once, by pydantic-ai's own function, and its JSON is
kept with it. What is sent is the same as without this module.

Only for conversations in which each message is converted independently of the others; with reasoning that is sent
back it is not, and the SDK builds the whole request.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from pydantic_ai.models import Model as PydanticModel

from understudy.models.model_api import Message, ModelMessage, Request, ThoughtPart, ToolSpec
from understudy.models.to_pydantic_ai import to_messages, to_parameters

__all__ = ["PreparedRequest", "PreparedRequests"]

_TOOL_FIELDS: Final = ("tools", "tool_choice", "parallel_tool_calls")
"""The fields of a body that exist because of the tools."""

_fields_decoder: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_items_decoder: Final = msgspec.json.Decoder(list[msgspec.Raw])


@dataclass(slots=True)
class _ToolFields:
    """The fields of the tools as the SDK built them for its first request with them."""

    tools: Sequence[ToolSpec]
    fields: dict[str, msgspec.Raw] | None = None


@dataclass(frozen=True, slots=True)
class PreparedRequest:
    remaining: Request
    """What the SDK builds."""
    items: Sequence[bytes]
    """The messages as JSON, each without brackets; empty for a message without content."""
    tool_fields: _ToolFields

    def complete(self, body: bytes) -> bytes:
        """Return the body of the whole request, given the one that the SDK built of the remaining request."""
        fields = _fields_decoder.decode(body)
        if self.remaining.tools:
            # The decoder's values refer to the body, which would stay in memory.
            self.tool_fields.fields = {
                name: msgspec.Raw(bytes(fields[name])) for name in _TOOL_FIELDS if name in fields
            }
        elif self.tool_fields.fields:
            fields |= self.tool_fields.fields
        fields["messages"] = msgspec.Raw(b"[" + b",".join(filter(None, self.items)) + b"]")
        return msgspec.json.encode(fields)


class PreparedRequests:
    """Splits the requests to one model."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._key = f"json of {inner.system} {inner.model_name}"
        self._tool_fields = _ToolFields(())

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

    async def split(self, request: Request) -> PreparedRequest | None:
        """None if the SDK has to build the whole request."""
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
        if tools != self._tool_fields.tools:
            self._tool_fields = _ToolFields(tools)
        is_first = self._tool_fields.fields is None
        remaining = replace(
            request, system="", messages=(), context=None, tools=request.tools if is_first else ()
        )
        return PreparedRequest(remaining, items, self._tool_fields)

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
