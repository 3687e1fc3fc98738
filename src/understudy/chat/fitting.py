"""Making a conversation fit into a model's window. Pure.

A conversation that is too long is cut in this order: the results of old calls, whole old turns, the middles of the
latest results, and at last the longest texts of the latest prompt and the first steps that followed it. The latest
prompt itself, and the model's last message with its results, are always there. A call and its result stay or go
together.

Providers cache the beginning of a request, and asking with another beginning costs a multiple. So cutting is done
rarely and then well: once over the limit, down to about 70 % of it. And it is done as the story grew: message by
message, each cut made where the limit was first passed, whatever came later. So the requests between two cuts have
the same beginning, though nothing is remembered between them.
"""

from collections.abc import Sequence
from typing import Final

from understudy.chat.shortening import left_out, prompt_within, result_within, water_level
from understudy.chat.tokens import TOKEN, weigh
from understudy.chat.weighing import result_weight, size_of, weight_of
from understudy.models.port import Message, ModelMessage, ResultPart, TextPart, ToolMessage, UserMessage

__all__ = ["TURNS_LEFT_OUT", "fit", "size_of"]

SPARED_TURNS: Final = 2
"""The latest turns of the user, which are left out last."""
SPARED_RESULTS: Final = 4
"""The latest messages with results, which are spared even in a turn that is too long by itself."""
LEAST_RESULT: Final = 100 * TOKEN
TURNS_LEFT_OUT: Final = UserMessage(
    (TextPart("[Earlier parts of this conversation were left out to save room.]"),)
)
STEPS_LEFT_OUT: Final = UserMessage((TextPart("[Earlier steps of this turn were left out to save room.]"),))


def fit(conversation: Sequence[Message], budget_tokens: int) -> list[Message]:
    """The messages in at most so many tokens, as far as that is possible; the same if they fit."""
    limit = max(0, budget_tokens) * TOKEN
    if sum(map(weight_of, conversation)) <= limit:
        return list(conversation)
    story = _Story(limit)
    for index, message in enumerate(conversation):
        story.append(message)
        answered = index + 1 < len(conversation) and isinstance(conversation[index + 1], ToolMessage)
        if not answered and story.weight > limit:
            story.cut()
    return story.messages


class _Story:
    """A conversation as far as it has come, with what it weighs."""

    def __init__(self, limit: int) -> None:
        self.messages: list[Message] = []
        self.weight = 0
        self._weights: list[int] = []
        self._limit = limit
        self._goal = limit * 7 // 10

    def append(self, message: Message) -> None:
        self._replace(len(self.messages), len(self.messages), message)

    def cut(self) -> None:
        self._cut_prompt(self._limit // 2)
        self._leave_out_results(self._goal, self._spared_results())
        self._leave_out_turns(SPARED_TURNS)
        if self.weight > self._limit:
            self._scale_results()
        if self.weight > self._limit:
            self._leave_out_turns(1)
        if self.weight > self._limit:
            self._cut_prompt(self._limit - self.weight + self._prompt_texts())
        if self.weight > self._limit:
            self._leave_out_steps()
        if self.weight > self._limit:
            self._leave_out_results(self._limit, len(self.messages))

    def _replace(self, begin: int, end: int, *messages: Message) -> None:
        weights = [weight_of(message) for message in messages]
        self.weight += sum(weights) - sum(self._weights[begin:end])
        self.messages[begin:end] = messages
        self._weights[begin:end] = weights

    def _leave_out_results(self, goal: int, before: int) -> None:
        """The oldest results before a place, until the goal is reached."""
        for index in range(before):
            message = self.messages[index]
            if self.weight <= goal:
                return
            if not isinstance(message, ToolMessage):
                continue
            excess = self.weight - goal
            results: list[ResultPart] = []
            for result in message.results:
                shorter = left_out(result) if excess > 0 else result
                excess -= result_weight(result) - result_weight(shorter)
                results.append(shorter)
            self._replace(index, index + 1, ToolMessage(results))

    def _spared_results(self) -> int:
        """Where the results begin that the model is working with: the latest ones, of the last turns."""
        places = [index for index, message in enumerate(self.messages) if isinstance(message, ToolMessage)]
        recent = places[-SPARED_RESULTS] if len(places) >= SPARED_RESULTS else 0
        turns = self._turns()
        # What the user ran before a prompt belongs to it, so messages directly behind each other are one.
        starts = [
            turn for turn in turns if turn == turns[0] or not isinstance(self.messages[turn - 1], UserMessage)
        ]
        return max(recent, starts[-SPARED_TURNS] if len(starts) >= SPARED_TURNS else 0)

    def _leave_out_turns(self, spared: int) -> None:
        """The oldest turns, until the goal is reached or only the spared ones are left."""
        turns = self._turns()
        end, saved = turns[0], 0 if turns[0] else -weight_of(TURNS_LEFT_OUT)
        for turn in turns[1 : len(turns) - spared + 1]:
            if self.weight - saved <= self._goal:
                break
            saved += sum(self._weights[end:turn])
            end = turn
        if saved > 0:
            self._replace(0, end, TURNS_LEFT_OUT)

    def _turns(self) -> list[int]:
        """Where the turns begin. What comes before the first prompt is a turn, too."""
        begin = 1 if self.messages[0] == TURNS_LEFT_OUT and len(self.messages) > 1 else 0
        turns = [
            index
            for index, message in enumerate(self.messages)
            if index >= begin and isinstance(message, UserMessage) and message != STEPS_LEFT_OUT
        ]
        return turns if turns[:1] == [begin] else [begin, *turns]

    def _scale_results(self) -> None:
        """All results that are left, the largest most, to reach the goal."""
        sizes = [
            result_weight(result)
            for message in self.messages
            if isinstance(message, ToolMessage)
            for result in message.results
        ]
        level = max(LEAST_RESULT, water_level(sizes, self._goal - self.weight + sum(sizes)))
        for index, message in enumerate(self.messages):
            if isinstance(message, ToolMessage):
                results = [result_within(result, level) for result in message.results]
                self._replace(index, index + 1, ToolMessage(results))

    def _cut_prompt(self, room: int) -> None:
        index = self._turns()[-1]
        message = self.messages[index]
        if isinstance(message, UserMessage):
            self._replace(index, index + 1, prompt_within(message, room))

    def _prompt_texts(self) -> int:
        message = self.messages[self._turns()[-1]]
        parts = message.parts if isinstance(message, UserMessage) else ()
        return sum(weigh(part.text) for part in parts if isinstance(part, TextPart))

    def _leave_out_steps(self) -> None:
        """The first of what the model did since the latest prompt, but for its last message and the results."""
        begin = self._turns()[-1]
        first = self.messages[begin]
        if isinstance(first, UserMessage) and first != STEPS_LEFT_OUT:
            begin += 1
        noted = weight_of(STEPS_LEFT_OUT)
        if self.messages[begin : begin + 1] == [STEPS_LEFT_OUT]:
            begin, noted = begin + 1, 0
        steps = [
            index
            for index in range(begin, len(self.messages))
            if isinstance(self.messages[index], ModelMessage)
        ]
        end, saved = begin, -noted
        for step in steps[1:]:
            if self.weight - saved <= self._goal:
                break
            saved += sum(self._weights[end:step])
            end = step
        if saved > 0:
            self._replace(begin - (noted == 0), end, STEPS_LEFT_OUT)
