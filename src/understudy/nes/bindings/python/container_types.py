"""The types of the elements of Python containers, and the functions that are called."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.python.annotations import element_of_annotation
from understudy.nes.bindings.python.scopes import has_decorator, named_child, self_class
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import Definition, NameResolver

__all__ = ["annotation_of", "argument", "called_function", "element_type"]

_WRAPPERS: Final = frozenset({"sorted", "list", "set", "tuple", "reversed", "iter", "frozenset"})


def called_function(callee: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the function or class of this text that an expression calls."""
    if callee.type == "identifier":
        own = self_class(callee, resolver)
        if own is not None:
            return own  # `cls(...)`
        found = None
        for one in resolver.definitions_of(callee):
            if one.use.kind in ("function", "class", "method"):
                found = one.node.parent
        return found
    if callee.type == "attribute":
        receiver, name = callee.child_by_field_name("object"), callee.child_by_field_name("attribute")
        if receiver is None or name is None:
            return None
        owner = resolver.type_of(receiver)
        if owner is not None and owner.node is not None:
            for one in resolver.members_named(resolver.text(name), owner.node):
                return one.node.parent if one.use.kind in ("method", "class") else None
    return None


def argument(call: "Node", position: int) -> "Node | None":
    arguments = call.child_by_field_name("arguments")
    return (
        named_child(arguments, position)
        if arguments is not None and position < arguments.named_child_count
        else None
    )


def element_type(
    values: "Node", resolver: "NameResolver", *, position: int = -1, is_item: bool = False
) -> TypeReference | None:
    """Return the type of the elements of an expression, or of the tuples that they are.

    With `is_item`, the type of `values[...]`, which for a mapping is not that of its elements.
    """
    if values.type == "call":
        callee = values.child_by_field_name("function")
        text = resolver.text(callee) if callee is not None else ""
        first = argument(values, 0)
        if text == "enumerate" and first is not None:
            return element_type(first, resolver) if position == 1 else None
        if text in _WRAPPERS and first is not None:
            return element_type(first, resolver, position=position)
        if text == "zip" and position >= 0:
            part = argument(values, position)
            return element_type(part, resolver) if part is not None else None
        if callee is not None and callee.type == "attribute":
            method, mapping = text.rpartition(".")[2], callee.child_by_field_name("object")
            if mapping is not None and (method == "values" or (method == "items" and position == 1)):
                return element_type(mapping, resolver, is_item=True)
            if mapping is not None and method in ("keys", "items") and position <= 0:
                return element_type(mapping, resolver) if method == "keys" or position == 0 else None
    if values.type in (
        "list",
        "set",
        "tuple",
        "expression_list",
        "list_comprehension",
        "generator_expression",
    ):
        first = named_child(values, 0)
        return resolver.type_of(first) if first is not None and position < 0 else None
    if values.type == "subscript" or values.type == "parenthesized_expression":
        return None
    annotation = annotation_of(values, resolver)
    if annotation is not None:
        return element_of_annotation(annotation, resolver, position=position, is_item=is_item)
    if values.type in ("identifier", "attribute"):
        value = _assigned_value(values, resolver)
        if value is not None and value.type in ("list", "list_comprehension", "call", "set", "tuple"):
            return resolver.memo(
                (f"element{position}{is_item}", value.id),
                lambda: element_type(value, resolver, position=position, is_item=is_item),
            )
    return None


def annotation_of(expression: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the annotation of a name, of an attribute, or of what a called function returns."""
    if expression.type == "await":
        inner = named_child(expression, 0)
        return annotation_of(inner, resolver) if inner is not None else None
    if expression.type == "call":
        callee = expression.child_by_field_name("function")
        function = called_function(callee, resolver) if callee is not None else None
        return function.child_by_field_name("return_type") if function is not None else None
    for one in _definitions(expression, resolver):
        parent = one.node.parent
        if parent is None:
            continue
        if parent.type == "function_definition":
            return (
                parent.child_by_field_name("return_type")
                if has_decorator(parent, ("property", "cached_property"), resolver)
                else None
            )
        holder = parent.parent if parent.type == "attribute" else parent
        annotation = holder.child_by_field_name("type") if holder is not None else None
        if annotation is not None:
            return annotation
        if one.use.kind != "parameter" and holder is not None and holder.type == "assignment":
            value = holder.child_by_field_name("right")
            if value is not None and value.type in ("call", "identifier", "attribute", "await"):
                found = resolver.memo(("annotation", value.id), lambda at=value: annotation_of(at, resolver))
                if found is not None:
                    return found
    return None


def _assigned_value(expression: "Node", resolver: "NameResolver") -> "Node | None":
    for one in _definitions(expression, resolver):
        parent = one.node.parent
        holder = parent.parent if parent is not None and parent.type == "attribute" else parent
        if holder is not None and holder.type == "assignment":
            return holder.child_by_field_name("right")
    return None


def _definitions(expression: "Node", resolver: "NameResolver") -> "Sequence[Definition]":
    if expression.type == "identifier":
        return resolver.definitions_of(expression)
    if expression.type == "attribute":
        receiver, name = expression.child_by_field_name("object"), expression.child_by_field_name("attribute")
        owner = resolver.type_of(receiver) if receiver is not None else None
        if owner is not None and owner.node is not None and name is not None:
            return resolver.members_named(resolver.text(name), owner.node)
    return ()
