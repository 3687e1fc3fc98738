"""Types of Java expressions, as far as one text tells them, and the classes around a node."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.nodes import enclosing, first_named, name_of
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "CLASSES",
    "TYPE_DECLARATIONS",
    "base_references",
    "class_around",
    "expression_type",
    "named_type",
    "outside_type",
]

TYPE_DECLARATIONS: Final = frozenset(
    {
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    }
)
CLASSES: Final = frozenset({*TYPE_DECLARATIONS, "object_creation_expression", "enum_constant"})
"""What may have a body with members; the last two for classes without a name."""
_BODIES: Final = frozenset({"class_body", "interface_body", "enum_body", "annotation_type_body"})
_SAME_TYPE: Final = {"parenthesized_expression": "", "assignment_expression": "left", "array_access": "array"}
_WRITTEN: Final = frozenset(
    {"type_identifier", "scoped_type_identifier", "generic_type", "array_type", "annotated_type"}
)
_ELEMENT_METHODS: Final = frozenset(
    {
        "get",
        "next",
        "remove",
        "poll",
        "peek",
        "pop",
        "getFirst",
        "getLast",
        "orElse",
        "orElseThrow",
        "orElseGet",
    }
)
"""Methods of the library's generic types whose result is of the type argument."""


_CONSUMING_METHODS: Final = frozenset(
    {
        "allMatch",
        "anyMatch",
        "collect",
        "dropWhile",
        "filter",
        "flatMap",
        "forEach",
        "forEachOrdered",
        "ifPresent",
    }
    | {"ifPresentOrElse", "map", "mapMulti", "mapToDouble", "mapToInt", "mapToLong", "mapToObj", "noneMatch"}
    | {"peek", "removeIf", "replaceAll", "takeWhile"}
)
"""Methods of collections, streams and optionals that pass an element to a function with one parameter."""
_KEEPING_METHODS: Final = frozenset(
    {
        "descendingSet",
        "distinct",
        "dropWhile",
        "filter",
        "iterator",
        "limit",
        "parallel",
        "parallelStream",
        "peek",
    }
    | {"reversed", "sequential", "skip", "sorted", "stream", "subList", "takeWhile", "toList", "values"}
)
"""Methods whose result has the same elements, or those that the last type argument says."""
_COLLECTING_METHODS: Final = frozenset({"of", "asList", "ofNullable"})


def class_around(node: "Node") -> "Node | None":
    """Return the class in whose body a node is."""
    body = enclosing(node, _BODIES)
    return body.parent if body is not None else None


def base_references(type_node: "Node", resolver: "NameResolver") -> list[TypeReference]:
    """Return the superclass and the interfaces of a class."""
    written: list[Node] = []
    if type_node.type == "enum_constant":
        around = class_around(type_node)
        return [TypeReference(around)] if around is not None and first_named(type_node, "class_body") else []
    if type_node.type == "object_creation_expression":
        if first_named(type_node, "class_body") is not None:
            written += type_node.children_by_field_name("type")
    else:
        for child in type_node.named_children:
            if child.type == "superclass":
                written += child.named_children
            elif child.type in ("super_interfaces", "extends_interfaces"):
                listed = first_named(child, "type_list")
                written += listed.named_children if listed is not None else ()
    found = [resolver.limited(named_type, one) for one in written]
    return [one for one in found if one is not None]


def _read_types(resolver: "NameResolver") -> dict[str, "Node"]:
    return {name_of(one): one for one in resolver.root.named_children if one.type in TYPE_DECLARATIONS}


def named_type(written: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type that a written type names; None for an array."""
    node: Node | None = written
    while node is not None and node.type in ("generic_type", "annotated_type"):
        node = first_named(node, "type_identifier", "scoped_type_identifier", "generic_type")
    if node is None:
        return None
    if node.type in CLASSES:
        return TypeReference(node)
    if node.type == "scoped_type_identifier":
        parts = node.named_children
        owner = resolver.limited(named_type, parts[0]) if len(parts) > 1 else None
        if owner is None:
            return None
        name = resolver.text(parts[-1])
        if owner.node is None:
            source = owner.source
            return (
                TypeReference(source=ImportSource(source.module, f"{source.name}.{name}")) if source else None
            )
        for one in resolver.members_named(name, owner.node, "type"):
            return TypeReference(one.node.parent)
        return None
    if node.type not in ("type_identifier", "identifier"):
        return None
    return _type_named(node, resolver)


def _type_named(name: "Node", resolver: "NameResolver") -> TypeReference | None:
    definitions = resolver.definitions_of(name)
    for one in definitions:
        if one.use.source is not None:
            return TypeReference(source=one.use.source)
        parent = one.node.parent
        if parent is not None and parent.type in TYPE_DECLARATIONS:
            return TypeReference(parent)
        if parent is not None and parent.type == "type_parameter":
            bound = first_named(first_named(parent, "type_bound"))
            return resolver.limited(named_type, bound) if bound is not None else None
    if definitions:
        return None
    text = resolver.text(name)
    known = resolver.derived("java types", _read_types).get(text)
    if known is not None:
        return TypeReference(known)
    return TypeReference(source=ImportSource("", text)) if text[:1].isupper() else None


# Expressions


def expression_type(expression: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type of an expression, as it is written somewhere or itself; None if unknown."""
    node: Node | None = expression
    if node.type == "array_access":
        return _element(_written(node.child_by_field_name("array"), resolver))
    while node is not None and node.type in ("parenthesized_expression", "assignment_expression"):
        node = first_named(node)
    if node is None:
        return None
    kind = node.type
    if kind == "this":
        around = class_around(node)
        return TypeReference(around) if around is not None else None
    if kind == "super":
        around = class_around(node)
        bases = base_references(around, resolver) if around is not None else []
        return bases[0] if bases else None
    if kind in ("object_creation_expression", "cast_expression"):
        return node.child_by_field_name("type")
    if kind in CLASSES:
        return TypeReference(node)
    if kind in _WRITTEN:
        return node
    if kind == "identifier":
        return _type_of_name(node, resolver)
    if kind == "field_access":
        return _type_of_field(node, resolver)
    if kind == "method_invocation":
        return _result(node, resolver)
    if kind == "ternary_expression":
        chosen = node.child_by_field_name("consequence")
        return resolver.limited(expression_type, chosen) if chosen is not None else None
    return None


def _written(expression: "Node | None", resolver: "NameResolver") -> "Node | None":
    found = resolver.limited(expression_type, expression) if expression is not None else None
    return None if isinstance(found, TypeReference) else found


def _element(written: "Node | None") -> "Node | None":
    """Return the type of the elements of an array, or the last type argument."""
    if written is None:
        return None
    if written.type == "array_type":
        return written.child_by_field_name("element")
    arguments = first_named(written, "type_arguments") if written.type == "generic_type" else None
    listed = arguments.named_children if arguments is not None else []
    return listed[-1] if listed else None


def _type_of_field(access: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    value, name = access.child_by_field_name("object"), access.child_by_field_name("field")
    owner = resolver.type_of(value) if value is not None else None
    if owner is None or owner.node is None or name is None:
        return None
    for one in resolver.members_named(resolver.text(name), owner.node):
        if one.use.kind == "class":
            return TypeReference(one.node.parent)
        if one.use.kind != "method":
            return _declared_type(one.node, resolver)
    return None


def _result(call: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    value, name = call.child_by_field_name("object"), call.child_by_field_name("name")
    if name is None:
        return None
    if value is not None:
        owner = resolver.type_of(value)
        methods = (
            resolver.members_named(resolver.text(name), owner.node)
            if owner is not None and owner.node is not None
            else []
        )
    else:
        methods = resolver.definitions_of(name)
    for one in methods:
        parent = one.node.parent
        if parent is not None and parent.type == "method_declaration":
            return parent.child_by_field_name("type")
        if parent is not None and parent.type == "formal_parameter":
            return parent.child_by_field_name("type")  # of a record
    if value is not None and resolver.text(name) in _ELEMENT_METHODS:
        return _element(_written(value, resolver))
    return None


def _type_of_name(name: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    definitions = resolver.definitions_of(name)
    for one in definitions:
        if one.use.source is not None:
            return TypeReference(source=one.use.source)
        parent = one.node.parent
        if parent is not None and parent.type in TYPE_DECLARATIONS:
            return TypeReference(parent)
        found = _declared_type(one.node, resolver)
        if found is not None:
            return found
    return _type_named(name, resolver) if not definitions else None


def _declared_type(name: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type that the declaration of a variable gives it."""
    parent = name.parent
    if parent is None:
        return None
    if parent.type == "enum_constant":
        around = class_around(parent)
        return TypeReference(around) if around is not None else None
    if parent.type == "instanceof_expression":
        return parent.child_by_field_name("right")
    if parent.type in ("type_pattern", "record_pattern_component"):
        return first_named(parent)
    if parent.type == "catch_formal_parameter":
        types = first_named(parent, "catch_type")
        return first_named(types) if types is not None and types.named_child_count == 1 else None
    if parent.type in ("lambda_expression", "inferred_parameters"):
        return _passed_element(name, resolver)
    holder = parent
    if parent.type == "variable_declarator":
        if parent.parent is None or parent.parent.type == "spread_parameter":
            return None
        holder = parent.parent
    written = holder.child_by_field_name("type")
    if written is not None and resolver.text(written) != "var":
        return written
    value = parent.child_by_field_name("value")
    if value is None:
        return None
    if parent.type == "enhanced_for_statement":
        return _element(_written(value, resolver))
    return resolver.limited(expression_type, value)


def _passed_element(parameter: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type of the only parameter of a lambda that a stream or the like passes its elements to."""
    holder = parameter.parent
    if holder is not None and holder.type == "inferred_parameters":
        if holder.named_child_count != 1:
            return None
        holder = holder.parent
    arguments = holder.parent if holder is not None else None
    call = arguments.parent if arguments is not None else None
    if call is None or call.type != "method_invocation" or name_of(call) not in _CONSUMING_METHODS:
        return None
    value = call.child_by_field_name("object")
    return resolver.limited(_elements_of, value) if value is not None else None


def _elements_of(value: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type of the elements of a collection, a stream or an optional."""
    inner = value.child_by_field_name("object") if value.type == "method_invocation" else None
    arguments = first_named(value, "argument_list") if inner is not None else None
    if inner is None or arguments is None:
        return _element(_written(value, resolver))
    if name_of(value) in _COLLECTING_METHODS or resolver.text(inner) == "Arrays":
        first = first_named(arguments)
        written = resolver.limited(expression_type, first) if first is not None else None
        is_array = (
            written is not None and not isinstance(written, TypeReference) and written.type == "array_type"
        )
        return _element(written) if is_array and not isinstance(written, TypeReference) else written
    if name_of(value) in _KEEPING_METHODS:
        return resolver.limited(_elements_of, inner)
    return _element(_written(value, resolver))


def outside_type(expression: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of an expression that other texts tell: of a member of a type of another text."""
    kind = expression.type
    if kind == "parenthesized_expression":
        inner = first_named(expression)
        return resolver.type_of(inner) if inner is not None else None
    if kind in ("field_access", "method_invocation"):
        value = expression.child_by_field_name("object")
        owner = resolver.type_of(value) if value is not None else _outside_base(expression, resolver)
        name = name_of(expression, "field" if kind == "field_access" else "name")
        if owner is None or owner.source is None or not name:
            return None
        source = owner.source
        return TypeReference(source=ImportSource(source.module, f"{source.name}.{name}"))
    if kind != "identifier":
        return None
    for one in resolver.definitions_of(expression):
        parent = one.node.parent
        value = parent.child_by_field_name("value") if parent is not None else None
        if parent is not None and parent.type == "variable_declarator" and value is not None:
            return resolver.type_of(value)
    return None


def _outside_base(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the first type of another text that the class around a node inherits from."""
    around = class_around(node)
    bases = resolver.outside_bases(around) if around is not None else []
    return bases[0] if bases else None
