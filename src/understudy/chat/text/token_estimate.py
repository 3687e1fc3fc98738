"""Estimate of the tokens of a text or a conversation, on the high side; no tokenizer is loaded. Pure.

Every byte of UTF-8 has a weight by its class, in hundredths of a token. So the weight of two texts together is
the sum of their weights, and a longer text never weighs less.
"""

import string
from collections.abc import Iterable
from typing import Final

import msgspec

from understudy.models import (
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

__all__ = [
    "WEIGHT_PER_TOKEN",
    "conversation_tokens",
    "estimate_tokens",
    "message_weight",
    "prefix_length_within",
    "result_weight",
    "text_weight",
]

WEIGHT_PER_TOKEN: Final = 100
MIN_BYTE_WEIGHT: Final = 25

# English prose has about 4.4 characters a token, code about 3; hexadecimal and base64 about 1.8. A character of
# three bytes (CJK) is one token or a little more, an emoji two.
_LOWER_WEIGHT, _UPPER_WEIGHT, _DIGIT_WEIGHT, _OTHER_WEIGHT, _NON_ASCII_WEIGHT = (
    MIN_BYTE_WEIGHT,
    60,
    70,
    50,
    45,
)

_LOWER_BYTES: Final = (string.ascii_lowercase + " ").encode()
_UPPER_BYTES: Final = string.ascii_uppercase.encode()
_DIGIT_BYTES: Final = string.digits.encode()
_NON_ASCII_BYTES: Final = bytes(range(0x80, 0x100))


def estimate_tokens(text: str) -> int:
    """The estimated tokens of a text, rounded up."""
    return -(-text_weight(text) // WEIGHT_PER_TOKEN)


def text_weight(text: str) -> int:
    """The estimate in hundredths of a token; additive."""
    data = text.encode("utf-8", "surrogatepass")
    remaining = len(data)
    total = 0
    for kind, weight in (
        (_LOWER_BYTES, _LOWER_WEIGHT),
        (_UPPER_BYTES, _UPPER_WEIGHT),
        (_DIGIT_BYTES, _DIGIT_WEIGHT),
        (_NON_ASCII_BYTES, _NON_ASCII_WEIGHT),
    ):
        data = data.translate(None, kind)
        total += (remaining - len(data)) * weight
        remaining = len(data)
    return total + remaining * _OTHER_WEIGHT


def prefix_length_within(text: str, max_weight: int) -> int:
    """How many of the first characters weigh at most `max_weight`. Weighs each character twice at most."""
    begin, end = 0, min(len(text), max(max_weight, 0) // MIN_BYTE_WEIGHT)
    if text_weight(text[:end]) <= max_weight:
        return end
    while end - begin > 1:  # the first `begin` characters fit; max_weight is what is left after them
        middle = (begin + end) // 2
        weight = text_weight(text[begin:middle])
        if weight <= max_weight:
            begin, max_weight = middle, max_weight - weight
        else:
            end = middle
    return begin


IMAGE_WEIGHT: Final = 1600 * WEIGHT_PER_TOKEN
_MESSAGE_OVERHEAD: Final = 6 * WEIGHT_PER_TOKEN
"""The role and the delimiters of a message or a result."""
_CALL_OVERHEAD: Final = 20 * WEIGHT_PER_TOKEN
"""The id and the delimiters of a call."""


def conversation_tokens(conversation: Iterable[Message]) -> int:
    """The estimated tokens of the messages, rounded up."""
    return -(-sum(map(message_weight, conversation)) // WEIGHT_PER_TOKEN)


def message_weight(message: Message) -> int:
    """The estimate for a message, computed once for each."""
    weight: int | None = message.derived.get("weight")
    if weight is None:
        weight = message.derived["weight"] = _compute_message_weight(message)
    return weight


def _compute_message_weight(message: Message) -> int:
    match message:
        case ToolMessage(results):
            return sum(map(result_weight, results))
        case UserMessage(parts):
            return _MESSAGE_OVERHEAD + sum(
                IMAGE_WEIGHT if isinstance(part, ImagePart) else text_weight(part.text) for part in parts
            )
        case ModelMessage(parts):
            return _MESSAGE_OVERHEAD + sum(map(_part_weight, parts))


def result_weight(result: ResultPart) -> int:
    return _MESSAGE_OVERHEAD + _CALL_OVERHEAD + text_weight(result.text) + IMAGE_WEIGHT * len(result.images)


def _part_weight(part: TextPart | ThoughtPart | CallPart) -> int:
    if not isinstance(part, CallPart):
        return text_weight(part.text)
    arguments = part.arguments
    encoded = arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()
    return _CALL_OVERHEAD + text_weight(part.name) + text_weight(encoded)
