"""How a model's window is divided: the answer, the instructions and tools, the history, this turn's context. Pure.

The context is fresh, and the user's editor wants it to be seen: it has a quarter of the window even if history must
give way for it, and more if there is more.

One turn's runtime context as a text that fits: what the host says besides the user's words. Pure.

That it is not the user who says it is written around it where it enters the prompt (see models.context).

Items come in order of importance. If they do not all fit, the later ones go first: the kept ones are always the
first ones, whole, then at most one that was cut. Nothing of it is ever stored or logged.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from understudy.chat.limits import DEFAULT_ANSWER_TOKENS, MAX_CONTEXT_TITLE_CHARS, MAX_WINDOW_HALVINGS
from understudy.chat.text import (
    WEIGHT_PER_TOKEN,
    estimate_tokens,
    fenced_block,
    one_line,
    prefix_length_within,
    text_weight,
)
from understudy.models import ToolSpec, format_context_block
from understudy.schema.acp import RuntimeContextItem

__all__ = ["ContextWindow", "RenderedContext", "WindowAllocation", "render_context", "truncation_report"]

_TRUNCATED_NOTE: Final = "[cut here: the rest did not fit]\n"
_MIN_PARTIAL_WEIGHT: Final = 200 * WEIGHT_PER_TOKEN
"""What must be left of an item for a part of it to be worth showing."""


@dataclass(frozen=True, slots=True)
class RenderedContext:
    text: str | None
    trimmed: list[int]
    """Indexes of items that were cut."""
    omitted: list[int]
    """Indexes of items that are not there at all."""


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


def render_context(items: Sequence[RuntimeContextItem], budget_tokens: int) -> RenderedContext:
    """The items in at most `budget` tokens."""
    wanted = [(index, item) for index, item in enumerate(items) if item.text.strip()]
    room = budget_tokens * WEIGHT_PER_TOKEN
    kept: list[str] = []
    for position, (index, item) in enumerate(wanted):
        block = _item_block(item, item.text)
        weight = text_weight(block) + text_weight("\n")
        if weight <= room:
            kept.append(block)
            room -= weight
            continue
        rest = [later for later, _ in wanted[position + 1 :]]
        part = _truncated_block(item, room)
        if part is None:
            return RenderedContext(_join_blocks(kept), [], [index, *rest])
        return RenderedContext(_join_blocks([*kept, part]), [index], rest)
    return RenderedContext(_join_blocks(kept), [], [])


def truncation_report(
    rendered: RenderedContext, items: Sequence[RuntimeContextItem]
) -> dict[str, Any] | None:
    """Which items were given up, for the turn's `_meta`; None if all of them fitted."""
    if not rendered.trimmed and not rendered.omitted:
        return None
    return {
        "trimmed": [_item_reference(index, items[index]) for index in rendered.trimmed],
        "omitted": [_item_reference(index, items[index]) for index in rendered.omitted],
    }


def _join_blocks(blocks: list[str]) -> str | None:
    return "\n".join(blocks) if blocks else None


def _item_block(item: RuntimeContextItem, text: str, note: str = "") -> str:
    return f"## {_item_title(item) or 'Untitled'}\n{fenced_block(text)}\n{note}"


def _truncated_block(item: RuntimeContextItem, max_weight: int) -> str | None:
    """The beginning of an item in what room there is, cut at a line's end where that leaves enough."""
    around = (
        text_weight(_item_block(item, item.text, _TRUNCATED_NOTE))
        - text_weight(item.text)
        + text_weight("\n")
    )
    if max_weight - around < _MIN_PARTIAL_WEIGHT:
        return None
    text = item.text[: prefix_length_within(item.text, max_weight - around)]
    line = text.rfind("\n") + 1
    if line and text_weight(text[:line]) >= _MIN_PARTIAL_WEIGHT:
        text = text[:line]
    return _item_block(item, text, _TRUNCATED_NOTE) if text.strip() else None


def _item_title(item: RuntimeContextItem) -> str:
    return one_line(item.title, MAX_CONTEXT_TITLE_CHARS) if isinstance(item.title, str) else ""


def _item_reference(index: int, item: RuntimeContextItem) -> dict[str, Any]:
    title = _item_title(item)
    return {"index": index, "title": title} if title else {"index": index}
