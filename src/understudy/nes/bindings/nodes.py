"""Questions about nodes of a syntax tree that the rules of several languages ask."""

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "child_index",
    "enclosing",
    "first_named",
    "innermost_part",
    "is_field",
    "is_inside",
    "name_of",
    "same_node",
]


def same_node(one: "Node | None", other: "Node | None") -> bool:
    return one is not None and other is not None and one.id == other.id


def is_field(parent: "Node", name: str, node: "Node") -> bool:
    """Whether the node is one of the children of its parent in that field."""
    return any(child.id == node.id for child in parent.children_by_field_name(name))


def enclosing(node: "Node", types: Container[str]) -> "Node | None":
    """Return the nearest node around a node, not itself, that has one of the types."""
    at = node.parent
    while at is not None and at.type not in types:
        at = at.parent
    return at


def is_inside(node: "Node", outer: "Node | None") -> bool:
    return outer is not None and outer.start_byte <= node.start_byte and node.end_byte <= outer.end_byte


def first_named(node: "Node | None", *types: str) -> "Node | None":
    """Return the first named child, of one of the types if any are given."""
    if node is not None:
        for child in node.named_children:
            if not types or child.type in types:
                return child
    return None


def innermost_part(node: "Node | None", part_fields: Mapping[str, str]) -> "Node | None":
    """Follow nodes to one of their parts, as long as their type is listed; None if such a part is missing.

    `part_fields` has the field of the part by the type of the node; "" for the first named child.
    """
    while node is not None and node.type in part_fields:
        field = part_fields[node.type]
        node = node.child_by_field_name(field) if field else first_named(node)
    return node


def child_index(parent: "Node", node: "Node") -> int:
    """Return the position of the node among the named children of its parent; -1 if it is none of them."""
    for index, child in enumerate(parent.named_children):
        if child.id == node.id:
            return index
    return -1


def name_of(node: "Node", field: str = "name") -> str:
    """Return the text of the child in a field; empty if there is none."""
    name = node.child_by_field_name(field)
    return name.text.decode() if name is not None and name.text is not None else ""
