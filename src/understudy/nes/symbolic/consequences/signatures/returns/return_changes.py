"""How the return type of a function changed, and where that follows; the returns of a function and their values."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_RETURNS
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.signatures.calls import FUNCTION_TYPES, FunctionNode
from understudy.nes.syntax import split_list_items
from understudy.nes.text import Point, Replacement

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "ReturnChange",
    "ReturnUse",
    "return_type_of",
    "returns_of",
    "split_types",
    "values_of",
]


class ReturnChange(NamedTuple):
    function: FunctionNode
    old: str
    """The return type before; empty if a `return` changed, in Python."""
    new: str
    old_values: Sequence[str] = ()
    """In Python: the values of the changed `return` before, or the types of the annotation."""
    new_values: Sequence[str] = ()


class ReturnUse(NamedTuple):
    text: SourceText
    edits: tuple[Replacement, ...]
    position: Point


def split_types(written: str) -> list[str]:
    """Return the types of a list without its brackets."""
    line = [" ".join(written.split("\n"))]
    found = split_list_items(line, line, Point(0, -1), Point(0, len(line[0])), angle_brackets=True)
    return [one.text for one in found]


def returns_of(function: "Node") -> Iterator["Node"]:
    """Yield the return statements of a function, not those of functions in it."""
    pending = [*reversed(function.named_children)]
    count = 0
    while pending and count < MAX_RETURNS:
        node = pending.pop()
        count += 1
        if node.type in ("return_statement", "return_expression"):
            yield node
        elif node.type not in FUNCTION_TYPES:
            pending += reversed(node.named_children)


def values_of(text: SourceText, node: "Node") -> list[str]:
    """Return the values of a return statement."""
    value = next(iter(node.named_children), None)
    while value is not None and value.type == "parenthesized_expression":
        value = next(iter(value.named_children), None)
    if value is None:
        return []
    if value.type in ("expression_list", "tuple"):
        return [text.joined[one.start_byte : one.end_byte] for one in value.named_children]
    return [text.joined[value.start_byte : value.end_byte]]


def return_type_of(text: SourceText, node: "Node") -> str:
    for field in ("return_type", "result", "type"):
        found = node.child_by_field_name(field)
        if found is not None:
            return text.joined[found.start_byte : found.end_byte].lstrip(": ").strip()
    return ""
