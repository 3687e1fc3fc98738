"""One text or one result made shorter: the middle goes, the beginning and the end stay. Pure.

Doing it again with the same room changes nothing. What is shortened, and by how much, is decided in fitting.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from understudy.chat.tokens import LIGHTEST, TOKEN, prefix_within, weigh
from understudy.chat.weighing import result_weight
from understudy.models.port import ResultPart, TextPart, ToolMessage, UserMessage

__all__ = ["capped", "left_out", "prompt_within", "result_within", "water_level"]

LEAST_TEXT: Final = 300 * TOKEN
"""A text of the user's is never cut to less."""
_RESULT_MIDDLE: Final = "\n[The middle was left out here to save room. Ask for a smaller part to see it.]\n"
_PROMPT_MIDDLE: Final = "\n[The middle was left out here: it did not fit.]\n"
_NO_IMAGES: Final = "\n[Its images were left out to save room.]"
_LEFT_OUT: Final = "[left out to save room: "
_LONGEST_MARK: Final = 80


def capped(message: ToolMessage, most: int) -> ToolMessage:
    """The results with no text of more than `most` tokens."""
    if all(weigh(result.text) <= most * TOKEN for result in message.results):
        return message
    return ToolMessage(
        [replace(one, text=_excerpt(one.text, most * TOKEN, _RESULT_MIDDLE)) for one in message.results]
    )


def left_out(result: ResultPart) -> ResultPart:
    """The result with nothing of it but how much it was; the same if that saves nothing."""
    if result.text.startswith(_LEFT_OUT) and len(result.text) < _LONGEST_MARK:
        return result
    shorter = replace(result, text=f"{_LEFT_OUT}{len(result.text)} characters]", images=())
    return shorter if result_weight(shorter) < result_weight(result) else result


def result_within(result: ResultPart, room: int) -> ResultPart:
    """The result in about so much room: without its images if that is needed, then without its middle."""
    if result_weight(result) <= room:
        return result
    text = result.text
    if result.images:
        result = replace(result, text=text + _NO_IMAGES, images=())
    around = result_weight(result) - weigh(result.text)
    return replace(result, text=_excerpt(result.text, room - around, _RESULT_MIDDLE))


def prompt_within(message: UserMessage, room: int) -> UserMessage:
    """The user's message with its longest texts cut: what they typed is short, what they attached is not."""
    weights = [weigh(part.text) for part in message.parts if isinstance(part, TextPart)]
    level = max(LEAST_TEXT, water_level(weights, room))
    if all(weight <= level for weight in weights):
        return message
    parts = [
        replace(part, text=_excerpt(part.text, level, _PROMPT_MIDDLE)) if isinstance(part, TextPart) else part
        for part in message.parts
    ]
    return UserMessage(parts)


def water_level(weights: Sequence[int], room: int) -> int:
    """How much each may have at most, so that all together have `room`: the small ones stay whole."""
    left = max(room, 0)
    for place, weight in enumerate(ordered := sorted(weights)):
        share = left // (len(ordered) - place)
        if weight > share:
            return share
        left -= weight
    return max(weights, default=0)


def _excerpt(text: str, room: int, middle: str) -> str:
    """Two parts of the beginning and one of the end, at the ends of lines where that loses little."""
    if weigh(text) <= room:
        return text
    room = max(0, room - weigh(middle))
    head = text[: prefix_within(text, room * 2 // 3)]
    if (line := head.rfind("\n") + 1) > len(head) // 2:
        head = head[:line]
    rest = room - weigh(head)
    behind = text[len(head) :][-(rest // LIGHTEST + 1) :]
    tail = behind[len(behind) - prefix_within(behind[::-1], rest) :]
    line = tail.find("\n") + 1
    if 0 < line < len(tail) // 2:
        tail = tail[line:]
    return f"{head}{middle}{tail}"
