"""How deep plain data is nested, found without recursion: a model can nest deeper than any stack is high.

Knows nothing of calls or messages. What is too deep is kept as text, which every part of the house can carry.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from understudy.models.characters import replace_lone_surrogates

__all__ = ["MAX_JSON_DEPTH", "to_json_text", "is_too_deep"]

MAX_JSON_DEPTH: Final = 64
"""Levels. No tool asks for a tenth of it, and every provider and library takes that much."""
UNWRITABLE_TEXT: Final = "[nested too deep to be written]"


def is_too_deep(data: object) -> bool:
    """Whether lists and objects stand inside each other in more levels than `DEEPEST`."""
    level = _containers([data])
    for _ in range(MAX_JSON_DEPTH):
        if not level:
            return False
        level = [inner for holder in level for inner in _containers(_children(holder))]
    return bool(level)


def to_json_text(data: object) -> str:
    """The data as JSON, without halves of characters. What Python itself cannot write becomes a remark."""
    try:
        return replace_lone_surrogates(json.dumps(data, ensure_ascii=False, default=str))
    except (RecursionError, ValueError):
        return UNWRITABLE_TEXT


def _containers(items: Iterable[object]) -> list[Any]:
    return [item for item in items if isinstance(item, Mapping | list | tuple)]


def _children(container: Any) -> Iterable[object]:
    if isinstance(container, Mapping):
        return cast("Mapping[str, object]", container).values()
    return container
