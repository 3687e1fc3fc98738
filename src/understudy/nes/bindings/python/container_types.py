"""The types of the elements of Python containers, the keys of typed dictionaries, and called functions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.python.annotations import (
    element_of_annotation,
    item_of_annotation,
    type_of_annotation,
)
from understudy.nes.bindings.python.scopes import is_field, named_child, self_class
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import Definition, NameResolver

__all__ = [
    "KEYS_STEP",
    "argument",
    "called_function",
    "element_of_type",
    "element_type",
    "keyed_type",
    "lambda_argument_type",
    "typed_dictionary",
]

_LITERALS: Final = frozenset(
    {
        "list",
        "set",
        "tuple",
        "expression_list",
        "list_comprehension",
        "generator_expression",
        "set_comprehension",
    }
)
KEYS_STEP: Final = "{}"
"""What is taken from an imported type: the type itself, if it is a dictionary with typed keys."""
_KEY_METHODS: Final = frozenset({"get", "pop", "setdefault"})
_LIBRARY_MODULES: Final = frozenset({"builtins", "typing", "typing_extensions", "os", "collections"})
_WRAPPERS: Final = frozenset({"sorted", "list", "set", "tuple", "reversed", "iter", "frozenset"})
_KEY_FUNCTIONS: Final = frozenset({"sorted", "min", "max", "groupby", "itertools.groupby"})
"""Functions whose argument `key` is called with each element of the first argument."""


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
            members = resolver.members_named(resolver.text(name), owner.node)
            first = members[0].use.owner if members else None
            found = [one for one in members if one.use.owner == first]  # the last one is no overload
            return found[-1].node.parent if found and found[-1].use.kind in ("method", "class") else None
    return None


def argument(call: "Node", position: int) -> "Node | None":
    arguments = call.child_by_field_name("arguments")
    return named_child(arguments, position) if arguments is not None else None


def element_type(
    values: "Node", resolver: "NameResolver", *, position: int = -1, is_item: bool = False
) -> TypeReference | None:
    """Return the type of the elements of an expression, or of the tuples that they are.

    With `is_item`, the type of `values[...]`, which for a mapping is not that of its elements.
    """
    if values.type == "call":
        found = _element_of_call(values, resolver, position)
        if found is not None:
            return found
    if values.type in _LITERALS:
        first = named_child(values, 0)
        return resolver.type_of(first) if first is not None and position < 0 else None
    if values.type in ("boolean_operator", "parenthesized_expression"):
        first = named_child(values, 0)
        return element_type(first, resolver, position=position) if first is not None else None
    if values.type in ("identifier", "attribute"):
        starred = _starred_annotation(values, resolver)
        if starred is not None:
            return type_of_annotation(starred, resolver)
    step = "[k]" if is_item else "[]" if position < 0 else f"[{position}]"
    container = resolver.type_of(values)
    found = element_of_type(container, step, resolver) if container is not None else None
    if found is None and values.type in ("identifier", "attribute"):
        value = _assigned_value(values, resolver)
        if value is not None and (value.type in _LITERALS or value.type == "call"):
            return resolver.memo(
                (f"element{step}", value.id),
                lambda: element_type(value, resolver, position=position, is_item=is_item),
            )
    return found


def element_of_type(container: TypeReference, step: str, resolver: "NameResolver") -> TypeReference | None:
    """Return the type of the elements of a type: with the step `[]` in a loop, with `[k]` in brackets, with `[1]`
    those at a position of the tuples in a loop, with `<1>` at a position of a tuple."""
    node, source = container.node, container.source
    if node is None:
        if source is None or source.module == "builtins":
            return None
        return TypeReference(source=ImportSource(source.module, f"{source.name}.{step}"))
    inner = step[1:-1]
    if node.type == "class_definition":
        method = "__getitem__" if inner == "k" else "__iter__"
        for one in resolver.members_named(method, node):
            function = one.node.parent
            annotation = function.child_by_field_name("return_type") if function is not None else None
            if annotation is None:
                return None
            return (
                type_of_annotation(annotation, resolver)
                if inner == "k"
                else element_of_annotation(annotation, resolver)
            )
        return None
    if step.startswith("<"):
        return item_of_annotation(node, int(inner), resolver)
    position = int(inner) if inner.isdigit() else -1
    return element_of_annotation(node, resolver, position=position, is_item=inner == "k")


def lambda_argument_type(function: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of what the only parameter of a lambda is called with, in `sorted(orders, key=lambda o: …)`,
    `orders.sort(key=…)`, `map(lambda o: …, orders)` and the like."""
    parameters, at = function.child_by_field_name("parameters"), function.parent
    if parameters is None or parameters.named_child_count != 1 or at is None:
        return None
    is_key = at.type == "keyword_argument"
    arguments = at.parent if is_key else at
    call = arguments.parent if arguments is not None and arguments.type == "argument_list" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if call is None or callee is None:
        return None
    text = resolver.text(callee)
    values: Node | None = None
    if is_key:
        name = at.child_by_field_name("name")
        if name is None or resolver.text(name) != "key":
            return None
        if text in _KEY_FUNCTIONS:
            values = argument(call, 0)
        elif callee.type == "attribute" and text.endswith(".sort"):
            values = callee.child_by_field_name("object")
    elif text in ("map", "filter") and _is_first_argument(call, function):
        values = argument(call, 1)
    return element_type(values, resolver) if values is not None else None


def _is_first_argument(call: "Node", value: "Node") -> bool:
    first = argument(call, 0)
    return first is not None and first.id == value.id


def _element_of_call(call: "Node", resolver: "NameResolver", position: int) -> TypeReference | None:
    """Return the type of the elements of `enumerate(...)`, `sorted(...)`, `mapping.items()` and the like."""
    callee = call.child_by_field_name("function")
    text = resolver.text(callee) if callee is not None else ""
    first = argument(call, 0)
    if text == "enumerate" and first is not None:
        return element_type(first, resolver) if position == 1 else None
    if text in _WRAPPERS and first is not None:
        return element_type(first, resolver, position=position)
    if text == "filter" and (filtered := argument(call, 1)) is not None:
        return element_type(filtered, resolver, position=position)
    if text == "zip" and position >= 0:
        part = argument(call, position)
        return element_type(part, resolver) if part is not None else None
    mapping = callee.child_by_field_name("object") if callee is not None else None
    if mapping is None:
        return None
    method = text.rpartition(".")[2]
    if method == "values" or (method == "items" and position == 1):
        return element_type(mapping, resolver, is_item=True)
    if method == "keys" or (method == "items" and position == 0):
        return element_type(mapping, resolver)
    return None


def _starred_annotation(expression: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the annotation of `*values: Order`."""
    for one in _definitions(expression, resolver):
        splat = one.node.parent
        parameter = splat.parent if splat is not None and splat.type.endswith("_splat_pattern") else None
        if parameter is not None and parameter.type == "typed_parameter":
            return parameter.child_by_field_name("type")
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


def keyed_type(string: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the `TypedDict` of which a string is a key, in `row["name"]`, `row.get("name")` and `{"name": …}`."""
    at = string.parent
    found: TypeReference | None = None
    if at is None:
        return None
    if at.type == "subscript" and is_field(at, "subscript", string):
        mapping = at.child_by_field_name("value")
        found = resolver.type_of(mapping) if mapping is not None else None
    elif at.type == "argument_list" and at.parent is not None and named_child(at, 0) == string:
        callee = at.parent.child_by_field_name("function")
        name = callee.child_by_field_name("attribute") if callee is not None else None
        mapping = callee.child_by_field_name("object") if callee is not None else None
        if name is not None and mapping is not None and resolver.text(name) in _KEY_METHODS:
            found = resolver.type_of(mapping)
    elif at.type == "pair" and is_field(at, "key", string) and at.parent is not None:
        found = _expected_type(at.parent, resolver)
    return typed_dictionary(found, resolver) if found is not None else None


def typed_dictionary(found: TypeReference, resolver: "NameResolver") -> TypeReference | None:
    """Return a type if it is a `TypedDict`; of an imported one, what is to be taken from it."""
    source = found.source
    if found.node is None:
        if source is None or not source.name or source.module in _LIBRARY_MODULES:
            return None
        return TypeReference(source=ImportSource(source.module, f"{source.name}.{KEYS_STEP}"))
    if found.node.type != "class_definition":
        return None
    bases = (one.child_by_field_name("superclasses") for one in resolver.type_and_bases(found.node))
    is_typed = any(one is not None and "TypedDict" in resolver.text(one) for one in bases)
    return found if is_typed else None


def _expected_type(dictionary: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type that the annotation of a variable, a parameter or a function gives to a dictionary."""
    at, is_element = dictionary.parent, False
    if at is not None and at.type == "list":
        at, is_element = at.parent, True
    if at is not None and at.type == "return_statement":
        while at is not None and at.type not in ("function_definition", "lambda"):
            at = at.parent
        annotation = at.child_by_field_name("return_type") if at is not None else None
    else:
        annotation = at.child_by_field_name("type") if at is not None else None
    if annotation is None:
        return None
    return (
        element_of_annotation(annotation, resolver)
        if is_element
        else type_of_annotation(annotation, resolver)
    )
