"""What tells the parts of a TypeScript union of objects apart: a property with another string in each of them.

The parts are written out, as in `{ kind: "circle" } | { kind: "square" }`, or named types of the same text.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.consequences.siblings.members import children_of, name_of, string_value, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["read_discriminants"]

_DECLARATIONS: Final = {"interface_declaration": "body", "type_alias_declaration": "value"}
"""Nodes that name an object type, with the field that holds it."""
_OBJECT_TYPES: Final = frozenset({"object_type", "interface_body"})


def read_discriminants(parts: Sequence["Node"], text: str) -> list[str]:
    """Return the string that stands for each part of a union; empty if no property tells them apart."""
    if any(one.type not in ("object_type", "type_identifier") for one in parts):
        return []
    named: dict[str, Node] = {}
    if any(one.type == "type_identifier" for one in parts):
        named = _named_types(parts[0], {text_of(one, text) for one in parts}, text)
    literals: list[dict[str, str]] = []
    for part in parts:
        body = part if part.type == "object_type" else named.get(text_of(part, text))
        if body is None:
            return []
        literals.append(_literal_properties(body, text))
    for key in literals[0]:
        values = [one.get(key, "") for one in literals]
        if all(values) and len(set(values)) == len(values):
            return values
    return []


def _literal_properties(body: "Node", text: str) -> dict[str, str]:
    """Return the properties whose type is a string, with the string."""
    found: dict[str, str] = {}
    for one in children_of(body, "property_signature"):
        value = string_value(text_of(one.child_by_field_name("type"), text).lstrip(":").strip())
        if value:
            found[name_of(one, text)] = value
    return found


def _named_types(node: "Node", names: set[str], text: str) -> dict[str, "Node"]:
    """Return the object types that the text declares under these names."""
    root = node
    while root.parent is not None:
        root = root.parent
    found: dict[str, Node] = {}
    for child in root.named_children:
        declared = child.child_by_field_name("declaration") if child.type == "export_statement" else child
        field = _DECLARATIONS.get(declared.type) if declared is not None else None
        if declared is None or field is None or name_of(declared, text) not in names:
            continue
        body = declared.child_by_field_name(field)
        if body is not None and body.type in _OBJECT_TYPES:
            found[name_of(declared, text)] = body
    return found
