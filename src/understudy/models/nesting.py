"""How deep plain data is nested, found without recursion: a model can nest deeper than any stack is high.

Knows nothing of calls or messages. What is too deep is kept as text, which every part of the house can carry.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from understudy.models.characters import whole_characters

__all__ = ["DEEPEST", "text_of", "too_deep"]

DEEPEST: Final = 64
"""Levels. No tool asks for a tenth of it, and every provider and library takes that much."""
UNWRITABLE: Final = "[nested too deep to be written]"


def too_deep(data: object) -> bool:
    """Whether lists and objects stand inside each other in more levels than `DEEPEST`."""
    level = _holders([data])
    for _ in range(DEEPEST):
        if not level:
            return False
        level = [inner for holder in level for inner in _holders(_inside(holder))]
    return bool(level)


def text_of(data: object) -> str:
    """The data as JSON, without halves of characters. What Python itself cannot write becomes a remark."""
    try:
        return whole_characters(json.dumps(data, ensure_ascii=False, default=str))
    except (RecursionError, ValueError):
        return UNWRITABLE


def _holders(items: Iterable[object]) -> list[Any]:
    return [item for item in items if isinstance(item, Mapping | list | tuple)]


def _inside(holder: Any) -> Iterable[object]:
    if isinstance(holder, Mapping):
        return cast("Mapping[str, object]", holder).values()
    return holder
