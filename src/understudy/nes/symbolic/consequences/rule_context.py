"""The input of the rules for one request: the current text, its code and imports, and the user's recent edits.

Also finds other texts of the workspace that import or define a name. Not a rule, and not a parser.
"""

import re
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec, TypeVar

from understudy.nes.bindings import resolver_for
from understudy.nes.engine_api import NameIndex, Situation, WorkspaceTexts
from understudy.nes.errors import are_failures_raised, log_failure
from understudy.nes.symbolic.consequences.imports import ImportStatement, parse_imports
from understudy.nes.symbolic.consequences.limits import (
    MAX_CHANGE_LINES,
    MAX_CODE_LINE_CHARS,
    MAX_NEWEST_CHANGES,
    MAX_RECENT_CHANGES,
    MAX_USER_MADE_CAUSES,
)
from understudy.nes.symbolic.consequences.rules import DormantChanges
from understudy.nes.syntax import (
    language_of,
    mask_when_read,
    parse_snapshot,
    parse_with_replaced_lines,
)
from understudy.nes.text import (
    Edit,
    EditOrigin,
    JoinedText,
    Point,
    ReplacedLines,
    TextSnapshot,
    join_snapshot,
    with_accepted_changes,
)

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "IDENTIFIER",
    "Change",
    "LineLookup",
    "RuleContext",
    "SourceText",
    "SyntaxTree",
    "identifiers_in",
    "source_text_before",
    "text_before",
    "texts_defining",
    "texts_importing",
    "whole_word_columns",
]


T = TypeVar("T")
P = ParamSpec("P")


class LineLookup:
    """Finds the lines that contain a string, with one search over the whole text."""

    def __init__(self, joined: JoinedText) -> None:
        self._joined = joined

    def lines_containing(self, part: str) -> list[int]:
        """Return the numbers of those lines, in order."""
        return list(self.iterate_containing(part))

    def iterate_containing(self, part: str) -> Iterator[int]:
        """The numbers of those lines, in order, for a caller that may need only the first ones."""
        text = self._joined.text
        at = text.find(part)
        if at < 0:
            return
        starts = self._joined.line_starts
        line = 0
        while at >= 0:
            line = bisect_right(starts, at, line) - 1
            yield line
            at = text.find(part, starts[line + 1])


class _CodeLookup(LineLookup):
    """Finds the lines whose code contains a string. Only lines of which the text contains it are masked."""

    def __init__(self, text: LineLookup, code: Sequence[str]) -> None:
        self._text = text
        self._code = code

    def iterate_containing(self, part: str) -> Iterator[int]:
        code = self._code
        # Spaces may stand for something else in the text.
        lines = self._text.iterate_containing(part) if " " not in part else range(len(code))
        return (line for line in lines if part in code[line]) if code else iter(())


IDENTIFIER: Final = re.compile(r"[A-Za-z_$][\w$]*")


@lru_cache(maxsize=256)
def identifiers_in(lines: tuple[str, ...]) -> frozenset[str]:
    """Return the words of the lines. Those of an edit are asked for with every request."""
    return frozenset(IDENTIFIER.findall("\n".join(lines)))


def whole_word_columns(name: str, line: str) -> list[int]:
    """Return the columns where the name is a whole word."""
    found: list[int] = []
    size = len(name)
    at = line.find(name)
    while at >= 0:
        end = at + size
        is_whole = not (at and _is_identifier_char(line[at - 1])) and not _is_identifier_char(
            line[end : end + 1]
        )
        if is_whole:
            found.append(at)
        at = line.find(name, end)  # what begins inside a word is not a whole one
    return found


def _is_identifier_char(char: str) -> bool:
    return char.isalnum() or char in ("_", "$")


class SyntaxTree(NamedTuple):
    grammar: str
    root: "Node"


class SourceText:
    """A text with its language, and its code and imports, which are parsed on first use."""

    def __init__(self, snapshot: TextSnapshot) -> None:
        self.snapshot = snapshot
        self.raw = snapshot.lines
        self.language = language_of(snapshot)
        self.replaced_texts: dict[tuple[int, int, tuple[str, ...]], tuple[str, SyntaxTree | None]] = {}
        self.functions_by_range: dict[tuple[int, int], Any] = {}
        """What `functions_at` has found: several rules ask for the functions that an edit touches."""

    @cached_property
    def code(self) -> Sequence[str]:
        """The lines without strings and comments; empty for an unknown language or a generated text."""
        lines = mask_when_read(self.snapshot)
        if lines is None:
            return []
        if not join_snapshot(self.snapshot).has_longer_line(MAX_CODE_LINE_CHARS):
            return lines
        return lines if max(map(len, map(str.rstrip, lines))) <= MAX_CODE_LINE_CHARS else []

    def code_with_replaced_lines(self, start: int, stop: int, new: Sequence[str]) -> Sequence[str]:
        """Return the code with other lines from `start` to `stop`; no lines if there is no code."""
        return ReplacedLines(self.code, start, stop, new) if self.code else ()

    @cached_property
    def code_text(self) -> str:
        """The code as one string, in which offsets count as in `joined`; empty if there is no code."""
        return "\n".join(self.code)

    def is_code(self, start: int, word: str) -> bool:
        """Return whether the code has the word at an offset of `joined`."""
        point = self.point_at(start)
        return bool(self.code) and self.code[point.line].startswith(word, point.column)

    @cached_property
    def code_lookup(self) -> LineLookup:
        return _CodeLookup(self.raw_lookup, self.code)

    @cached_property
    def raw_lookup(self) -> LineLookup:
        return LineLookup(join_snapshot(self.snapshot))

    @cached_property
    def imports(self) -> list[ImportStatement]:
        return parse_imports(self.snapshot) if self.code else []

    @cached_property
    def import_lines(self) -> frozenset[int]:
        return frozenset(line for one in self.imports for line in range(one.first_line, one.last_line + 1))

    @cached_property
    def tree(self) -> "SyntaxTree | None":
        """The syntax tree; None if the language has no grammar or the text is too long."""
        parsed = parse_snapshot(self.snapshot)
        return SyntaxTree(parsed[0], parsed[1].root_node) if parsed is not None else None

    @cached_property
    def joined(self) -> str:
        """The lines as one string, in which the offsets of the syntax tree count."""
        return join_snapshot(self.snapshot).text

    @cached_property
    def _line_starts(self) -> Sequence[int]:
        return join_snapshot(self.snapshot).line_starts

    def with_replaced_lines(
        self, start: int, stop: int, new: tuple[str, ...]
    ) -> tuple[str, "SyntaxTree | None"]:
        """Return the text with other lines from `start` to `stop`, and its tree."""
        key = (start, stop, new)
        if key not in self.replaced_texts:
            joined, parsed = parse_with_replaced_lines(self.snapshot, *key)
            tree = SyntaxTree(parsed[0], parsed[1].root_node) if parsed is not None else None
            self.replaced_texts[key] = joined, tree
        return self.replaced_texts[key]

    def point_at(self, offset: int) -> Point:
        line = bisect_right(self._line_starts, offset, hi=len(self.raw)) - 1
        return Point(line, offset - self._line_starts[line])

    def offset_at(self, line: int, column: int = 0) -> int:
        """Return the offset of a position; the end of the text for a line behind it."""
        return self._line_starts[line] + column if line < len(self.raw) else len(self.joined)

    def occurrences(self, name: str) -> list[Point]:
        """Return where the name is a whole word in code."""
        return [
            Point(line, column)
            for line in self._lines_with_word(name)
            for column in whole_word_columns(name, self.code[line])
        ]

    def iterate_uses(self, name: str) -> Iterator[Point]:
        """The places where the name is a whole word in code, except in imports."""
        import_lines = self.import_lines
        for line in self._lines_with_word(name):
            if line not in import_lines:
                for column in whole_word_columns(name, self.code[line]):
                    yield Point(line, column)

    def _lines_with_word(self, name: str) -> Iterator[int]:
        """The lines that have the name as a whole word, also in strings and comments, if the text has code."""
        lines = self.raw_lookup.iterate_containing(name) if self.code else ()
        return (line for line in lines if whole_word_columns(name, self.raw[line]))

    def uses(self, name: str) -> list[Point]:
        """Return where the name is a whole word in code, except in imports."""
        return list(self.iterate_uses(name))

    def unqualified_uses(self, name: str) -> list[Point]:
        """Return the uses of the name by itself: no member and no part of a longer path.

        Where bindings are known, also no key, attribute or field, and no name that the text defines otherwise.
        """
        found: list[Point] = []
        for point in self.uses(name):
            before = self.code[point.line][: point.column].rstrip()
            if not before.endswith((".", "::", "->", "?.")) or before.endswith("..."):
                found.append(point)
        resolver = resolver_for(self.snapshot) if found else None
        if resolver is None or resolver.root.has_error:
            return found
        names = resolver.resolve(name)
        references = set(names.free)
        for binding in names.bindings:
            is_defined = bool(binding.definitions) or binding.kind in ("field", "method")
            if binding.source is not None or not is_defined:
                references.update(binding.occurrences)
        starts = {(one.line, one.column) for one in references}
        return [point for point in found if point in starts]


class Change(NamedTuple):
    """A recent edit, with its age: how many edits the user made since, accepted suggestions not counted."""

    edit: Edit
    age: int

    @property
    def current_lines(self) -> range:
        """The lines of the edit in its text now; none if they have been overwritten."""
        if self.edit.line < 0:
            return range(0)
        return range(self.edit.line, self.edit.line + len(self.edit.new))

    def is_current(self, text: SourceText) -> bool:
        """Return whether the lines of the edit are still in the text as they were written."""
        edit = self.edit
        return edit.line >= 0 and tuple(text.raw[edit.line : edit.line + len(edit.new)]) == edit.new


def text_before(text: SourceText, change: Change) -> tuple[str, SyntaxTree | None]:
    """Return the text without the edit, and its tree."""
    edit = change.edit
    return text.with_replaced_lines(edit.line, edit.line + len(edit.new), edit.old)


def source_text_before(text: SourceText, change: Change) -> SourceText | None:
    """Return the text without the edit; None if that has no tree."""
    edit = change.edit
    joined, tree = text_before(text, change)
    if tree is None:
        return None
    lines = [*text.raw[: edit.line], *edit.old, *text.raw[edit.line + len(edit.new) :]]
    before = SourceText(text.snapshot._replace(lines=lines, variant="#before"))
    before.joined, before.tree = joined, tree
    return before


class _Examined(NamedTuple):
    """The changes that a rule has to examine."""

    changes: Sequence[Change]
    skipped: frozenset[tuple[int, int]]
    examined: Sequence[Change]


class RuleContext:
    """One request as the rules see it. Results that several rules need are computed once (see `once`)."""

    def __init__(self, situation: Situation, dormant_changes: DormantChanges | None = None) -> None:
        """Without `dormant_changes`, every rule examines all changes."""
        self.situation = situation
        self._dormant_changes = dormant_changes
        self._skipped: frozenset[tuple[int, int]] = frozenset()
        """The changes that are dormant for the running rule."""
        self.current_text = SourceText(situation.snapshot)
        self._texts: dict[str, SourceText] = {situation.snapshot.uri: self.current_text}
        self._results: dict[Callable[[RuleContext], Any], Any] = {}
        self._examined: dict[tuple[int, int], _Examined] = {}
        """By the identity of changes and of those to skip, which are kept so that no other object gets it."""

    @cached_property
    def changes(self) -> list[Change]:
        """The recent edits, newest first, up to an undone or external one. Large ones are skipped."""
        counted: list[Change] = []
        age = 0
        for edit in reversed(self.situation.edits):
            if len(counted) == MAX_RECENT_CHANGES:
                break
            if edit.origin is EditOrigin.UNDONE or edit.origin is EditOrigin.EXTERNAL:
                break
            if len(edit.old) <= MAX_CHANGE_LINES and len(edit.new) <= MAX_CHANGE_LINES:
                counted.append(Change(edit, age))
                # Accepting a consequence continues the same work.
                age += edit.origin is not EditOrigin.ACCEPTED
        return counted

    @cached_property
    def cause_changes(self) -> list[Change]:
        """The newest changes, and the user's own ones before they accepted suggestions that followed from them."""
        own = [
            Change(edit, age)
            for age, edit in enumerate(
                edit for edit in reversed(self.situation.edits) if edit.origin is not EditOrigin.ACCEPTED
            )
            if edit.origin is not EditOrigin.UNDONE and edit.origin is not EditOrigin.EXTERNAL
        ][:MAX_USER_MADE_CAUSES]
        newest = self.changes[:MAX_NEWEST_CHANGES]
        found = newest + [one for one in own if all(one.edit is not other.edit for other in newest)]
        return [one._replace(edit=with_accepted_changes(one.edit, self.situation.edits)) for one in found]

    @cached_property
    def changes_here(self) -> list[Change]:
        """The changes of the current text."""
        return [change for change in self.changes if change.edit.uri == self.current_text.snapshot.uri]

    def source_text(self, snapshot: TextSnapshot) -> SourceText:
        text = self._texts.get(snapshot.uri)
        if text is None or text.snapshot.lines is not snapshot.lines:
            text = self._texts[snapshot.uri] = SourceText(snapshot)
        return text

    def text_at(self, uri: str) -> SourceText | None:
        """Return the text of that URI; None if the workspace does not have it."""
        if uri == self.current_text.snapshot.uri:
            return self.current_text
        snapshot = self.situation.snapshot_at(uri)
        return self.source_text(snapshot) if snapshot is not None else None

    def once(self, compute: "Callable[[RuleContext], T]") -> T:
        """Return `compute(self)`, computed once per request."""
        if compute not in self._results:
            self._results[compute] = self.conclude(compute, compute, self)
        return self._results[compute]

    def conclude(
        self, rule: Callable[..., object], run: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a rule, or of a part of one, and remember if there is none."""
        dormant = self._dormant_changes
        if dormant is None:
            return run(*args, **kwargs)
        outer, skipped = self._skipped, dormant.changes_of(rule)
        self._skipped = skipped
        try:
            result = run(*args, **kwargs)
        finally:
            self._skipped = outer
        if result:
            dormant.forget(rule)
        elif not self.situation.is_past_deadline:
            dormant.record([(rule, skipped)], self._change_keys)
        return result

    def run_rules(self, rules: Sequence[Callable[["RuleContext"], list[T]]]) -> list[T]:
        """Return what the rules propose, up to the deadline. One that raises is logged and proposes nothing.

        The same as `conclude` with each rule, without its calls: of a hundred rules, most propose nothing.
        """
        situation, dormant = self.situation, self._dormant_changes or DormantChanges()
        found: list[T] = []
        quiet: list[tuple[Callable[[RuleContext], list[T]], frozenset[tuple[int, int]]]] = []
        earliest, now = situation.earliest_deadline, time.monotonic
        is_late = situation.is_past_deadline
        for rule, skipped in dormant.with_changes(rules):
            if is_late:
                break
            self._skipped = skipped
            try:
                proposed = rule(self)
            except Exception as error:
                if are_failures_raised():
                    raise
                log_failure(rule, error)
                proposed = []
            is_late = now() > earliest and situation.is_past_deadline
            if proposed:
                found += proposed
                dormant.forget(rule)
            elif not is_late:
                quiet.append((rule, skipped))
        self._skipped = frozenset()
        dormant.record(quiet, self._change_keys)
        return found

    def without_dormant(self, changes: Sequence[Change]) -> Sequence[Change]:
        """Return the changes that the running rule has to examine: the newest ones, and those not dormant for it.

        Only for a rule that examines one change at a time.
        """
        skipped = self._skipped
        if not skipped:
            return changes
        # Most rules skip the same changes, which are one set (see `DormantChanges.record`).
        key = id(changes), id(skipped)
        known = self._examined.get(key)
        if known is None:
            examined = [
                one for one in changes if not one.age or (one.edit.serial, one.edit.revision) not in skipped
            ]
            known = self._examined[key] = _Examined(changes, skipped, examined)
        return known.examined

    @cached_property
    def _change_keys(self) -> frozenset[tuple[int, int]]:
        return frozenset((one.edit.serial, one.edit.revision) for one in (*self.changes, *self.cause_changes))

    def other_texts(self, literals: Sequence[str], max_texts: int = 6) -> list[SourceText]:
        """Return other texts of the same language family that contain one of the literals."""
        snapshots = self.situation.workspace_texts.find_containing(
            literals, self.current_text.snapshot.uri, max_texts
        )
        return [
            text
            for snapshot in snapshots
            if (text := self.source_text(snapshot)).language.family == self.current_text.language.family
        ]

    @property
    def is_past_deadline(self) -> bool:
        return self.situation.is_past_deadline


def texts_importing(
    workspace_texts: WorkspaceTexts, name: str, near: str, max_texts: int = 6
) -> list[TextSnapshot]:
    """Return texts that may import the name, nearest first."""
    if isinstance(workspace_texts, NameIndex):
        snapshots = [snapshot for snapshot, _, _ in workspace_texts.find_imports(name, near)]
    else:
        snapshots = workspace_texts.find_containing([name], near, max_texts)
    return _distinct(snapshots, near)[:max_texts]


def texts_defining(
    workspace_texts: WorkspaceTexts, name: str, near: str, max_texts: int = 6
) -> list[TextSnapshot]:
    """Return texts that may define the name, nearest first."""
    if isinstance(workspace_texts, NameIndex):
        snapshots = [snapshot for snapshot, _ in workspace_texts.find_definitions(name, near)]
    else:
        snapshots = workspace_texts.find_containing([name], near, max_texts)
    return _distinct(snapshots, near)[:max_texts]


def _distinct(snapshots: Sequence[TextSnapshot], near: str) -> list[TextSnapshot]:
    return list({snapshot.uri: snapshot for snapshot in snapshots if snapshot.uri != near}.values())
