"""Recognizes renames in the history: which binding got a new name, and where it has the old one still.

An identifier that was replaced by another is a rename if it is where the name is defined, and the new name did not
mean something else there. The texts are looked at as they were before: every changed occurrence is put back to the
old name, so that the binding is complete, and the occurrences that the user did not change are what is left.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from understudy.nes.bindings import Binding, NameBindings, Occurrence, find_all_places, resolver_for
from understudy.nes.engine_api import Situation, WorkspaceTexts
from understudy.nes.symbolic.consequences import is_common_member
from understudy.nes.symbolic.renames.aliases import (
    is_given_key,
    members_taken,
    paired_setter,
    setter_name,
    taking_parameter,
)
from understudy.nes.symbolic.renames.limits import (
    CERTAIN_PROBABILITY,
    LIKELY_PROBABILITY,
    MAX_RENAMES,
    OTHER_NAME_PROBABILITY,
    REASSIGNED_PROBABILITY,
    REFERENCES_CHANGED_PROBABILITY,
    REWRITTEN_PROBABILITY,
)
from understudy.nes.symbolic.renames.name_changes import NameChange, defined_names, find_name_changes
from understudy.nes.symbolic.renames.other_variables import (
    becomes_other_import,
    has_twin,
    is_bound_again,
    is_marked_unused,
)
from understudy.nes.symbolic.tokens import split_name
from understudy.nes.syntax import language_of, parse_snapshot
from understudy.nes.text import (
    Point,
    Span,
    TextSnapshot,
    join_snapshot,
)

__all__ = ["Rename", "RenamePlace", "find_renames"]


class RenamePlace(NamedTuple):
    """An occurrence that still has the old name, in the text as it is now."""

    uri: str
    span: Span
    occurrence: Occurrence
    probability: float
    is_certain: bool
    part: Literal["property", "variable", "both"] = "variable"
    """Which of them is renamed where one word is a property and a variable."""


class Rename(Struct, eq=False):
    """A binding that got a new name."""

    old: str
    new: str
    binding: Binding
    uri: str
    """The text in which the binding was changed."""
    changes: list[NameChange]
    places: list[RenamePlace]
    is_derived: bool = False
    """Whether the name follows from another renamed one, which the user changed."""
    is_other: bool = False
    """Whether the new name is that of another variable: the places keep the old one."""


class DormantRenames(Protocol):
    """Remembers which older changes of names turned out to be no renames."""

    def is_dormant(self, key: Hashable) -> bool: ...

    def add(self, key: Hashable) -> None: ...


def find_renames(situation: Situation, dormant: DormantRenames | None = None) -> list[Rename]:
    """Return the renames that the recent edits began, the newest first.

    Given `dormant`, older changes that were no renames in the last requests are not resolved again.
    """
    groups: dict[tuple[str, str], list[NameChange]] = {}
    for change in find_name_changes(situation):
        groups.setdefault((change.old, change.new), []).append(change)
    found: list[Rename] = []
    for (old, new), changes in groups.items():
        if sum(not one.is_other for one in found) >= MAX_RENAMES:
            break
        if (new, old) in groups:
            continue  # the two changed places
        key = ("rename", situation.snapshot.uri, old, new, len(changes))
        if dormant is not None and changes[0].age and dormant.is_dormant(key):
            continue
        renames = list(_find_renames_of(situation, old, new, changes))
        for rename in [one for one in renames if not one.is_other]:
            renames += _rename_setter(situation, rename, groups)
        if dormant is not None and not renames:
            dormant.add(key)
        found += renames
    return found


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
                rename = _build_rename(texts, snapshot, binding, changes, new, probability)
                rename.is_other = _is_other_variable(situation, texts, binding, changes, change)
                yield rename


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
    if changed_definitions and binding.kind == "field":
        changed_definitions = [
            one for one in changed_definitions if not _is_given_key(texts, binding, one, uri)
        ]
    if changed_definitions:
        return certain if changed_definitions[0] == definitions[0] else reassigned
    # Who changes uses of an imported name uses another one.
    return REFERENCES_CHANGED_PROBABILITY if len(changed) > 1 and binding.source is None else 0.0


def _is_other_variable(
    situation: Situation,
    texts: "_TextsBefore",
    binding: Binding,
    changes: Sequence[NameChange],
    change: NameChange,
) -> bool:
    """Whether the new name is that of another variable, and the old one is left, split or rewritten."""
    old, new, uri = change.old, change.new, change.uri
    if binding.source is not None or binding.kind == "import":
        snapshot = texts.current(uri)
        return snapshot is not None and becomes_other_import(old, new, language_of(snapshot).id)
    users = [one for one in changes if one.uri == uri and one.is_users]
    if not users:
        return False
    first = min(one.serial for one in users)
    since = [one for one in situation.edits if one.uri == uri and one.serial >= first and one.line >= 0]
    kept = [one for one in binding.definitions if texts.written_at(uri, one) is None]
    if is_bound_again(since, kept):
        return True
    if binding.kind not in ("local", "parameter"):
        return False
    if not any(one.is_alone for one in users) and (
        is_marked_unused(old, new) or any(one.has_other_value for one in users)
    ):
        return True
    declared = [
        (name, edit.line + line)
        for edit in since
        for name, (line, _) in defined_names(edit.new).items()
        if name not in defined_names(edit.old)
    ]
    return has_twin(old, new, change.line, declared)


def _is_given_key(texts: "_TextsBefore", binding: Binding, at: Occurrence, uri: str) -> bool:
    resolver = resolver_for(found) if (found := texts.snapshot(uri)) is not None else None
    return resolver is not None and is_given_key(resolver, binding.name, at)


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
    changed = {(one.line, one.column + _new_name_at(one)) for one in changes if one.uri == change.uri}
    definitions = binding.definitions or [_first_definition(texts.current(change.uri), binding)]
    return any((one.line, one.column) not in changed for one in definitions)


def _new_name_at(change: NameChange) -> int:
    """Return where the new name is in what was written, which may be a pair: `r: radius` or `radius: r`."""
    return change.written.rfind(change.new) if change.written.endswith(f" {change.new}") else 0


def _build_rename(
    texts: "_TextsBefore",
    snapshot: TextSnapshot,
    binding: Binding,
    changes: list[NameChange],
    new: str,
    probability: float,
) -> Rename:
    rename = Rename(binding.name, new, binding, snapshot.uri, changes, [])
    places: dict[tuple[str, Occurrence], RenamePlace] = {}
    for one in _places_of(texts, snapshot, binding, new, probability):
        known = places.get((one.uri, one.occurrence))
        is_both = known is not None and known.part != one.part
        places[one.uri, one.occurrence] = one._replace(part="both") if is_both else one
    for one in sorted(places.values(), key=lambda one: (not one.is_certain, one.uri != snapshot.uri)):
        current = texts.to_current(one.uri, one.occurrence)
        if current is not None:
            rename.places.append(one._replace(span=current))
    return rename


def _places_of(
    texts: "_TextsBefore", snapshot: TextSnapshot, binding: Binding, new: str, probability: float
) -> Iterator[RenamePlace]:
    """Yield the places of a binding as they were before, and those of what is renamed with it."""
    is_property = binding.kind in ("field", "method")
    language = language_of(snapshot)
    # Types of libraries may have such a member, too. In JavaScript and TypeScript most receivers of an unknown type
    # are of such a type.
    has_likely_places = language.family != "script" and not is_common_member(language, binding.name)
    found = [*find_all_places(snapshot, binding, texts)]
    # Who imports another name leaves the module as it is that defines the old one.
    defining = {at.uri for at in found if at.occurrence.role == "definition"} - {snapshot.uri}
    for uri, one, is_certain in found:
        if binding.source is not None and uri in defining:
            continue
        if not is_certain and not has_likely_places:
            continue
        certainty = probability if is_certain else min(probability, LIKELY_PROBABILITY)
        part = "property" if is_property else "variable"
        yield RenamePlace(uri, one.span, one, certainty, is_certain, part)
        written = texts.written_at(uri, one)
        if one.role != "shorthand" or written not in (None, new):
            continue
        before = texts.snapshot(uri)
        resolver = resolver_for(before) if before is not None else None
        if before is None or resolver is None:
            continue
        if is_property:
            parameter = taking_parameter(resolver, binding.name, new, one)
            for other in parameter.occurrences if parameter is not None else ():
                yield RenamePlace(uri, other.span, other, certainty, is_certain, "variable")
        elif binding.kind == "parameter" and written is not None:
            for member in members_taken(resolver, binding.name, new, one):
                for other in find_all_places(before, member, texts):
                    if other.is_certain:
                        yield RenamePlace(
                            other.uri, other.occurrence.span, other.occurrence, probability, True, "property"
                        )


def _rename_setter(
    situation: Situation, rename: Rename, groups: dict[tuple[str, str], list[NameChange]]
) -> Iterator[Rename]:
    """Yield the rename of the setter of a state that the user renamed, unless the user changed that as well."""
    old, new = setter_name(rename.old), setter_name(rename.new)
    made = groups.get((old, new), [])
    if rename.binding.kind not in ("local", "constant") or any(one.is_users for one in made):
        return
    texts = _TextsBefore(situation, [*made, *rename.changes])
    snapshot = texts.snapshot(rename.uri)
    resolver = resolver_for(snapshot) if snapshot is not None else None
    if snapshot is None or resolver is None or resolver.has_bindings(new):
        return
    setter = paired_setter(resolver, rename.old, rename.binding.occurrences[0])
    if setter is not None:
        changes = [*made, *rename.changes]
        found = _build_rename(texts, snapshot, setter, changes, new, CERTAIN_PROBABILITY)
        found.is_derived = True
        yield found


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
        pairs = dict.fromkeys(f"{one.old}:{one.new}" for one in changes)
        self._variant = "#before-rename:" + ":".join(pairs) if changes else ""

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

    def written_at(self, uri: str, occurrence: Occurrence) -> str | None:
        """Return what was written in place of an occurrence; None if it has not been changed."""
        for change in self._changes.get(uri, {}).get(occurrence.line, ()):
            if self.to_before(uri, Point(change.line, change.column)).column == occurrence.column:
                return change.written
        return None

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
