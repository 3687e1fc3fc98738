"""The classes and modules of a Ruby text, and the types of expressions, as far as the text tells them."""

import re
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.nodes import enclosing, first_named, is_field, name_of
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.definition_groups import Definition
    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "CLASSES",
    "METHODS",
    "attributes_of",
    "base_references",
    "class_around",
    "defines_constant",
    "expression_type",
    "find_class",
    "is_static",
    "nested_class",
    "whole_class",
]

CLASSES: Final = frozenset({"class", "module"})
METHODS: Final = frozenset({"method", "singleton_method"})
_ATTRIBUTES: Final = frozenset({"attr_accessor", "attr_reader", "attr_writer"})
_MIXINS: Final = frozenset({"include", "extend", "prepend"})


def _read_classes(resolver: "NameResolver") -> tuple[dict[str, "Node"], dict[int, "Node"]]:
    """Return the classes of a text by their paths, and by the id of each part the first part of the same class."""
    by_path: dict[str, Node] = {}
    first_parts: dict[int, Node] = {}
    pending: list[tuple[str, Node]] = [("", resolver.root)]
    while pending:
        path, body = pending.pop(0)
        for child in body.named_children:
            if child.type not in CLASSES:
                continue
            own = f"{path}{name_of(child)}"
            first_parts[child.id] = by_path.setdefault(own, child)
            inner = child.child_by_field_name("body")
            if inner is not None:
                pending.append((f"{own}::", inner))
    return by_path, first_parts


def whole_class(part: "Node", resolver: "NameResolver") -> "Node":
    """Return the node that stands for a class: its first part in this text."""
    return resolver.derived("ruby classes", _read_classes)[1].get(part.id, part)


def defines_constant(name: str, resolver: "NameResolver") -> bool:
    """Whether a class or an assignment of the text defines a constant of that name, in whatever module."""
    classes = resolver.derived("ruby classes", _read_classes)[0]
    return any(path.rpartition("::")[2] == name for path in classes) or (
        re.search(rf"\b{name}\s*(?:\|\|)?=(?![=>~])", resolver.source) is not None
    )


def nested_class(
    name: str, defining: "NameResolver", using: "NameResolver", *, is_inside: bool
) -> "Definition | None":
    """Return the definition of a class in modules that another text has as well, or else names before it."""
    for path, node in defining.derived("ruby classes", _read_classes)[0].items():
        *modules, last = path.split("::")
        if last != name or not modules:
            continue
        if is_inside:
            has_modules = all(
                re.search(rf"\b(?:module|class)\s[\w:]*\b{one}\b", using.source) for one in modules
            )
        else:
            has_modules = re.search(rf"\b{modules[-1]}::{name}\b", using.source) is not None
        around = class_around(node.parent, defining) if has_modules and node.parent is not None else None
        for one in defining.members_named(name, around, "constant") if around is not None else ():
            return one
    return None


def class_around(node: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the class or module that a node is in."""
    part = enclosing(node, CLASSES)
    return whole_class(part, resolver) if part is not None else None


def is_static(node: "Node") -> bool:
    """Whether `self` at a node is the class and not an object of it."""
    method = enclosing(node, ("method", "singleton_method", "singleton_class", "class", "module"))
    if method is None or method.type in ("class", "module", "singleton_method"):
        return method is not None
    around = enclosing(method, ("singleton_class", "class", "module"))
    return around is not None and around.type == "singleton_class"


def _read_attributes(resolver: "NameResolver") -> dict[int, set[str]]:
    """Return the names that classes declare with `attr_accessor` and the like, by the id of the class."""
    found: dict[int, set[str]] = {}
    for part_id, whole in resolver.derived("ruby classes", _read_classes)[1].items():
        names = found.setdefault(whole.id, set())
        for one in (whole,) if part_id == whole.id else ():
            names.update(_attributes_in(one, resolver))
    return found


def _attributes_in(part: "Node", resolver: "NameResolver") -> set[str]:
    body = part.child_by_field_name("body")
    return {
        resolver.text(argument).lstrip(":")
        for call in (body.named_children if body is not None else ())
        if call.type == "call" and name_of(call, "method") in _ATTRIBUTES
        for argument in (call.child_by_field_name("arguments") or call).named_children
        if argument.type == "simple_symbol"
    }


def attributes_of(whole: "Node", resolver: "NameResolver") -> set[str]:
    return resolver.derived("ruby attributes", _read_attributes).get(whole.id, set())


def base_references(type_node: "Node", resolver: "NameResolver") -> list[TypeReference]:
    """Return the superclass and the included modules of a class; for a later part of a class, the first one."""
    whole = whole_class(type_node, resolver)
    if whole.id != type_node.id:
        return [TypeReference(whole)]
    written: list[Node] = []
    superclass = type_node.child_by_field_name("superclass")
    if superclass is not None:
        written += superclass.named_children
    body = type_node.child_by_field_name("body")
    for call in body.named_children if body is not None else ():
        if call.type == "call" and name_of(call, "method") in _MIXINS:
            arguments = call.child_by_field_name("arguments")
            written += arguments.named_children if arguments is not None else ()
    found = [resolver.limited(find_class, one) for one in written]
    return [one for one in found if one is not None]


def find_class(written: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class that a constant or a path of constants names."""
    if written.type in CLASSES:
        return TypeReference(whole_class(written, resolver))
    if written.type == "scope_resolution":
        scope, name = written.child_by_field_name("scope"), written.child_by_field_name("name")
        owner = resolver.limited(find_class, scope) if scope is not None else None
        if owner is None or name is None:
            return None
        if owner.node is None:
            source = owner.source
            path = f"{source.name}.{resolver.text(name)}" if source is not None else ""
            return TypeReference(source=ImportSource("", path)) if path else None
        for one in resolver.members_named(resolver.text(name), owner.node, "constant"):
            return _class_defined(one.node, resolver)
        return None
    if written.type != "constant":
        return None
    definitions = resolver.definitions_of(written)
    for one in definitions:
        return _class_defined(one.node, resolver)
    name = resolver.text(written)
    known = resolver.derived("ruby classes", _read_classes)[0].get(name)
    return TypeReference(known) if known is not None else TypeReference(source=ImportSource("", name))


def _class_defined(name: "Node", resolver: "NameResolver") -> TypeReference | None:
    parent = name.parent
    return (
        TypeReference(whole_class(parent, resolver))
        if parent is not None and parent.type in CLASSES
        else None
    )


def expression_type(expression: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class of an expression; for a class, the class itself."""
    kind = expression.type
    if kind in CLASSES:
        return TypeReference(whole_class(expression, resolver))
    if kind == "self":
        around = class_around(expression, resolver)
        return TypeReference(around) if around is not None else None
    if kind in ("constant", "scope_resolution"):
        return find_class(expression, resolver)
    if kind == "parenthesized_statements":
        inner = first_named(expression)
        return resolver.limited(expression_type, inner) if inner is not None else None
    if kind == "call":
        receiver, method = expression.child_by_field_name("receiver"), name_of(expression, "method")
        if method == "new" and receiver is not None:
            return resolver.limited(find_class, receiver)
        return _own_object(expression, resolver) if method == "new" else None
    if kind == "identifier" and resolver.text(expression) == "new":
        return _own_object(expression, resolver)
    if kind in ("identifier", "instance_variable"):
        return _type_of_variable(expression, resolver)
    return None


def _own_object(new: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class whose method calls `new` on itself."""
    around = class_around(new, resolver)
    return TypeReference(around) if around is not None and is_static(new) else None


def _type_of_variable(name: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class of a variable, if all that is assigned to it is of that class."""
    if name.type == "identifier":
        definitions = resolver.definitions_of(name)
    else:
        around = class_around(name, resolver)
        definitions = resolver.members_named(resolver.text(name), around) if around is not None else []
    found: TypeReference | None = None
    for one in definitions:
        assignment = one.node.parent
        if (
            assignment is None
            or assignment.type != "assignment"
            or not is_field(assignment, "left", one.node)
        ):
            if one.node.type == "instance_variable":
                continue
            return None
        value = assignment.child_by_field_name("right")
        assigned = resolver.limited(expression_type, value) if value is not None else None
        if assigned is None or (found is not None and not _is_same_type(found, assigned)):
            return None
        found = assigned
    return found


def _is_same_type(one: TypeReference, other: TypeReference) -> bool:
    return one.source == other.source and (one.node.id if one.node else 0) == (
        other.node.id if other.node else 0
    )
