"""What objects of library types hold: a list its elements, a map its values, a signal or a reference its value.

Library types are known by name only, so a generic type of a package is taken to hold its type argument.
"""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.ecmascript.nodes import nth_child
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["HOLDERS", "generic_name", "held_argument", "is_package", "type_argument"]

HOLDERS: Final = frozenset({"generic_type", "call_expression", "new_expression"})
"""Nodes that may stand for an object of a library type: a written type, or what makes the object."""
_MAPS: Final = frozenset({"Map", "WeakMap", "ReadonlyMap", "Record"})
_HELD: Final = frozenset({"value", "current"})
_GETTERS: Final = frozenset({"get", "peek"})
_LOCAL_PREFIXES: Final = (".", "/", "@/", "~/", "#/", "$lib/", "<")


def is_package(module: str) -> bool:
    """Whether a module specifier names a package, and no file of the project."""
    if not module or module.startswith(_LOCAL_PREFIXES):
        return False
    return module.startswith("@") or "/" not in module


def generic_name(node: "Node", resolver: "NameResolver") -> str:
    """Return the name of a generic type, or of the class or function that makes the object."""
    for field in ("name", "constructor", "function"):
        name = node.child_by_field_name(field)
        if name is not None:
            return resolver.text(name)
    return ""


def type_argument(generic: "Node", resolver: "NameResolver", index: int = 0) -> TypeReference | None:
    arguments = generic.child_by_field_name("type_arguments")
    node = nth_child(arguments, index) if arguments is not None else None
    return resolver.type_of(node) if node is not None else None


def held_argument(
    holder: "Node", name: str, resolver: "NameResolver", *, is_call: bool
) -> TypeReference | None:
    """Return the type of what a member of the object gives, such as `value` of a signal or `get()` of a map."""
    is_map = generic_name(holder, resolver) in _MAPS
    if is_map != (is_call and name == "get") and is_map:
        return None
    if name not in (_GETTERS if is_call else _HELD):
        return None
    if holder.child_by_field_name("type_arguments") is not None:
        return type_argument(holder, resolver, 1 if is_map else 0)
    arguments = holder.child_by_field_name("arguments")
    first = nth_child(arguments, 0) if arguments is not None else None
    if first is None or is_map:
        return None
    if first.type == "arrow_function":
        body = first.child_by_field_name("body")
        return resolver.type_of(body) if body is not None and body.type != "statement_block" else None
    return resolver.type_of(first)
