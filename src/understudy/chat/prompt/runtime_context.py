"""One turn's runtime context as a text that fits: what the host says besides the user's words. Pure.

That it is not the user who says it is written around it where it enters the prompt (see models.context).

Items come in order of importance. If they do not all fit, the later ones go first: the kept ones are always the
first ones, whole, then at most one that was cut. Nothing of it is ever stored or logged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from understudy.chat.limits import MAX_CONTEXT_TITLE_CHARS
from understudy.chat.text import WEIGHT_PER_TOKEN, fenced_block, one_line, prefix_length_within, text_weight
from understudy.schema.acp import RuntimeContextItem

__all__ = ["RenderedContext", "render_context", "truncation_report"]

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
