"""Types of C and C++ expressions, as far as one text tells them.

Pointers, references and arrays count as what they point to, and smart pointers too.
"""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.c_family.declarators import (
    CLASSES,
    declared_by,
    function_around,
    namespace_scope,
    qualifier_of,
)
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.nodes import enclosing, first_named, innermost_part, name_of, same_node
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["base_references", "class_of_function", "expression_type", "named_type", "outside_type"]

_SAME_TYPE: Final = {
    "parenthesized_expression": "",
    "pointer_expression": "argument",
    "subscript_expression": "argument",
    "assignment_expression": "left",
    "conditional_expression": "consequence",
    "update_expression": "argument",
}
_TYPES: Final = frozenset(
    {
        "type_identifier",
        "template_type",
        "type_descriptor",
        "enum_specifier",
        "namespace_identifier",
        *CLASSES,
    }
)
_TOP_LEVEL: Final = frozenset(
    {
        "declaration",
        "type_definition",
        "template_declaration",
        "preproc_else",
        "namespace_definition",
        "declaration_list",
        "linkage_specification",
        "ERROR",
    }
)
_SMART_POINTERS: Final = frozenset(
    {"unique_ptr", "shared_ptr", "weak_ptr", "optional", "vector", "array", "list", "deque", "set", "span"}
)
"""Templates whose argument is the type that is reached through them."""
_CASTS: Final = frozenset(
    {"static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "make_unique", "make_shared"}
)


def named_type(written: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type that a written type names."""
    node: Node | None = written
    while node is not None and node.type in ("type_descriptor", "template_type", "qualified_identifier"):
        if node.type == "type_descriptor":
            node = node.child_by_field_name("type")
        elif node.type == "qualified_identifier":
            node = node.child_by_field_name("name")
        elif name_of(node) in _SMART_POINTERS:
            node = first_named(node.child_by_field_name("arguments"), "type_descriptor")
        else:
            node = node.child_by_field_name("name")
    if node is None:
        return None
    if node.type in CLASSES or node.type == "enum_specifier":
        name = node.child_by_field_name("name")
        if node.child_by_field_name("body") is not None or name is None:
            return TypeReference(node)
        node = name
    if node.type not in ("type_identifier", "identifier", "namespace_identifier"):
        return None
    return _type_named(node, resolver)


def _type_named(name: "Node", resolver: "NameResolver") -> TypeReference | None:
    definitions = resolver.definitions_of(name)
    for one in definitions:
        parent = one.node.parent
        if parent is None:
            continue
        if parent.type in CLASSES or parent.type == "enum_specifier":
            if parent.child_by_field_name("body") is None:
                continue  # declared only
            return TypeReference(parent)
        declared = declared_by(one.node)
        holder = declared.declaration if declared is not None else parent
        if holder.type in ("type_definition", "alias_declaration"):
            written = holder.child_by_field_name("type")
            return resolver.limited(named_type, written) if written is not None else None
    is_declared = any(one.use.kind in ("class", "type") for one in definitions)
    if definitions and not is_declared:
        return None
    text = resolver.text(name)
    known = resolver.derived("c types", _read_types).get(text)
    if known is not None:
        return TypeReference(known)
    return TypeReference(source=ImportSource("", text)) if namespace_scope(text, resolver) is None else None


def _read_types(resolver: "NameResolver") -> dict[str, "Node"]:
    """Return the classes that are defined at the top level of the text or of a namespace."""
    found: dict[str, Node] = {}
    pending = [resolver.root]
    while pending:
        for child in pending.pop().named_children:
            if child.type in CLASSES and child.child_by_field_name("body") is not None:
                found.setdefault(name_of(child), child)
            elif child.type in _TOP_LEVEL or child.type.startswith("preproc_if"):
                pending.append(child)
    return found


def base_references(type_node: "Node", resolver: "NameResolver") -> list[TypeReference]:
    clause = first_named(type_node, "base_class_clause") if type_node.type in CLASSES else None
    if clause is None:
        return []
    found = [
        resolver.limited(named_type, one)
        for one in clause.named_children
        if one.type in ("type_identifier", "template_type", "qualified_identifier")
    ]
    return [one for one in found if one is not None]


def class_of_function(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class whose method a node is in: one around it, or the one before the name of the function."""
    around = enclosing(node, CLASSES)
    if around is not None:
        return TypeReference(around)
    qualifier = qualifier_of(function_around(node))
    return resolver.limited(named_type, qualifier) if qualifier is not None else None


def expression_type(expression: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type of an expression, as it is written somewhere or itself; None if unknown."""
    node = innermost_part(expression, _SAME_TYPE)
    if node is None:
        return None
    kind = node.type
    if kind == "this":
        return class_of_function(node, resolver)
    if kind in _TYPES:
        return node
    if kind in ("cast_expression", "compound_literal_expression", "new_expression"):
        return node.child_by_field_name("type")
    if kind == "identifier":
        return _type_of_name(node, resolver)
    if kind == "field_identifier":
        return _declared_type(node, resolver)
    if kind == "qualified_identifier":
        return _type_of_qualified(node, resolver)
    if kind == "field_expression":
        return _type_of_member(node, resolver)
    if kind == "call_expression":
        return _result(node, resolver)
    if kind == "initializer_list":
        return _literal_type(node, resolver)
    return None


def _type_of_qualified(node: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    name = node.child_by_field_name("name")
    if name is None or name.type != "identifier":
        return node
    return _type_of_name(name, resolver)


def _type_of_name(name: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    definitions = resolver.definitions_of(name)
    for one in definitions:
        parent = one.node.parent
        if parent is not None and (parent.type in CLASSES or parent.type == "alias_declaration"):
            return name
        found = _declared_type(one.node, resolver)
        if found is not None:
            return found
    if not definitions:
        owner = class_of_function(name, resolver)
        if owner is not None and owner.node is not None:
            for one in resolver.members_named(resolver.text(name), owner.node):
                return _declared_type(one.node, resolver)
    return None


def _declared_type(name: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type that its declaration gives to a name; that of the result for a function."""
    declared = declared_by(name)
    if declared is None:
        return None
    holder = declared.declaration
    written = holder.child_by_field_name("type")
    if written is None or written.type != "placeholder_type_specifier":
        return written
    if holder.type == "for_range_loop":
        value = holder.child_by_field_name("right")
    else:
        init = enclosing(name, ("init_declarator", "declaration"))
        value = (
            init.child_by_field_name("value") if init is not None and init.type == "init_declarator" else None
        )
    return resolver.limited(expression_type, value) if value is not None else None


def _type_of_member(access: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    value, name = access.child_by_field_name("argument"), access.child_by_field_name("field")
    owner = resolver.type_of(value) if value is not None else None
    if owner is None or owner.node is None or name is None:
        return None
    for one in resolver.members_named(resolver.text(name), owner.node):
        return _declared_type(one.node, resolver)
    return None


def _result(call: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    callee = call.child_by_field_name("function")
    if callee is not None and callee.type == "qualified_identifier":
        last = callee.child_by_field_name("name")
        callee = last if last is not None and last.type == "template_function" else callee
    if callee is None:
        return None
    if callee.type == "template_function":
        name = callee.child_by_field_name("name")
        if name is None:
            return None
        if resolver.text(name) in _CASTS:
            return first_named(callee.child_by_field_name("arguments"), "type_descriptor")
        return _type_of_name(name, resolver)
    if callee.type in ("identifier", "qualified_identifier", "field_expression"):
        return resolver.limited(expression_type, callee)
    return None


def _literal_type(literal: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type of a braced list, by what it initialises."""
    holder = literal.parent
    if holder is None:
        return None
    if holder.type == "initializer_list":
        return resolver.limited(_literal_type, holder)
    if holder.type == "compound_literal_expression":
        return holder.child_by_field_name("type")
    if holder.type == "init_declarator":
        declaration = holder.parent
        return declaration.child_by_field_name("type") if declaration is not None else None
    if holder.type == "initializer_pair" and holder.parent is not None:
        designator = first_named(holder)
        if designator is None or designator.type != "field_designator" or same_node(designator, literal):
            return resolver.limited(_literal_type, holder.parent)
        owner = resolver.type_of(holder.parent)
        name = first_named(designator)
        if owner is None or owner.node is None or name is None:
            return None
        for one in resolver.members_named(resolver.text(name), owner.node):
            return _declared_type(one.node, resolver)
    return None


def outside_type(expression: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of an expression that other texts tell, of a member or a function of theirs."""
    node = innermost_part(expression, _SAME_TYPE)
    if node is not None and node.type == "call_expression":
        node = node.child_by_field_name("function")
    if node is None:
        return None
    if node.type == "field_expression":
        value, name = node.child_by_field_name("argument"), name_of(node, "field")
        owner = resolver.type_of(value) if value is not None else None
        source = owner.source if owner is not None else None
        return TypeReference(source=ImportSource(source.module, f"{source.name}.{name}")) if source else None
    if node.type != "identifier":
        return None
    definitions = resolver.definitions_of(node)
    if not definitions:
        around = class_of_function(node, resolver)
        source = around.source if around is not None else None
        if source is not None:  # most likely a member of the class
            return TypeReference(source=ImportSource(source.module, f"{source.name}.{resolver.text(node)}"))
        return TypeReference(source=ImportSource("", resolver.text(node)))
    declared = declared_by(definitions[0].node)
    written = declared.declaration.child_by_field_name("type") if declared is not None else None
    if written is None or written.type != "placeholder_type_specifier":
        return None
    init = enclosing(definitions[0].node, ("init_declarator", "declaration"))
    value = init.child_by_field_name("value") if init is not None and init.type == "init_declarator" else None
    return resolver.type_of(value) if value is not None else None
