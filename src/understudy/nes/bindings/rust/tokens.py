"""What the words in Rust macro calls are, which have no syntax tree but tokens."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.nodes import name_of, same_node
from understudy.nes.bindings.rules import NameUse
from understudy.nes.bindings.rust.paths import FIELD, METHOD, in_path

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["classify_token", "is_format", "shorthand"]

_DECLARING_TOKENS: Final = frozenset({"|", "let", "for", "mutable_specifier", "ref"})
"""A name behind one of these is declared."""
_MATCHING_MACROS: Final = frozenset({"matches", "assert_matches", "assert_let", "select"})


def shorthand(literal: "Node | None") -> NameUse:
    """Return a variable that names a field too."""
    return NameUse("shorthand", namespace="value", also=NameUse("shorthand", owner=literal, namespace=FIELD))


def classify_token(node: "Node", tree: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a word in a macro call is, by the tokens around it."""
    before, after = node.prev_sibling, node.next_sibling
    text_after = after.type if after is not None else ""
    if before is not None and before.type == ".":
        is_call = after is not None and after.type == "token_tree" and after.children[0].type == "("
        return NameUse("member", owner=_token_receiver(before), namespace=METHOD if is_call else FIELD)
    if before is not None and before.type == "::":
        path = before.prev_sibling
        if path is None or path.type not in ("identifier", "self", "super", "crate"):
            return None
        return in_path(node, path, resolver)
    if text_after == "::":
        return NameUse("reference", namespace="type")
    if text_after == "!":
        return NameUse("reference", namespace="macro")
    constructor = tree.prev_sibling
    if constructor is not None and constructor.type == "identifier" and tree.children[0].type == "{":
        if text_after == ":":
            return NameUse("member", owner=constructor, namespace=FIELD)
        if before is not None and before.type in ("{", ",") and text_after in (",", "}"):
            return shorthand(constructor)
    if text_after == "=" and before is not None and before.type == ",":
        return None  # a named argument of a format
    if _is_declared_in_macro(node, resolver):
        return None
    return NameUse("reference", namespace="" if resolver.text(node)[:1].isupper() else "value")


def is_format(string: "Node") -> bool:
    """Whether a string is the argument of a macro, which may be one that formats, and has no named arguments."""
    tree = string.parent
    return tree is not None and tree.type == "token_tree" and all(one.type != "=" for one in tree.children)


def _token_receiver(dot: "Node") -> "Node | None":
    receiver = dot.prev_sibling
    if receiver is None or receiver.type not in ("identifier", "self"):
        return None
    earlier = receiver.prev_sibling
    return None if earlier is not None and earlier.type in (".", "::") else receiver


def _is_declared_in_macro(node: "Node", resolver: "NameResolver") -> bool:
    """Whether the macro call itself declares the name, in a closure, a pattern or a `let`."""
    name = resolver.text(node)
    at: Node | None = node.parent
    while at is not None and at.type == "token_tree":
        if name in _declared_names(at, resolver):
            return True
        if _macro_name(at, resolver) in _MATCHING_MACROS:
            return not same_node(at, node.parent)  # in a bracket: part of a pattern
        at = at.parent
    return False


def _declared_names(tree: "Node", resolver: "NameResolver") -> frozenset[str]:
    """Return the names that a tree of tokens declares, without those in brackets inside it."""
    found = resolver.memo(("declared in macro", tree.id), lambda: frozenset(_find_declared(tree, resolver)))
    return found or frozenset()


def _find_declared(tree: "Node", resolver: "NameResolver") -> Iterator[str]:
    before = ""
    for child in tree.children:
        kind = child.type
        if kind == "identifier" and before in _DECLARING_TOKENS:
            yield resolver.text(child)
        before = kind


def _macro_name(tree: "Node", resolver: "NameResolver") -> str:
    """Return the name of the macro whose arguments are in a tree of tokens; empty if it is not one."""
    parent, before = tree.parent, tree.prev_sibling
    if parent is not None and parent.type == "macro_invocation":
        return name_of(parent, "macro")
    name = before.prev_sibling if before is not None and before.type == "!" else None
    return resolver.text(name) if name is not None else ""
