"""One text or one result made shorter: the middle goes, the beginning and the end stay. Pure.

Doing it again with the same room changes nothing. What is shortened, and by how much, is decided in fitting.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from understudy.chat.text.token_estimate import (
    MIN_BYTE_WEIGHT,
    WEIGHT_PER_TOKEN,
    prefix_length_within,
    result_weight,
    text_weight,
)
from understudy.models.model_api import ResultPart, TextPart, ToolMessage, UserMessage

__all__ = ["cap_results", "fair_share_weight", "omit_result", "truncate_prompt", "truncate_result"]

MIN_PROMPT_TEXT_WEIGHT: Final = 300 * WEIGHT_PER_TOKEN
"""A text of the user's is never cut to less."""
_RESULT_GAP_NOTE: Final = "\n[The middle was left out here to save room. Ask for a smaller part to see it.]\n"
_PROMPT_GAP_NOTE: Final = "\n[The middle was left out here: it did not fit.]\n"
_IMAGES_OMITTED_NOTE: Final = "\n[Its images were left out to save room.]"
_OMITTED_PREFIX: Final = "[left out to save room: "
_MAX_OMITTED_NOTE_CHARS: Final = 80


def cap_results(message: ToolMessage, max_tokens: int) -> ToolMessage:
    """The results with no text of more than `most` tokens."""
    if all(text_weight(result.text) <= max_tokens * WEIGHT_PER_TOKEN for result in message.results):
        return message
    return ToolMessage(
        [
            replace(one, text=_truncate_middle(one.text, max_tokens * WEIGHT_PER_TOKEN, _RESULT_GAP_NOTE))
            for one in message.results
        ]
    )


def omit_result(result: ResultPart) -> ResultPart:
    """The result with nothing of it but how much it was; the same if that saves nothing."""
    if result.text.startswith(_OMITTED_PREFIX) and len(result.text) < _MAX_OMITTED_NOTE_CHARS:
        return result
    shorter = replace(result, text=f"{_OMITTED_PREFIX}{len(result.text)} characters]", images=())
    return shorter if result_weight(shorter) < result_weight(result) else result


def truncate_result(result: ResultPart, max_weight: int) -> ResultPart:
    """The result in about so much room: without its images if that is needed, then without its middle."""
    if result_weight(result) <= max_weight:
        return result
    text = result.text
    if result.images:
        result = replace(result, text=text + _IMAGES_OMITTED_NOTE, images=())
    around = result_weight(result) - text_weight(result.text)
    return replace(result, text=_truncate_middle(result.text, max_weight - around, _RESULT_GAP_NOTE))


def truncate_prompt(message: UserMessage, max_weight: int) -> UserMessage:
    """The user's message with its longest texts cut: what they typed is short, what they attached is not."""
    weights = [text_weight(part.text) for part in message.parts if isinstance(part, TextPart)]
    level = max(MIN_PROMPT_TEXT_WEIGHT, fair_share_weight(weights, max_weight))
    if all(weight <= level for weight in weights):
        return message
    parts = [
        replace(part, text=_truncate_middle(part.text, level, _PROMPT_GAP_NOTE))
        if isinstance(part, TextPart)
        else part
        for part in message.parts
    ]
    return UserMessage(parts)


def fair_share_weight(weights: Sequence[int], total_weight: int) -> int:
    """How much each may have at most, so that all together have `room`: the small ones stay whole."""
    left = max(total_weight, 0)
    for place, weight in enumerate(ordered := sorted(weights)):
        share = left // (len(ordered) - place)
        if weight > share:
            return share
        left -= weight
    return max(weights, default=0)


def _truncate_middle(text: str, max_weight: int, gap_note: str) -> str:
    """Two parts of the beginning and one of the end, at the ends of lines where that loses little."""
    if text_weight(text) <= max_weight:
        return text
    max_weight = max(0, max_weight - text_weight(gap_note))
    head = text[: prefix_length_within(text, max_weight * 2 // 3)]
    if (line := head.rfind("\n") + 1) > len(head) // 2:
        head = head[:line]
    rest = max_weight - text_weight(head)
    behind = text[len(head) :][-(rest // MIN_BYTE_WEIGHT + 1) :]
    tail = behind[len(behind) - prefix_length_within(behind[::-1], rest) :]
    line = tail.find("\n") + 1
    if 0 < line < len(tail) // 2:
        tail = tail[line:]
    return f"{head}{gap_note}{tail}"
