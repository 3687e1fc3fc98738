"""Making a conversation fit into a model's window: the oldest results of tools go first. Pure.

Nothing but the text and images of results is touched: no message, call or id ever goes missing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
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

__all__ = ["fit", "size_of"]

IMAGE_WEIGHT: Final = 1600 * TOKEN
SPARED_TURNS: Final = 2
"""The latest turns of the user, whose results are left out last."""
SPARED_RESULTS: Final = 4
"""The latest messages with results, which are spared even in a turn that is too long by itself."""
_LEFT_OUT: Final = "[left out to save room: "


def size_of(conversation: Iterable[Message]) -> int:
    """About how many tokens the messages have."""
    return -(-sum(map(_weight, conversation)) // TOKEN)


def fit(conversation: Sequence[Message], budget_tokens: int) -> list[Message]:
    """The messages with the oldest results left out, as many as it takes; the same if that cannot be enough."""
    fitted = list(conversation)
    excess = sum(map(_weight, fitted)) - budget_tokens * TOKEN
    for index in range(max(_spared_from(fitted), _recent_from(fitted))):
        message = fitted[index]
        if excess <= 0:
            break
        if not isinstance(message, ToolMessage):
            continue
        results = list(message.results)
        for number, result in enumerate(results):
            shorter = _shortened(result)
            saved = _result_weight(result) - _result_weight(shorter)
            if excess > 0 and saved > 0:
                results[number] = shorter
                excess -= saved
        fitted[index] = ToolMessage(results)
    return fitted


def _spared_from(conversation: Sequence[Message]) -> int:
    """Where the last turns begin; messages of the user directly behind each other are one turn."""
    turns = 0
    for index in range(len(conversation) - 1, -1, -1):
        before = conversation[index - 1] if index else None
        if isinstance(conversation[index], UserMessage) and not isinstance(before, UserMessage):
            turns += 1
            if turns == SPARED_TURNS:
                return index
    return 0


def _recent_from(conversation: Sequence[Message]) -> int:
    """Where the latest results of tools begin, which the model is working with."""
    places = [index for index, message in enumerate(conversation) if isinstance(message, ToolMessage)]
    return places[-SPARED_RESULTS] if len(places) >= SPARED_RESULTS else 0


def _shortened(result: ResultPart) -> ResultPart:
    if result.text.startswith(_LEFT_OUT) and len(result.text) < 80:
        return result
    return replace(result, text=f"{_LEFT_OUT}{len(result.text)} characters]", images=())


def _weight(message: Message) -> int:
    match message:
        case ToolMessage():
            return sum(map(_result_weight, message.results))
        case UserMessage():
            return sum(
                IMAGE_WEIGHT if isinstance(part, ImagePart) else weigh(part.text) for part in message.parts
            )
        case ModelMessage():
            return sum(map(_part_weight, message.parts))


def _result_weight(result: ResultPart) -> int:
    return weigh(result.text) + IMAGE_WEIGHT * len(result.images)


def _part_weight(part: TextPart | ThoughtPart | CallPart) -> int:
    if not isinstance(part, CallPart):
        return weigh(part.text)
    arguments = part.arguments
    given = arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()
    return weigh(part.name) + weigh(given)
