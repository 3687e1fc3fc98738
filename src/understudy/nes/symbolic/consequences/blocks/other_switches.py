"""A case for the new member of a type does not belong into a switch over a value of another type.

The other cases of the switch, or the declared type of the value, show which type it is. The same holds for the keys
of an object that has an entry for each member.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.siblings import MemberChange, find_declarations, find_member_changes

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["adds_case_of_other_type"]

_SWITCHES: Final = frozenset(
    {"switch_statement", "switch_expression", "expression_switch_statement", "match_expression"}
    | {"match_statement", "object", "dictionary"}
)
_CASES: Final = frozenset(
    {"switch_case", "switch_rule", "switch_block_statement_group", "expression_case", "case_statement"}
    | {"match_arm", "case_clause", "pair"}
)
_BODIES: Final = frozenset({"switch_body", "switch_block", "compound_statement", "match_block", "block"})
_HEADS: Final = ("key", "pattern", "value")
"""The fields of a case that hold its labels; elsewhere, they are its first child."""
_LABEL: Final = re.compile(
    r"(?P<quote>['\"`])(?P<string>[^'\"`\n]*)(?P=quote)|(?P<path>(?:\w+\s*(?:\.|::)\s*)*)(?P<name>[A-Za-z_]\w*)"
)
_PARTS: Final = (
    (re.compile(r"\{[^{}]*\}"), ""),
    (re.compile(r"\b(?:Some|Ok|Err)\s*\(([^()]*)\)"), r"\1"),
    (re.compile(r"\([^()]*\)"), ""),
)
"""What a pattern of Rust has besides the name of a variant, and what takes its place."""
_WILDCARDS: Final = frozenset({"_", "None", "case", "default", "null", "undefined"})
_TYPE: Final = re.compile(r"[A-Za-z_]\w*\Z")


def adds_case_of_other_type(
    context: RuleContext, text: SourceText, line: int, written: Sequence[str]
) -> bool:
    """Whether lines that mention the user's new member would be inserted among the cases of another type."""
    if text.tree is None:
        return False
    added = [
        one
        for one in context.once(find_member_changes)
        if one.kind == "added" and one.declaration.kind in ("enum", "union") and _mentions(written, one)
    ]
    if not added:
        return False
    node = _switch_at(text, line)
    return node is not None and all(_is_over_other_type(text, node, one) for one in added)


def _mentions(lines: Sequence[str], change: MemberChange) -> bool:
    names = {change.member.name, change.member.value} - {""}
    return any(_name(match) in names for line in lines for match in _LABEL.finditer(line))


def _name(label: re.Match[str]) -> str:
    return label["name"] or label["string"] or ""


def _switch_at(text: SourceText, line: int) -> "Node | None":
    """Return the switch that a line at that place is a part of."""
    start = text.offset_at(line)
    node = text.tree.root.named_descendant_for_byte_range(start, start) if text.tree is not None else None
    while node is not None and (node.type not in _SWITCHES or not node.start_byte < start < node.end_byte):
        node = node.parent
    return node


def _is_over_other_type(text: SourceText, switch: "Node", change: MemberChange) -> bool:
    declaration = change.declaration
    members = {word for one in declaration.members for word in (one.name, one.value)}
    labels = list(_labels(text, switch))
    if any(_name(one) not in members for one in labels):
        return True
    qualifiers = {re.split(r"\W+", one["path"].rstrip(" .:"))[-1] for one in labels if one["path"]}
    if qualifiers and declaration.name and qualifiers.isdisjoint({declaration.name, "Self", "self"}):
        return True
    return _has_other_subject(text, switch, declaration.name)


def _labels(text: SourceText, switch: "Node") -> Iterator[re.Match[str]]:
    """Yield the labels of the cases, without names that a pattern binds."""
    pending = list(switch.named_children)
    while pending:
        node = pending.pop()
        if node.type in _BODIES and node.parent == switch:
            pending += node.named_children
        if node.type not in _CASES or _is_default(node):
            continue
        head = next((one for field in _HEADS if (one := node.child_by_field_name(field))), None)
        head = head or node.named_children[0]
        written = text.joined[head.start_byte : head.end_byte].partition(" if ")[0]
        for pattern, kept in _PARTS:
            written = pattern.sub(kept, written)
        for match in _LABEL.finditer(written):
            is_bound = bool(match["name"]) and not match["path"] and match["name"].islower()
            is_pattern = head.type.endswith("_pattern") and is_bound
            if _name(match) not in _WILDCARDS and not is_pattern:
                yield match


def _is_default(case: "Node") -> bool:
    """Whether it is the default of a switch in C, which begins like another case."""
    return case.type == "case_statement" and case.child_by_field_name("value") is None


def _has_other_subject(text: SourceText, switch: "Node", name: str) -> bool:
    """Whether the value is declared with another enum or union of the text."""
    subject = next(
        (one for field in ("value", "condition", "subject") if (one := switch.child_by_field_name(field))),
        None,
    )
    while subject is not None and subject.type == "parenthesized_expression":
        subject = next(iter(subject.named_children), None)
    resolver = resolver_for(text.snapshot) if subject is not None and subject.type == "identifier" else None
    if subject is None or resolver is None or text.tree is None:
        return False
    for definition in resolver.definitions_of(subject):
        parent = definition.node.parent
        declared = parent.child_by_field_name("type") if parent is not None else None
        written = (
            text.joined[declared.start_byte : declared.end_byte].lstrip(": &") if declared is not None else ""
        )
        if not _TYPE.match(written) or written == name:
            return False
        found = find_declarations(text.tree, text.joined, 0, len(text.joined))
        return any(one.name == written and one.kind in ("enum", "union") for one in found)
    return False
