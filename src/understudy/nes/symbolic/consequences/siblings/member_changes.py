"""Which members of a type the user's edits added, removed or gave another type.

Compares the declarations of a text with those of the text before the edit. A member that was replaced by another
one was renamed, and is no change here.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_CHANGED_MEMBERS
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    text_before,
)
from understudy.nes.symbolic.consequences.siblings.declarations import find_declarations
from understudy.nes.symbolic.consequences.siblings.members import Member, TypeDeclaration

__all__ = ["MemberChange", "find_member_changes"]


class MemberChange(NamedTuple):
    kind: Literal["added", "removed", "retyped"]
    change: Change
    text: SourceText
    declaration: TypeDeclaration
    """The type after the edit."""
    member: Member
    """After the edit; for a removed member, before it."""
    siblings: tuple[Member, ...]
    """The members that are not new, in their order; also those that the edit removed."""
    at: int
    """How many siblings come before the member."""
    before: Member | None = None
    """A retyped member before the edit."""


def find_member_changes(context: RuleContext) -> list[MemberChange]:
    """Return the changes that the recent edits made, newest first. Computed once per request by `context.once`."""
    found: list[MemberChange] = []
    for change in context.cause_changes:
        text = context.text_at(change.edit.uri)
        if text is not None and not context.is_past_deadline:
            found += _changes_of(text, change)
    return found


def _changes_of(text: SourceText, change: Change) -> Iterator[MemberChange]:
    if not change.is_current(text) or text.tree is None:
        return
    edit = change.edit
    # A body that ends with the line above may have been extended or cut.
    start = max(0, text.offset_at(edit.line) - 1)
    end = text.offset_at(edit.line + len(edit.new))
    after = [one for one in find_declarations(text.tree, text.joined, start, end) if not one.has_error]
    if not after:
        return
    before_text, tree = text_before(text, change)
    if tree is None:
        return
    end = start + sum(len(line) + 1 for line in edit.old)
    before = {
        (one.kind, one.name): one
        for one in find_declarations(tree, before_text, start, end)
        if not one.has_error
    }
    for declaration in after:
        old = before.get((declaration.kind, declaration.name))
        if old is not None:
            yield from _compare(text, change, old, declaration)


def _compare(
    text: SourceText, change: Change, old: TypeDeclaration, new: TypeDeclaration
) -> Iterator[MemberChange]:
    old_names = {one.name: one for one in old.members}
    new_names = {one.name: one for one in new.members}
    added = [one for one in new.members if one.name not in old_names]
    removed = [one for one in old.members if one.name not in new_names]
    if added and removed:
        return
    if len(added) > MAX_CHANGED_MEMBERS or len(removed) > MAX_CHANGED_MEMBERS:
        return
    kept = tuple(one for one in new.members if one.name in old_names)
    for member in added:
        at = sum(1 for one in kept if one.start < member.start)
        yield MemberChange("added", change, text, new, member, kept, at)
    for member in removed:
        at = sum(1 for one in old.members if one.start < member.start)
        yield MemberChange("removed", change, text, new, member, kept, min(at, len(kept)))
    if added or removed:
        return
    retyped = [one for one in new.members if _type_of(one, new) != _type_of(old_names[one.name], new)]
    if len(retyped) == 1:
        member, before = retyped[0], old_names[retyped[0].name]
        at = [one.name for one in new.members].index(member.name)
        siblings = tuple(one for one in new.members if one.name != member.name)
        yield MemberChange("retyped", change, text, new, member, siblings, at, before)


def _type_of(member: Member, declaration: TypeDeclaration) -> str:
    """The type of a field, the signature of a method."""
    if declaration.kind != "interface":
        return member.type_text
    return " ".join(f"{member.parameters} {member.type_text}".split())
