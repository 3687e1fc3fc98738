"""Types and their members, and how they are read from the nodes of a syntax tree."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_MEMBERS

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "DeclarationKind",
    "Member",
    "Reader",
    "TypeDeclaration",
    "children_of",
    "cpp_method",
    "declaration_of",
    "member_of",
    "method_member",
    "name_of",
    "string_value",
    "text_of",
]

DeclarationKind = Literal["enum", "record", "union", "interface"]
"""enum: named values. record: fields. union: string literals. interface: methods without a body."""

_STRING: Final = re.compile(r"\A[a-zA-Z]{0,2}(['\"`])([^'\"`\\\n]*)\1\Z")


class Member(NamedTuple):
    name: str
    start: int
    end: int
    text: str
    """The declaration as written."""
    type_text: str = ""
    value: str = ""
    """The content of the string that it stands for; empty if it is no string."""
    is_optional: bool = False
    """A field that need not be given, or a method with a body."""
    shape: str = ""
    """The form of the payload of an enum variant: empty, `(2)` or `{x,y}`."""
    parameters: str = ""
    """The parameters of a method with their brackets; `type_text` is then its return type."""
    header: str = ""
    """A method without its body."""
    name_start: int = 0
    parameters_start: int = 0
    type_start: int = 0
    """Where the name, the parameters and the return type of a method begin; 0 if it does not have them."""
    is_given: bool = True
    """Whether a constructor gets the value of the field; else the field has a value of its own."""
    default: str = ""
    """The value that a field has if none is given, as written."""


class TypeDeclaration(NamedTuple):
    kind: DeclarationKind
    name: str
    members: tuple[Member, ...]
    start: int
    end: int
    """The range of the whole type, methods included."""
    has_error: bool = False


Reader = Callable[["Node", str], Iterator[TypeDeclaration]]
"""Reads the types that a node of a syntax tree declares."""


def string_value(text: str) -> str:
    """Return the content of a string literal; empty if it is another expression."""
    match = _STRING.match(text)
    return match[2] if match else ""


def text_of(node: "Node | None", text: str) -> str:
    return text[node.start_byte : node.end_byte] if node is not None else ""


def _start_of(node: "Node | None") -> int:
    return node.start_byte if node is not None else 0


def name_of(node: "Node", text: str) -> str:
    return text_of(node.child_by_field_name("name"), text)


def member_of(node: "Node", text: str, name: str = "", **more: object) -> Member:
    return Member(
        name or name_of(node, text),
        node.start_byte,
        node.end_byte,
        text_of(node, text),
        **more,  # type: ignore[arg-type]
    )


def method_member(node: "Node", text: str, *, is_optional: bool = False) -> Member:
    """Return a method of an interface, or of a class that implements it."""
    body = node.child_by_field_name("body")
    returned = next(
        (one for field in ("return_type", "result", "type") if (one := node.child_by_field_name(field))), None
    )
    parameters = node.child_by_field_name("parameters")
    end = body.start_byte if body is not None else node.end_byte
    return Member(
        name_of(node, text),
        node.start_byte,
        node.end_byte,
        text_of(node, text),
        type_text=text_of(returned, text),
        is_optional=is_optional,
        parameters=text_of(parameters, text),
        header=text[node.start_byte : end].rstrip(" \t\n;:"),
        name_start=_start_of(node.child_by_field_name("name")),
        parameters_start=_start_of(parameters),
        type_start=_start_of(returned),
    )


def declaration_of(kind: DeclarationKind, name: str, members: list[Member], node: "Node") -> TypeDeclaration:
    return TypeDeclaration(
        kind, name, tuple(members[:MAX_MEMBERS]), node.start_byte, node.end_byte, node.has_error
    )


def children_of(node: "Node | None", *types: str) -> list["Node"]:
    if node is None:
        return []
    return [child for child in node.named_children if child.type in types]


def cpp_method(node: "Node", text: str) -> Member | None:
    """Return the method that a member declaration or definition of a class declares."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        declarator = declarator.child_by_field_name("declarator") or next(
            iter(declarator.named_children), None
        )
    if declarator is None or declarator.type != "function_declarator":
        return None
    name, returned = declarator.child_by_field_name("declarator"), node.child_by_field_name("type")
    parameters = declarator.child_by_field_name("parameters")
    return Member(
        text_of(name, text),
        node.start_byte,
        node.end_byte,
        text_of(node, text),
        type_text=text_of(returned, text),
        parameters=text_of(parameters, text),
        header=text[node.start_byte : declarator.end_byte],
        name_start=_start_of(name),
        parameters_start=_start_of(parameters),
        type_start=_start_of(returned),
    )
