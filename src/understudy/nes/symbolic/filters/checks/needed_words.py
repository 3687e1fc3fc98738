"""Words of a header that the block below it needs: `async` for an `await`, a lifetime for its uses.

A user who takes `async` from a function without an `await` does not take it from one that awaits something, and
`impl<'a> Map<'a>` becomes `impl Map<'_>` only where the block does not name the lifetime. The grammars accept such
code, so that validation does not notice it.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings import NameResolver
from understudy.nes.text import Point, Splice

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["removes_needed_word"]

_ASYNC: Final = re.compile(r"(?<![\w.$])async(?![\w$])")
_DECLARED_LIFETIMES: Final = re.compile(
    r"\b(?:impl|fn\s+\w+|struct\s+\w+|enum\s+\w+|trait\s+\w+)\s*<([^<>]*)"
)
_LIFETIME: Final = re.compile(r"'[a-z]\w*(?!')")
_FUNCTIONS: Final = frozenset(
    {"function_definition", "function_declaration", "function_expression", "arrow_function", "function"}
    | {"method_definition", "generator_function", "generator_function_declaration", "lambda"}
    | {"async_block", "closure_expression", "function_item"}
)
"""Nodes whose `await` is their own."""
_AWAITING: Final = frozenset({"await", "await_expression"})
_ITEMS: Final = frozenset({"impl_item", "function_item", "struct_item", "enum_item", "trait_item"})
_MAX_NODES: Final = 4000
"""Nodes of one block that are looked at."""


def removes_needed_word(changes: Sequence[Splice], after: NameResolver) -> bool:
    """Whether the changes take a word from a header that its block still needs; `after` has the changed text."""
    shift = 0
    for change in changes:
        line = change.line + shift
        shift += len(change.new) - len(change.old)
        if len(change.old) != len(change.new):
            continue
        for number, (old, new) in enumerate(zip(change.old, change.new, strict=True)):
            if len(_ASYNC.findall(old)) > len(_ASYNC.findall(new)) and _awaits(after, line + number, new):
                return True
            lost = _declared_lifetimes(old) - _declared_lifetimes(new)
            if lost and _names_lifetime(after, line + number, new, lost):
                return True
    return False


def _awaits(after: NameResolver, line: int, text: str) -> bool:
    """Whether a function that begins in the line has an `await` of its own."""
    return any(_has_await(node) for node in _nodes_beginning(after, line, text, _FUNCTIONS))


def _has_await(function: "Node") -> bool:
    pending, visited = list(function.named_children), 0
    while pending and visited < _MAX_NODES:
        node = pending.pop()
        visited += 1
        if node.type in _AWAITING or (node.type == "for_in_statement" and _is_async_loop(node)):
            return True
        if node.type not in _FUNCTIONS:
            pending.extend(node.named_children)
    return False


def _is_async_loop(node: "Node") -> bool:
    return any(child.type == "await" for child in node.children)


def _declared_lifetimes(text: str) -> frozenset[str]:
    return frozenset(
        name for found in _DECLARED_LIFETIMES.finditer(text) for name in _LIFETIME.findall(found[1])
    )


def _names_lifetime(after: NameResolver, line: int, text: str, lost: frozenset[str]) -> bool:
    """Whether the item that begins in the line names one of the lifetimes."""
    return any(
        name in lost
        for node in _nodes_beginning(after, line, text, _ITEMS)
        for name in _LIFETIME.findall(after.source[node.start_byte : node.end_byte])
    )


def _nodes_beginning(after: NameResolver, line: int, text: str, types: frozenset[str]) -> "list[Node]":
    """The outermost nodes of these types that begin in the line."""
    start = after.offset(Point(line, len(text) - len(text.lstrip())))
    node = after.root.descendant_for_byte_range(start, after.offset(Point(line, len(text.rstrip()))))
    if node is None:
        return []
    found: list[Node] = []
    pending, visited = [node], 0
    while pending and visited < _MAX_NODES:
        one = pending.pop()
        visited += 1
        if one.type in types and one.start_point.row == line:
            found.append(one)
        elif one.start_point.row <= line <= one.end_point.row:
            pending.extend(one.named_children)
    return found
