"""What the messages of a conversation weigh, in hundredths of a token: a guess on the large side. Pure."""

from collections.abc import Iterable
from typing import Final

import msgspec

from understudy.chat.tokens import WEIGHT_PER_TOKEN, text_weight
from understudy.models.port import (
    CallPart,
    ImagePart,
    Message,
    ModelMessage,
    ResultPart,
    TextPart,
    ThoughtPart,
    ToolMessage,
    UserMessage,
)

__all__ = ["result_weight", "conversation_tokens", "message_weight"]

IMAGE_WEIGHT: Final = 1600 * WEIGHT_PER_TOKEN
_MESSAGE_OVERHEAD: Final = 6 * WEIGHT_PER_TOKEN
"""A role, and the marks around a message or a result."""
_CALL_OVERHEAD: Final = 20 * WEIGHT_PER_TOKEN
"""A call's id and marks."""


def conversation_tokens(conversation: Iterable[Message]) -> int:
    """About how many tokens the messages have."""
    return -(-sum(map(message_weight, conversation)) // WEIGHT_PER_TOKEN)


def message_weight(message: Message) -> int:
    match message:
        case ToolMessage(results):
            return sum(map(result_weight, results))
        case UserMessage(parts):
            return _MESSAGE_OVERHEAD + sum(IMAGE_WEIGHT if isinstance(part, ImagePart) else text_weight(part.text) for part in parts)
        case ModelMessage(parts):
            return _MESSAGE_OVERHEAD + sum(map(_part_weight, parts))


def result_weight(result: ResultPart) -> int:
    return _MESSAGE_OVERHEAD + _CALL_OVERHEAD + text_weight(result.text) + IMAGE_WEIGHT * len(result.images)


def _part_weight(part: TextPart | ThoughtPart | CallPart) -> int:
    if not isinstance(part, CallPart):
        return text_weight(part.text)
    arguments = part.arguments
    given = arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()
    return _CALL_OVERHEAD + text_weight(part.name) + text_weight(given)
