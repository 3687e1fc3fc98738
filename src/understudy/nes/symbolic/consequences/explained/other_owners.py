"""Drops repetitions of a change that concerns one type at another type, or at values of another type.

What follows from such a change involves that type, and the rules find it by what names refer to. After a second
change of the kind, the user may want more of them, and nothing is dropped.
"""

import re
from collections.abc import Sequence
from typing import Final, TypeVar

from understudy.nes.bindings import origin_at
from understudy.nes.symbolic.consequences.blocks import adds_case_of_other_type
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate, changes_line_with
from understudy.nes.symbolic.consequences.retyped import (
    RetypedName,
    find_retyped_names,
    places_of_type,
    with_one_conversion,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.siblings import (
    MemberChange,
    find_declarations,
    find_member_changes,
    names_other_type,
)
from understudy.nes.symbolic.consequences.signatures import (
    FunctionNode,
    find_accessor_changes,
    find_accessor_uses,
    find_new_async_functions,
    functions_at,
    has_work_of,
    is_accessor,
    is_made_async,
)
from understudy.nes.text import EditOrigin, Point

__all__ = ["drop_other_owners"]


_Candidate = TypeVar("_Candidate", bound=LineCandidate)

_LITERAL_TYPE: Final = re.compile(r"(?<![\w$.])([A-Z]\w*)\s*[({]")


def drop_other_owners(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those that repeat a change of one type at another."""
    for drop in (
        *(_drop_other_literals, _drop_namesakes, _drop_accessors, _drop_fields, _drop_types),
        *(_drop_cases, _drop_async),
    ):
        candidates = drop(context, candidates)
    return candidates


def _drop_other_literals(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Drop a new field of a record in a literal of another type."""
    added = [one for one in context.once(find_member_changes) if one.kind == "added"]
    for change in added:
        owner = change.declaration.name
        name = re.compile(rf"(?<![\w$]){re.escape(change.member.name)}(?![\w$])")
        if change.declaration.kind != "record":
            continue
        candidates = [one for one in candidates if not _is_literal_of_other_type(one, owner, name)]
    return candidates


def _drop_namesakes(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Drop a new member of one type at a type of the same name in another text, unless it is a copy, and where that
    type is constructed."""
    added = [one for one in context.once(find_member_changes) if one.kind == "added"]
    if not added or len({(one.text.snapshot.uri, one.declaration.name) for one in added}) > 1:
        return candidates
    return [
        one
        for one in candidates
        if one.snapshot.uri == added[0].text.snapshot.uri
        or not (
            _constructs_namesake(context, one, added[0])
            or any(_extends_namesake(context, one, new) for new in added)
        )
    ]


def _is_literal_of_other_type(candidate: LineCandidate, owner: str, name: re.Pattern[str]) -> bool:
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    old = candidate.snapshot.lines[candidate.line]
    types = _LITERAL_TYPE.findall(old)
    return bool(types) and owner not in types and not name.search(old) and bool(name.search(candidate.new[0]))


def _constructs_namesake(context: RuleContext, candidate: LineCandidate, added: MemberChange) -> bool:
    if not added.declaration.name or added.declaration.kind != "record":
        return False
    construction = re.compile(rf"(?<![\w$]){re.escape(added.declaration.name)}\s*[({{]")
    if not changes_line_with(candidate, construction):
        return False
    text = context.source_text(candidate.snapshot)
    start = text.offset_at(candidate.line)
    is_declared = text.tree is not None and any(
        start <= one.start <= start + len(text.raw[candidate.line]) and one.name == added.declaration.name
        for one in find_declarations(text.tree, text.joined, start, start)
    )
    return not is_declared and names_other_type(context, text, added)


def _extends_namesake(context: RuleContext, candidate: LineCandidate, added: MemberChange) -> bool:
    name = re.compile(rf"(?<![\w$]){re.escape(added.member.name)}(?![\w$])")
    if not any(map(name.search, candidate.new)):
        return False
    text = context.source_text(candidate.snapshot)
    start = text.offset_at(candidate.line)
    if text.tree is None:
        return False
    end = text.offset_at(candidate.line + candidate.line_count)
    known = {(one.name, one.type_text) for one in added.siblings}
    return any(
        one.name == added.declaration.name
        and one.start < max(end, start + 1)
        and start <= one.end
        and known != {(member.name, member.type_text) for member in one.members}
        for one in find_declarations(text.tree, text.joined, max(0, start - 1), end)
    )


def _drop_accessors(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """After one method became a property, drop the same at another method, and at values of other types."""
    found = context.once(find_accessor_changes)
    if len(found) != 1:
        return candidates
    name = found[0].function.name
    member = re.compile(rf"\.{re.escape(name)}(?![\w$])")
    suspects = [one for one in candidates if _changes_accessor(one) or changes_line_with(one, member)]
    if not suspects:
        return candidates
    places = {
        (one.text.snapshot.uri, one.edit.span.start.line) for one in find_accessor_uses(context, found[0])
    }
    return [
        one
        for one in candidates
        if not _changes_accessor(one)
        and (
            not changes_line_with(one, member)
            or (one.snapshot.uri, one.line) in places
            or not _is_known_member(context, one, name, member)
        )
    ]


def _drop_fields(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """After a field of one type got another type, drop changes of lines that use that field of another type."""
    retyped = [one for one in context.once(find_member_changes) if one.before is not None]
    if not retyped or len({one.declaration.name for one in retyped}) > 1:
        return candidates
    changed = retyped[0]
    if changed.declaration.kind != "record":
        return candidates
    word = re.compile(rf"(?<![\w$]){re.escape(changed.member.name)}(?![\w$])")
    return [
        one
        for one in candidates
        if not changes_line_with(one, word)
        or _declares_member(context, one)
        or not _has_other_field(context, one, changed, word)
    ]


def _drop_types(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """After one name of C got another type, drop the new type and its conversion where its value is not taken."""
    retyped = [
        one for one in context.once(find_retyped_names) if one.change.edit.origin is not EditOrigin.ACCEPTED
    ]
    if not retyped or len({one.after.name for one in retyped}) > 1:
        return candidates
    suspects = [one for one in candidates if _changes_type(one, retyped[0])]
    if not suspects:
        return candidates
    name = re.compile(rf"(?<!\w){re.escape(retyped[0].after.name)}(?!\w)")
    places = {
        (place.text.snapshot.uri, place.text.point_at(place.start).line)
        for one in retyped
        for place in places_of_type(context, one)
    }
    return [
        one
        for one in candidates
        if not _changes_type(one, retyped[0])
        or (one.snapshot.uri, one.line) in places
        or name.search(one.new[0])
    ]


def _changes_type(candidate: LineCandidate, retyped: RetypedName) -> bool:
    """Whether a line gets the new type for the old one, or another conversion in a format string."""
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    old, new = candidate.snapshot.lines[candidate.line], candidate.new[0]
    if "%" in new and with_one_conversion(old) == with_one_conversion(new):
        return True
    written, type_name = retyped.before.type_text.strip(), retyped.after.type_text.strip()
    return any(
        f"{old[: match.start()]}{type_name}{old[match.end() :]}" == new
        for match in re.finditer(rf"(?<!\w){re.escape(written)}(?!\w)", old)
    )


def _drop_cases(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """After a new member of an enum or union, drop a case for it in a switch over a value of another type."""
    if all(one.kind != "added" for one in context.once(find_member_changes)):
        return candidates
    return [
        one
        for one in candidates
        if one.line_count
        or not adds_case_of_other_type(context, context.source_text(one.snapshot), one.line, one.new)
    ]


def _drop_async(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """After one function became async, drop the same of functions that are not known to wait for anything."""
    suspects = [one for one in candidates if _makes_async(one)]
    made = context.once(find_new_async_functions) if suspects else []
    if len(made) != 1:
        return candidates
    return [one for one in candidates if not _makes_async(one) or _may_wait(context, one, made)]


def _makes_async(candidate: LineCandidate) -> bool:
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    return is_made_async(candidate.snapshot.lines[candidate.line], candidate.new[0])


def _may_wait(
    context: RuleContext, candidate: LineCandidate, made: Sequence[tuple[SourceText, FunctionNode]]
) -> bool:
    text = context.source_text(candidate.snapshot)
    start = text.offset_at(candidate.line)
    end = start + len(text.raw[candidate.line])
    functions = [one for one in functions_at(text, start, end) if start <= one.name_start < end]
    return not functions or any(has_work_of(text, one, made) for one in functions)


def _declares_member(context: RuleContext, candidate: LineCandidate) -> bool:
    text = context.source_text(candidate.snapshot)
    start = text.offset_at(candidate.line)
    end = start + len(text.raw[candidate.line])
    return text.tree is not None and any(
        start <= member.start < end
        for declaration in find_declarations(text.tree, text.joined, start, end)
        for member in declaration.members
    )


def _has_other_field(
    context: RuleContext, candidate: LineCandidate, changed: MemberChange, word: re.Pattern[str]
) -> bool:
    """Whether the line uses the field of that name of another type, and not that of the changed one."""
    texts, is_other = context.situation.workspace_texts, False
    for match in word.finditer(candidate.snapshot.lines[candidate.line]):
        point = Point(candidate.line, match.start())
        origin = origin_at(candidate.snapshot, changed.member.name, point, texts)
        if origin is None or origin.binding.kind != "field":
            continue
        if (
            origin.binding.owner == changed.declaration.name
            and origin.snapshot.uri == changed.text.snapshot.uri
        ):
            return False
        is_other = True
    return is_other


def _is_known_member(
    context: RuleContext, candidate: LineCandidate, name: str, member: re.Pattern[str]
) -> bool:
    """Whether the types of all values with that member in the line are known."""
    texts = context.situation.workspace_texts
    return all(
        origin_at(candidate.snapshot, name, Point(candidate.line, match.end()), texts) is not None
        for match in member.finditer(candidate.snapshot.lines[candidate.line])
    )


def _changes_accessor(candidate: LineCandidate) -> bool:
    old = candidate.snapshot.lines[candidate.line : candidate.line + candidate.line_count]
    return sum(map(is_accessor, candidate.new)) != sum(map(is_accessor, old))
