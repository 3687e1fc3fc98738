"""The types of Python names that a test around them tells."""

from typing import TYPE_CHECKING

from understudy.nes.bindings.python.annotations import type_of_class_name
from understudy.nes.bindings.python.scopes import is_field, named_child
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["narrowed_type"]


def narrowed_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class that `isinstance` has checked the name for, around the reference."""
    name = resolver.text(node)
    child, at = node, node.parent
    while at is not None and at.type not in ("function_definition", "class_definition", "module", "lambda"):
        test: Node | None = None
        if at.type in ("if_statement", "elif_clause", "while_statement") and is_field(
            at, "consequence", child
        ):
            test = at.child_by_field_name("condition")
        elif at.type == "boolean_operator" and is_field(at, "right", child):
            test = at.child_by_field_name("left")
        if test is not None and "isinstance" in resolver.text(test):
            found = _checked_type(test, name, resolver)
            if found is not None:
                return found
        child, at = at, at.parent
    return None


def _checked_type(test: "Node", name: str, resolver: "NameResolver") -> TypeReference | None:
    while test.type == "boolean_operator":
        left, right = test.child_by_field_name("left"), test.child_by_field_name("right")
        operator = test.child_by_field_name("operator")
        if left is None or right is None or operator is None or resolver.text(operator) != "and":
            return None
        found = _checked_type(right, name, resolver)
        if found is not None:
            return found
        test = left
    arguments = test.child_by_field_name("arguments") if test.type == "call" else None
    if arguments is None or arguments.named_child_count != 2:
        return None
    subject, checked = named_child(arguments, 0), named_child(arguments, 1)
    if subject is None or checked is None or resolver.text(subject) != name:
        return None
    return type_of_class_name(resolver.text(checked), checked, resolver)
