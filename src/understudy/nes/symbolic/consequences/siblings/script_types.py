"""The types of Python, TypeScript and JavaScript."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.consequences.limits import MAX_MEMBERS
from understudy.nes.symbolic.consequences.siblings.discriminants import read_discriminants
from understudy.nes.symbolic.consequences.siblings.members import (
    Member,
    Reader,
    TypeDeclaration,
    children_of,
    declaration_of,
    member_of,
    method_member,
    name_of,
    string_value,
    text_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["PYTHON_READERS", "SCRIPT_READERS"]

_ENUM_BASE: Final = re.compile(r"\b(?:\w*Enum|\w*Flag|TextChoices|IntegerChoices)\b")
_INTERFACE_BASE: Final = re.compile(r"\b(?:ABC|ABCMeta|Protocol)\b")
_CONSTANT_NODES: Final = frozenset({"string", "number", "unary_expression", "true", "false"})
_QUESTION_MARK: Final = re.compile(r"\s*\?")
_OWN_FIELD: Final = re.compile(r"self\.(\w+)")
_WORD: Final = re.compile(r"\w+")
_LITERAL: Final = re.compile(r"(?:\w+\.)?Literal\Z")
_COLLECTION_CALLS: Final = frozenset({"frozenset", "set", "tuple", "Object.freeze", "new Set"})
_COLLECTION_NODES: Final = frozenset({"tuple", "list", "set", "array"})
_MIN_STRINGS: Final = 2
_UNTYPED_FIELDS: Final = 2
"""A class whose constructor assigns at least this many fields is a record."""


# Python


def _python_class(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    name, body = name_of(node, text), node.child_by_field_name("body")
    bases = text_of(node.child_by_field_name("superclasses"), text)
    assignments = [
        child
        for statement in children_of(body, "expression_statement")
        for child in children_of(statement, "assignment")
    ]
    if _ENUM_BASE.search(bases):
        members = [
            member_of(one, text, left, value=string_value(text_of(one.child_by_field_name("right"), text)))
            for one in assignments
            if (left := text_of(one.child_by_field_name("left"), text)).isidentifier()
            and not left.startswith("_")
            and one.child_by_field_name("type") is None
        ]
        yield declaration_of("enum", name, members, node)
        return
    fields = [
        member_of(
            one,
            text,
            left,
            type_text=text_of(one.child_by_field_name("type"), text),
            is_optional=one.child_by_field_name("right") is not None,
            default=text_of(one.child_by_field_name("right"), text),
        )
        for one in assignments
        if (left := text_of(one.child_by_field_name("left"), text)).isidentifier()
        and one.child_by_field_name("type") is not None
    ]
    fields = fields or _python_assigned_fields(body, text)
    if fields:
        yield declaration_of("record", name, fields, node)
    is_protocol = "Protocol" in bases
    if _INTERFACE_BASE.search(bases):
        methods = [
            method_member(child, text) for child in children_of(body, "function_definition") if is_protocol
        ]
        for child in children_of(body, "decorated_definition"):
            function = child.child_by_field_name("definition")
            if "abstractmethod" in text_of(child, text) and function is not None:
                methods.append(method_member(function, text))
        methods = [one for one in methods if not one.name.startswith("__")]
        yield declaration_of("interface", name, sorted(methods, key=lambda one: one.start), node)


def _python_assigned_fields(body: "Node | None", text: str) -> list[Member]:
    """The fields that the constructor assigns: `self.x = …`."""
    for function in children_of(body, "function_definition"):
        if name_of(function, text) != "__init__":
            continue
        found: list[Member] = []
        for statement in children_of(function.child_by_field_name("body"), "expression_statement"):
            for one in children_of(statement, "assignment"):
                match = _OWN_FIELD.fullmatch(text_of(one.child_by_field_name("left"), text))
                if match:
                    value = text_of(one.child_by_field_name("right"), text)
                    is_given = match[1] in _WORD.findall(value)
                    found.append(member_of(one, text, match[1], is_optional=True, is_given=is_given))
        return found if len(found) >= _UNTYPED_FIELDS else []
    return []


def _python_strings(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    """A name for some strings: `Kind = Literal["a", "b"]`, or a constant such as `KINDS = ("a", "b")`."""
    name, value = text_of(node.child_by_field_name("left"), text), node.child_by_field_name("right")
    if value is not None and value.type == "subscript":
        is_literal = _LITERAL.match(text_of(value.child_by_field_name("value"), text)) is not None
        yield from _strings(name, value.children_by_field_name("subscript") if is_literal else (), node, text)
    elif name.isupper():
        yield from _strings(name, _elements(value, text), node, text)


def _elements(value: "Node | None", text: str) -> Sequence["Node"]:
    """The elements of a collection, also of one that is the only argument of a call such as `frozenset`."""
    if value is not None and value.type in ("as_expression", "satisfies_expression"):
        value = next(iter(value.named_children), None)
    arguments = value.child_by_field_name("arguments") if value is not None else None
    if value is not None and arguments is not None:
        called = text[value.start_byte : arguments.start_byte]
        is_collection = called in _COLLECTION_CALLS and len(arguments.named_children) == 1
        value = arguments.named_children[0] if is_collection else None
    if value is None or value.type not in _COLLECTION_NODES:
        return ()
    return [one for one in value.named_children if one.type != "comment"]


def _strings(name: str, elements: Sequence["Node"], node: "Node", text: str) -> Iterator[TypeDeclaration]:
    members = [
        member_of(one, text, content, value=content)
        for one in elements
        if (content := string_value(text_of(one, text)))
    ]
    if len(members) == len(elements) >= _MIN_STRINGS:
        yield declaration_of("union", name, members, node)


# TypeScript and JavaScript


def _es_type(node: "Node | None", text: str) -> str:
    return text_of(node, text).lstrip(":").strip()


def _es_enum(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    body = node.child_by_field_name("body")
    members: list[Member] = []
    for child in children_of(body, "property_identifier", "enum_assignment"):
        value = string_value(text_of(child.child_by_field_name("value"), text))
        name = text_of(child, text) if child.type == "property_identifier" else name_of(child, text)
        members.append(member_of(child, text, name, value=value))
    yield declaration_of("enum", name_of(node, text), members, node)


def _es_object_members(body: "Node | None", text: str) -> tuple[list[Member], list[Member]]:
    fields = [
        member_of(
            child,
            text,
            type_text=_es_type(child.child_by_field_name("type"), text),
            is_optional=_is_marked_optional(child, text),
        )
        for child in children_of(body, "property_signature")
    ]
    methods = [
        method_member(child, text, is_optional=_is_marked_optional(child, text))
        for child in children_of(body, "method_signature", "abstract_method_signature")
        if name_of(child, text)
    ]
    return fields, methods


def _is_marked_optional(node: "Node", text: str) -> bool:
    name = node.child_by_field_name("name")
    return name is not None and _QUESTION_MARK.match(text, name.end_byte) is not None


def _es_interface(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields, methods = _es_object_members(node.child_by_field_name("body"), text)
    if fields:
        yield declaration_of("record", name_of(node, text), fields, node)
    if methods:
        yield declaration_of("interface", name_of(node, text), methods, node)


def _es_alias(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    value = node.child_by_field_name("value")
    if value is not None and value.type == "object_type":
        fields, methods = _es_object_members(value, text)
        if fields:
            yield declaration_of("record", name_of(node, text), fields, node)
        if methods:
            yield declaration_of("interface", name_of(node, text), methods, node)
    elif value is not None and value.type == "union_type":
        children = _union_members(value)
        values = [string_value(text_of(child, text)) for child in children]
        if not any(values):
            values = read_discriminants(children, text)
        if values and all(values):
            pairs = zip(children, values, strict=True)
            members = [member_of(child, text, content, value=content) for child, content in pairs]
            yield declaration_of("union", name_of(node, text), members, node)


def _union_members(node: "Node") -> list["Node"]:
    found: list[Node] = []
    pending = [node]
    while pending and len(found) < MAX_MEMBERS:
        one = pending.pop()
        if one.type == "union_type":
            pending += reversed(one.named_children)
        else:
            found.append(one)
    return found


def _es_class(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    body = node.child_by_field_name("body")
    fields = [
        member_of(
            child,
            text,
            name,
            type_text=_es_type(child.child_by_field_name("type"), text),
            is_optional=True,
            is_given=child.child_by_field_name("value") is None,
            default=text_of(child.child_by_field_name("value"), text),
        )
        for child in children_of(body, "public_field_definition", "field_definition")
        if (name := name_of(child, text) or text_of(child.child_by_field_name("property"), text))
        and "static" not in text_of(child, text).split("=")[0]
    ]
    if fields:
        yield declaration_of("record", name_of(node, text), fields, node)
    methods = [method_member(child, text) for child in children_of(body, "abstract_method_signature")]
    if methods:
        yield declaration_of("interface", name_of(node, text), methods, node)


def _es_constant_object(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    """An object of constants that is used as an enum: `const Status = {ACTIVE: "active"}`."""
    name, value = name_of(node, text), node.child_by_field_name("value")
    if not name[:1].isupper() or value is None:
        return
    if value.type in ("as_expression", "satisfies_expression"):
        value = next(iter(value.named_children), None)
    elif value.type == "call_expression" and text_of(value, text).startswith("Object.freeze("):
        arguments = value.child_by_field_name("arguments")
        value = next(iter(arguments.named_children), None) if arguments is not None else None
    if value is None or value.type != "object":
        return
    members: list[Member] = []
    for child in value.named_children:
        if child.type == "comment":
            continue
        content = child.child_by_field_name("value")
        if child.type != "pair" or content is None or content.type not in _CONSTANT_NODES:
            return
        key = text_of(child.child_by_field_name("key"), text)
        members.append(member_of(child, text, key, value=string_value(text_of(content, text))))
    if all(one.name.isidentifier() for one in members):
        yield declaration_of("enum", name, members, node)


def _es_constant(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    """An object that is used as an enum, or a name for some strings: `const KINDS = ["a", "b"]`."""
    yield from _es_constant_object(node, text)
    name, value = name_of(node, text), node.child_by_field_name("value")
    is_constant = value is not None and (value.type == "as_expression" or name.isupper())
    yield from _strings(name, _elements(value, text) if is_constant else (), node, text)


PYTHON_READERS: Final[dict[str, Reader]] = {
    "class_definition": _python_class,
    "assignment": _python_strings,
}
SCRIPT_READERS: Final[dict[str, Reader]] = {
    "enum_declaration": _es_enum,
    "interface_declaration": _es_interface,
    "type_alias_declaration": _es_alias,
    "class_declaration": _es_class,
    "abstract_class_declaration": _es_class,
    "variable_declarator": _es_constant,
}
