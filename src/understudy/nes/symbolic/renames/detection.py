"""Recognizes renames in the history: which binding got a new name, and where it has the old one still.

An identifier that was replaced by another is a rename if it is where the name is defined, and the new name did not
mean something else there. The texts are looked at as they were before: every changed occurrence is put back to the
old name, so that the binding is complete, and the occurrences that the user did not change are what is left.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from msgspec import Struct

from understudy.nes.bindings import Binding, NameBindings, Occurrence, find_all_places, resolver_for
from understudy.nes.engine_api import Situation, WorkspaceTexts
from understudy.nes.symbolic.alignment import align_renamed_lines, diff_tokens
from understudy.nes.symbolic.consequences import is_common_member
from understudy.nes.symbolic.renames.aliases import expanded_shorthand, is_alias
from understudy.nes.symbolic.renames.limits import (
    CERTAIN_PROBABILITY,
    LIKELY_PROBABILITY,
    MAX_CHANGED_LINES,
    MAX_EDITS_SEARCHED,
    MAX_OTHER_CHANGED_LINES,
    MAX_RENAMES,
    OTHER_NAME_PROBABILITY,
    REASSIGNED_PROBABILITY,
    REFERENCES_CHANGED_PROBABILITY,
    REWRITTEN_PROBABILITY,
)
from understudy.nes.symbolic.tokens import is_word, split_name, tokenize
from understudy.nes.syntax import language_of, parse_snapshot
from understudy.nes.text import (
    Edit,
    EditOrigin,
    Point,
    Span,
    TextSnapshot,
    join_snapshot,
    with_accepted_changes,
)

__all__ = ["NameChange", "Rename", "RenamePlace", "find_renames"]


_BLANK_NAME: Final = "_"
"""What is written in place of a name that is not used: nothing can be called by it."""


class NameChange(NamedTuple):
    """One occurrence of a name that was changed."""

    uri: str
    line: int
    column: int
    """In the text as it is now."""
    old: str
    new: str
    written: str
    """What stands there now: the new name, or a property and a value where the old name was both."""
    age: int
    """How many edits the user made since, other than to the same name."""
    is_users: bool
    """Whether the user made it, and not an accepted suggestion."""
    is_alone: bool
    """Whether nothing else changed in its line, nor in other lines of the edit."""
    is_replaced: bool
    """Whether the definition of another variable took the place of the old one."""


class RenamePlace(NamedTuple):
    """An occurrence that still has the old name, in the text as it is now."""

    uri: str
    span: Span
    occurrence: Occurrence
    probability: float
    is_certain: bool


class Rename(Struct, eq=False):
    """A binding that got a new name."""

    old: str
    new: str
    binding: Binding
    uri: str
    """The text in which the binding was changed."""
    changes: list[NameChange]
    places: list[RenamePlace]


class DormantRenames(Protocol):
    """Remembers which older changes of names turned out to be no renames."""

    def is_dormant(self, key: Hashable) -> bool: ...

    def add(self, key: Hashable) -> None: ...


def find_renames(situation: Situation, dormant: DormantRenames | None = None) -> list[Rename]:
    """Return the renames that the recent edits began, the newest first.

    Given `dormant`, older changes that were no renames in the last requests are not resolved again.
    """
    groups: dict[tuple[str, str], list[NameChange]] = {}
    for change in _name_changes(situation):
        groups.setdefault((change.old, change.new), []).append(change)
    found: list[Rename] = []
    for (old, new), changes in groups.items():
        if len(found) >= MAX_RENAMES:
            break
        if (new, old) in groups:
            continue  # the two changed places
        key = ("rename", situation.snapshot.uri, old, new, len(changes))
        if dormant is not None and changes[0].age and dormant.is_dormant(key):
            continue
        renames = list(_find_renames_of(situation, old, new, changes))
        if dormant is not None and not renames:
            dormant.add(key)
        found += renames
    return found


def _name_changes(situation: Situation) -> Iterator[NameChange]:
    """The names that were changed and still have the new name, the newest first."""
    age = 0
    for made in list(reversed(situation.edits))[:MAX_EDITS_SEARCHED]:
        edit = with_accepted_changes(made, situation.edits)
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL) or edit.line < 0:
            continue
        if max(len(edit.old), len(edit.new)) > MAX_CHANGED_LINES:
            continue
        snapshot = situation.snapshot_at(edit.uri)
        if snapshot is None:
            continue
        lines = snapshot.lines
        is_users = edit.origin is not EditOrigin.ACCEPTED
        changed = [word for word in _changed_words(edit, snapshot) if not _is_moved(edit, word)]
        other_lines = _count_other_lines(edit, changed)
        is_replaced = not changed or other_lines > MAX_OTHER_CHANGED_LINES
        if is_replaced:
            changed = [*_replaced_definition(edit)]
        for word in changed:
            if word.line < len(lines) and lines[word.line].startswith(word.written, word.column):
                is_alone = word.is_alone and not other_lines
                yield NameChange(
                    edit.uri,
                    word.line,
                    word.column,
                    word.old,
                    word.new,
                    word.written,
                    age,
                    is_users,
                    is_alone,
                    is_replaced,
                )
        age += is_users


class _ChangedWord(NamedTuple):
    line: int
    """In the text as it is now, like the column."""
    column: int
    old: str
    new: str
    written: str
    is_alone: bool
    """Whether nothing else changed in its line."""


def _changed_words(edit: Edit, snapshot: TextSnapshot) -> Iterator[_ChangedWord]:
    for i, j in align_renamed_lines(edit.old, edit.new):
        if i is None or j is None:
            continue
        before, after = tokenize(edit.old[i]), tokenize(edit.new[j])
        words: list[tuple[int, str, str, str]] = []
        shift = 0
        has_others = False
        for op in diff_tokens(edit.old[i], edit.new[j]):
            at = op.start + shift
            shift += len(op.new) - (op.end - op.start)
            removed = before[op.start : op.end]
            expanded = expanded_shorthand(before, op)
            if expanded is not None:
                column = len("".join(after[: at - expanded.is_after]))
                # An accepted suggestion wrote out what it knew as a shorthand.
                if edit.origin is EditOrigin.ACCEPTED or is_alias(snapshot, edit.line + j, column, expanded):
                    words.append((column, expanded.old, expanded.new, expanded.written))
                    continue
            if len(removed) != len(op.new):
                has_others = True
                continue
            for offset, (old, new) in enumerate(zip(removed, op.new, strict=True)):
                if is_word(old) and is_word(new) and new != _BLANK_NAME:
                    words.append((len("".join(after[: at + offset])), old, new, new))
                elif old != new:
                    has_others = True
        is_alone = not has_others and len({(old, new) for _, old, new, _ in words}) == 1
        for column, old, new, written in words:
            yield _ChangedWord(edit.line + j, column, old, new, written, is_alone)


_DEFINED_NAME: Final = re.compile(
    r"\s*(?:export\s+|pub\s+|static\s+|final\s+|private\s+|protected\s+|public\s+)*"
    r"(?:(?:const|let|var|val|auto|my)\s+(?:mut\s+)?(?P<declared>[^\W\d]\w*)\s*(?::[^=]+)?=(?!=)"
    r"|(?P<assigned>[^\W\d]\w*)\s*(?::=|(?::[^=]+)?=(?!=))"
    r"|(?!return\b|else\b)[\w.<>\[\],:*&]+[\s*&]+(?P<typed>[^\W\d]\w*)\s*=(?!=))"
    r"(?!.*(?:=>|\bfunction\b|\bfunc\b|\blambda\b))"
)
"""A line that gives a value to one name, over all languages. A function in place of another is another function."""


_DECLARING: Final = frozenset({"const", "let", "var", "val", "auto", "my", "mut", "new", "static", "final"})


def _replaced_definition(edit: Edit) -> Iterator[_ChangedWord]:
    """The one variable that a rewritten passage defined, and the one that it defines now in its place.

    Whether the old one is still used and defined nowhere else, the bindings say. A passage that uses the new one
    itself has brought it for that.
    """
    old, new = _defined_names(edit.old), _defined_names(edit.new)
    lost, got = [name for name in old if name not in new], [name for name in new if name not in old]
    if len(lost) != 1 or len(got) != 1:
        return
    (before,), (after,) = lost, got
    if _count_word(edit.new, before) or _count_word(edit.old, after) or _count_word(edit.new, after) > 1:
        return
    line, column = new[after]
    old_words, new_words = (
        {token for token in tokenize(text) if is_word(token)}
        for text in (edit.old[old[before][0]], edit.new[line])
    )
    if not (old_words & new_words - _DECLARING) and not after.startswith(before):
        return  # what the two hold has nothing in common
    yield _ChangedWord(edit.line + line, column, before, after, after, is_alone=False)


@lru_cache(maxsize=256)
def _defined_names(lines: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """The names that lines define, with the line and column of the first definition."""
    found: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(lines):
        match = _DEFINED_NAME.match(line)
        if match is not None and match.lastgroup is not None and match[match.lastgroup] != _BLANK_NAME:
            found.setdefault(match[match.lastgroup], (number, match.start(match.lastgroup)))
    return found


def _count_word(lines: Sequence[str], word: str) -> int:
    return sum(tokenize(line).count(word) for line in lines)


def _is_moved(edit: Edit, word: _ChangedWord) -> bool:
    """Whether the edit wrote the old name at another place, or took the new name from one: neither was renamed."""
    removed, added = _words_changed(edit.old, edit.new)
    return word.old in added or word.new in removed


@lru_cache(maxsize=256)
def _words_changed(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The words that changed lines lost and got, with those of lines that were removed or added as a whole."""
    removed: set[str] = set()
    added: set[str] = set()
    for i, j in align_renamed_lines(old, new):
        if i is None or j is None:
            removed.update(tokenize(old[i]) if i is not None else ())
            added.update(tokenize(new[j]) if j is not None else ())
            continue
        tokens = tokenize(old[i])
        for op in diff_tokens(old[i], new[j]):
            removed.update(tokens[op.start : op.end])
            added.update(op.new)
    return frozenset(removed), frozenset(added)


def _count_other_lines(edit: Edit, changed: Sequence[_ChangedWord]) -> int:
    """The number of lines that the edit changed in another way than by a changed word."""
    explained = {word.line - edit.line for word in changed}
    pairs = align_renamed_lines(edit.old, edit.new)
    return sum(
        1 for i, j in pairs if i is None or j is None or (edit.old[i] != edit.new[j] and j not in explained)
    )


def _find_renames_of(situation: Situation, old: str, new: str, changes: list[NameChange]) -> Iterator[Rename]:
    """The bindings that were renamed from `old` to `new`, each once, unless the old name is left nowhere."""
    texts = _TextsBefore(situation, changes)
    for uri in dict.fromkeys(change.uri for change in changes):
        current = texts.current(uri)
        if current is None or not _is_left(situation, current, old):
            continue
        if all(_is_in_comment(current, one) for one in changes if one.uri == uri):
            continue
        snapshot = texts.snapshot(uri)
        names = _resolve(snapshot, old)
        if snapshot is None or names is None:
            continue
        seen: set[int] = set()
        for change in changes:
            if change.uri != uri:
                continue
            binding = names.at(texts.to_before(uri, Point(change.line, change.column)))
            if binding is None or id(binding) in seen:
                continue
            seen.add(id(binding))
            probability = _rename_probability(texts, binding, changes, uri)
            if probability and not _is_taken(texts, new, changes, change):
                yield _build_rename(texts, snapshot, binding, changes, new, probability)


def _is_left(situation: Situation, snapshot: TextSnapshot, old: str) -> bool:
    """Whether the text or another one has the longest part of the old name still, as other spellings do, too."""
    part = max(split_name(old), key=len, default=old)
    spellings = (old, part, part.capitalize(), part.upper())
    text = join_snapshot(snapshot).text
    if any(one in text for one in spellings):
        return True
    return bool(situation.workspace_texts.find_containing(spellings, snapshot.uri, 1))


def _is_in_comment(snapshot: TextSnapshot, change: NameChange) -> bool:
    """Rule out most words that are no names before the text with the old name is parsed."""
    parsed = parse_snapshot(snapshot)
    if parsed is None:
        return False
    start = join_snapshot(snapshot).line_starts[change.line] + change.column
    node = parsed[1].root_node.descendant_for_byte_range(start, start + len(change.written))
    return node is not None and node.type.endswith("comment")


def _resolve(snapshot: TextSnapshot | None, name: str) -> NameBindings | None:
    """Return the bindings of a name; None if the text has none."""
    resolver = resolver_for(snapshot) if snapshot is not None else None
    return resolver.resolve(name) if resolver is not None and resolver.has_bindings(name) else None


def _rename_probability(
    texts: "_TextsBefore", binding: Binding, changes: Sequence[NameChange], uri: str
) -> float:
    """Return how probable it is that the changes rename the binding; 0 if they change only what is used."""
    changed = [
        one
        for one in binding.occurrences
        for change in changes
        if change.uri == uri
        and one.contains(texts.to_before(uri, Point(change.line, change.column)))
        and change.is_users
    ]
    if not any(change.is_alone for change in changes if change.uri == uri and change.is_users):
        if binding.source is not None:
            return 0.0  # another module's name, which may be used in another way
        is_kept = any(change.is_replaced or _are_related(change.old, change.new) for change in changes)
        certain, reassigned = REWRITTEN_PROBABILITY if is_kept else OTHER_NAME_PROBABILITY, 0.0
    else:
        certain, reassigned = CERTAIN_PROBABILITY, REASSIGNED_PROBABILITY
    definitions = binding.definitions or [one for one in binding.occurrences if one.role == "import"]
    if not definitions and binding.kind in ("local", "parameter"):
        # `({name}) => …` takes a property: without it, nothing defines the name.
        definitions = [one for one in binding.occurrences[:1] if one.role == "shorthand"]
    # A constant without a definition is the variant of an enum.
    if not definitions and binding.kind in ("field", "method", "constant"):
        first = binding.occurrences[0]
        # Who goes through a text from above changes a field first where it is named first.
        is_first = binding.kind != "method" and first in changed
        definitions = [first if is_first else _first_definition(texts.snapshot(uri), binding)]
    changed_definitions = [one for one in definitions if one in changed]
    if changed_definitions:
        return certain if changed_definitions[0] == definitions[0] else reassigned
    # Who changes uses of an imported name uses another one.
    return REFERENCES_CHANGED_PROBABILITY if len(changed) > 1 and binding.source is None else 0.0


def _first_definition(snapshot: TextSnapshot | None, binding: Binding) -> Occurrence:
    """Return where a member is defined: it may be used above, as the fields at the end of a class of C++ are."""
    resolver = resolver_for(snapshot) if snapshot is not None else None
    if resolver is not None:
        for one in binding.occurrences:
            node = resolver.node_at(Point(one.line, one.column))
            use = resolver.use_of(node) if node is not None else None
            if use is not None and use.is_definition:
                return one
    return binding.occurrences[0]


def _are_related(old: str, new: str) -> bool:
    """Whether two names have a part in common, or one begins with the other."""
    one, other = old.lower(), new.lower()
    return (
        not set(split_name(old)).isdisjoint(split_name(new)) or one.startswith(other) or other.startswith(one)
    )


def _is_taken(texts: "_TextsBefore", new: str, changes: Sequence[NameChange], change: NameChange) -> bool:
    """Whether the new name already meant something else at the changed place."""
    names = _resolve(texts.current(change.uri), new)
    binding = names.at(Point(change.line, change.column)) if names is not None else None
    if binding is None:
        return False
    changed = {(one.line, one.column + one.written.rfind(new)) for one in changes if one.uri == change.uri}
    definitions = binding.definitions or [_first_definition(texts.current(change.uri), binding)]
    return any((one.line, one.column) not in changed for one in definitions)


def _build_rename(
    texts: "_TextsBefore",
    snapshot: TextSnapshot,
    binding: Binding,
    changes: list[NameChange],
    new: str,
    probability: float,
) -> Rename:
    rename = Rename(binding.name, new, binding, snapshot.uri, changes, [])
    language = language_of(snapshot)
    # Types of libraries may have such a member, too. In JavaScript and TypeScript most receivers of an unknown type
    # are of such a type.
    has_likely_places = language.family != "script" and not is_common_member(language, binding.name)
    for place in find_all_places(snapshot, binding, texts):
        if not place.is_certain and not has_likely_places:
            continue
        certainty = probability if place.is_certain else min(probability, LIKELY_PROBABILITY)
        current = texts.to_current(place.uri, place.occurrence)
        if current is not None:
            rename.places.append(
                RenamePlace(place.uri, current, place.occurrence, certainty, place.is_certain)
            )
    return rename


class _TextsBefore:
    """The texts as they were before the rename: every changed occurrence has the old name again."""

    def __init__(self, situation: Situation, changes: Sequence[NameChange]) -> None:
        self._situation = situation
        self._workspace: WorkspaceTexts = situation.workspace_texts
        self._changes: dict[str, dict[int, list[NameChange]]] = {}
        for change in changes:
            in_line = self._changes.setdefault(change.uri, {}).setdefault(change.line, [])
            if all(one.column != change.column for one in in_line):
                in_line.append(change)
                in_line.sort(key=lambda one: one.column)
        self._before: dict[str, TextSnapshot | None] = {}
        # Each rename has its own trees and names in the caches.
        self._variant = f"#before-rename:{changes[0].old}:{changes[0].new}" if changes else ""

    def current(self, uri: str) -> TextSnapshot | None:
        return self._situation.snapshot_at(uri)

    def snapshot(self, uri: str) -> TextSnapshot | None:
        if uri not in self._before:
            current = self.current(uri)
            changed = self._changes.get(uri)
            self._before[uri] = (
                self._restore(current, changed) if current is not None and changed else current
            )
        return self._before[uri]

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        found = dict.fromkeys(one.uri for one in self._workspace.find_containing(literals, near, max_texts))
        # A text all of whose occurrences were changed passes the name on still, such as by a re-export.
        changed = [uri for uri in self._changes if uri != near and uri not in found]
        restored = [self.snapshot(uri) for uri in (*found, *changed)]
        return [
            one
            for one in restored
            if one is not None
            and (one.uri in found or any(literal in line for literal in literals for line in one.lines))
        ]

    def to_before(self, uri: str, point: Point) -> Point:
        column = point.column
        for change in self._changes.get(uri, {}).get(point.line, ()):
            if change.column < point.column:
                column += len(change.old) - len(change.written)
        return Point(point.line, column)

    def to_current(self, uri: str, occurrence: Occurrence) -> Span | None:
        """Return where an occurrence is now; None if it has been changed."""
        start = occurrence.column
        for change in self._changes.get(uri, {}).get(occurrence.line, ()):
            if change.column == start:
                return None
            if change.column < start:
                start += len(change.written) - len(change.old)
        size = occurrence.end_column - occurrence.column
        return Span(Point(occurrence.line, start), Point(occurrence.line, start + size))

    def _restore(self, current: TextSnapshot, changed: dict[int, list[NameChange]]) -> TextSnapshot:
        lines = list(current.lines)
        for number, in_line in changed.items():
            for change in reversed(in_line):
                line = lines[number]
                lines[number] = (
                    line[: change.column] + change.old + line[change.column + len(change.written) :]
                )
        return current._replace(lines=lines, variant=self._variant)
