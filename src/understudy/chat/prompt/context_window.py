"""Division of a model's context window between the answer, the instructions and tools, history and context. Pure.

The runtime context is current, and the user's editor wants the model to see it: it gets a quarter of the window
even if history has to be shortened for it, and more if there is free room. Its items come in order of
importance. If they do not all fit, the later ones are dropped: what is kept are the first items, whole, and then
at most one truncated item. Runtime context is never stored or logged; `models.format_context_block` marks it as
not the user's words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import msgspec

from understudy.chat.limits import (
    DEFAULT_ANSWER_TOKENS,
    MAX_CACHED_ESTIMATES,
    MAX_CONTEXT_TITLE_CHARS,
    MAX_WINDOW_HALVINGS,
)
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
"""The smallest part of an item that is worth including."""


@dataclass(frozen=True, slots=True)
class RenderedContext:
    text: str | None
    trimmed: list[int]
    """Indexes of truncated items."""
    omitted: list[int]
    """Indexes of items that were left out."""


@dataclass(frozen=True, slots=True)
class WindowAllocation:
    """The token budget of the conversation, and the runtime context that is sent with it."""

    history_tokens: int
    context: RenderedContext = field(repr=False)


@dataclass(frozen=True, slots=True)
class ContextWindow:
    size: int
    available_tokens: int
    """Tokens for history and context."""

    @classmethod
    def for_request(
        cls, size: int, system: str, tools: Sequence[ToolSpec], answer_tokens: int | None, halvings: int = 0
    ) -> "ContextWindow":
        """`halvings`: how often the model has rejected a request as too long in this session."""
        specs = msgspec.json.encode(
            [(tool.name, tool.description, tool.input_schema) for tool in tools]
        ).decode()
        fixed = (
            (answer_tokens or min(DEFAULT_ANSWER_TOKENS, size // 4))
            + _cached_estimate(system)
            + _cached_estimate(specs)
        )
        margin = size // 32  # the token counts are estimates
        # Even if nothing seems to be left, the request may fit: the estimates are on the high side.
        available = max(size - fixed - margin, size // 8)
        return cls(size, available >> min(halvings, MAX_WINDOW_HALVINGS))

    @property
    def max_result_tokens(self) -> int:
        """Tokens of one tool result."""
        return max(200, self.available_tokens * 3 // 10)

    def allocate(self, history_tokens: int, items: Sequence[RuntimeContextItem]) -> WindowAllocation:
        """Divide the available tokens. `history_tokens`: the tokens of the conversation so far."""
        overhead = estimate_tokens(format_context_block(""))
        reserved = min(self.size // 4, self.available_tokens // 2)
        free = min(self.available_tokens - history_tokens, self.available_tokens * 3 // 4)
        rendered = render_context(items, max(reserved, free) - overhead)
        if rendered.text is None:
            return WindowAllocation(self.available_tokens, rendered)
        # Rounded up to coarse steps: a context that varies a little must not move where history is truncated.
        step = max(1, self.size // 16)
        used = estimate_tokens(format_context_block(rendered.text))
        rounded = min(-(-used // step) * step, max(used, self.available_tokens // 2))
        return WindowAllocation(self.available_tokens - rounded, rendered)


def render_context(items: Sequence[RuntimeContextItem], budget_tokens: int) -> RenderedContext:
    """Render the items in at most `budget_tokens`."""
    present = [(index, item) for index, item in enumerate(items) if item.text.strip()]
    remaining = budget_tokens * WEIGHT_PER_TOKEN
    blocks: list[str] = []
    for position, (index, item) in enumerate(present):
        block = _item_block(item, item.text)
        weight = text_weight(block) + text_weight("\n")
        if weight <= remaining:
            blocks.append(block)
            remaining -= weight
            continue
        later = [later_index for later_index, _ in present[position + 1 :]]
        truncated = _truncated_block(item, remaining)
        if truncated is None:
            return RenderedContext(_join_blocks(blocks), [], [index, *later])
        return RenderedContext(_join_blocks([*blocks, truncated]), [index], later)
    return RenderedContext(_join_blocks(blocks), [], [])


def truncation_report(
    rendered: RenderedContext, items: Sequence[RuntimeContextItem]
) -> dict[str, Any] | None:
    """Which items were truncated or left out, for the turn's `_meta`; None if all of them fit."""
    if not rendered.trimmed and not rendered.omitted:
        return None
    return {
        "trimmed": [_item_reference(index, items[index]) for index in rendered.trimmed],
        "omitted": [_item_reference(index, items[index]) for index in rendered.omitted],
    }


@lru_cache(MAX_CACHED_ESTIMATES)
def _cached_estimate(text: str) -> int:
    """For texts that are the same in every turn."""
    return estimate_tokens(text)


def _join_blocks(blocks: list[str]) -> str | None:
    return "\n".join(blocks) if blocks else None


def _item_block(item: RuntimeContextItem, text: str, note: str = "") -> str:
    return f"## {_item_title(item) or 'Untitled'}\n{fenced_block(text)}\n{note}"


def _truncated_block(item: RuntimeContextItem, max_weight: int) -> str | None:
    """The beginning of an item within `max_weight`, preferably up to a line end; None if too little fits."""
    overhead = (
        text_weight(_item_block(item, item.text, _TRUNCATED_NOTE))
        - text_weight(item.text)
        + text_weight("\n")
    )
    if max_weight - overhead < _MIN_PARTIAL_WEIGHT:
        return None
    text = item.text[: prefix_length_within(item.text, max_weight - overhead)]
    line = text.rfind("\n") + 1
    if line and text_weight(text[:line]) >= _MIN_PARTIAL_WEIGHT:
        text = text[:line]
    return _item_block(item, text, _TRUNCATED_NOTE) if text.strip() else None


def _item_title(item: RuntimeContextItem) -> str:
    return one_line(item.title, MAX_CONTEXT_TITLE_CHARS) if isinstance(item.title, str) else ""


def _item_reference(index: int, item: RuntimeContextItem) -> dict[str, Any]:
    title = _item_title(item)
    return {"index": index, "title": title} if title else {"index": index}
