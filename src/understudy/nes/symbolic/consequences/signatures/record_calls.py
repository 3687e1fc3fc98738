"""A field was added to or removed from a record that is constructed by position: its constructor calls follow.

Java records, and Python classes whose constructor is generated from their fields. Calls with keyword arguments are
lists of fields: see `siblings`.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    find_enclosing_function,
    find_own_field,
    find_read_member,
    find_value_in_scope,
    insert_argument,
    parse_call,
)
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import MemberChange, find_member_changes
from understudy.nes.symbolic.consequences.signatures.calls import find_function_calls
from understudy.nes.syntax import removal_span
from understudy.nes.text import Replacement

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_record_calls"]

_GENERATED_CONSTRUCTOR: Final = re.compile(r"@(?:\w+\.)?(?:dataclass|define|frozen|attrs?)\b|\bNamedTuple\b")

_RECORDS: Final = frozenset({"record_declaration", "class_definition"})
_OWN_FIELD: Final = re.compile(r"(?P<owner>(?:this|self)\.)?(?P<name>\w+)(?P<call>\(\))?\Z")


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """The value of the new field is not known."""
    is_guessed: float = 0
    """The value is one of the name of the field."""


PROBABILITY: Final = RuleProbability(
    0.85, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.7, is_guessed=-0.5)
)


def propose_record_calls(context: RuleContext) -> list[Candidate]:
    """Propose to complete or to shorten the constructor calls of a record."""
    candidates: list[Candidate] = []
    for change in context.once(find_member_changes):
        if change.kind != "retyped" and _is_positional(change):
            candidates += _candidates(context, change)
    return candidates[:MAX_CALL_CANDIDATES]


def _is_positional(change: MemberChange) -> bool:
    if change.declaration.kind != "record" or change.text.tree is None or change.member.is_optional:
        return False
    source, start = change.text.joined, change.declaration.start
    if change.text.tree.grammar == "java":
        return "record" in source[start : source.find("(", start)].split()
    decorators = source[:start].rpartition("\n\n")[2]
    head = source[start : source.find(":", start)]
    return _GENERATED_CONSTRUCTOR.search(decorators + head) is not None


def _candidates(context: RuleContext, change: MemberChange) -> Iterator[Candidate]:
    text, name = change.text, change.declaration.name
    start = text.joined.find(name, change.declaration.start)
    for call in find_function_calls(context, text, name, start):
        arguments = call.node.child_by_field_name("arguments")
        if arguments is None or arguments.has_error:
            continue
        opening = call.text.point_at(arguments.start_byte)
        site = parse_call(call.text, opening, call.text.point_at(arguments.end_byte - 1))
        count = len(change.siblings) + (change.kind == "removed")
        is_spread = any(one.text.startswith(("*", "...")) for one in site.arguments)
        if site.keyword_indexes or is_spread or len(site.arguments) != count or not site.arguments:
            continue
        copied = _copied_field(change, call.text, call.node, site) if change.kind == "added" else None
        yield _candidate(context, change, call.text, site, copied)


def _copied_field(change: MemberChange, text: SourceText, node: "Node", site: CallSite) -> str | None:
    """Return how a method of the record reads the new field if it copies another one: `x`, `this.x`, `self.x`."""
    owner = node.parent
    while owner is not None and owner.type not in _RECORDS:
        owner = owner.parent
    name = owner.child_by_field_name("name") if owner is not None else None
    if name is None or text.joined[name.start_byte : name.end_byte] != change.declaration.name:
        return None
    enclosing = find_enclosing_function(text.language, text.raw, text.code, site.opening.line)
    if enclosing is None or "static" in text.code[enclosing.line].split():
        return None
    for item, sibling in zip(site.arguments, change.siblings, strict=False):
        match = _OWN_FIELD.match(item.text)
        if match is None or match["name"] != sibling.name:
            continue
        is_bare = not match["owner"] and not match["call"]
        if is_bare and (text.language.id != "java" or find_value_in_scope(text, site, sibling.name)):
            continue
        return f"{match['owner'] or ''}{change.member.name}{match['call'] or ''}"
    return None


def _value_of(change: MemberChange, text: SourceText, site: CallSite, copied: str | None) -> str | None:
    """Return the value that a call most likely has for a new field; None if it is not known."""
    name, others = change.member.name, [one.name for one in change.siblings]
    return (
        find_read_member(text, site, others, name, change.declaration.name)
        or find_value_in_scope(text, site, name)
        or find_own_field(text, site, name)
        or copied
    )


def _candidate(
    context: RuleContext, change: MemberChange, text: SourceText, site: CallSite, copied: str | None
) -> Candidate:
    is_removed = change.kind == "removed"
    if is_removed:
        edits = (Replacement(removal_span(text.raw, site.arguments, change.at), ""),)
    else:
        value = _value_of(change, text, site, copied)
        edits = insert_argument(text, site, change.at, value) if value is not None else ()
    is_last = change.at >= len(site.arguments)
    position = site.arguments[-1].span.end if is_last else site.arguments[change.at].span.start
    name, member = change.declaration.name, change.member.name
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.snapshot.uri,
        family="signature-argument",
        pattern=f"{member} of {name}",
        why=f"{name} has {'no' if is_removed else 'the'} field {member} now.",
        edits=edits,
        position=None if edits else position,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.change.age,
                elsewhere=text is not context.current_text,
                jump=not edits,
                is_guessed=bool(edits) and not is_removed,
            )
        ),
    )
