"""Which members of a type the user's edits added, removed or gave another type.

Compares the declarations of a text with those of the text before the edit. A member that was replaced by another
one was renamed, and is no change here.
"""

import re
import sys
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from understudy.nes.symbolic.consequences.limits import (
    MAX_CHANGED_MEMBERS,
    MAX_LITERAL_CHARS,
    MIN_UNRELATED_FIELDS,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    text_before,
)
from understudy.nes.symbolic.consequences.siblings.declarations import find_declarations
from understudy.nes.symbolic.consequences.siblings.members import Member, TypeDeclaration
from understudy.nes.symbolic.consequences.siblings.spellings import name_parts

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "MemberChange",
    "adds_member_to_unrelated_type",
    "find_member_changes",
    "member_text",
    "mirrors_type",
]


_FUNCTION_TYPES: Final = frozenset(
    {
        "function_declaration",
        "function_definition",
        "function_item",
        "method_declaration",
        "method_definition",
    }
)
_OWN_MEMBER: Final = re.compile(r"(?<![\w.])(?:self|this)(?:\.|->)(\w+)")
_WORD: Final = re.compile(r"\w+")


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
    at: int = 0
    """How many siblings come before a member that was added or removed."""
    before: Member | None = None
    """A retyped member before the edit."""


def find_member_changes(context: RuleContext) -> list[MemberChange]:
    """Return the changes that the recent edits made, newest first. Computed once per request by `context.once`."""
    found: list[MemberChange] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is not None and not context.is_past_deadline:
            found += _changes_of(text, change)
    return found


def _changes_of(text: SourceText, change: Change) -> Iterator[MemberChange]:
    if not change.is_current(text) or text.tree is None:
        return
    edit = change.edit
    # A body that ends with the line above, or above blank lines, may have been extended or cut.
    first = edit.line
    while first and not text.raw[first - 1].strip():
        first -= 1
    start = max(0, text.offset_at(first) - 1)
    end = text.offset_at(edit.line + len(edit.new))
    body = _function_body(text, change)  # only types inside of it can have changed
    after = [one for one in find_declarations(text.tree, text.joined, start, end, body) if not one.has_error]
    if not after:
        return
    before_text, tree = text_before(text, change)
    if tree is None:
        return
    end = text.offset_at(edit.line) + sum(len(line) + 1 for line in edit.old)
    before = {
        (one.kind, one.name): one
        for one in find_declarations(tree, before_text, start, end)
        if not one.has_error
    }
    for declaration in after:
        old = before.get((declaration.kind, declaration.name))
        if old is not None:
            yield from _compare(text, change, old, declaration)


def _function_body(text: SourceText, change: Change) -> "Node | None":
    """Return the outermost function body that contains the edit, also before it was made.

    Rules out most edits before the text without the edit is parsed. Constructors do not count: they declare fields.
    """
    edit, tree = change.edit, text.tree
    written = [number for number, line in enumerate(edit.new) if line.strip()]
    if tree is None or not written:
        return None
    first, last = edit.line + written[0], edit.line + written[-1]
    start = text.offset_at(first, _indentation(text.raw[first]))
    node = tree.root.descendant_for_byte_range(start, text.offset_at(last, len(text.raw[last].rstrip())))
    removed_indentation = min((_indentation(line) for line in edit.old if line.strip()), default=sys.maxsize)
    found: Node | None = None
    while node is not None and node.parent is not None:
        parent = node.parent
        if parent.type in _FUNCTION_TYPES and parent.child_by_field_name("body") == node:
            name = parent.child_by_field_name("name")
            header = _indentation(text.raw[text.point_at(parent.start_byte).line])
            if name is not None and text.joined[name.start_byte : name.end_byte] == "__init__":
                return None
            if header < removed_indentation:
                found = node
        node = parent
    return found


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


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
        at = _count_before(member, new.members, old_names)
        yield MemberChange("added", change, text, new, member, kept, at)
    for member in removed:
        at = _count_before(member, old.members, new_names)
        yield MemberChange("removed", change, text, new, member, kept, at)
    if added or removed:
        return
    retyped = [one for one in new.members if _type_of(one) != _type_of(old_names[one.name])]
    if len(retyped) == 1:
        member, before = retyped[0], old_names[retyped[0].name]
        siblings = tuple(one for one in new.members if one.name != member.name)
        yield MemberChange("retyped", change, text, new, member, siblings, before=before)


def _count_before(member: Member, members: tuple[Member, ...], names: Container[str]) -> int:
    """Return how many members with one of the names come before the member."""
    return sum(one.name in names for one in members[: members.index(member)])


def _type_of(member: Member) -> str:
    """The type of a field or the signature of a method, however its words are spaced."""
    return " ".join(f"{member.parameters} {member.type_text}".split())


def adds_member_to_unrelated_type(context: RuleContext, text: SourceText, line: int, written: str) -> bool:
    """Whether a text that is inserted at a line, or in it, adds the user's new member to another type, or reads it
    from `self` or `this` there.

    A type with a related name, such as `UserUpdate` after `UserCreate`, may get it, and so may any type after the
    user has added members to two.
    """
    added = [one for one in context.once(find_member_changes) if one.kind == "added"]
    names = {one.declaration.name for one in added}
    if len(names) != 1 or text.tree is None:
        return False
    members = {one.member.name for one in added}
    read = members.intersection(_OWN_MEMBER.findall(written))
    if not read and member_text(written).strip("| ") not in {member_text(one.member.text) for one in added}:
        return False
    start = text.offset_at(line)
    # The last line of a class ends before the line at which a line is inserted below it.
    places = (max(start - 1, 0), start + len(text.raw[line]) // 2 if line < len(text.raw) else start)
    around = [
        one
        for at in places
        for one in find_declarations(text.tree, text.joined, at, at)
        if one.start <= at <= one.end
    ]
    words = {word for name in names for word in name_parts(name)}
    return bool(around) and not any(
        words.intersection(name_parts(one.name))
        or read.intersection(member.name for member in one.members)
        or (read and _inherits(text, one, names))
        for one in around
    )


def mirrors_type(change: MemberChange, text: SourceText, start: int) -> bool:
    """Whether the type around an offset has all fields that the changed type had, with the same types, and is made
    of its fields: `readingJSON{Station: r.Station, …}` of `Reading`."""
    if text.tree is None or len(change.siblings) < MIN_UNRELATED_FIELDS:
        return False
    name, fields = (
        set(name_parts(change.declaration.name)),
        {(one.name, _type_of(one)) for one in change.siblings},
    )
    return any(
        one.kind == "record"
        and one.start <= start < one.end
        and name < set(name_parts(one.name))
        and fields.issubset((member.name, _type_of(member)) for member in one.members)
        and _is_made_of(text, one, change.siblings)
        for one in find_declarations(text.tree, text.joined, start, start)
    )


def _is_made_of(text: SourceText, declaration: TypeDeclaration, fields: Sequence[Member]) -> bool:
    """Whether an object of a type gets fields of another object behind the name of the type."""
    given = [
        re.compile(rf"(?<!\w){re.escape(one.name)}\s*[:=]\s*[\w.]+\.{re.escape(one.name)}\b")
        for one in fields
    ]
    word = re.compile(rf"(?<!\w){re.escape(declaration.name)}(?!\w)")
    return any(
        all(
            one.search(text.joined, match.end(), match.end() + MAX_LITERAL_CHARS)
            for one in (given[0], given[-1])
        )
        for match in word.finditer(text.joined)
        if not declaration.start <= match.start() < declaration.end
    )


def _inherits(text: SourceText, declaration: TypeDeclaration, names: Container[str]) -> bool:
    head = text.joined[declaration.start : min((one.start for one in declaration.members), default=0)]
    return any(word in names for word in _WORD.findall(head))


def member_text(declaration: str) -> str:
    """Return the declaration of a member without what separates it from the next one."""
    return " ".join(declaration.strip().strip(",;").split())
