"""The types of expressions in TypeScript and JavaScript, as far as the text tells them.

A type is the node that defines its members (a class, an interface, an object type, an object literal, an enum), a
node of another kind of type (an array, a union, a function), or where it is imported from. What is taken from an
imported type is written behind its name: `User.address`, `users.[]`, `load.().<await>`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.ecmascript.assigned_members import this_owner
from understudy.nes.bindings.ecmascript.expected_types import (
    constructed_type,
    contextual_type,
    parameter_type,
    props_type,
    target_type,
)
from understudy.nes.bindings.ecmascript.held_types import generic_name, is_package, type_argument
from understudy.nes.bindings.ecmascript.narrowed_types import narrowed_part, narrowed_type
from understudy.nes.bindings.ecmascript.nodes import (
    CLASSES,
    FUNCTIONS,
    MEMBER_OWNERS,
    NAMED_MEMBERS,
    enclosing,
    is_field,
    is_options_pattern,
    module_of,
    nth_child,
    string_value,
)
from understudy.nes.bindings.ecmascript.taken_types import (
    CALLABLE,
    GLOBAL_TYPES,
    LISTS,
    PROMISES,
    STRUCTURES,
    awaited_type,
    element_type,
    global_type,
    got_type,
    is_merge,
    member_declaration_type,
    member_type,
    returned_type,
)
from understudy.nes.bindings.ecmascript.unions import (
    fitting_parts,
    is_literal_union,
    told_union,
    union_parts,
    unions_with,
)
from understudy.nes.bindings.limits import MAX_BASE_TYPES
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import Definition, NameResolver

__all__ = ["base_types", "owner_name", "owner_type"]

_THIS_FUNCTIONS: Final = (FUNCTIONS | CLASSES) - {"arrow_function"}
_SAME_MEMBERS: Final = frozenset(
    {"Partial", "Required", "Readonly", "NonNullable", "Pick", "Omit", "Awaited", "Exclude", "Extract"}
)
_SAME_LIST: Final = frozenset(
    {"filter", "slice", "concat", "reverse", "sort", "toSorted", "toReversed", "values"}
)
_ELEMENT_METHODS: Final = frozenset({"find", "findLast", "pop", "shift", "at"})
_TYPE_WRAPPERS: Final = frozenset(
    {
        "type_annotation",
        "parenthesized_type",
        "readonly_type",
        "opting_type_annotation",
        "omitting_type_annotation",
    }
)
_WRAPPERS: Final = frozenset({"parenthesized_expression", "non_null_expression", "satisfies_expression"})


def owner_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type whose members an expression, a pattern or a JSX tag has."""
    found = _declared_type(node, resolver) or _expression_type(node, resolver)
    if found is not None and found.node is not None and found.node.type == "union_type":
        return narrowed_part(node, found.node, resolver) or found
    return found


def _declared_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of what a name defines: a member, or what `export default` or `export { a as b }` exports."""
    parent = node.parent
    if parent is None:
        return None
    if node.type in ("property_identifier", "private_property_identifier", "string_fragment"):
        if parent.type in NAMED_MEMBERS or parent.type in ("string", "enum_body"):
            return member_declaration_type(node, resolver)
        use = resolver.use_of(node) if parent.type == "member_expression" else None
        return member_declaration_type(node, resolver) if use is not None and use.role == "export" else None
    if node.type == "shorthand_property_identifier":
        return _name_type(node, resolver)
    if node.type == "default" and parent.type == "export_statement":
        value = parent.child_by_field_name("value") or parent.child_by_field_name("declaration")
        return resolver.type_of(value) if value is not None else None
    if parent.type == "export_specifier" and is_field(parent, "alias", node):
        name = parent.child_by_field_name("name")
        return resolver.type_of(name) if name is not None else None
    return None


def base_types(type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
    """Return the types whose members a type has too. An object literal has those of the type it is used as."""
    names: list[Node] = []
    match type_node.type:
        case "union_type":
            return _union_types(type_node, resolver) or [global_type("String")]
        case "intersection_type":
            names = list(type_node.named_children)
        case "object_type":
            return _union_references(type_node, resolver)
        case "interface_declaration":
            return [
                *_all_types(_extended(type_node), resolver),
                *_merged_interfaces(type_node, resolver),
                *_union_references(type_node, resolver),
            ]
        case "class_declaration" | "abstract_class_declaration" | "class":
            for child in type_node.named_children:
                if child.type == "class_heritage":
                    names += _heritage(child)
        case "object":
            return [*_literal_types(type_node, resolver), *_all_types(_merged(type_node), resolver)]
        case "arguments":
            names = _merged(type_node)
        case "generic_type" | "call_expression" | "new_expression":
            return [global_type(generic_name(type_node, resolver))]
        case kind:
            return [global_type(GLOBAL_TYPES[kind])] if kind in GLOBAL_TYPES else []
    return _all_types(names, resolver)


def _extended(interface: "Node") -> list["Node"]:
    """Return the names of the types that an interface extends."""
    return [
        name
        for child in interface.named_children
        if child.type == "extends_type_clause"
        for name in child.named_children
    ]


def _union_types(union: "Node", resolver: "NameResolver") -> list[TypeReference]:
    """Return the parts of a union, and what they extend: the member that tells the parts apart overrides that."""
    parts = _all_types(union_parts(union), resolver)
    extended = [
        name
        for one in parts
        if one.node is not None and one.node.type == "interface_declaration"
        for name in _extended(one.node)
    ]
    return [*(one._replace(hides_members=True) for one in parts), *_all_types(extended, resolver)]


def _union_references(type_node: "Node", resolver: "NameResolver") -> list[TypeReference]:
    """Return the unions of which a type is a part, for the member that tells the parts apart."""
    return [TypeReference(one) for one in unions_with(type_node, resolver)]


def _merged(node: "Node") -> list["Node"]:
    """Return the objects that an object literal spreads, or that are the arguments of `Object.assign`."""
    if node.type == "arguments":
        return [child for child in node.named_children if child.type not in ("comment", "spread_element")]
    spread = (nth_child(child, 0) for child in node.named_children if child.type == "spread_element")
    return [one for one in spread if one is not None]


def _literal_types(literal: "Node", resolver: "NameResolver") -> list[TypeReference]:
    """Return the type that an object literal is used as; of a union, the parts that fit."""
    used_as = contextual_type(literal, resolver)
    if used_as is None:
        return []
    if used_as.node is not None and generic_name(used_as.node, resolver) == "Record":
        keys = type_argument(used_as.node, resolver)
        is_known = keys is not None and (keys.node is not None or keys.source is None or keys.source.module)
        return [keys, used_as] if keys is not None and is_known else [used_as]
    if used_as.node is None or used_as.node.type != "union_type":
        return [used_as]
    parts = _all_types(union_parts(used_as.node), resolver)
    inside = [one.node for one in parts if one.node is not None]
    fitting = fitting_parts(inside, literal, resolver)
    return [*(TypeReference(one) for one in fitting), *(one for one in parts if one.node is None)]


def _heritage(heritage: "Node") -> list["Node"]:
    names: list[Node] = []
    for clause in heritage.named_children:
        if clause.type in ("extends_clause", "implements_clause"):
            names += [child for child in clause.named_children if child.type != "type_arguments"]
        else:
            names.append(clause)
    return names


def _all_types(nodes: "Sequence[Node]", resolver: "NameResolver") -> list[TypeReference]:
    found: list[TypeReference] = []
    for node in nodes[:MAX_BASE_TYPES]:
        one = resolver.type_of(node)
        if one is not None:
            found.append(one)
    return found


def _merged_interfaces(interface: "Node", resolver: "NameResolver") -> list[TypeReference]:
    """Return the other declarations of an interface."""
    name = interface.child_by_field_name("name")
    if name is None:
        return []
    return [
        TypeReference(one.node.parent)
        for one in resolver.definitions_of(name)
        if one.node.parent is not None
        and one.node.parent.type in MEMBER_OWNERS
        and one.node.parent.id != interface.id
    ]


def owner_name(owner: "Node") -> str:
    """Return the name of a class, interface or function, or of what an object type or literal is the value of."""
    name = owner.child_by_field_name("name")
    if name is None and owner.parent is not None:
        holder = owner.parent
        while holder.type in ("parenthesized_expression", "as_expression", "satisfies_expression"):
            if holder.parent is None:
                break
            holder = holder.parent
        if holder.type in ("type_alias_declaration", "variable_declarator"):
            name = holder.child_by_field_name("name")
    return name.text.decode() if name is not None and name.text is not None else ""


def _expression_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    kind = node.type
    if kind in ("identifier", "type_identifier", "shorthand_property_identifier"):
        return _name_type(node, resolver)
    if kind in ("this", "super", "this_type"):
        return _this_type(node, resolver)
    if kind == "member_expression" or kind == "nested_identifier":
        return _member_expression_type(node, resolver)
    if kind in ("call_expression", "new_expression", "await_expression"):
        return _call_type(node, resolver)
    if kind in _WRAPPERS or kind in _TYPE_WRAPPERS:
        inner = nth_child(node, 0)
        return resolver.type_of(inner) if inner is not None else None
    if kind in ("as_expression", "type_assertion"):
        return _asserted_type(node, resolver)
    if kind in ("object_pattern", "array_pattern"):
        return TypeReference(node) if is_options_pattern(node) else target_type(node, resolver)
    if kind in ("jsx_opening_element", "jsx_self_closing_element"):
        return props_type(node, resolver)
    if kind == "subscript_expression":
        return _subscript_type(node, resolver)
    if kind in ("ternary_expression", "binary_expression", "assignment_expression"):
        return _choice_type(node, resolver)
    if kind in STRUCTURES or kind in GLOBAL_TYPES:
        if kind == "union_type":
            return _union_type(node, resolver)
        return TypeReference(node)
    return _written_type(node, resolver)


def _written_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type that other type syntax stands for."""
    match node.type:
        case "generic_type":
            name = node.child_by_field_name("name")
            if name is None:
                return None
            text = resolver.text(name)
            if text in LISTS or text in PROMISES:
                return TypeReference(node)
            if text in _SAME_MEMBERS:
                return type_argument(node, resolver)
            return _generic_type(node, resolver.type_of(name))
        case "nested_type_identifier":
            return _nested_type(node, resolver)
        case "type_query":
            inner = nth_child(node, 0)
            return resolver.type_of(inner) if inner is not None else None
        case "lookup_type":
            return _lookup_type(node, resolver)
        case "predefined_type":
            text = resolver.text(node)
            return None if text in ("any", "unknown", "object") else global_type(text.capitalize())
        case "literal_type":
            told = told_union(node, resolver)
            return TypeReference(told) if told is not None else global_type("String")
        case _:
            return None


def _generic_type(node: "Node", named: TypeReference | None) -> TypeReference | None:
    """Return a generic type of the workspace by its name; one of a library by the node with its type arguments."""
    if named is None or named.node is not None or named.source is None:
        return named
    return TypeReference(node) if not named.source.module or is_package(named.source.module) else named


def _name_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    definitions = resolver.definitions_of(node)
    for one in definitions:
        found = _definition_type(one, resolver, is_type=node.type == "type_identifier")
        if found is not None:
            return found
    if not definitions and node.type != "shorthand_property_identifier":
        return global_type(resolver.text(node))
    return narrowed_type(node, resolver)


def _definition_type(one: "Definition", resolver: "NameResolver", *, is_type: bool) -> TypeReference | None:
    node, use = one.node, one.use
    parent = node.parent
    if parent is None:
        return None
    if use.source is not None:
        return TypeReference(source=use.source)
    match parent.type:
        case "interface_declaration":
            return TypeReference(parent) if is_type else None
        case "type_alias_declaration":
            value = parent.child_by_field_name("value")
            return resolver.type_of(value) if value is not None and is_type else None
        case "type_parameter":
            constraint = parent.child_by_field_name("constraint")
            inner = nth_child(constraint, 0) if constraint is not None else None
            return resolver.type_of(inner) if inner is not None else None
        case "variable_declarator":
            return target_type(node, resolver)
        case _:
            pass
    if parent.type in MEMBER_OWNERS or parent.type in CALLABLE:
        if parent.type == "arrow_function":
            return parameter_type(node, resolver)
        return TypeReference(parent)
    return target_type(node, resolver)


def _this_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    function = enclosing(node, _THIS_FUNCTIONS)
    parameters = function.child_by_field_name("parameters") if function is not None else None
    first = nth_child(parameters, 0) if parameters is not None else None
    pattern = first.child_by_field_name("pattern") if first is not None else None
    if first is not None and pattern is not None and pattern.type == "this":
        annotation = first.child_by_field_name("type")
        return resolver.type_of(annotation) if annotation is not None else None
    owner = this_owner(node, resolver)
    return TypeReference(owner) if owner is not None else None


def _member_expression_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    receiver, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if receiver is None or name is None:
        return None
    module = module_of(receiver)
    if module:
        return TypeReference(source=ImportSource(module, resolver.text(name)))
    owner = resolver.type_of(receiver)
    if resolver.text(name) == "prototype":
        return owner
    return member_type(owner, resolver.text(name), resolver)


def _nested_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    receiver, name = node.child_by_field_name("module"), node.child_by_field_name("name")
    if receiver is None or name is None:
        return None
    return member_type(resolver.type_of(receiver), resolver.text(name), resolver)


def _call_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    module = module_of(node)
    if module:
        return TypeReference(source=ImportSource(module, ""))
    if node.type == "await_expression":
        inner = nth_child(node, 0)
        return awaited_type(resolver.type_of(inner) if inner is not None else None, resolver)
    if node.type == "new_expression":
        made = constructed_type(node, resolver)
        return _generic_type(node, made) if node.child_by_field_name("type_arguments") is not None else made
    function = node.child_by_field_name("function")
    if function is None:
        return None
    arguments = node.child_by_field_name("arguments")
    if arguments is not None and is_merge(function, resolver):
        return TypeReference(arguments)
    if function.type == "member_expression":
        listed = _list_method_type(function, resolver)
        if listed is not None:
            return listed
    callee = resolver.type_of(function)
    if callee is not None and callee.source is not None and is_package(callee.source.module):
        return TypeReference(node)
    return returned_type(callee, resolver)


def _list_method_type(function: "Node", resolver: "NameResolver") -> TypeReference | None:
    receiver, name = function.child_by_field_name("object"), function.child_by_field_name("property")
    if receiver is None or name is None:
        return None
    text = resolver.text(name)
    if text in ("get", "peek"):
        return got_type(resolver.type_of(receiver), text, resolver)
    if text not in _SAME_LIST and text not in _ELEMENT_METHODS:
        return None
    found = resolver.type_of(receiver)
    if found is None or found.node is None or found.node.type not in ("array_type", "generic_type", "array"):
        return None
    return found if text in _SAME_LIST else element_type(found, resolver)


def _asserted_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    if node.type == "type_assertion":
        arguments = nth_child(node, 0)
        written = nth_child(arguments, 0) if arguments is not None else None
        value = nth_child(node, 1)
    else:
        value, written = nth_child(node, 0), nth_child(node, 1)
    chosen = written if written is not None else value  # `as const` has no type
    return resolver.type_of(chosen) if chosen is not None else None


def _choice_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    fields = {
        "ternary_expression": ("consequence", "alternative"),
        "binary_expression": ("left", "right"),
        "assignment_expression": ("right",),
    }[node.type]
    if node.type == "binary_expression":
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type not in ("||", "??", "&&"):
            return None
        if operator.type == "&&":
            fields = ("right",)
    for name in fields:
        child = node.child_by_field_name(name)
        if child is not None and child.type not in ("null", "undefined"):
            return resolver.type_of(child)
    return None


def _union_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the only part of a union that is not null, undefined or a literal; the union if there are more."""
    parts = union_parts(node)
    if len(parts) == 1:
        return resolver.type_of(parts[0])
    return TypeReference(node) if parts or is_literal_union(node) else global_type("String")


def _lookup_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    owner, index = nth_child(node, 0), nth_child(node, 1)
    if owner is None or index is None:
        return None
    found = resolver.type_of(owner)
    if index.type == "literal_type":
        name = string_value(nth_child(index, 0))
        return member_type(found, name, resolver) if name else None
    return element_type(found, resolver) if resolver.text(index) == "number" else None


def _subscript_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    receiver, index = node.child_by_field_name("object"), node.child_by_field_name("index")
    if receiver is None or index is None:
        return None
    found = resolver.type_of(receiver)
    name = string_value(index)
    return member_type(found, name, resolver) if name else element_type(found, resolver)
