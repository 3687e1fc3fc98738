"""Finds the nodes of a syntax tree by their range. Not what a node means."""

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["inner_children_touching"]

_END: Final = attrgetter("end_byte")


def inner_children_touching(node: "Node", start: int, end: int) -> list["Node"]:
    """Return the named children that touch the range from `start` to `end` and have named children themselves."""
    cursor = node.walk()
    if not start or cursor.goto_first_child_for_byte(start - 1) is None:
        # The cursor finds no child where a grammar hides the node at that offset.
        return _search_children(node, start, end)
    found: list[Node] = []
    while True:
        child = cursor.node
        if child is None or child.start_byte > end:
            break
        if child.is_named and child.named_child_count:
            found.append(child)
        if not cursor.goto_next_sibling():
            break
    return found


def _search_children(node: "Node", start: int, end: int) -> list["Node"]:
    children = node.named_children
    found: list[Node] = []
    for at in range(bisect_left(children, start, key=_END), len(children)):
        child = children[at]
        if child.start_byte > end:
            break
        if child.named_child_count:
            found.append(child)
    return found
