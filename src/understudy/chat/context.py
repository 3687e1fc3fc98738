"""One turn's runtime context as a text that fits: what the host says besides the user's words. Pure.

That it is not the user who says it is written around it where it enters the prompt (see models.context).

Items come in order of importance. If they do not all fit, the later ones go first: the kept ones are always the
first ones, whole, then at most one that was cut. Nothing of it is ever stored or logged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from understudy.chat.markdown import fenced
from understudy.chat.tokens import TOKEN, prefix_within, weigh
from understudy.chat.wording import one_line
from understudy.schema.acp import RuntimeContextItem

__all__ = ["Rendered", "render_context", "report"]

_CUT: Final = "[cut here: the rest did not fit]\n"
_USEFUL: Final = 200 * TOKEN
"""What must be left of an item for a part of it to be worth showing."""
_LONGEST_TITLE: Final = 200


@dataclass(frozen=True, slots=True)
class Rendered:
    text: str | None
    trimmed: list[int]
    """Indexes of items that were cut."""
    omitted: list[int]
    """Indexes of items that are not there at all."""


def render_context(items: Sequence[RuntimeContextItem], budget: int) -> Rendered:
    """The items in at most `budget` tokens."""
    wanted = [(index, item) for index, item in enumerate(items) if item.text.strip()]
    room = budget * TOKEN
    kept: list[str] = []
    for position, (index, item) in enumerate(wanted):
        block = _block(item, item.text)
        weight = weigh(block) + weigh("\n")
        if weight <= room:
            kept.append(block)
            room -= weight
            continue
        rest = [later for later, _ in wanted[position + 1 :]]
        part = _part(item, room)
        if part is None:
            return Rendered(_whole(kept), [], [index, *rest])
        return Rendered(_whole([*kept, part]), [index], rest)
    return Rendered(_whole(kept), [], [])


def report(rendered: Rendered, items: Sequence[RuntimeContextItem]) -> dict[str, Any] | None:
    """Which items were given up, for the turn's `_meta`; None if all of them fitted."""
    if not rendered.trimmed and not rendered.omitted:
        return None
    return {
        "trimmed": [_named(index, items[index]) for index in rendered.trimmed],
        "omitted": [_named(index, items[index]) for index in rendered.omitted],
    }


def _whole(blocks: list[str]) -> str | None:
    return "\n".join(blocks) if blocks else None


def _block(item: RuntimeContextItem, text: str, mark: str = "") -> str:
    return f"## {_title(item) or 'Untitled'}\n{fenced(text)}\n{mark}"


def _part(item: RuntimeContextItem, room: int) -> str | None:
    """The beginning of an item in what room there is, cut at a line's end where that leaves enough."""
    around = weigh(_block(item, item.text, _CUT)) - weigh(item.text) + weigh("\n")
    if room - around < _USEFUL:
        return None
    text = item.text[: prefix_within(item.text, room - around)]
    line = text.rfind("\n") + 1
    if line and weigh(text[:line]) >= _USEFUL:
        text = text[:line]
    return _block(item, text, _CUT) if text.strip() else None


def _title(item: RuntimeContextItem) -> str:
    return one_line(item.title, _LONGEST_TITLE) if isinstance(item.title, str) else ""


def _named(index: int, item: RuntimeContextItem) -> dict[str, Any]:
    title = _title(item)
    return {"index": index, "title": title} if title else {"index": index}
