"""Making a conversation fit into a model's window. Pure.

A conversation that is too long is cut in this order: the results of old calls, whole old turns, the middles of the
latest results, and at last the longest texts of the latest prompt and the first steps that followed it. The latest
prompt itself, and the model's last message with its results, are always there. A call and its result stay or go
together.

Providers cache the beginning of a request, and asking with another beginning costs a multiple. So cutting is done
rarely and then well: once over the limit, down to about 70 % of it. And it is done as the story grew: message by
message, each cut made where the limit was first passed, whatever came later. So the requests between two cuts have
the same beginning, though nothing is remembered between them.

One text or one result made shorter: the middle goes, the beginning and the end stay. Pure.

Doing it again with the same room changes nothing. What is shortened, and by how much, is decided in fitting.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from understudy.chat.limits import MIN_RECENT_RESULTS, MIN_RECENT_TURNS
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


MIN_RESULT_WEIGHT: Final = 100 * WEIGHT_PER_TOKEN
OMITTED_TURNS_MESSAGE: Final = UserMessage(
    (TextPart("[Earlier parts of this conversation were left out to save room.]"),)
)
OMITTED_STEPS_MESSAGE: Final = UserMessage(
    (TextPart("[Earlier steps of this turn were left out to save room.]"),)
)


def compact(conversation: Sequence[Message], budget_tokens: int) -> list[Message]:
    """The messages in at most so many tokens, as far as that is possible; the same if they fit."""
    limit = max(0, budget_tokens) * WEIGHT_PER_TOKEN
    if sum(map(message_weight, conversation)) <= limit:
        return list(conversation)
    story = _CompactedConversation(limit)
    for index, message in enumerate(conversation):
        story.append(message)
        answered = index + 1 < len(conversation) and isinstance(conversation[index + 1], ToolMessage)
        if not answered and story.weight > limit:
            story.compact()
    return story.messages


class _CompactedConversation:
    """A conversation as far as it has come, with what it weighs."""

    def __init__(self, max_weight: int) -> None:
        self.messages: list[Message] = []
        self.weight = 0
        self._weights: list[int] = []
        self._max_weight = max_weight
        self._target_weight = max_weight * 7 // 10

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
        """The oldest results before a place, until the goal is reached."""
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
        """Where the results begin that the model is working with: the latest ones, of the last turns."""
        places = [index for index, message in enumerate(self.messages) if isinstance(message, ToolMessage)]
        recent = places[-MIN_RECENT_RESULTS] if len(places) >= MIN_RECENT_RESULTS else 0
        turns = self._turn_starts()
        # What the user ran before a prompt belongs to it, so messages directly behind each other are one.
        starts = [
            turn for turn in turns if turn == turns[0] or not isinstance(self.messages[turn - 1], UserMessage)
        ]
        return max(recent, starts[-MIN_RECENT_TURNS] if len(starts) >= MIN_RECENT_TURNS else 0)

    def _drop_turns(self, kept_turns: int) -> None:
        """The oldest turns, until the goal is reached or only the spared ones are left."""
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
        """Where the turns begin. What comes before the first prompt is a turn, too."""
        begin = 1 if self.messages[0] == OMITTED_TURNS_MESSAGE and len(self.messages) > 1 else 0
        turns = [
            index
            for index, message in enumerate(self.messages)
            if index >= begin and isinstance(message, UserMessage) and message != OMITTED_STEPS_MESSAGE
        ]
        return turns if turns[:1] == [begin] else [begin, *turns]

    def _truncate_results(self) -> None:
        """All results that are left, the largest most, to reach the goal."""
        sizes = [
            result_weight(result)
            for message in self.messages
            if isinstance(message, ToolMessage)
            for result in message.results
        ]
        level = max(
            MIN_RESULT_WEIGHT, fair_share_weight(sizes, self._target_weight - self.weight + sum(sizes))
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
        """The first of what the model did since the latest prompt, but for its last message and the results."""
        begin = self._turn_starts()[-1]
        first = self.messages[begin]
        if isinstance(first, UserMessage) and first != OMITTED_STEPS_MESSAGE:
            begin += 1
        noted = message_weight(OMITTED_STEPS_MESSAGE)
        if self.messages[begin : begin + 1] == [OMITTED_STEPS_MESSAGE]:
            begin, noted = begin + 1, 0
        steps = [
            index
            for index in range(begin, len(self.messages))
            if isinstance(self.messages[index], ModelMessage)
        ]
        end, saved = begin, -noted
        for step in steps[1:]:
            if self.weight - saved <= self._target_weight:
                break
            saved += sum(self._weights[end:step])
            end = step
        if saved > 0:
            self._replace(begin - (noted == 0), end, OMITTED_STEPS_MESSAGE)
