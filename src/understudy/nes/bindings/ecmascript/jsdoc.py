"""Types that JavaScript texts tell in comments: `@param {User} user`, `@returns {User}`, `@type {User}`."""

import re
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["commented_parameter", "commented_return", "commented_type"]

_PARAMETER: Final = re.compile(r"@param\s+\{([^{}]+)\}\s+\[?([\w$]+)")
_RETURN: Final = re.compile(r"@returns?\s+\{([^{}]+)\}")
_TYPE: Final = re.compile(r"@type\s+\{([^{}]+)\}")
_IMPORTED: Final = re.compile(r"import\((['\"])([^'\"]+)\1\)\.([\w$]+)")
_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
_HOLDERS: Final = frozenset(
    {
        "variable_declarator",
        "lexical_declaration",
        "variable_declaration",
        "export_statement",
        "assignment_expression",
        "expression_statement",
        "pair",
    }
)


def _comment_of(node: "Node", resolver: "NameResolver") -> str:
    """Return the comment in front of the statement or the member that a node is the value of."""
    at = node
    while at.parent is not None and at.parent.type in _HOLDERS:
        at = at.parent
    before = at.prev_named_sibling
    if before is None or before.type != "comment":
        return ""
    text = resolver.text(before)
    return text if text.startswith("/**") else ""


def _type_named(written: str, at: "Node", resolver: "NameResolver") -> TypeReference | None:
    parts = [part.strip(" ?!=()") for part in written.split("|")]
    names = [part for part in parts if part not in ("null", "undefined", "")]
    if len(names) != 1:
        return None
    imported = _IMPORTED.fullmatch(names[0])
    if imported is not None:
        return TypeReference(source=ImportSource(imported[2], imported[3]))
    if _NAME.fullmatch(names[0]) is None:
        return None
    for one in resolver.definitions_of_name(names[0], at):
        return TypeReference(source=one.use.source) if one.use.source else resolver.type_of(one.node)
    return None


def commented_parameter(function: "Node", name: str, resolver: "NameResolver") -> TypeReference | None:
    """Return the type that the comment of a function gives to a parameter."""
    for found in _PARAMETER.finditer(_comment_of(function, resolver)):
        if found[2] == name:
            return _type_named(found[1], function, resolver)
    return None


def commented_return(function: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type that the comment of a function says it returns."""
    found = _RETURN.search(_comment_of(function, resolver))
    return _type_named(found[1], function, resolver) if found is not None else None


def commented_type(value: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type that the comment of a declaration gives to its value."""
    found = _TYPE.search(_comment_of(value, resolver))
    return _type_named(found[1], value, resolver) if found is not None else None
