"""Types of Go expressions, as far as one text tells them: the written type of what an expression refers to.

A written type is a node such as `[]*Point`; pointers count as what they point to.
"""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.limits import MAX_TYPE_STEPS
from understudy.nes.bindings.nodes import (
    child_index,
    enclosing,
    first_named,
    innermost_part,
    is_field,
    name_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "LIBRARY_MEMBERS",
    "MEMBER_OWNERS",
    "SAME_TYPE",
    "TYPE_NODES",
    "called_function",
    "element_type",
    "embedded_types",
    "extended_type",
    "implemented_interfaces",
    "is_interface",
    "literal_type",
    "plain_type",
    "receiver_of",
    "top_level_type",
    "type_holder",
    "underlying",
    "written_type",
]

TYPE_NODES: Final = frozenset({"type_spec", "type_alias"})
LIBRARY_MEMBERS: Final = frozenset(
    {
        "Add",
        "Bytes",
        "Close",
        "Done",
        "Err",
        "Error",
        "Get",
        "Header",
        "Len",
        "Less",
        "Load",
        "Lock",
        "Name",
        "Next",
        "Print",
        "Printf",
        "Println",
        "Read",
        "ReadAll",
        "Reset",
        "Run",
        "Scan",
        "Seek",
        "Set",
        "Size",
        "Store",
        "String",
        "Swap",
        "Text",
        "Unlock",
        "Unwrap",
        "Value",
        "Wait",
        "Write",
        "WriteString",
    }
)
"""Members of many types of the library."""
MEMBER_OWNERS: Final = frozenset({"struct_type", "interface_type"})
_TRANSPARENT: Final = frozenset({"pointer_type", "parenthesized_type", "type_elem", "type_constraint"})
SAME_TYPE: Final = {
    "parenthesized_expression": "",
    "unary_expression": "operand",
    "slice_expression": "operand",
}
"""Expressions that have the type of one of their parts."""
_FUNCTIONS: Final = frozenset({"function_declaration", "method_declaration", "method_elem"})
_CALLS: Final = ("call_expression", "type_conversion_expression")

_Signature = tuple[tuple[str, ...], tuple[str, ...]]
"""The types of the parameters and those of the results, as they are written."""


def type_holder(type_node: "Node") -> "Node":
    """Return the declaration of a struct or interface type; the type itself if it has no name."""
    parent = type_node.parent
    return parent if parent is not None and parent.type in TYPE_NODES else type_node


def body_of(holder: "Node") -> "Node | None":
    return holder.child_by_field_name("type") if holder.type in TYPE_NODES else holder


def is_interface(holder: "Node") -> bool:
    body = body_of(holder)
    return body is not None and body.type == "interface_type"


def plain_type(written: "Node") -> "Node | None":
    """Return a written type without pointers, parentheses and type arguments."""
    node: Node | None = written
    while node is not None:
        if node.type in _TRANSPARENT:
            node = first_named(node)
        elif node.type == "generic_type":
            node = node.child_by_field_name("type")
        else:
            break
    return node


def receiver_of(method: "Node") -> "Node | None":
    declaration = first_named(method.child_by_field_name("receiver"), "parameter_declaration")
    return declaration.child_by_field_name("type") if declaration is not None else None


def embedded_types(holder: "Node") -> list["Node"]:
    """Return the names of the types that a struct or interface embeds."""
    body = body_of(holder)
    if body is None or body.type not in MEMBER_OWNERS:
        return []
    if body.type == "interface_type":
        found = [plain_type(child) for child in body.named_children if child.type == "type_elem"]
    else:
        fields = first_named(body, "field_declaration_list")
        found = [
            plain_type(written)
            for child in (fields.named_children if fields is not None else ())
            if child.type == "field_declaration"
            and child.child_by_field_name("name") is None
            and (written := child.child_by_field_name("type")) is not None
        ]
    return [one for one in found if one is not None]


def _top_level_types(resolver: "NameResolver") -> dict[str, "Node"]:
    return {
        name_of(spec): spec
        for declaration in resolver.root.named_children
        if declaration.type == "type_declaration"
        for spec in declaration.named_children
        if spec.type in TYPE_NODES
    }


def top_level_type(name: str, resolver: "NameResolver") -> "Node | None":
    """Return the declaration of a type of the package in this text."""
    return resolver.derived("go types", _top_level_types).get(name)


def _extended_types(resolver: "NameResolver") -> dict[str, "Node"]:
    found: dict[str, Node] = {}
    for declaration in resolver.root.named_children:
        written = receiver_of(declaration) if declaration.type == "method_declaration" else None
        named = plain_type(written) if written is not None else None
        if named is not None:
            found.setdefault(resolver.text(named), declaration)
    return found


def extended_type(name: str, resolver: "NameResolver") -> "Node | None":
    """Return the first method of this text for a type of another text of the package, which stands for the type."""
    return resolver.derived("go extended types", _extended_types).get(name)


def _definition_of(name: "Node | None", resolver: "NameResolver", kind: str) -> "Node | None":
    """Return the declaration of a type or function that an identifier names."""
    if name is None or name.type not in ("identifier", "type_identifier"):
        return None
    for one in resolver.definitions_of(name):
        if one.use.kind == kind:
            return one.node.parent
    return top_level_type(resolver.text(name), resolver) if kind == "type" else None


def underlying(written: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the type that a named type stands for; None if this text does not define it."""
    node = plain_type(written)
    for _ in range(MAX_TYPE_STEPS):
        if node is None or node.type not in ("type_identifier", "identifier", "qualified_type"):
            return node
        holder = _definition_of(node, resolver, "type")
        body = body_of(holder) if holder is not None and holder.type in TYPE_NODES else None
        node = plain_type(body) if body is not None else None
    return None


def element_type(written: "Node | None", resolver: "NameResolver", position: int = 1) -> "Node | None":
    """Return the type of the elements of a slice, array, map or channel; that of the keys of a map if `position`
    is 0."""
    if written is None:
        return None
    if written.type == "variadic_parameter_declaration":
        return written.child_by_field_name("type") if position else None
    body = underlying(written, resolver)
    if body is None:
        return None
    if body.type == "map_type":
        return body.child_by_field_name("value" if position else "key")
    if body.type == "channel_type":
        return body.child_by_field_name("value")
    if body.type in ("slice_type", "array_type", "implicit_length_array_type") and position:
        return body.child_by_field_name("element")
    return None


def literal_type(value: "Node", resolver: "NameResolver", steps: int = MAX_TYPE_STEPS) -> "Node | None":
    """Return the type of a literal's body, also of one in another whose type is not repeated."""
    parent = value.parent
    if parent is None or steps <= 0:
        return None
    if parent.type == "composite_literal":
        return parent.child_by_field_name("type")
    if parent.type != "literal_element" or parent.parent is None:
        return None
    holder, position = parent.parent, 1
    if holder.type == "keyed_element":
        position = 0 if is_field(holder, "key", parent) else 1
        if holder.parent is None:
            return None
        holder = holder.parent
    return element_type(literal_type(holder, resolver, steps - 1), resolver, position)


def called_function(callee: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the function or method of this text that an expression names."""
    if callee.type == "selector_expression":
        operand, name = callee.child_by_field_name("operand"), callee.child_by_field_name("field")
        owner = resolver.type_of(operand) if operand is not None else None
        if owner is None or owner.node is None or name is None:
            return None
        for one in resolver.members_named(resolver.text(name), owner.node):
            if one.use.kind == "method":
                return one.node.parent
        return None
    return _definition_of(callee, resolver, "function")


def _result(call: "Node", index: int, resolver: "NameResolver") -> "Node | None":
    """Return the type of a result of a call."""
    if call.type == "type_conversion_expression":
        return call.child_by_field_name("type")
    callee = call.child_by_field_name("function")
    while callee is not None and callee.type == "parenthesized_expression":
        callee = first_named(callee)
    if callee is None:
        return None
    if callee.type == "unary_expression":  # a conversion, `(*T)(x)`
        return callee.child_by_field_name("operand")
    if callee.type == "identifier":
        if resolver.text(callee) in ("new", "make"):
            return first_named(call.child_by_field_name("arguments"))
        if _definition_of(callee, resolver, "type") is not None:
            return callee
    function = callee if callee.type == "func_literal" else called_function(callee, resolver)
    return _result_at(function, index) if function is not None else None


def _result_at(function: "Node", index: int) -> "Node | None":
    """Return the type of a result of a function."""
    result = function.child_by_field_name("result")
    if result is None or result.type != "parameter_list":
        return result if index == 0 else None
    types = [
        one.child_by_field_name("type")
        for one in result.named_children
        for _ in one.children_by_field_name("name") or [None]
    ]
    return types[index] if index < len(types) else None


def written_type(expression: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the written type of an expression; None if this text does not tell it."""
    node = innermost_part(expression, SAME_TYPE)
    if node is None:
        return None
    kind = node.type
    if kind == "identifier":
        return _type_of_name(node, resolver)
    if kind == "field_identifier":
        return _declared_type(node, node, resolver)
    if kind == "literal_value":
        return literal_type(node, resolver)
    if kind in ("composite_literal", "type_assertion_expression"):
        return node.child_by_field_name("type")
    if kind in _CALLS:
        return _result(node, 0, resolver)
    if kind == "selector_expression":
        return _type_of_member(node, resolver)
    if kind == "index_expression":
        operand = node.child_by_field_name("operand")
        return (
            element_type(resolver.limited(written_type, operand), resolver) if operand is not None else None
        )
    if kind in ("type_identifier", "qualified_type", "generic_type", *_TRANSPARENT, *MEMBER_OWNERS):
        return node
    return None


def _type_of_member(selector: "Node", resolver: "NameResolver") -> "Node | None":
    operand, name = selector.child_by_field_name("operand"), selector.child_by_field_name("field")
    owner = resolver.type_of(operand) if operand is not None else None
    if owner is None or owner.node is None or name is None:
        return None
    text = resolver.text(name)
    for one in resolver.members_named(text, owner.node):
        if one.use.kind == "field" and one.node.parent is not None:
            return one.node.parent.child_by_field_name("type")
    for embedded in embedded_types(owner.node):
        if (name_of(embedded) or resolver.text(embedded)) == text:
            return embedded
    return None


def _type_of_name(name: "Node", resolver: "NameResolver") -> "Node | None":
    for one in resolver.definitions_of(name):
        if one.use.kind == "type":
            return name
        found = _declared_type(one.node, name, resolver)
        if found is not None:
            return found
    return None


def _declared_type(definition: "Node", reference: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the type that the declaration of a variable gives it."""
    parent = definition.parent
    if parent is None:
        return None
    if parent.type in _FUNCTIONS:
        return _result_at(parent, 0)
    if parent.type == "variadic_parameter_declaration":
        return parent
    written = parent.child_by_field_name("type")
    if written is not None:
        return written
    if parent.type == "var_spec":
        return _assigned_type(
            parent.child_by_field_name("value"), _position(parent, "name", definition), resolver
        )
    statement = parent.parent
    if parent.type != "expression_list" or statement is None:
        return None
    index = child_index(parent, definition)
    if statement.type == "type_switch_statement":
        case = enclosing(reference, ("type_case", "default_case", "type_switch_statement"))
        types = case.children_by_field_name("type") if case is not None and case.type == "type_case" else []
        return types[0] if len(types) == 1 else None
    right = statement.child_by_field_name("right")
    if right is None:
        return None
    if statement.type == "range_clause":
        ranged = resolver.limited(written_type, right)
        body = underlying(ranged, resolver) if ranged is not None and ranged.type[:8] != "variadic" else None
        if body is not None and body.type == "channel_type":
            index = 1
        return element_type(ranged, resolver, index)
    return _assigned_type(right, index, resolver)


def _position(parent: "Node", field: str, node: "Node") -> int:
    return [one.id for one in parent.children_by_field_name(field)].index(node.id)


def _assigned_type(values: "Node | None", index: int, resolver: "NameResolver") -> "Node | None":
    """Return the type of the variable at a position on the left of an assignment of values."""
    if values is None:
        return None
    listed = values.named_children if values.type == "expression_list" else [values]
    if not listed:
        return None
    if index < len(listed):
        if len(listed) == 1 and listed[0].type in _CALLS:
            return _result(listed[0], index, resolver)
        return resolver.limited(written_type, listed[index])
    if len(listed) == 1 and listed[0].type in _CALLS:
        return _result(listed[0], index, resolver)
    return None


def _methods_by_type(resolver: "NameResolver") -> dict[str, dict[str, _Signature]]:
    """Return the methods of the types of a text, with the types of their parameters and results, by its name."""
    found: dict[str, dict[str, _Signature]] = {}
    for declaration in resolver.root.named_children:
        if declaration.type == "method_declaration":
            written = receiver_of(declaration)
            named = plain_type(written) if written is not None else None
            if named is not None:
                found.setdefault(resolver.text(named), {})[name_of(declaration)] = _signature(
                    declaration, resolver
                )
    return found


def _interfaces(resolver: "NameResolver") -> list[tuple["Node", dict[str, _Signature]]]:
    """Return the interfaces of a text that list all of their methods, which are at least one."""
    found: list[tuple[Node, dict[str, _Signature]]] = []
    for declaration in resolver.root.named_children:
        for spec in declaration.named_children if declaration.type == "type_declaration" else ():
            body = body_of(spec)
            if body is None or body.type != "interface_type" or embedded_types(spec):
                continue
            methods = {
                name_of(one): _signature(one, resolver)
                for one in body.named_children
                if one.type == "method_elem"
            }
            if methods:
                found.append((spec, methods))
    return found


def _signature(function: "Node", resolver: "NameResolver") -> _Signature:
    """Return the types of the parameters and of the results of a method."""
    result = function.child_by_field_name("result")
    if result is None or result.type != "parameter_list":
        results = () if result is None else (resolver.text(result),)
    else:
        results = _types_of(result, resolver)
    return _types_of(function.child_by_field_name("parameters"), resolver), results


def _types_of(parameters: "Node | None", resolver: "NameResolver") -> tuple[str, ...]:
    found: list[str] = []
    for one in parameters.named_children if parameters is not None else ():
        written = one.child_by_field_name("type")
        if written is not None:
            dots = "..." if one.type == "variadic_parameter_declaration" else ""
            found += [dots + resolver.text(written)] * max(1, len(one.children_by_field_name("name")))
    return tuple(found)


def implemented_interfaces(holder: "Node", resolver: "NameResolver") -> list["Node"]:
    """Return the interfaces of this text all of whose methods a type has."""
    if holder.type not in TYPE_NODES or is_interface(holder):
        return []
    methods = resolver.derived("go methods", _methods_by_type).get(name_of(holder))
    if not methods:
        return []
    return [
        interface
        for interface, wanted in resolver.derived("go interfaces", _interfaces)
        if all(methods.get(name) == signature for name, signature in wanted.items())
    ]
