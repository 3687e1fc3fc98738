"""A variant of an enum of Rust holds other values now: its patterns follow.

A pattern ignores values that are new. What makes a value of the variant is a jump, and so is a pattern if the types
do not tell which of the values is new.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_SIBLING_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText, text_before
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import (
    Member,
    MemberChange,
    TypeDeclaration,
    find_declarations,
    find_mentions,
    texts_of_type,
)
from understudy.nes.symbolic.consequences.signatures.returns import split_types
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_variant_patterns"]

_NAMES: Final = frozenset({"identifier", "scoped_identifier", "type_identifier", "scoped_type_identifier"})
_PATTERN_FIELDS: Final = frozenset({"match_arm", "let_condition", "let_declaration", "for_expression"})
"""Nodes whose field `pattern` is a pattern."""
_NO_TYPE: Final = re.compile(r"//[^\n]*|/\*.*?\*/|#\[[^\]]*\]|\bpub(?:\([^()]*\))?\s", re.S)
"""Comments, attributes and modifiers of a value."""
_WITH_VALUES: Final = frozenset(
    {"tuple_struct_pattern", "struct_pattern", "call_expression", "struct_expression"}
)


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0


PROBABILITY: Final = RuleProbability(
    0.86, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.9)
)


class _Payload(NamedTuple):
    """The values of a variant: their names, or only how many there are."""

    is_named: bool
    fields: tuple[str, ...]
    types: tuple[str, ...]

    @property
    def ignored(self) -> str:
        if not self.fields:
            return ""
        if self.is_named:
            return " { .. }"
        return "(_)" if len(self.fields) == 1 else "(..)"


def propose_variant_patterns(context: RuleContext) -> list[Candidate]:
    """Propose the patterns of a variant whose values are others now."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        if not change.edit.uri.endswith(".rs") or not 0 < len(change.edit.old) <= len(change.edit.new):
            continue
        for changed, old in _changed_variants(context, change):
            for text in texts_of_type(context, changed):
                if context.is_past_deadline or len(candidates) >= MAX_SIBLING_CANDIDATES:
                    break
                candidates += _candidates(context, changed, old, text)
    return candidates[:MAX_SIBLING_CANDIDATES]


def _changed_variants(context: RuleContext, change: Change) -> Iterator[tuple[MemberChange, _Payload]]:
    text, edit = context.text_at(change.edit.uri), change.edit
    if text is None or text.tree is None or not change.is_current(text):
        return
    start, end = text.offset_at(edit.line), text.offset_at(edit.line + len(edit.new))
    after = [one for one in find_declarations(text.tree, text.joined, start, end - 1) if _is_enum(one)]
    before_text, tree = text_before(text, change) if after else ("", None)
    if tree is None:
        return
    old_end = start + sum(len(line) + 1 for line in edit.old)
    before = {
        one.name: one for one in find_declarations(tree, before_text, start, old_end - 1) if _is_enum(one)
    }
    for declaration in after:
        old = before.get(declaration.name)
        if old is None or [one.name for one in old.members] != [one.name for one in declaration.members]:
            continue
        changed = [
            (new, one)
            for new, one in zip(declaration.members, old.members, strict=True)
            if new.shape != one.shape
        ]
        if len(changed) == 1:
            member, one = changed[0]
            siblings = tuple(x for x in declaration.members if x is not member)
            yield (
                MemberChange("retyped", change, text, declaration, member, siblings, before=one),
                _payload(one),
            )


def _is_enum(declaration: TypeDeclaration) -> bool:
    return declaration.kind == "enum" and not declaration.has_error


def _payload(member: Member) -> _Payload:
    shape = member.shape
    written = _NO_TYPE.sub("", member.text.partition(shape[:1])[2])[:-1] if shape else ""
    types = tuple(" ".join(one.split()) for one in split_types(written))
    if shape.startswith("("):
        return _Payload(is_named=False, fields=tuple(map(str, range(int(shape[1:-1])))), types=types)
    fields = tuple(one for one in shape[1:-1].split(",") if one)
    return _Payload(
        is_named=bool(shape), fields=fields, types=tuple(one.partition(":")[2].strip() for one in types)
    )


def _candidates(
    context: RuleContext, changed: MemberChange, old: _Payload, text: SourceText
) -> Iterator[Candidate]:
    if text.tree is None:
        return
    new = _payload(changed.member)
    for mention in find_mentions(
        text, changed.declaration, (changed.member,), is_own_text=text is changed.text
    ):
        node = text.tree.root.named_descendant_for_byte_range(mention.start, mention.end)
        while node is not None and node.parent is not None and node.parent.type in _NAMES:
            node = node.parent
        if node is None or node.type not in _NAMES or node.parent is None or node.parent.has_error:
            continue
        around = node.parent if node.parent.type in _WITH_VALUES and node.parent.child(0) == node else node
        is_pattern = _is_pattern(around)
        edits = _edits(text, node, around, old, new, is_pattern=is_pattern)
        if edits is None or (not edits and "use_" in node.parent.type):
            continue
        start = text.point_at(mention.start)
        label = f"{changed.declaration.name}::{changed.member.name}"
        yield Candidate(
            kind="edit" if edits else "jump",
            uri=text.snapshot.uri,
            family="member-retyped",
            pattern=f"{label}{changed.member.shape}",
            topic=label,
            why=f"{label} holds other values now.",
            edits=edits,
            position=None if edits else start,
            probability=PROBABILITY.estimate(
                _Features(
                    stale=changed.change.age,
                    elsewhere=text is not context.current_text,
                    jump=not edits,
                )
            ),
        )


def _is_pattern(node: "Node") -> bool:
    """Whether a node stands where a value is matched, and not in the condition of an arm."""
    while node.parent is not None:
        parent = node.parent
        if parent.type == "match_pattern" and parent.child_by_field_name("condition") == node:
            return False
        if parent.type in _PATTERN_FIELDS:
            return parent.child_by_field_name("pattern") == node
        if not parent.type.endswith("_pattern"):
            return False
        node = parent
    return False


def _edits(
    text: SourceText, name: "Node", around: "Node", old: _Payload, new: _Payload, *, is_pattern: bool
) -> tuple[Replacement, ...] | None:
    """Return the edits of one use; empty if the place is known only, None if it need not change."""
    values = _values(text, around) if around is not name else []
    if values is None or [one for one in values if one[0] == ".."]:
        has_rest = new.is_named == old.is_named and bool(new.fields)
        return (
            None
            if values is None or has_rest or not is_pattern
            else _replaced(text, name, around, new.ignored)
        )
    is_named = around.type.startswith("struct_")
    if is_named == new.is_named and _has_fields(values, new):
        return None
    if is_pattern and (not values or all(value == "_" for _, value in values)):
        is_longer = len(new.fields) > len(values) == len(old.fields) > 0
        missing = list(range(len(values), len(new.fields)))
        written = _ignoring(values, new, missing) if is_named == new.is_named and is_longer else new.ignored
        return _replaced(text, name, around, written)
    if is_named != old.is_named or not _has_fields(values, old):
        return () if is_pattern else None
    if len(new.fields) == len(old.fields) and new.is_named != old.is_named:
        has_order = _keeps_order(values, old, new)
        return _replaced(text, name, around, _converted(values, old, new)) if has_order else ()
    if is_pattern and new.is_named == old.is_named and len(new.fields) > len(old.fields):
        added = _added(old.types, new.types)
        if new.is_named or added:
            return _replaced(text, name, around, _ignoring(values, new, added))
    return ()


def _has_fields(values: Sequence[tuple[str, str]], payload: _Payload) -> bool:
    """Whether a pattern or a literal without a rest has all values of the variant, and no others."""
    if payload.is_named:
        return {field for field, _ in values} == set(payload.fields)
    return len(values) == len(payload.fields)


def _keeps_order(values: Sequence[tuple[str, str]], old: _Payload, new: _Payload) -> bool:
    """Whether the values with names are known to be those without names, in their order."""
    if len(new.fields) == 1:
        return True
    if old.types != new.types:
        return False
    are_distinct = len(set(new.types)) == len(new.types)
    return old.is_named or are_distinct or tuple(value for _, value in values) == new.fields


def _added(old: Sequence[str], new: Sequence[str]) -> list[int]:
    """Return which of the new types are not among the old ones; none if they could be others, too."""
    first = _places(old, new)
    last = [len(new) - 1 - at for at in reversed(_places(old[::-1], new[::-1]))]
    is_certain = first == last and len(first) == len(old)
    return [at for at in range(len(new)) if at not in first] if is_certain else []


def _places(old: Sequence[str], new: Sequence[str]) -> list[int]:
    """Return where the old types are among the new ones, each as early as it can be."""
    found: list[int] = []
    for at, one in enumerate(new):
        if len(found) < len(old) and one == old[len(found)]:
            found.append(at)
    return found


def _values(text: SourceText, around: "Node") -> list[tuple[str, str]] | None:
    """Return the field and the value of each part of a pattern or a literal; None if one is not understood."""
    found: list[tuple[str, str]] = []
    parts = around.named_children[1:]
    if around.type in ("call_expression", "struct_expression"):
        parts = parts[0].named_children if parts else []
    elif around.type == "tuple_struct_pattern":
        # `_` and `..` are no named nodes in every version of the grammar.
        written = text.joined[around.start_byte : around.end_byte].partition("(")[2][:-1]
        if re.search(r"[({\[]", written):
            return None
        return [
            ("" if one.strip() != ".." else "..", one.strip()) for one in written.split(",") if one.strip()
        ]
    for one in parts:
        written = text.joined[one.start_byte : one.end_byte]
        key, colon, value = written.partition(":")
        if one.type in ("field_pattern", "field_initializer") and colon and not value.startswith(":"):
            found.append((key.strip(), value.strip()))
        elif one.type in ("remaining_field_pattern", "base_field_initializer"):
            found.append(("..", written))
        elif one.type in ("field_pattern", "shorthand_field_initializer"):
            found.append((written, written))
        else:
            found.append(("", written))
    return found


def _converted(values: list[tuple[str, str]], old: _Payload, new: _Payload) -> str:
    if old.is_named:
        by_name = dict(values)
        return f"({', '.join(by_name.get(one, '_') for one in old.fields)})"
    pairs = zip(new.fields, (value for _, value in values), strict=False)
    return " { " + ", ".join(name if name == value else f"{name}: {value}" for name, value in pairs) + " }"


def _ignoring(values: list[tuple[str, str]], new: _Payload, added: Sequence[int]) -> str:
    if new.is_named:
        written = [name if name == value else f"{name}: {value}" for name, value in values]
        return " { " + ", ".join([*written, ".."]) + " }"
    known = iter(value for _, value in values)
    return f"({', '.join('_' if at in added else next(known) for at in range(len(new.fields)))})"


def _replaced(text: SourceText, name: "Node", around: "Node", new: str) -> tuple[Replacement, ...]:
    span = Span(text.point_at(name.end_byte), text.point_at(around.end_byte))
    return (Replacement(span, new),)
