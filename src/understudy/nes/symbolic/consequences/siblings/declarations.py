"""The types that a text declares, with their members: enums, records, unions and interfaces.

Reads the syntax tree; one table says which nodes declare a type in each grammar. Not what uses the members.
"""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_DECLARATION_DEPTH, MAX_MEMBERS
from understudy.nes.symbolic.consequences.rule_context import SyntaxTree

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "DeclarationKind",
    "Member",
    "TypeDeclaration",
    "cpp_method",
    "find_declarations",
    "method_member",
    "string_value",
]

DeclarationKind = Literal["enum", "record", "union", "interface"]
"""enum: named values. record: fields. union: string literals. interface: methods without a body."""

_ENUM_BASE: Final = re.compile(r"\b(?:\w*Enum|\w*Flag|TextChoices|IntegerChoices)\b")
_INTERFACE_BASE: Final = re.compile(r"\b(?:ABC|ABCMeta|Protocol)\b")
_STRING: Final = re.compile(r"\A[a-zA-Z]{0,2}(['\"`])([^'\"`\\\n]*)\1\Z")
_PURE_VIRTUAL: Final = re.compile(r"=\s*0\s*;\Z")
_CONSTANT_NODES: Final = frozenset({"string", "number", "unary_expression", "true", "false"})
_UNTYPED_FIELDS: Final = 2
"""A class whose constructor assigns at least this many fields is a record."""


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


class TypeDeclaration(NamedTuple):
    kind: DeclarationKind
    name: str
    members: tuple[Member, ...]
    start: int
    end: int
    """The range of the whole type, methods included."""
    has_error: bool = False


def find_declarations(tree: SyntaxTree, text: str, start: int, end: int) -> Iterator[TypeDeclaration]:
    """Yield the types whose range touches the range from `start` to `end`."""
    readers = _READERS.get(tree.grammar)
    if readers is None:
        return
    pending: list[tuple[Node, int]] = [(tree.root, 0)]
    while pending:
        node, depth = pending.pop()
        reader = readers.get(node.type)
        if reader is not None:
            yield from reader(node, text)
        if depth < MAX_DECLARATION_DEPTH:
            pending += [
                (child, depth + 1)
                for child in node.named_children
                if child.start_byte <= end and child.end_byte >= start and child.named_child_count
            ]


def string_value(text: str) -> str:
    """Return the content of a string literal; empty if it is another expression."""
    match = _STRING.match(text)
    return match[2] if match else ""


def _text(node: "Node | None", text: str) -> str:
    return text[node.start_byte : node.end_byte] if node is not None else ""


def _name(node: "Node", text: str) -> str:
    return _text(node.child_by_field_name("name"), text)


def _member(node: "Node", text: str, name: str = "", **more: object) -> Member:
    return Member(
        name or _name(node, text),
        node.start_byte,
        node.end_byte,
        _text(node, text),
        **more,  # type: ignore[arg-type]
    )


def method_member(node: "Node", text: str, *, is_optional: bool = False) -> Member:
    """Return a method of an interface, or of a class that implements it."""
    body = node.child_by_field_name("body")
    returned = next(
        (one for field in ("return_type", "result", "type") if (one := node.child_by_field_name(field))), None
    )
    end = body.start_byte if body is not None else node.end_byte
    return Member(
        _name(node, text),
        node.start_byte,
        node.end_byte,
        _text(node, text),
        type_text=_text(returned, text),
        is_optional=is_optional,
        parameters=_text(node.child_by_field_name("parameters"), text),
        header=text[node.start_byte : end].rstrip(" \t\n;:"),
    )


def _declaration(kind: DeclarationKind, name: str, members: list[Member], node: "Node") -> TypeDeclaration:
    return TypeDeclaration(
        kind, name, tuple(members[:MAX_MEMBERS]), node.start_byte, node.end_byte, node.has_error
    )


def _children(node: "Node | None", *types: str) -> list["Node"]:
    if node is None:
        return []
    return [child for child in node.named_children if child.type in types]


# Python


def _python_class(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    name, body = _name(node, text), node.child_by_field_name("body")
    bases = _text(node.child_by_field_name("superclasses"), text)
    assignments = [
        child
        for statement in _children(body, "expression_statement")
        for child in _children(statement, "assignment")
    ]
    if _ENUM_BASE.search(bases):
        members = [
            _member(one, text, left, value=string_value(_text(one.child_by_field_name("right"), text)))
            for one in assignments
            if (left := _text(one.child_by_field_name("left"), text)).isidentifier()
            and not left.startswith("_")
            and one.child_by_field_name("type") is None
        ]
        yield _declaration("enum", name, members, node)
        return
    fields = [
        _member(
            one,
            text,
            left,
            type_text=_text(one.child_by_field_name("type"), text),
            is_optional=one.child_by_field_name("right") is not None,
        )
        for one in assignments
        if (left := _text(one.child_by_field_name("left"), text)).isidentifier()
        and one.child_by_field_name("type") is not None
    ]
    fields = fields or _python_assigned_fields(body, text)
    if fields:
        yield _declaration("record", name, fields, node)
    is_protocol = "Protocol" in bases
    if _INTERFACE_BASE.search(bases):
        methods = [
            method_member(child, text) for child in _children(body, "function_definition") if is_protocol
        ]
        for child in _children(body, "decorated_definition"):
            function = child.child_by_field_name("definition")
            if "abstractmethod" in _text(child, text) and function is not None:
                methods.append(method_member(function, text))
        methods = [one for one in methods if not one.name.startswith("__")]
        yield _declaration("interface", name, sorted(methods, key=lambda one: one.start), node)


def _python_assigned_fields(body: "Node | None", text: str) -> list[Member]:
    """The fields that the constructor assigns: `self.x = …`."""
    for function in _children(body, "function_definition"):
        if _name(function, text) != "__init__":
            continue
        found: list[Member] = []
        for statement in _children(function.child_by_field_name("body"), "expression_statement"):
            for one in _children(statement, "assignment"):
                match = re.fullmatch(r"self\.(\w+)", _text(one.child_by_field_name("left"), text))
                if match:
                    found.append(_member(one, text, match[1], is_optional=True))
        return found if len(found) >= _UNTYPED_FIELDS else []
    return []


# TypeScript and JavaScript


def _es_type(node: "Node | None", text: str) -> str:
    return _text(node, text).lstrip(":").strip()


def _es_enum(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    body = node.child_by_field_name("body")
    members: list[Member] = []
    for child in _children(body, "property_identifier", "enum_assignment"):
        value = string_value(_text(child.child_by_field_name("value"), text))
        name = _text(child, text) if child.type == "property_identifier" else _name(child, text)
        members.append(_member(child, text, name, value=value))
    yield _declaration("enum", _name(node, text), members, node)


def _es_object_members(body: "Node | None", text: str) -> tuple[list[Member], list[Member]]:
    fields = [
        _member(
            child,
            text,
            type_text=_es_type(child.child_by_field_name("type"), text),
            is_optional=_text(child, text)[len(_name(child, text)) :].lstrip().startswith("?")
            or re.match(r"(?:readonly\s+)?\w+\?", _text(child, text)) is not None,
        )
        for child in _children(body, "property_signature")
    ]
    methods = [
        method_member(child, text)
        for child in _children(body, "method_signature", "abstract_method_signature")
        if _name(child, text)
    ]
    return fields, methods


def _es_interface(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields, methods = _es_object_members(node.child_by_field_name("body"), text)
    if fields:
        yield _declaration("record", _name(node, text), fields, node)
    if methods:
        yield _declaration("interface", _name(node, text), methods, node)


def _es_alias(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    value = node.child_by_field_name("value")
    if value is not None and value.type == "object_type":
        fields, methods = _es_object_members(value, text)
        if fields:
            yield _declaration("record", _name(node, text), fields, node)
        if methods:
            yield _declaration("interface", _name(node, text), methods, node)
    elif value is not None and value.type == "union_type":
        members: list[Member] = []
        for child in _union_members(value):
            content = string_value(_text(child, text))
            if not content:
                return
            members.append(_member(child, text, content, value=content))
        yield _declaration("union", _name(node, text), members, node)


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
        _member(
            child,
            text,
            name,
            type_text=_es_type(child.child_by_field_name("type"), text),
            is_optional=True,
        )
        for child in _children(body, "public_field_definition", "field_definition")
        if (name := _name(child, text) or _text(child.child_by_field_name("property"), text))
        and "static" not in _text(child, text).split("=")[0]
    ]
    if fields:
        yield _declaration("record", _name(node, text), fields, node)
    methods = [method_member(child, text) for child in _children(body, "abstract_method_signature")]
    if methods:
        yield _declaration("interface", _name(node, text), methods, node)


def _es_constant_object(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    """An object of constants that is used as an enum: `const Status = {ACTIVE: "active"}`."""
    name, value = _name(node, text), node.child_by_field_name("value")
    if not name[:1].isupper() or value is None:
        return
    if value.type in ("as_expression", "satisfies_expression"):
        value = value.named_child(0)
    elif value.type == "call_expression" and _text(value, text).startswith("Object.freeze("):
        arguments = value.child_by_field_name("arguments")
        value = arguments.named_child(0) if arguments is not None else None
    if value is None or value.type != "object":
        return
    members: list[Member] = []
    for child in value.named_children:
        if child.type == "comment":
            continue
        content = child.child_by_field_name("value")
        if child.type != "pair" or content is None or content.type not in _CONSTANT_NODES:
            return
        key = _text(child.child_by_field_name("key"), text)
        members.append(_member(child, text, key, value=string_value(_text(content, text))))
    if all(one.name.isidentifier() for one in members):
        yield _declaration("enum", name, members, node)


# Go


def _go_constants(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    specs = _children(node, "const_spec")
    types = {_text(one.child_by_field_name("type"), text) for one in specs} - {""}
    if len(types) > 1 or not (types or "iota" in _text(node, text)):
        return
    members = [
        _member(one, text, value=string_value(_text(one.child_by_field_name("value"), text)))
        for one in specs
        if _name(one, text) != "_"
    ]
    yield _declaration("enum", next(iter(types), ""), members, node)


def _go_type(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    value = node.child_by_field_name("type")
    if value is None:
        return
    if value.type == "struct_type":
        fields = [
            _member(one, text, _text(name, text), type_text=_text(one.child_by_field_name("type"), text))
            for body in _children(value, "field_declaration_list")
            for one in _children(body, "field_declaration")
            for name in one.children_by_field_name("name")
        ]
        yield _declaration("record", _name(node, text), fields, node)
    elif value.type == "interface_type":
        methods = [method_member(one, text) for one in _children(value, "method_elem", "method_spec")]
        yield _declaration("interface", _name(node, text), methods, node)


# Rust


def _rust_enum(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    members = [
        _member(one, text, shape=_rust_shape(one.child_by_field_name("body"), text))
        for one in _children(node.child_by_field_name("body"), "enum_variant")
    ]
    yield _declaration("enum", _name(node, text), members, node)


def _rust_shape(body: "Node | None", text: str) -> str:
    if body is None:
        return ""
    if body.type == "ordered_field_declaration_list":
        return f"({len(body.children_by_field_name('type'))})"
    return "{" + ",".join(_name(one, text) for one in _children(body, "field_declaration")) + "}"


def _rust_struct(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields = [
        _member(one, text, type_text=_text(one.child_by_field_name("type"), text))
        for one in _children(node.child_by_field_name("body"), "field_declaration")
    ]
    yield _declaration("record", _name(node, text), fields, node)


def _rust_trait(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    methods = [
        method_member(one, text, is_optional=one.type == "function_item")
        for one in _children(node.child_by_field_name("body"), "function_signature_item", "function_item")
    ]
    yield _declaration("interface", _name(node, text), methods, node)


# Java


def _java_enum(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    members = [_member(one, text) for one in _children(node.child_by_field_name("body"), "enum_constant")]
    yield _declaration("enum", _name(node, text), members, node)


def _java_class(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields = [
        _member(
            one,
            text,
            _name(declarator, text),
            type_text=_text(one.child_by_field_name("type"), text),
            is_optional=True,
        )
        for one in _children(node.child_by_field_name("body"), "field_declaration")
        if "static" not in _text(one, text).split("=")[0].split()
        for declarator in _children(one, "variable_declarator")
    ]
    if fields:
        yield _declaration("record", _name(node, text), fields, node)
    methods = [
        method_member(one, text)
        for one in _children(node.child_by_field_name("body"), "method_declaration")
        if one.child_by_field_name("body") is None
    ]
    if methods:
        yield _declaration("interface", _name(node, text), methods, node)


def _java_record(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields = [
        _member(one, text, type_text=_text(one.child_by_field_name("type"), text))
        for one in _children(node.child_by_field_name("parameters"), "formal_parameter")
    ]
    yield _declaration("record", _name(node, text), fields, node)


# C and C++


def _c_enum(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    members = [_member(one, text) for one in _children(node.child_by_field_name("body"), "enumerator")]
    yield _declaration("enum", _name(node, text) or _typedef_name(node, text), members, node)


def _c_struct(node: "Node", text: str) -> Iterator[TypeDeclaration]:
    fields: list[Member] = []
    for one in _children(node.child_by_field_name("body"), "field_declaration"):
        declarator = one.child_by_field_name("declarator")
        stars = ""
        while declarator is not None and declarator.type == "pointer_declarator":
            declarator, stars = declarator.child_by_field_name("declarator"), stars + "*"
        if declarator is not None and declarator.type == "field_identifier":
            type_text = _text(one.child_by_field_name("type"), text) + (f" {stars}" if stars else "")
            fields.append(_member(one, text, _text(declarator, text), type_text=type_text, is_optional=True))
    name = _name(node, text) or _typedef_name(node, text)
    if fields:
        yield _declaration("record", name, fields, node)
    methods = [
        member
        for one in _children(node.child_by_field_name("body"), "field_declaration")
        if _PURE_VIRTUAL.search(_text(one, text)) and (member := cpp_method(one, text)) is not None
    ]
    if methods:
        yield _declaration("interface", name, methods, node)


def cpp_method(node: "Node", text: str) -> Member | None:
    """Return the method that a member declaration or definition of a class declares."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        declarator = declarator.child_by_field_name("declarator") or declarator.named_child(0)
    if declarator is None or declarator.type != "function_declarator":
        return None
    return Member(
        _text(declarator.child_by_field_name("declarator"), text),
        node.start_byte,
        node.end_byte,
        _text(node, text),
        type_text=_text(node.child_by_field_name("type"), text),
        parameters=_text(declarator.child_by_field_name("parameters"), text),
        header=text[node.start_byte : declarator.end_byte],
    )


def _typedef_name(node: "Node", text: str) -> str:
    parent = node.parent
    is_typedef = parent is not None and parent.type == "type_definition"
    return _text(parent.child_by_field_name("declarator"), text) if parent is not None and is_typedef else ""


_Reader = Callable[["Node", str], Iterator[TypeDeclaration]]
_ES_READERS: Final[dict[str, _Reader]] = {
    "enum_declaration": _es_enum,
    "interface_declaration": _es_interface,
    "type_alias_declaration": _es_alias,
    "class_declaration": _es_class,
    "abstract_class_declaration": _es_class,
    "variable_declarator": _es_constant_object,
}
_C_READERS: Final[dict[str, _Reader]] = {
    "enum_specifier": _c_enum,
    "struct_specifier": _c_struct,
    "class_specifier": _c_struct,
}
_READERS: Final[dict[str, dict[str, _Reader]]] = {
    "python": {"class_definition": _python_class},
    "typescript": _ES_READERS,
    "tsx": _ES_READERS,
    "javascript": _ES_READERS,
    "go": {"const_declaration": _go_constants, "type_spec": _go_type},
    "rust": {"enum_item": _rust_enum, "struct_item": _rust_struct, "trait_item": _rust_trait},
    "java": {
        "enum_declaration": _java_enum,
        "class_declaration": _java_class,
        "interface_declaration": _java_class,
        "record_declaration": _java_record,
    },
    "c": _C_READERS,
    "cpp": _C_READERS,
}
