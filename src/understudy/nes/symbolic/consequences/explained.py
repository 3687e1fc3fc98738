"""Drops repetitions of an edit that the syntax explains otherwise.

Who changes the parameters of one function, or the type of one field, does not ask for the same change of another
function or field; the calls and uses follow by the rules. After a second such edit it is a pattern, and nothing is
dropped.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    source_text_before,
)
from understudy.nes.symbolic.consequences.siblings import find_member_changes
from understudy.nes.symbolic.consequences.signatures import functions_at
from understudy.nes.symbolic.consequences.values import find_renamed_tag
from understudy.nes.text import EditOrigin, TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["drop_explained"]


_PROTOTYPE: Final = re.compile(r"\s*(?:[\w*&:<>]+\s+)+[*&]*(\w+)\([^;]*\)\s*(?:const\s*)?;\s*\Z")


class LineCandidate(Protocol):
    """A candidate that replaces whole lines."""

    snapshot: TextSnapshot
    line: int
    line_count: int
    new: tuple[str, ...]


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


_ANNOTATION: Final = re.compile(r":[^,()=]*")
"""The type of a parameter, as far as the next one."""


def drop_explained(context: RuleContext, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates without those that repeat a changed signature or type at another function or field."""
    situation = context.situation
    if not candidates or situation.selection is not None:
        return list(candidates)
    tag = find_renamed_tag(context.current_text, context.changes_here[0]) if context.changes_here else None
    if tag is not None:
        names = re.compile(rf"(</?){re.escape(tag[1])}(?![\w.:-])")
        candidates = [one for one in candidates if not _renames_tags(one, names, tag[2])]
    own = [one for one in context.cause_changes if one.edit.origin is not EditOrigin.ACCEPTED][:2]
    if not own or not _may_be_explained(own[0]):
        return list(candidates)
    changed = _changed_function(context, own[0])
    retyped = next(
        (one for one in context.once(find_member_changes)[:1] if one.kind == "retyped" and one.before), None
    )
    if retyped is not None and len(own) > 1 and _makes_same_change(own[0], own[1]):
        retyped = None  # who has retyped two members retypes more
    if not changed and retyped is None:
        return list(candidates)
    if len(own) > 1 and _is_same_kind(context, own[1], changed):
        return list(candidates)
    kept: list[_Candidate] = []
    for one in candidates:
        is_here = one.snapshot.uri == situation.snapshot.uri
        text = context.current_text if is_here else context.source_text(one.snapshot)
        old = "\n".join(text.raw[one.line : one.line + one.line_count])
        new = "\n".join(one.new)
        is_other_header = changed != "" and _is_other_header(text, one, changed)
        is_other_type = (
            retyped is not None
            and retyped.before is not None
            and old.replace(retyped.before.type_text, retyped.member.type_text) == new
        )
        if not is_other_header and not is_other_type:
            kept.append(one)
    return kept


def _renames_tags(candidate: LineCandidate, names: re.Pattern[str], new: str) -> bool:
    """Whether the candidate repeats the new name at other tags: only the partner of a tag follows."""
    old_lines = candidate.snapshot.lines[candidate.line : candidate.line + candidate.line_count]
    return len(candidate.new) == len(old_lines) and any(
        old != line and names.search(old) and names.sub(rf"\g<1>{new}", old) == line
        for old, line in zip(old_lines, candidate.new, strict=True)
    )


def _makes_same_change(one: Change, other: Change) -> bool:
    """Whether the same words of two lines were replaced by the same other words."""
    pairs = [
        [pair for pair in zip(old.split(), new.split(), strict=False) if pair[0] != pair[1]]
        for edit in (one.edit, other.edit)
        for old, new in [("\n".join(edit.old), "\n".join(edit.new))]
    ]
    return bool(pairs[0]) and pairs[0] == pairs[1]


def _may_be_explained(change: Change) -> bool:
    """Rule out most edits before a text is parsed."""
    old, new = change.edit.old, change.edit.new
    return len(old) == len(new) == 1 and old[0][:1] == new[0][:1] and any(char in new[0] for char in "(:")


def _changed_function(context: RuleContext, change: Change) -> str:
    """Return the function whose parameters or return type the edit changed; empty if there is none."""
    text = context.text_at(change.edit.uri)
    if text is None or text.tree is None or not change.is_current(text):
        return ""
    start = text.offset_at(change.edit.line)
    functions = list(functions_at(text, start, start + len(change.edit.new[0])))
    old_text = source_text_before(text, change) if functions else None
    if old_text is None:
        return ""
    old = {
        one.name: _header(old_text, one.node)
        for one in functions_at(old_text, start, start + len(change.edit.old[0]))
    }
    for one in functions:
        header = _header(text, one.node)
        if one.name not in old or _without_annotations(header) == _without_annotations(old[one.name]):
            continue  # parameters of other functions may be annotated in the same way
        if len(header.split()) != len(old[one.name].split()):
            return one.name  # not only a word that was replaced by another one
    return ""


def _without_annotations(header: str) -> str:
    return _ANNOTATION.sub("", header)


def _header(text: SourceText, node: "Node") -> str:
    body = node.child_by_field_name("body")
    return text.joined[node.start_byte : body.start_byte if body is not None else node.end_byte]


def _is_same_kind(context: RuleContext, change: Change, changed: str) -> bool:
    return _may_be_explained(change) and _changed_function(context, change) not in ("", changed)


def _is_other_header(text: SourceText, candidate: LineCandidate, changed: str) -> bool:
    """Whether the candidate changes the header of another function."""
    if candidate.line_count != 1 or len(candidate.new) != 1 or candidate.line >= len(text.raw):
        return False
    line = text.raw[candidate.line]
    prototype = (
        _PROTOTYPE.match(line) if text.tree is not None and text.tree.grammar in ("c", "cpp") else None
    )
    if prototype is not None:
        return prototype[1] != changed
    start = text.offset_at(candidate.line)
    end = start + len(line)
    return any(
        one.name != changed and start <= one.name_start < end for one in functions_at(text, start, end)
    )
