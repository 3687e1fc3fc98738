"""Whether a `goto` can be where it is written: its label is further down in the function, and where that label
releases something, the function has acquired it by then.

A check of the first resource returns at once: `if (file == NULL) goto fail;` would close a file that is not open.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.limits import MAX_FUNCTION_NODES

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["may_jump"]

_FUNCTIONS: Final = frozenset(
    {"function_definition", "function_declaration", "method_declaration", "func_literal"}
)
_RELEASED: Final = re.compile(r"^\s*(?:\w+:\s*)?(?:if\s*\([^()]*\)\s*)?\w+\(\s*&?(\w+)\s*\)\s*;", re.M)
"""A call with one variable, such as `free(buffer);`."""
_NOTHING: Final = r"(?:NULL|nullptr|0|-1|INVALID_HANDLE_VALUE)"


def may_jump(goto: "Node", source: str) -> bool:
    """Return whether a `goto` of the text can be there."""
    label = next((one for one in goto.named_children if not one.type.endswith("comment")), None)
    function = goto.parent
    while function is not None and function.type not in _FUNCTIONS:
        if function.type in ("ERROR", "preproc_function_def"):
            return True
        function = function.parent
    if label is None or function is None:
        return function is not None and label is None  # `goto *address` of GNU C has no name
    name = source[label.start_byte : label.end_byte]
    start = next((one.start_byte for one in _labels(function) if _name_of(one, source) == name), None)
    if start is None or start < goto.start_byte:
        return False
    released = set(_RELEASED.findall(source, start, function.end_byte))
    if not released:
        return True
    branch, condition = _condition_of(goto, source)
    before = source[function.start_byte : branch]
    return any(_is_acquired(one, before) and not _is_missing(one, condition) for one in released)


def _labels(function: "Node") -> Iterator["Node"]:
    pending, visited = [function], 0
    while pending and visited < MAX_FUNCTION_NODES:
        node = pending.pop()
        visited += 1
        if node.type == "labeled_statement":
            yield node
        pending.extend(node.named_children)


def _name_of(label: "Node", source: str) -> str:
    name = label.child_by_field_name("label") or label.named_children[0]
    return source[name.start_byte : name.end_byte]


def _condition_of(goto: "Node", source: str) -> tuple[int, str]:
    """Return where the `if` around a `goto` begins, with its condition; the `goto` itself if there is none."""
    node = goto.parent
    while node is not None and node.type in ("compound_statement", "block"):
        node = node.parent
    condition = node.child_by_field_name("condition") if node is not None else None
    if node is None or condition is None:
        return goto.start_byte, ""
    return node.start_byte, source[condition.start_byte : condition.end_byte]


def _is_acquired(name: str, before: str) -> bool:
    """Whether a variable gets a value that is something, or is filled by a function that gets its address."""
    return (
        re.search(rf"(?<![\w.>]){name}\s*=(?!=|\s*{_NOTHING}\s*[;,])|&{name}\b", before) is not None
        or re.search(rf"\([^()]*\b{name}\s*[,)][^;{{}}]*\)?\s*\{{", before) is not None
    )


def _is_missing(name: str, condition: str) -> bool:
    """Whether a condition is that there is nothing in a variable, as far as that is not one of several."""
    return (
        re.search(
            rf"!\s*{name}\b(?!\s*(?:->|\.|\[))|\b{name}\s*(?:==\s*{_NOTHING}|<\s*0)|{_NOTHING}\s*==\s*{name}\b"
            rf"|(?<![\w.>]){name}\s*=(?!=)",
            condition,
        )
        is not None
    )
