"""A class holds an object of its former base class now: what it had from the base is a member of that object.

`self.speak()` becomes `self.animal.speak()` after `class Dog(Animal)` became `class Dog` with a field `animal`.
Python, TypeScript and JavaScript. Only members that the base defines itself and the class does not.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_DECLARATION_TEXTS, MAX_SIBLING_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, texts_defining
from understudy.nes.symbolic.consequences.rules import (
    ELSEWHERE_SHIFT,
    STALE_SHIFT,
    RuleProbability,
    StaleFeatures,
)
from understudy.nes.text import Point, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_composed_members"]

_HEADER: Final = re.compile(
    r"\s*(?:export\s+|default\s+|abstract\s+)*class\s+(\w+)\s*(?:\(([^()]*)\)|extends\s+([\w.]+))?"
)
_BASE: Final = re.compile(r"\w+(?:\.\w+)*")
_TYPE_ARGUMENTS: Final = re.compile(r"\[[^\[\]]*\]")
_CLASSES: Final = frozenset({"class_definition", "class_declaration", "abstract_class_declaration"})
_METHODS: Final = frozenset({"function_definition", "method_definition"})
_FIELDS: Final = frozenset({"public_field_definition", "field_definition"})
_OWN: Final = re.compile(r"(?<![\w.])(?:self|this)\.(\w+)")
_OWN_ASSIGNED: Final = re.compile(r"(?<![\w.])(?:self|this)\.(\w+)\s*(?::[^=\n]+)?=(?!=)")
_OF_BASE: Final = re.compile(r"(?<![\w.])super(?:\(\))?\.(\w+)")
_CONSTRUCTORS: Final = frozenset({"__init__", "constructor"})


PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))


class _Class(NamedTuple):
    node: "Node"
    members: frozenset[str]


def propose_composed_members(context: RuleContext) -> list[Candidate]:
    """Propose to use the object that a class holds where it used its base."""
    candidates: list[Candidate] = []
    for change in context.cause_changes:
        lost = _lost_base(change)
        text = context.text_at(change.edit.uri) if lost is not None else None
        if (
            lost is None
            or text is None
            or text.tree is None
            or text.language.family not in ("python", "script")
        ):
            continue
        name, base = lost
        own = _class_named(text, name)
        if own is None or context.is_past_deadline:
            continue
        held = _held_name(text, own, base)
        others = texts_defining(
            context.situation.workspace_texts, base, text.snapshot.uri, MAX_DECLARATION_TEXTS
        )
        texts = (text, *map(context.source_text, others)) if held else ()
        inherited = next((found for one in texts if (found := _class_named(one, base)) is not None), None)
        if inherited is not None:
            for edits in _uses(text, own, inherited.members, held):
                candidates.append(_candidate(context, change, text, f"{name}.{held}", base, edits))
    cursor = context.situation.cursor.line
    candidates.sort(key=lambda one: (one.edits[0].span.start.line < cursor, one.edits[0].span.start.line))
    return candidates[:MAX_SIBLING_CANDIDATES]


def _lost_base(change: Change) -> tuple[str, str] | None:
    """Return the class whose header lost a base in an edit, and the base."""
    if not any("class " in line for line in change.edit.old):
        return None
    before = dict(map(_bases, change.edit.old))
    for name, bases in map(_bases, change.edit.new):
        lost = [one for one in before.get(name, ()) if one not in bases]
        if name and len(lost) == 1:
            return name, lost[0].rpartition(".")[2]
    return None


def _bases(line: str) -> tuple[str, tuple[str, ...]]:
    match = _HEADER.match(line)
    if match is None:
        return "", ()
    written = match[2] or match[3] or ""
    while (shorter := _TYPE_ARGUMENTS.sub("", written)) != written:
        written = shorter
    return match[1], tuple(one for part in written.split(",") if _BASE.fullmatch(one := part.strip()))


def _class_named(text: SourceText, name: str) -> _Class | None:
    found = re.search(rf"\bclass\s+({name})\b", text.joined)
    if found is None or text.tree is None:
        return None
    node = text.tree.root.named_descendant_for_byte_range(*found.span(1))
    node = node.parent if node is not None else None
    body = node.child_by_field_name("body") if node is not None else None
    if node is None or body is None or node.type not in _CLASSES:
        return None
    members = set(_OWN_ASSIGNED.findall(text.code_text, body.start_byte, body.end_byte))
    for one in body.named_children:
        inner = one.child_by_field_name("definition") if one.type == "decorated_definition" else one
        if inner is not None and inner.type in _METHODS | _FIELDS:
            named = inner.child_by_field_name("name") or inner.child_by_field_name("property")
            if named is not None:
                members.add(text.joined[named.start_byte : named.end_byte])
    return _Class(node, frozenset(members) - _CONSTRUCTORS)


def _held_name(text: SourceText, own: _Class, base: str) -> str:
    """Return the field that holds an object of the base; empty without one."""
    written = text.joined[own.node.start_byte : own.node.end_byte]
    found = re.findall(
        rf"(?<![\w.])(?:self|this)\.(\w+)\s*(?::[^=\n]+)?=\s*(?:new\s+)?(?:\w+\.)*{base}\(", written
    )
    modifiers = r"(?:(?:private|protected|readonly|public)\s+)*"
    found += re.findall(rf"\n\s+{modifiers}(#?\w+)\s*(?::[^=\n]+)?=\s*new\s+{base}\(", written)
    return found[0] if len(found) == 1 else ""


def _uses(
    text: SourceText, own: _Class, inherited: frozenset[str], held: str
) -> Iterator[tuple[Replacement, ...]]:
    """Yield the edits of each line of the class that uses a member of the base."""
    first, last = text.point_at(own.node.start_byte).line, text.point_at(own.node.end_byte).line
    moved = inherited - own.members
    for number in range(first, last + 1):
        line = text.raw[number]
        if "self" not in line and "this" not in line and "super" not in line:
            continue
        edits: list[Replacement] = []
        for match in _OWN.finditer(line):
            if match[1] in moved and _is_code(text, number, match.start()):
                at = Point(number, match.start(1))
                edits.append(Replacement(Span(at, at), f"{held}."))
        for match in _OF_BASE.finditer(line):
            if match[1] in inherited and _is_code(text, number, match.start()):
                receiver = "self" if text.language.family == "python" else "this"
                span = Span(Point(number, match.start()), Point(number, match.start(1)))
                edits.append(Replacement(span, f"{receiver}.{held}."))
        if edits:
            yield tuple(sorted(edits))


def _is_code(text: SourceText, line: int, column: int) -> bool:
    """Whether a place is code, also in the braces of a formatted string."""
    offset = text.offset_at(line, column)
    node = text.tree.root.descendant_for_byte_range(offset, offset + 1) if text.tree is not None else None
    return node is not None and node.type in ("identifier", "this", "self", "super")


def _candidate(
    context: RuleContext,
    change: Change,
    text: SourceText,
    held: str,
    base: str,
    edits: tuple[Replacement, ...],
) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="member-retyped",
        pattern=f"{held} holds {base}",
        topic=held,
        why=f"{held} holds the {base} that was the base.",
        edits=edits,
        probability=PROBABILITY.estimate(StaleFeatures(change.age, float(text is not context.current_text))),
    )
