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
    # A cursor would find the first one at once, but finds none where a grammar hides the node at that offset.
    children = node.named_children
    found: list[Node] = []
    for at in range(bisect_left(children, start, key=_END), len(children)):
        child = children[at]
        if child.start_byte > end:
            break
        if child.named_child_count:
            found.append(child)
    return found
