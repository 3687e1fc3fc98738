"""What the messages of a conversation weigh, in hundredths of a token: a guess on the large side. Pure."""

from collections.abc import Iterable
from typing import Final

import msgspec

from understudy.chat.tokens import TOKEN, weigh
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

__all__ = ["result_weight", "size_of", "weight_of"]

IMAGE: Final = 1600 * TOKEN
_AROUND: Final = 6 * TOKEN
"""A role, and the marks around a message or a result."""
_CALL: Final = 20 * TOKEN
"""A call's id and marks."""


def size_of(conversation: Iterable[Message]) -> int:
    """About how many tokens the messages have."""
    return -(-sum(map(weight_of, conversation)) // TOKEN)


def weight_of(message: Message) -> int:
    match message:
        case ToolMessage(results):
            return sum(map(result_weight, results))
        case UserMessage(parts):
            return _AROUND + sum(IMAGE if isinstance(part, ImagePart) else weigh(part.text) for part in parts)
        case ModelMessage(parts):
            return _AROUND + sum(map(_part_weight, parts))


def result_weight(result: ResultPart) -> int:
    return _AROUND + _CALL + weigh(result.text) + IMAGE * len(result.images)


def _part_weight(part: TextPart | ThoughtPart | CallPart) -> int:
    if not isinstance(part, CallPart):
        return weigh(part.text)
    arguments = part.arguments
    given = arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()
    return _CALL + weigh(part.name) + weigh(given)
