"""Strings in which a type says its own name: `<Oven left>` or `Oven(left)` in `__repr__` or `toString()`.

In other strings, such as `"Ticket 12 of Monday"`, the word may be an ordinary one.
"""

import re
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings import NameResolver, enclosing
from understudy.nes.symbolic.renames.detection import Rename
from understudy.nes.text import Point

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["describes_itself"]

_KINDS: Final = frozenset({"class", "type"})
_METHODS: Final = frozenset({"__repr__", "__str__", "toString", "inspect", "to_s", "String"})
_FUNCTIONS: Final = frozenset({"function_definition", "method_definition", "method_declaration", "method"})
_OWNERS: Final = frozenset({"class_definition", "class_declaration", "class", "record_declaration"})
_BEGINNING: Final = re.compile(r"[\"'`](#?<)?\Z")
"""What is before the name in a string that begins with it, perhaps with a bracket around all of it."""


def describes_itself(rename: Rename, resolver: NameResolver, node: "Node", point: Point) -> bool:
    """Whether a string that describes an object of the renamed type begins with the old name at a point."""
    if rename.binding.kind not in _KINDS or ("string" not in node.type and "template" not in node.type):
        return False
    line = resolver.snapshot.lines[point.line]
    opening = _BEGINNING.search(line[: point.column])
    if opening is None or not (
        opening[1] or line[point.column + len(rename.old) :].startswith(("(", "[", "{"))
    ):
        return False
    method = enclosing(node, _FUNCTIONS)
    name = method.child_by_field_name("name") if method is not None else None
    if method is None or name is None or resolver.source[name.start_byte : name.end_byte] not in _METHODS:
        return False
    receiver = method.child_by_field_name("receiver")
    if receiver is not None:
        written = resolver.source[receiver.start_byte : receiver.end_byte]
        return re.search(rf"\b{re.escape(rename.new)}\b", written) is not None
    owner = enclosing(method, _OWNERS)
    owner_name = owner.child_by_field_name("name") if owner is not None else None
    return (
        owner_name is not None and resolver.source[owner_name.start_byte : owner_name.end_byte] == rename.new
    )
