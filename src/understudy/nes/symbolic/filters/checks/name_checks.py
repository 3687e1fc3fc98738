"""Checks a suggestion by what names refer to: it must not break the code of a text that was whole.

- It does not remove the definition or the import of a name that is still used, nor rename it in half of a line.
- It does not write a name that nothing defines, unless the user has written it, nor one that the user has written
  where it is a local one of another function.
- It does not use a variable inside the list or the object that the variable is declared with.
- It does not take a word from a header that the block below needs (`needed_words`).
- It does not write a word that the function around it cannot have (`misplaced_words`).

A text without bindings is not checked, and of one with syntax errors only whether a definition is removed.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.languages import Language
from understudy.nes.bindings import Binding, NameResolver, Occurrence, resolver_for
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.limits import MAX_CHECKED_NAMES
from understudy.nes.reasons import Reason
from understudy.nes.symbolic.filters.checks.misplaced_words import adds_restricted_word, misplaces_word
from understudy.nes.symbolic.filters.checks.needed_words import removes_needed_word
from understudy.nes.symbolic.limits import MAX_LEFT_IMPORT_USES
from understudy.nes.symbolic.tokens import is_word_char
from understudy.nes.syntax import AFTER_VARIANT, inner_children_touching, language_of
from understudy.nes.text import (
    EditOrigin,
    Point,
    Splice,
    TextSnapshot,
    apply_replacements,
    group_into_line_changes,
)

__all__ = ["check_names"]

_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")
_NUMBER: Final = re.compile(r"\d+")
_WRITTEN_VALUES: Final = frozenset({"object", "array", "dictionary", "list", "composite_literal"})
"""Values whose parts are read when the variable is declared, or that it is made of."""

_KEYWORD_BEFORE_ARGUMENT: Final = re.compile(r"\w=(?!=)[^=]*,")
_ANYWHERE_ARGUMENTS: Final = frozenset({"comment", "list_splat", "dictionary_splat"})
"""Arguments that may stand behind keyword arguments."""
_VARIABLES: Final = frozenset({"local", "constant"})
_RECEIVERS: Final = frozenset({"self", "cls"})
"""Names that are built in for a reader, but parameters for Python."""


def check_names(candidate: Candidate, snapshot: TextSnapshot, situation: Situation) -> Reason | None:
    """Return why the candidate must not be shown, or None."""
    if candidate.kind == "searchAndReplace":
        return _check_all_places(candidate, snapshot)
    if candidate.kind != "edit":
        return None
    before = resolver_for(snapshot)
    if before is None:
        return None
    after = resolver_for(
        snapshot._replace(lines=apply_replacements(candidate.edits, snapshot.lines), variant=AFTER_VARIANT)
    )
    if after is None:
        return None
    changes = [one.to_splice() for one in group_into_line_changes(candidate.edits, snapshot.lines)]
    old = {name for change in changes for name in _identifiers(change.old)}
    new = {name for change in changes for name in _identifiers(change.new)}
    removed = sorted(old - new)[:MAX_CHECKED_NAMES]
    if not new <= old and any(_is_defined_in(name, changes, after) for name in sorted(new - old)):
        removed = []  # it is a rename
    if any(
        _is_definition_missing(name, changes, before, after)
        and not _is_left_by_user(name, changes, before, after, situation)
        for name in removed
    ):
        return Reason.DELETES_USED_NAME
    if before.root.has_error:
        return None
    if removes_needed_word(changes, after):
        return Reason.DELETES_USED_NAME
    if misplaces_word(changes, after):
        return Reason.MISPLACED_WORD
    if _has_positional_behind_keyword(changes, after):
        return Reason.BREAKS_SYNTAX
    if candidate.is_consequence:
        return None  # a rule knows where the names that it writes are defined
    if any(_is_half_renamed(name, changes, before, after) for name in sorted(new & old)[:MAX_CHECKED_NAMES]):
        return Reason.DELETES_USED_NAME
    language = language_of(snapshot)
    known = _names_of_user(situation)
    written = "\n".join(line for change in changes for line in change.new)
    for name in sorted(new & old)[:MAX_CHECKED_NAMES]:
        # To resolve a name takes much longer than to rule out most of them.
        if not _occurs_twice_in_line(name, written):
            continue
        if not any(after.is_defined_in(name, *lines) for lines in _new_line_ranges(changes)):
            continue
        if _defines_by_itself(name, after) and not _defines_by_itself(name, before):
            return Reason.UNKNOWN_NAME
        if _is_read_by_first_definition(name, after) and not _is_read_by_first_definition(name, before):
            return Reason.UNKNOWN_NAME
    declared_around = _names_declared_around(changes, after)
    for name in sorted(new - old)[:MAX_CHECKED_NAMES]:
        if name in declared_around and _is_inside_own_value(name, changes, after):
            return Reason.UNKNOWN_NAME
        if _becomes_parameter(name, changes, before, after):
            return Reason.UNKNOWN_NAME
        if _without_digits(name) not in known:
            if _is_unknown(name, before, after, language, situation):
                return Reason.UNKNOWN_NAME
        elif _is_out_of_scope(name, changes, before, after, language, situation):
            return Reason.UNKNOWN_NAME
    return None


def _is_defined_in(name: str, changes: Sequence[Splice], after: NameResolver) -> bool:
    return any(after.is_defined_in(name, *lines) for lines in _new_line_ranges(changes))


def _has_positional_behind_keyword(changes: Sequence[Splice], after: NameResolver) -> bool:
    """Whether a changed call of Python has a positional argument behind a keyword argument, which the grammar
    accepts."""
    if language_of(after.snapshot).family != "python":
        return False
    lines = [line for change in changes for line in change.new]
    if not any(_KEYWORD_BEFORE_ARGUMENT.search(line) for line in lines):
        return False  # most changes have nothing like it
    for first, end in _new_line_ranges(changes):
        start, stop = after.offset(Point(first, 0)), after.offset(Point(end - 1, 0))
        stop += len(after.snapshot.lines[end - 1])
        pending = [after.root]
        while pending:
            node = pending.pop()
            if node.type == "argument_list":
                kinds = [one.type for one in node.named_children if one.type not in _ANYWHERE_ARGUMENTS]
                if "keyword_argument" in kinds and kinds != sorted(kinds, key="keyword_argument".__eq__):
                    return True
            pending += inner_children_touching(node, start, stop)
    return False


def _check_all_places(candidate: Candidate, snapshot: TextSnapshot) -> Reason | None:
    """Return why the candidate must not replace all the places that it finds in a text, or None."""
    if not adds_restricted_word([candidate.search], [candidate.replace]):
        return None
    before = resolver_for(snapshot)
    if before is None or before.root.has_error:
        return None
    search = re.compile(candidate.search if candidate.is_regex else re.escape(candidate.search))
    written = candidate.replace.replace("$$", "$") if candidate.is_regex else candidate.replace
    new = [search.sub(lambda _: written, line) for line in snapshot.lines]
    after = resolver_for(snapshot._replace(lines=new, variant=AFTER_VARIANT))
    changes = [
        Splice(at, (old,), (line,))
        for at, (old, line) in enumerate(zip(snapshot.lines, new, strict=True))
        if old != line
    ]
    return Reason.MISPLACED_WORD if after is not None and misplaces_word(changes, after) else None


def _identifiers(lines: Sequence[str]) -> list[str]:
    return _IDENTIFIER.findall("\n".join(lines))


def _names_of_user(situation: Situation) -> set[str]:
    return {_without_digits(name) for edit in situation.edits for name in _identifiers(edit.new)}


def _without_digits(name: str) -> str:
    """The name with every number in it as 0: after `step_1` and `step_2`, `step_3` is no surprise."""
    return _NUMBER.sub("0", name)


def _is_definition_missing(
    name: str, changes: Sequence[Splice], before: NameResolver, after: NameResolver
) -> bool:
    """Whether uses of the name are left that nothing defines any more."""
    if name not in after.source:
        return False
    # To resolve a name that occurs often takes long; most lines that are removed only use it.
    if not any(before.is_defined_in(name, change.line, change.line + len(change.old)) for change in changes):
        return False
    names = before.resolve(name)
    if not any(binding.definitions or binding.source is not None for binding in names.bindings):
        return False
    return len(_uses(after.resolve(name).free)) > len(_uses(names.free))


def _is_half_renamed(name: str, changes: Sequence[Splice], before: NameResolver, after: NameResolver) -> bool:
    """Whether changed lines use a name that they do not define any more, such as `(user) => u.age`."""
    is_fewer = any(
        _identifiers(change.new).count(name) < _identifiers(change.old).count(name) for change in changes
    )
    return (
        is_fewer
        and any(after.is_free_in(name, *lines) for lines in _new_line_ranges(changes))
        and _is_definition_missing(name, changes, before, after)
    )


def _is_left_by_user(
    name: str,
    changes: Sequence[Splice],
    before: NameResolver,
    after: NameResolver,
    situation: Situation,
) -> bool:
    """Whether the user has removed the same lines elsewhere and left uses of the name that nothing defines.

    Many uses of an import need it, unless they are like those that the user has left or changed.
    """
    removed = {line.strip() for change in changes for line in change.old}
    is_imported = any(one.source is not None or one.kind == "import" for one in before.resolve(name).bindings)
    for edit in reversed(situation.edits):
        old = {line.strip() for line in edit.old}
        if edit.origin is EditOrigin.UNDONE or not removed <= old or name in _identifiers(edit.new):
            continue
        snapshot = situation.snapshot_at(edit.uri)
        resolver = resolver_for(snapshot) if snapshot is not None else None
        left = _lines_of_uses(name, resolver) if resolver is not None else set[str]()
        uses = _lines_of_uses(name, after) if is_imported else set[str]()
        if left and len(uses) <= MAX_LEFT_IMPORT_USES:
            return True
        if is_imported:
            changed = {line.strip() for one in situation.edits for line in one.old if line not in one.new}
            return uses <= left | changed
    return False


def _lines_of_uses(name: str, resolver: NameResolver) -> set[str]:
    """The lines that use a name that nothing defines."""
    return {resolver.snapshot.lines[one.line].strip() for one in _uses(resolver.resolve(name).free)}


def _uses(occurrences: Sequence[Occurrence]) -> list[Occurrence]:
    return [one for one in occurrences if one.role != "export"]


def _defines_by_itself(name: str, resolver: NameResolver) -> bool:
    """Whether the head of a type names the type itself, such as `class A(A)`."""
    if not _is_defined_beside_reference(name, resolver):
        return False
    for binding in resolver.resolve(name).bindings:
        if binding.kind in ("class", "type"):
            lines = {one.line for one in binding.definitions}
            if any(one.line in lines for one in binding.occurrences if one.role == "reference"):
                return True
    return False


def _is_read_by_first_definition(name: str, resolver: NameResolver) -> bool:
    """Whether a line reads a variable that it is the first to set, such as `unit = get("unit", unit)`, or declares
    a field with the field itself."""
    for binding in resolver.resolve(name).bindings:
        read = {one.line for one in binding.occurrences if one.role == "reference"}
        if binding.kind == "field" and any(
            one.line in read and _is_declared_at(one, resolver)
            for one in binding.occurrences
            if one.role == "member"
        ):
            return True
        first = min((one.line for one in binding.definitions), default=-1)
        if binding.kind in _VARIABLES and first in read:
            return True
    return False


def _is_declared_at(occurrence: Occurrence, resolver: NameResolver) -> bool:
    node = resolver.node_at(Point(occurrence.line, occurrence.column))
    use = resolver.use_of(node) if node is not None else None
    return use is not None and use.is_definition


def _becomes_parameter(
    name: str, changes: Sequence[Splice], before: NameResolver, after: NameResolver
) -> bool:
    """Whether a parameter gets the name of a constant of the text: the constant took its place somewhere else."""
    if not any(after.is_defined_in(name, *lines) for lines in _new_line_ranges(changes)):
        return False
    if not any(one.kind == "constant" for one in before.resolve(name).bindings):
        return False
    return any(
        binding.kind == "parameter" and any(first <= one.line < end for one in binding.definitions)
        for binding in after.resolve(name).bindings
        for first, end in _new_line_ranges(changes)
    )


def _names_declared_around(changes: Sequence[Splice], resolver: NameResolver) -> set[str]:
    """The names beside the values that the changed lines are inside of: to resolve a name takes much longer."""
    names: set[str] = set()
    for first, end in _new_line_ranges(changes):
        value = resolver.root.descendant_for_point_range((first, 0), (max(first, end - 1), 0))
        while value is not None:
            declared = value.parent
            if declared is not None and value.type in _WRITTEN_VALUES and value.start_point[0] < first:
                names.update(
                    resolver.source[child.start_byte : child.end_byte] for child in declared.named_children
                )
            value = declared
    return names


def _is_inside_own_value(name: str, changes: Sequence[Splice], resolver: NameResolver) -> bool:
    """Whether the candidate uses a variable inside the value that it is declared with, below its first line."""
    for binding in resolver.resolve(name).bindings:
        for one in binding.definitions:
            offset = resolver.offset(one.span.start)
            node = resolver.root.descendant_for_byte_range(offset, offset + len(name))
            declared = node.parent if node is not None else None
            value = None
            if declared is not None:
                value = declared.child_by_field_name("value") or declared.child_by_field_name("right")
            if value is not None and value.type in _WRITTEN_VALUES:
                first, last = value.start_point[0], value.end_point[0]
                if any(first < line[0] and line[1] - 1 <= last for line in _new_line_ranges(changes)):
                    return True
    return False


def _occurs_twice_in_line(name: str, text: str) -> bool:
    """Whether a line has the word twice."""
    size, length = len(name), len(text)
    previous_end = -1
    at = text.find(name)
    while at >= 0:
        end = at + size
        if not (at and is_word_char(text[at - 1])) and not (end < length and is_word_char(text[end])):
            if previous_end >= 0 and text.find("\n", previous_end, at) < 0:
                return True
            previous_end = end
        at = text.find(name, end)
    return False


def _is_defined_beside_reference(name: str, resolver: NameResolver) -> bool:
    """Whether a line has a definition of the name, and a reference to one of that name."""
    found = resolver.occurrences_of(name)
    lines = {one.line for one in found if one.role == "definition"}
    return any(one.line in lines for one in found if one.role == "reference")


def _is_out_of_scope(
    name: str,
    changes: Sequence[Splice],
    before: NameResolver,
    after: NameResolver,
    language: Language,
    situation: Situation,
) -> bool:
    """Whether the candidate uses a name that nothing defines there, and that is local where the user wrote it."""
    ranges = [lines for lines in _new_line_ranges(changes) if after.is_free_in(name, *lines)]
    if not ranges:
        return False
    names = after.resolve(name)
    is_free = any(first <= one.line < end for one in names.free for first, end in ranges)
    if not is_free or before.resolve(name).free:
        return False  # who has written it where nothing defines it will define it
    if name in language.builtin_names.split() and name not in _RECEIVERS:
        return False
    if names.bindings:
        return all(map(_is_local, names.bindings))
    for edit in reversed(situation.edits):
        if edit.uri != before.snapshot.uri and name in _identifiers(edit.new):
            written = situation.snapshot_at(edit.uri)
            resolver = resolver_for(written) if written is not None else None
            found = resolver.resolve(name) if resolver is not None else None
            return (
                found is not None
                and bool(found.bindings)
                and not found.free
                and all(map(_is_local, found.bindings))
            )
    return False


def _new_line_ranges(changes: Sequence[Splice]) -> Iterator[tuple[int, int]]:
    """The first line and the end of each change in the changed text."""
    shift = 0
    for change in changes:
        first = change.line + shift
        yield first, first + len(change.new)
        shift += len(change.new) - len(change.old)


def _is_local(binding: Binding) -> bool:
    return binding.kind == "parameter" or (binding.kind == "local" and not binding.is_public)


def _is_unknown(
    name: str, before: NameResolver, after: NameResolver, language: Language, situation: Situation
) -> bool:
    """Whether the candidate uses a name that occurs nowhere else, neither in this text nor in another one."""
    names = after.resolve(name)
    if not names.free and not names.members:
        return False
    if name in language.builtin_names.split():
        return False
    known = before.resolve(name)
    if known.bindings or known.free or known.members:
        return False
    return not situation.workspace_texts.find_containing([name], before.snapshot.uri, 1)
