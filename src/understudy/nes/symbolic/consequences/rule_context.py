"""What the rules share for one question: the text they look at, its code, its imports and the user's last edits.

Which lines of a text hold a piece of it: one search over all of them, not one for each.

What the workspace knows about a name: who imports it and who defines it, from any library, quick or plain.

How likely a consequence is to be what the user does next: a base for each family, moved by named features.

The numbers are estimates of the share that was right in histories of other projects. To calibrate anew, change
`BASES` (a chance, with no feature set) and `MOVES` (added to its log-odds for each unit of a feature).
"""

import math
import re
import time
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from understudy.nes.engine_api import Situation, WorkspaceTexts
from understudy.nes.symbolic.consequences.imports import ImportStatement, parse_imports
from understudy.nes.symbolic.limits import (
    MAX_CHANGE_LINES,
    MAX_CODE_LINE_CHARS,
    MAX_NEWEST_CHANGES,
    MAX_RECENT_CHANGES,
    MAX_USER_MADE_CAUSES,
)
from understudy.nes.syntax import LanguageFamily, language_family, mask_strings_and_comments
from understudy.nes.text import Edit, EditOrigin, Point, TextSnapshot

__all__ = [
    "BASE_PROBABILITIES",
    "IDENTIFIER",
    "LOG_ODDS_SHIFTS",
    "Change",
    "LineLookup",
    "NameIndex",
    "RuleContext",
    "SourceText",
    "estimate_probability",
    "identifiers_in",
    "texts_defining",
    "texts_importing",
    "whole_word_columns",
]


class LineLookup:
    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._text = "\n".join(lines)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *accumulate([len(line) + 1 for line in self._lines])]

    def lines_containing(self, part: str) -> list[int]:
        """The numbers of those lines, in order."""
        text = self._text
        at = text.find(part)
        if at < 0:
            return []
        starts = self._line_starts
        found: list[int] = []
        line = 0
        while at >= 0:
            line = bisect_right(starts, at, line) - 1
            found.append(line)
            at = text.find(part, starts[line + 1])
        return found


IDENTIFIER: Final = re.compile(r"[A-Za-z_$][\w$]*")


def identifiers_in(lines: Sequence[str]) -> set[str]:
    return set(IDENTIFIER.findall("\n".join(lines)))


def whole_word_columns(name: str, line: str) -> list[int]:
    """Where the name stands in the line, and not as a part of a longer one."""
    found: list[int] = []
    size = len(name)
    at = line.find(name)
    while at >= 0:
        end = at + size
        whole = not (at and _is_identifier_char(line[at - 1])) and not _is_identifier_char(
            line[end : end + 1]
        )
        if whole:
            found.append(at)
        at = line.find(name, end if whole else at + 1)
    return found


def _is_identifier_char(char: str) -> bool:
    return char.isalnum() or char in ("_", "$")


class SourceText:
    """One text with what can be read off it."""

    def __init__(self, snapshot: TextSnapshot) -> None:
        self.snapshot = snapshot
        self.raw = snapshot.lines
        self.language_family: LanguageFamily = language_family(snapshot)

    @cached_property
    def code(self) -> list[str]:
        """Its lines without strings and comments; none for a text that nobody wrote by hand."""
        lines = mask_strings_and_comments(self.snapshot) or []
        if max(map(len, lines), default=0) <= MAX_CODE_LINE_CHARS:
            return lines
        return lines if max(map(len, map(str.rstrip, lines))) <= MAX_CODE_LINE_CHARS else []

    @cached_property
    def code_lookup(self) -> LineLookup:
        """Which lines of code hold something."""
        return LineLookup(self.code)

    @cached_property
    def raw_lookup(self) -> LineLookup:
        return LineLookup(self.raw)

    @cached_property
    def imports(self) -> list[ImportStatement]:
        return parse_imports(self.snapshot) if self.code else []

    @cached_property
    def import_lines(self) -> frozenset[int]:
        return frozenset(line for one in self.imports for line in range(one.first_line, one.last_line + 1))

    def occurrences(self, name: str) -> list[Point]:
        """Where the name stands in code."""
        code = self.code
        return [
            Point(line, column)
            for line in self.code_lookup.lines_containing(name)
            for column in whole_word_columns(name, code[line])
        ]

    def uses(self, name: str) -> list[Point]:
        """Where the name stands in code, imports left out."""
        return [point for point in self.occurrences(name) if point.line not in self.import_lines]

    def unqualified_uses(self, name: str) -> list[Point]:
        """Uses where the name stands for itself: nobody's member, no part of a longer path."""
        found: list[Point] = []
        for point in self.uses(name):
            before = self.code[point.line][: point.column].rstrip()
            if not before.endswith((".", "::", "->", "?.")) or before.endswith("..."):
                found.append(point)
        return found


class Change(NamedTuple):
    """One of the user's last edits, with its age: how many edits they made by themselves since."""

    edit: Edit
    age: int

    @property
    def current_lines(self) -> range:
        """The lines that it stands on now; none if it has been written over."""
        if self.edit.line < 0:
            return range(0)
        return range(self.edit.line, self.edit.line + len(self.edit.new))


class RuleContext:
    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.current_text = SourceText(situation.snapshot)
        self._texts: dict[str, SourceText] = {situation.snapshot.uri: self.current_text}
        self.shared_results: dict[str, Any] = {}
        """What one rule found out and another one needs."""

    @cached_property
    def changes(self) -> list[Change]:
        """The last edits that count, the newest first."""
        counted: list[Change] = []
        age = 0
        for edit in reversed(self.situation.edits):
            if len(counted) == MAX_RECENT_CHANGES:
                break
            if edit.origin is EditOrigin.UNDONE or edit.origin is EditOrigin.EXTERNAL:
                break
            if len(edit.old) <= MAX_CHANGE_LINES and len(edit.new) <= MAX_CHANGE_LINES:
                counted.append(Change(edit, age))
                age += (
                    edit.origin is not EditOrigin.ACCEPTED
                )  # who takes a consequence is still at the same thing
        return counted

    @cached_property
    def cause_changes(self) -> list[Change]:
        """The newest ones, and those that the user made before they took what followed from them."""
        own = [
            Change(edit, age)
            for age, edit in enumerate(
                edit for edit in reversed(self.situation.edits) if edit.origin is not EditOrigin.ACCEPTED
            )
            if edit.origin is not EditOrigin.UNDONE and edit.origin is not EditOrigin.EXTERNAL
        ][:MAX_USER_MADE_CAUSES]
        newest = self.changes[:MAX_NEWEST_CHANGES]
        return newest + [one for one in own if all(one.edit is not other.edit for other in newest)]

    @cached_property
    def changes_here(self) -> list[Change]:
        """Those of this text."""
        return [change for change in self.changes if change.edit.uri == self.current_text.snapshot.uri]

    def source_text(self, snapshot: TextSnapshot) -> SourceText:
        known = self._texts.get(snapshot.uri)
        if known is None or known.snapshot.lines is not snapshot.lines:
            known = self._texts[snapshot.uri] = SourceText(snapshot)
        return known

    def other_texts(self, literals: Sequence[str], max_texts: int = 6) -> list[SourceText]:
        """Other texts of the same language that hold one of the literals."""
        pages = self.situation.workspace_texts.find_containing(
            literals, self.current_text.snapshot.uri, max_texts
        )
        return [
            text
            for page in pages
            if (text := self.source_text(page)).language_family == self.current_text.language_family
        ]

    @property
    def is_past_deadline(self) -> bool:
        return time.monotonic() > self.situation.deadline


@runtime_checkable
class NameIndex(Protocol):
    """A library that keeps an index of names."""

    def find_definitions(self, name: str, near: str = "") -> Sequence[tuple[TextSnapshot, int]]: ...

    def find_imports(self, name: str, near: str = "") -> Sequence[tuple[TextSnapshot, int, str]]: ...


def texts_importing(
    workspace_texts: WorkspaceTexts, name: str, near: str, max_texts: int = 6
) -> list[TextSnapshot]:
    """Texts that may import the name, the nearest first."""
    if isinstance(workspace_texts, NameIndex):
        pages = [page for page, _, _ in workspace_texts.find_imports(name, near)]
    else:
        pages = workspace_texts.find_containing([name], near, max_texts)
    return _distinct(pages, near)[:max_texts]


def texts_defining(
    workspace_texts: WorkspaceTexts, name: str, near: str, max_texts: int = 6
) -> list[TextSnapshot]:
    """Texts that may define the name, the nearest first."""
    if isinstance(workspace_texts, NameIndex):
        pages = [page for page, _ in workspace_texts.find_definitions(name, near)]
    else:
        pages = workspace_texts.find_containing([name], near, max_texts)
    return _distinct(pages, near)[:max_texts]


def _distinct(snapshots: Sequence[TextSnapshot], near: str) -> list[TextSnapshot]:
    return list({page.uri: page for page in snapshots if page.uri != near}.values())


BASE_PROBABILITIES: Final = {
    "import-unused": 0.80,
    "import-missing": 0.66,
    "import-moved": 0.45,
    "signature-argument": 0.62,
    "definition-removed": 0.85,
    "member-renamed": 0.70,
    "parallel-field": 0.35,
    "diagnostic-spelling": 0.75,
    "diagnostic-import": 0.75,
    "diagnostic-bracket": 0.75,
    "diagnostic-colon": 0.85,
    "diagnostic-unused": 0.65,
}
"""The chance of each family, all features being zero."""

LOG_ODDS_SHIFTS: Final = {
    # Where it is.
    "elsewhere": -0.1,  # in another text than the user is in
    "stale": -0.3,  # for each edit made since the one that has this consequence
    # What kind of edit it follows from.
    "block": -1.5,  # many lines or names at once: they may be on their way to another place
    "touched": -2.0,  # the user has been at these imports already, and left this one
    "sweeping": -2.0,  # they go down the text, and were at the imports before
    "replaced": -0.6,  # the same edit brought names that are not known yet: the import will change, not go
    # What is proposed.
    "jump": -0.7,  # only the place where a lost definition is used
    "call": 0.9,  # only the call that lacks an argument
    "definition": 1.2,  # only the definition that lacks a parameter
    "part": -1.4,  # one name of several: the others may change soon, too
    "double": 0.4,  # one of two equal imports
    "listed": -1.0,  # the entry of a lost definition in a list
    "relocated": 1.1,  # the same import in another text gets the same new module
    # What it rests on.
    "agreed": -0.5,  # several texts say the same: where it goes was wrong as often before
    "derived": -1.1,  # nobody says it yet: read off a path, or off names that are alike
    "implicit": -1.5,  # a trait may be in use though its name is not written
    "rust": -1.1,  # where an import goes is less certain in nested lists
    "rivalled": -1.6,  # another type may have a member of that name
    "lenient": -0.5,  # the language does not mind an argument too many
    "inline": 1.6,  # an element of a list on one line
    "same": 0.8,  # the very line the user wrote
    "told": 1.2,  # the tool that found the fault names the cure
}
"""What each feature adds to the log-odds."""


def estimate_probability(family: str, **features: float) -> float:
    base = BASE_PROBABILITIES[family]
    score = math.log(base / (1 - base)) + sum(
        LOG_ODDS_SHIFTS[name] * value for name, value in features.items()
    )
    return 1 / (1 + math.exp(-score))
