"""How a model's window is divided: the answer, the instructions and tools, the history, this turn's context. Pure.

The context is fresh, and the user's editor wants it to be seen: it has a quarter of the window even if history must
give way for it, and more if there is more.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from understudy.chat.context import Rendered, render_context
from understudy.chat.tokens import estimate
from understudy.models.context import context_block
from understudy.models.port import ToolSpec
from understudy.schema.acp import RuntimeContextItem

__all__ = ["Division", "Window"]

ANSWER_ROOM: Final = 8_000
"""Tokens that are kept free for the answer where no limit is set, at most a quarter of the window."""
MOST_HALVINGS: Final = 8


@dataclass(frozen=True, slots=True)
class Division:
    """Tokens for the messages of the conversation, and the context that goes beside them."""

    history: int
    context: Rendered = field(repr=False)


@dataclass(frozen=True, slots=True)
class Window:
    size: int
    room: int
    """What is left for history and context."""

    @classmethod
    def of(
        cls, size: int, system: str, tools: Sequence[ToolSpec], answer: int | None, halvings: int = 0
    ) -> "Window":
        """`halvings`: how often the model has shown that it takes less than it is thought to."""
        told = msgspec.json.encode(
            [(tool.name, tool.description, tool.input_schema) for tool in tools]
        ).decode()
        fixed = (answer or min(ANSWER_ROOM, size // 4)) + estimate(system) + estimate(told)
        spare = size // 32  # counting is guessing
        # With a window that is all but full already, the request may still fit: guesses are on the large side.
        room = max(size - fixed - spare, size // 8)
        return cls(size, room >> min(halvings, MOST_HALVINGS))

    @property
    def largest_result(self) -> int:
        """Tokens that one result of a tool may have."""
        return max(200, self.room * 3 // 10)

    def divide(self, history: int, items: Sequence[RuntimeContextItem]) -> Division:
        """`history`: the tokens that the conversation has before this turn."""
        around = estimate(context_block(""))
        reserved = min(self.size // 4, self.room // 2)
        free = min(self.room - history, self.room * 3 // 4)
        rendered = render_context(items, max(reserved, free) - around)
        if rendered.text is None:
            return Division(self.room, rendered)
        # In coarse steps, so that a context that varies a little does not move where the history is cut.
        step = max(1, self.size // 16)
        taken = estimate(context_block(rendered.text))
        coarse = min(-(-taken // step) * step, max(taken, self.room // 2))
        return Division(self.room - coarse, rendered)
