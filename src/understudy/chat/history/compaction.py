"""Compaction: makes a conversation fit into a model's window. Pure.

A conversation that is too long is shortened in this order: the results of old calls, whole old turns, the
middles of the latest results, and at last the longest texts of the latest prompt and the first steps that
followed it. The latest prompt itself, and the model's last message with its results, are never dropped. A call
and its result are kept or dropped together.

Providers cache the beginning of a request, and a request with another beginning costs a multiple. So compaction
is rare and thorough: once over the limit, down to about 70 % of it. It replays the conversation message by
message and compacts where the limit was first exceeded, whatever came later. So the requests between two
compactions have the same beginning, although no state is kept between them.

A text or a result is shortened by dropping its middle; doing it again with the same limit changes nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from understudy.chat.limits import COMPACTION_TARGET_PERCENT, MIN_RECENT_RESULTS, MIN_RECENT_TURNS
from understudy.chat.text import (
    MIN_BYTE_WEIGHT,
    WEIGHT_PER_TOKEN,
    conversation_tokens,
    message_weight,
    prefix_length_within,
    result_weight,
    text_weight,
)
from understudy.models import Message, ModelMessage, ResultPart, TextPart, ToolMessage, UserMessage

__all__ = [
    "OMITTED_TURNS_MESSAGE",
    "cap_results",
    "compact",
    "conversation_tokens",
    "fair_share_weight",
    "omit_result",
    "truncate_prompt",
    "truncate_result",
]

MIN_PROMPT_TEXT_WEIGHT: Final = 300 * WEIGHT_PER_TOKEN
"""A text of the user is never truncated below this."""
_RESULT_GAP_NOTE: Final = "\n[The middle was left out here to save room. Ask for a smaller part to see it.]\n"
_PROMPT_GAP_NOTE: Final = "\n[The middle was left out here: it did not fit.]\n"
_IMAGES_OMITTED_NOTE: Final = "\n[Its images were left out to save room.]"
_OMITTED_PREFIX: Final = "[left out to save room: "
_MAX_OMITTED_NOTE_CHARS: Final = 80


def cap_results(message: ToolMessage, max_tokens: int) -> ToolMessage:
    """Truncate the text of each result to at most `max_tokens`."""
    largest: int | None = message.derived.get("largest_text")
    if largest is None:
        largest = max((text_weight(result.text) for result in message.results), default=0)
        message.derived["largest_text"] = largest
    if largest <= max_tokens * WEIGHT_PER_TOKEN:
        return message
    return ToolMessage(
        [
            replace(
                result, text=_truncate_middle(result.text, max_tokens * WEIGHT_PER_TOKEN, _RESULT_GAP_NOTE)
            )
            for result in message.results
        ]
    )


def omit_result(result: ResultPart) -> ResultPart:
    """Replace the result by a note of its size; return it unchanged if that saves nothing."""
    if result.text.startswith(_OMITTED_PREFIX) and len(result.text) < _MAX_OMITTED_NOTE_CHARS:
        return result
    shorter = replace(result, text=f"{_OMITTED_PREFIX}{len(result.text)} characters]", images=())
    return shorter if result_weight(shorter) < result_weight(result) else result


def truncate_result(result: ResultPart, max_weight: int) -> ResultPart:
    """Shorten the result to about `max_weight`: drop its images if necessary, then its middle."""
    if result_weight(result) <= max_weight:
        return result
    text = result.text
    if result.images:
        result = replace(result, text=text + _IMAGES_OMITTED_NOTE, images=())
    overhead = result_weight(result) - text_weight(result.text)
    return replace(result, text=_truncate_middle(result.text, max_weight - overhead, _RESULT_GAP_NOTE))


def truncate_prompt(message: UserMessage, max_weight: int) -> UserMessage:
    """Truncate the longest texts of the user's message: typed text is short, attached text is long."""
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
    """The maximum weight of each text so that all together have `total_weight`: short texts stay whole."""
    remaining = max(total_weight, 0)
    for index, weight in enumerate(ordered := sorted(weights)):
        share = remaining // (len(ordered) - index)
        if weight > share:
            return share
        remaining -= weight
    return max(weights, default=0)


def _truncate_middle(text: str, max_weight: int, gap_note: str) -> str:
    """Keep two thirds from the beginning and one third from the end, at line ends where that loses little."""
    if text_weight(text) <= max_weight:
        return text
    max_weight = max(0, max_weight - text_weight(gap_note))
    head = text[: prefix_length_within(text, max_weight * 2 // 3)]
    if (line := head.rfind("\n") + 1) > len(head) // 2:
        head = head[:line]
    tail_weight = max_weight - text_weight(head)
    end = text[len(head) :][-(tail_weight // MIN_BYTE_WEIGHT + 1) :]
    tail = end[len(end) - prefix_length_within(end[::-1], tail_weight) :]
    line = tail.find("\n") + 1
    if 0 < line < len(tail) // 2:
        tail = tail[line:]
    return f"{head}{gap_note}{tail}"


MIN_RESULT_WEIGHT: Final = 100 * WEIGHT_PER_TOKEN
OMITTED_TURNS_MESSAGE: Final = UserMessage(
    (TextPart("[Earlier parts of this conversation were left out to save room.]"),)
)
OMITTED_STEPS_MESSAGE: Final = UserMessage(
    (TextPart("[Earlier steps of this turn were left out to save room.]"),)
)


def compact(conversation: Sequence[Message], budget_tokens: int) -> list[Message]:
    """Shorten the messages to at most `budget_tokens`, as far as possible; unchanged if they fit."""
    limit = max(0, budget_tokens) * WEIGHT_PER_TOKEN
    if sum(map(message_weight, conversation)) <= limit:
        return list(conversation)
    compacted = _CompactedConversation(limit)
    for index, message in enumerate(conversation):
        compacted.append(message)
        has_results_next = index + 1 < len(conversation) and isinstance(conversation[index + 1], ToolMessage)
        if not has_results_next and compacted.weight > limit:
            compacted.compact()
    return compacted.messages


class _CompactedConversation:
    """The messages up to one point of the conversation, with their weights."""

    def __init__(self, max_weight: int) -> None:
        self.messages: list[Message] = []
        self.weight = 0
        self._weights: list[int] = []
        self._max_weight = max_weight
        self._target_weight = max_weight * COMPACTION_TARGET_PERCENT // 100

    def append(self, message: Message) -> None:
        self._replace(len(self.messages), len(self.messages), message)

    def compact(self) -> None:
        self._truncate_prompt(self._max_weight // 2)
        self._drop_results(self._target_weight, self._recent_results_start())
        self._drop_turns(MIN_RECENT_TURNS)
        if self.weight > self._max_weight:
            self._truncate_results()
        if self.weight > self._max_weight:
            self._drop_turns(1)
        if self.weight > self._max_weight:
            self._truncate_prompt(self._max_weight - self.weight + self._prompt_text_weight())
        if self.weight > self._max_weight:
            self._drop_steps()
        if self.weight > self._max_weight:
            self._drop_results(self._max_weight, len(self.messages))

    def _replace(self, begin: int, end: int, *messages: Message) -> None:
        weights = [message_weight(message) for message in messages]
        self.weight += sum(weights) - sum(self._weights[begin:end])
        self.messages[begin:end] = messages
        self._weights[begin:end] = weights

    def _drop_results(self, target_weight: int, end: int) -> None:
        """Omit the oldest results before the message `end`, until the target is reached."""
        for index in range(end):
            message = self.messages[index]
            if self.weight <= target_weight:
                return
            if not isinstance(message, ToolMessage):
                continue
            excess = self.weight - target_weight
            results: list[ResultPart] = []
            for result in message.results:
                shorter = omit_result(result) if excess > 0 else result
                excess -= result_weight(result) - result_weight(shorter)
                results.append(shorter)
            self._replace(index, index + 1, ToolMessage(results))

    def _recent_results_start(self) -> int:
        """Index of the first result that is kept: one of the latest results, and of the latest turns."""
        result_indexes = [
            index for index, message in enumerate(self.messages) if isinstance(message, ToolMessage)
        ]
        recent = result_indexes[-MIN_RECENT_RESULTS] if len(result_indexes) >= MIN_RECENT_RESULTS else 0
        turns = self._turn_starts()
        # A tool that the user ran before a prompt belongs to it: consecutive user messages are one turn.
        starts = [
            turn for turn in turns if turn == turns[0] or not isinstance(self.messages[turn - 1], UserMessage)
        ]
        return max(recent, starts[-MIN_RECENT_TURNS] if len(starts) >= MIN_RECENT_TURNS else 0)

    def _drop_turns(self, kept_turns: int) -> None:
        """Drop the oldest turns, until the target is reached or only `kept_turns` are left."""
        turns = self._turn_starts()
        end, saved = turns[0], 0 if turns[0] else -message_weight(OMITTED_TURNS_MESSAGE)
        for turn in turns[1 : len(turns) - kept_turns + 1]:
            if self.weight - saved <= self._target_weight:
                break
            saved += sum(self._weights[end:turn])
            end = turn
        if saved > 0:
            self._replace(0, end, OMITTED_TURNS_MESSAGE)

    def _turn_starts(self) -> list[int]:
        """Indexes of the first messages of the turns. Messages before the first prompt are a turn, too."""
        begin = 1 if self.messages[0] == OMITTED_TURNS_MESSAGE and len(self.messages) > 1 else 0
        turns = [
            index
            for index, message in enumerate(self.messages)
            if index >= begin and isinstance(message, UserMessage) and message != OMITTED_STEPS_MESSAGE
        ]
        return turns if turns[:1] == [begin] else [begin, *turns]

    def _truncate_results(self) -> None:
        """Truncate the remaining results, the largest most, to reach the target."""
        weights = [
            result_weight(result)
            for message in self.messages
            if isinstance(message, ToolMessage)
            for result in message.results
        ]
        level = max(
            MIN_RESULT_WEIGHT, fair_share_weight(weights, self._target_weight - self.weight + sum(weights))
        )
        for index, message in enumerate(self.messages):
            if isinstance(message, ToolMessage):
                results = [truncate_result(result, level) for result in message.results]
                self._replace(index, index + 1, ToolMessage(results))

    def _truncate_prompt(self, max_weight: int) -> None:
        index = self._turn_starts()[-1]
        message = self.messages[index]
        if isinstance(message, UserMessage):
            self._replace(index, index + 1, truncate_prompt(message, max_weight))

    def _prompt_text_weight(self) -> int:
        message = self.messages[self._turn_starts()[-1]]
        parts = message.parts if isinstance(message, UserMessage) else ()
        return sum(text_weight(part.text) for part in parts if isinstance(part, TextPart))

    def _drop_steps(self) -> None:
        """Drop the model's first steps after the latest prompt, but not its last message and results."""
        begin = self._turn_starts()[-1]
        first = self.messages[begin]
        if isinstance(first, UserMessage) and first != OMITTED_STEPS_MESSAGE:
            begin += 1
        note_weight = message_weight(OMITTED_STEPS_MESSAGE)
        if self.messages[begin : begin + 1] == [OMITTED_STEPS_MESSAGE]:
            begin, note_weight = begin + 1, 0
        steps = [
            index
            for index in range(begin, len(self.messages))
            if isinstance(self.messages[index], ModelMessage)
        ]
        end, saved = begin, -note_weight
        for step in steps[1:]:
            if self.weight - saved <= self._target_weight:
                break
            saved += sum(self._weights[end:step])
            end = step
        if saved > 0:
            self._replace(begin - (note_weight == 0), end, OMITTED_STEPS_MESSAGE)
