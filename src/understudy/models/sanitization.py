"""How deep plain data is nested, found without recursion: a model can nest deeper than any stack is high.

Knows nothing of calls or messages. What is too deep is kept as text, which every part of the house can carry.

Text that can be sent and stored: no halves of characters.

Names of tools and ids of calls that every provider takes back, whatever a model made of them. Pure.

A provider that refuses one name refuses every later request of the session, which holds it too.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from understudy.models.limits import MAX_CALL_ID_CHARS, MAX_JSON_DEPTH, MAX_TOOL_NAME_CHARS

__all__ = [
    "is_portable_id",
    "is_too_deep",
    "portable_id",
    "portable_name",
    "replace_lone_surrogates",
    "to_json_text",
]


def replace_lone_surrogates(text: str) -> str:
    """Join surrogate pairs that JSON left apart, and put the replacement character for lone halves."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


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


_PORTABLE_ID: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_CALL_ID_CHARS}}}")
_INVALID_NAME_CHARS: Final = re.compile(r"[^A-Za-z0-9_-]")


def is_portable_id(call: str) -> bool:
    return _PORTABLE_ID.fullmatch(call) is not None


def portable_id(call: str) -> str:
    """The id as it goes out: another one in the place of an odd one, always the same for the same."""
    if is_portable_id(call):
        return call
    return f"call_{hashlib.blake2b(call.encode(errors='surrogatepass'), digest_size=12).hexdigest()}"


def portable_name(name: str) -> str:
    """The name as it goes out. Those of real tools stay what they are."""
    return _INVALID_NAME_CHARS.sub("_", name[:MAX_TOOL_NAME_CHARS]) or "unknown"
