"""Requests to OpenAI's chat API whose older messages and tools are JSON already.

The SDK walks over every field of every message with the types of its API, which takes most of the CPU time of a
turn and grows with the conversation. So the SDK gets only the last message, and the HTTP client inserts the older
ones and the tools into the body that the SDK built. Each message is converted once, by pydantic-ai's own function,
and its JSON is kept with it. What is sent is the same as without this module.

Only for conversations in which each message is converted independently of the others; with reasoning that is sent
back it is not, and the SDK builds the whole request.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from pydantic_ai.models import Model as PydanticModel
from pydantic_ai.models import ModelRequestParameters

from understudy.models.model_api import Message, ModelMessage, Request, ThoughtPart, ToolSpec
from understudy.models.to_pydantic_ai import to_messages

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
    older: Sequence[bytes]
    """The messages that it does not build, as JSON."""
    tool_fields: _ToolFields

    def complete(self, body: bytes) -> bytes:
        """Return the body of the whole request, given the one that the SDK built of the remaining request."""
        fields = _fields_decoder.decode(body)
        if self.remaining.tools:
            # The decoder's values refer to the body, which would stay in memory with its messages.
            self.tool_fields.fields = {
                name: msgspec.Raw(bytes(fields[name])) for name in _TOOL_FIELDS if name in fields
            }
        elif self.tool_fields.fields:
            fields |= self.tool_fields.fields
        items = _items_decoder.decode(fields["messages"])
        first = 1 if self.remaining.system else 0
        parts = [*map(bytes, items[:first]), *self.older, *map(bytes, items[first:])]
        # A message without content becomes no item.
        fields["messages"] = msgspec.Raw(b"[" + b",".join(filter(None, parts)) + b"]")
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
        older = [await self._to_json(message) for message in request.messages[:-1]]
        tools = list(request.tools)
        if tools != self._tool_fields.tools:
            self._tool_fields = _ToolFields(tools)
        is_first = self._tool_fields.fields is None
        remaining = replace(request, messages=request.messages[-1:], tools=request.tools if is_first else ())
        return PreparedRequest(remaining, older, self._tool_fields)

    async def _to_json(self, message: Message) -> bytes:
        """Return the items that a message becomes, without brackets."""
        found: bytes | None = message.derived.get(self._key)
        if found is None:
            alone = to_messages(Request("", [message]), self._inner.system, cache_points=False)
            mapped = await self._inner._map_messages(alone, ModelRequestParameters())
            found = message.derived[self._key] = msgspec.json.encode(mapped)[1:-1]
        return found


def _has_thoughts(message: Message) -> bool:
    return isinstance(message, ModelMessage) and any(
        isinstance(part, ThoughtPart) and part.provider_data for part in message.parts
    )
