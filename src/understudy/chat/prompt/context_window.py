"""How a model's window is divided: the answer, the instructions and tools, the history, this turn's context. Pure.

The context is fresh, and the user's editor wants it to be seen: it has a quarter of the window even if history must
give way for it, and more if there is more.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from understudy.chat.limits import DEFAULT_ANSWER_TOKENS, MAX_WINDOW_HALVINGS
from understudy.chat.prompt.runtime_context import RenderedContext, render_context
from understudy.chat.text import estimate_tokens
from understudy.models import ToolSpec, format_context_block
from understudy.schema.acp import RuntimeContextItem

__all__ = ["ContextWindow", "WindowAllocation"]


@dataclass(frozen=True, slots=True)
class WindowAllocation:
    """Tokens for the messages of the conversation, and the context that goes beside them."""

    history_tokens: int
    context: RenderedContext = field(repr=False)


@dataclass(frozen=True, slots=True)
class ContextWindow:
    size: int
    available_tokens: int
    """What is left for history and context."""

    @classmethod
    def for_request(
        cls, size: int, system: str, tools: Sequence[ToolSpec], answer_tokens: int | None, halvings: int = 0
    ) -> "ContextWindow":
        """`halvings`: how often the model has shown that it takes less than it is thought to."""
        told = msgspec.json.encode(
            [(tool.name, tool.description, tool.input_schema) for tool in tools]
        ).decode()
        fixed = (
            (answer_tokens or min(DEFAULT_ANSWER_TOKENS, size // 4))
            + estimate_tokens(system)
            + estimate_tokens(told)
        )
        spare = size // 32  # counting is guessing
        # With a window that is all but full already, the request may still fit: guesses are on the large side.
        room = max(size - fixed - spare, size // 8)
        return cls(size, room >> min(halvings, MAX_WINDOW_HALVINGS))

    @property
    def max_result_tokens(self) -> int:
        """Tokens that one result of a tool may have."""
        return max(200, self.available_tokens * 3 // 10)

    def allocate(self, history_tokens: int, items: Sequence[RuntimeContextItem]) -> WindowAllocation:
        """`history`: the tokens that the conversation has before this turn."""
        around = estimate_tokens(format_context_block(""))
        reserved = min(self.size // 4, self.available_tokens // 2)
        free = min(self.available_tokens - history_tokens, self.available_tokens * 3 // 4)
        rendered = render_context(items, max(reserved, free) - around)
        if rendered.text is None:
            return WindowAllocation(self.available_tokens, rendered)
        # In coarse steps, so that a context that varies a little does not move where the history is cut.
        step = max(1, self.size // 16)
        taken = estimate_tokens(format_context_block(rendered.text))
        coarse = min(-(-taken // step) * step, max(taken, self.available_tokens // 2))
        return WindowAllocation(self.available_tokens - coarse, rendered)
