"""Unions of types: their parts, and the member that tells the parts apart."""

from typing import TYPE_CHECKING

from understudy.nes.bindings.ecmascript.nodes import member_owner, nth_child, string_value
from understudy.nes.bindings.limits import MAX_TREE_DEPTH

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "discriminated_union",
    "discriminating_value",
    "fitting_parts",
    "is_literal_union",
    "literal_union",
    "told_union",
    "union_parts",
    "unions_with",
]


def union_parts(union: "Node") -> list["Node"]:
    """Return the parts of a union in reading order, without null, undefined and literals."""
    parts: list[Node] = []
    pending = [union]
    for _ in range(MAX_TREE_DEPTH):
        if not pending:
            break
        at = pending.pop()
        if at.type in ("union_type", "parenthesized_type"):
            pending += reversed(at.named_children)
        elif at.type not in ("literal_type", "predefined_type", "comment"):
            parts.append(at)
    return parts


def literal_union(string: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the union that a string is a part of, as in `"draft" | "sent"`, or whose part it tells apart."""
    literal = string.parent
    union = literal.parent if literal is not None and literal.type == "literal_type" else None
    if literal is not None and union is not None and union.type == "type_annotation":
        return told_union(literal, resolver)
    found = _outermost_union(union, resolver) if union is not None and union.type == "union_type" else None
    return found if found is not None and is_literal_union(found) else None


def told_union(literal: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the union whose parts a literal type tells apart, given that of a property: `{ kind: "circle" }`."""
    declaration = literal.parent.parent if literal.parent is not None else None
    name = declaration.child_by_field_name("name") if declaration is not None else None
    owner = member_owner(name) if name is not None else None
    if declaration is None or owner is None:
        return None
    return discriminated_union(declaration, owner, resolver)


def is_literal_union(union: "Node") -> bool:
    """Return whether a union has nothing but strings, besides null and undefined."""
    pending, strings = [union], 0
    for _ in range(MAX_TREE_DEPTH):
        if not pending:
            break
        at = pending.pop()
        if at.type in ("union_type", "parenthesized_type"):
            pending += at.named_children
            continue
        value = nth_child(at, 0) if at.type == "literal_type" else None
        if value is None:
            return False
        strings += value.type == "string"
    return strings > 1 and not pending


def unions_with(owner: "Node", resolver: "NameResolver") -> list["Node"]:
    """Return the unions that have a type as a part: the one around it, or those that are named and name it."""
    parent = owner.parent
    if owner.type == "object_type" and parent is not None:
        if parent.type in ("union_type", "parenthesized_type"):
            around = _outermost_union(parent, resolver)
            return [around] if around is not None else []
        if parent.type != "type_alias_declaration":
            return []
    named = parent if owner.type == "object_type" and parent is not None else owner
    name = named.child_by_field_name("name")
    if name is None:
        return []
    return resolver.derived("unions", _named_unions).get(resolver.text(name), [])


def _outermost_union(inner: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the union around a part of it. A union of many parts is a deep tree, so the way up is kept."""
    known: dict[int, Node | None] = resolver.derived("outermost unions", lambda _: {})
    way: list[Node] = []
    at: Node | None = inner
    found: Node | None = None
    while at is not None and at.type in ("union_type", "parenthesized_type"):
        if at.id in known:
            found = known[at.id]
            break
        way.append(at)
        found = at if at.type == "union_type" else found
        at = at.parent
    known.update(dict.fromkeys((one.id for one in way), found))
    return found


def _named_unions(resolver: "NameResolver") -> dict[str, list["Node"]]:
    """Return the unions with a name at the top level of a text, by the names of their parts."""
    found: dict[str, list[Node]] = {}
    for statement in resolver.root.named_children:
        declared = statement.child_by_field_name("declaration") or statement
        value = declared.child_by_field_name("value") if declared.type == "type_alias_declaration" else None
        if value is None or value.type != "union_type":
            continue
        for part in union_parts(value):
            name = part.child_by_field_name("name") if part.type == "generic_type" else part
            if name is not None and name.type == "type_identifier":
                found.setdefault(resolver.text(name), []).append(value)
    return found


def discriminated_union(declaration: "Node", owner: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the union whose parts a property with a literal type tells apart, as `kind: "circle"` does."""
    if not _literal_of(declaration):
        return None
    unions = unions_with(owner, resolver)
    return unions[0] if unions else None


def _literal_of(declaration: "Node") -> str:
    """Return the string that is the type of a property; empty if its type is another one."""
    annotation = declaration.child_by_field_name("type") if declaration.type == "property_signature" else None
    written = nth_child(annotation, 0) if annotation is not None else None
    if written is None or written.type != "literal_type":
        return ""
    return string_value(nth_child(written, 0))


def discriminating_value(part: "Node", name: str, resolver: "NameResolver") -> str:
    """Return the string that is the type of a member of a part, or `true` or `false`; empty for another type."""
    body = part.child_by_field_name("body") or part
    for declaration in body.named_children:
        declared = declaration.child_by_field_name("name")
        if declared is None or resolver.text(declared) != name:
            continue
        annotation = declaration.child_by_field_name("type")
        written = nth_child(annotation, 0) if annotation is not None else None
        inner = nth_child(written, 0) if written is not None and written.type == "literal_type" else None
        return inner.type if inner is not None and inner.type in ("true", "false") else string_value(inner)
    return ""


def fitting_parts(parts: "list[Node]", literal: "Node", resolver: "NameResolver") -> list["Node"]:
    """Return the parts, given by the nodes that define them, whose literal properties an object literal has."""
    written: dict[str, str] = {}
    for pair in literal.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        text = string_value(value)
        if pair.type == "pair" and key is not None and text:
            written[string_value(key) or resolver.text(key)] = text
    return [part for part in parts if not written or _fits(part, written, resolver)]


def _fits(part: "Node", written: dict[str, str], resolver: "NameResolver") -> bool:
    body = part.child_by_field_name("body") or part
    for declaration in body.named_children:
        literal = _literal_of(declaration)
        name = declaration.child_by_field_name("name") if literal else None
        if name is not None and written.get(resolver.text(name), literal) != literal:
            return False
    return True
