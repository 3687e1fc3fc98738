"""Written types of Rust: without their references and wrappers, and their arguments."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.nodes import first_named, name_of

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["plain_type", "type_argument"]

_WRAPPERS: Final = frozenset({"Box", "Rc", "Arc", "Ref", "RefMut", "Cow", "MutexGuard", "Pin"})
"""Types through which the members of their argument are reached."""


def plain_type(written: "Node") -> "Node | None":
    """Return a written type without references and wrappers."""
    node: Node | None = written
    while node is not None:
        kind = node.type
        if kind in ("reference_type", "pointer_type"):
            node = node.child_by_field_name("type")
        elif kind in ("dynamic_type", "abstract_type"):
            node = node.child_by_field_name("trait")
        elif kind in ("bounded_type", "parenthesized_type"):
            node = first_named(node)
        elif kind == "generic_type" and name_of(node, "type") in _WRAPPERS:
            node = type_argument(node)
        else:
            break
    return node


def type_argument(generic: "Node", index: int = 0) -> "Node | None":
    """Return an argument of a generic type, lifetimes not counted."""
    arguments = generic.child_by_field_name("type_arguments")
    types = [one for one in (arguments.named_children if arguments else ()) if one.type != "lifetime"]
    return types[index] if index < len(types) else None
