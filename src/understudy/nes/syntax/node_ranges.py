"""Finds the nodes of a syntax tree by their range. Not what a node means."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["inner_children_touching"]


def inner_children_touching(node: "Node", start: int, end: int) -> list["Node"]:
    """Return the named children that touch the range from `start` to `end` and have named children themselves.

    Takes a time that does not depend on how many children are outside of the range.
    """
    cursor = node.walk()
    found: list[Node] = []
    if cursor.goto_first_child_for_byte(max(0, start - 1)) is None:
        return found
    while True:
        child = cursor.node
        if child is None or child.start_byte > end:
            return found
        if child.is_named and child.named_child_count and child.end_byte >= start:
            found.append(child)
        if not cursor.goto_next_sibling():
            return found
