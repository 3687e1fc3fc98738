"""The types of Go, Rust, Java, C and C++."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.consequences.siblings.members import (
    Member,
    Reader,
    TypeDeclaration,
    children_of,
    cpp_method,
    declaration_of,
    member_of,
    method_member,
    name_of,
    string_value,
    text_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["C_READERS", "GO_READERS", "JAVA_READERS", "RUST_READERS"]

_PURE_VIRTUAL: Final = re.compile(r"=\s*0\s*;\Z")


# Go


def _go_constants(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    specs = children_of(node, "const_spec")
    types = {text_of(one.child_by_field_name("type"), text) for one in specs} - {""}
    if len(types) > 1 or not (types or "iota" in text_of(node, text)):
        return
    members = [
        member_of(one, text, value=string_value(text_of(one.child_by_field_name("value"), text)))
        for one in specs
        if name_of(one, text) != "_"
    ]
    yield declaration_of("enum", next(iter(types), ""), members, node)


def _go_type(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    value = node.child_by_field_name("type")
    if value is None:
        return
    if value.type == "struct_type":
        fields = [
            member_of(
                one, text, text_of(name, text), type_text=text_of(one.child_by_field_name("type"), text)
            )
            for body in children_of(value, "field_declaration_list")
            for one in children_of(body, "field_declaration")
            for name in one.children_by_field_name("name")
        ]
        yield declaration_of("record", name_of(node, text), fields, node)
    elif value.type == "interface_type":
        methods = [method_member(one, text) for one in children_of(value, "method_elem", "method_spec")]
        yield declaration_of("interface", name_of(node, text), methods, node)


# Rust


def _rust_enum(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    members = [
        member_of(one, text, shape=_rust_shape(one.child_by_field_name("body"), text))
        for one in children_of(node.child_by_field_name("body"), "enum_variant")
    ]
    yield declaration_of("enum", name_of(node, text), members, node)


def _rust_shape(body: "Node | None", text: str) -> str:
    if body is None:
        return ""
    if body.type == "ordered_field_declaration_list":
        return f"({len(body.children_by_field_name('type'))})"
    return "{" + ",".join(name_of(one, text) for one in children_of(body, "field_declaration")) + "}"


def _rust_struct(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields = [
        member_of(one, text, type_text=text_of(one.child_by_field_name("type"), text))
        for one in children_of(node.child_by_field_name("body"), "field_declaration")
    ]
    yield declaration_of("record", name_of(node, text), fields, node)


def _rust_trait(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    methods = [
        method_member(one, text, is_optional=one.type == "function_item")
        for one in children_of(node.child_by_field_name("body"), "function_signature_item", "function_item")
    ]
    yield declaration_of("interface", name_of(node, text), methods, node)


# Java


def _java_enum(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    members = [member_of(one, text) for one in children_of(node.child_by_field_name("body"), "enum_constant")]
    yield declaration_of("enum", name_of(node, text), members, node)


def _java_class(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields = [
        member_of(
            one,
            text,
            name_of(declarator, text),
            type_text=text_of(one.child_by_field_name("type"), text),
            is_optional=True,
            is_given=declarator.child_by_field_name("value") is None,
        )
        for one in children_of(node.child_by_field_name("body"), "field_declaration")
        if "static" not in text_of(one, text).split("=")[0].split()
        for declarator in children_of(one, "variable_declarator")
    ]
    if fields:
        yield declaration_of("record", name_of(node, text), fields, node)
    methods = [
        method_member(one, text)
        for one in children_of(node.child_by_field_name("body"), "method_declaration")
        if one.child_by_field_name("body") is None
    ]
    if methods:
        yield declaration_of("interface", name_of(node, text), methods, node)


def _java_record(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields = [
        member_of(one, text, type_text=text_of(one.child_by_field_name("type"), text))
        for one in children_of(node.child_by_field_name("parameters"), "formal_parameter")
    ]
    yield declaration_of("record", name_of(node, text), fields, node)


# C and C++


def _c_enum(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    members = [member_of(one, text) for one in children_of(node.child_by_field_name("body"), "enumerator")]
    yield declaration_of("enum", name_of(node, text) or _typedef_name(node, text), members, node)


def _c_struct(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields: list[Member] = []
    for one in children_of(node.child_by_field_name("body"), "field_declaration"):
        declarator = one.child_by_field_name("declarator")
        stars = ""
        while declarator is not None and declarator.type == "pointer_declarator":
            declarator, stars = declarator.child_by_field_name("declarator"), stars + "*"
        if declarator is not None and declarator.type == "field_identifier":
            type_text = text_of(one.child_by_field_name("type"), text) + (f" {stars}" if stars else "")
            fields.append(
                member_of(one, text, text_of(declarator, text), type_text=type_text, is_optional=True)
            )
    name = name_of(node, text) or _typedef_name(node, text)
    if fields:
        yield declaration_of("record", name, fields, node)
    methods = [
        member
        for one in children_of(node.child_by_field_name("body"), "field_declaration")
        if _PURE_VIRTUAL.search(text_of(one, text)) and (member := cpp_method(one, text)) is not None
    ]
    if methods:
        yield declaration_of("interface", name, methods, node)


def _typedef_name(node: "Node", text: str) -> str:
    parent = node.parent
    is_typedef = parent is not None and parent.type == "type_definition"
    return (
        text_of(parent.child_by_field_name("declarator"), text) if parent is not None and is_typedef else ""
    )


GO_READERS: Final[dict[str, Reader]] = {"const_declaration": _go_constants, "type_spec": _go_type}
RUST_READERS: Final[dict[str, Reader]] = {
    "enum_item": _rust_enum,
    "struct_item": _rust_struct,
    "trait_item": _rust_trait,
}
JAVA_READERS: Final[dict[str, Reader]] = {
    "enum_declaration": _java_enum,
    "class_declaration": _java_class,
    "interface_declaration": _java_class,
    "record_declaration": _java_record,
}
C_READERS: Final[dict[str, Reader]] = {
    "enum_specifier": _c_enum,
    "struct_specifier": _c_struct,
    "class_specifier": _c_struct,
}
