"""Makes what a model wrote safe to store and to send back: text, nested data, tool names and call ids. Pure.

Text has no lone surrogates. Nesting is measured without recursion, since a model can nest deeper than the
stack allows; data that is too deep is kept as JSON text. Tool names and call ids are ones that every provider
accepts: a provider that rejects one name rejects every later request of the session, which contains it too.
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
    """Join surrogate pairs that JSON left separate, and replace lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


UNWRITABLE_TEXT: Final = "[nested too deep to be written]"


def is_too_deep(data: object) -> bool:
    """Whether lists and objects are nested in more than MAX_JSON_DEPTH levels."""
    level = _containers([data])
    for _ in range(MAX_JSON_DEPTH):
        if not level:
            return False
        level = [inner for container in level for inner in _containers(_children(container))]
    return bool(level)


def to_json_text(data: object) -> str:
    """Encode data as JSON without lone surrogates. If Python cannot encode it, return a note."""
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
    """The id to send: a hash replaces an id that is not portable, the same one every time."""
    if is_portable_id(call):
        return call
    return f"call_{hashlib.blake2b(call.encode(errors='surrogatepass'), digest_size=12).hexdigest()}"


def portable_name(name: str) -> str:
    """The name to send. Names of real tools are unchanged."""
    return _INVALID_NAME_CHARS.sub("_", name[:MAX_TOOL_NAME_CHARS]) or "unknown"
