"""What the rules share for one question: the text they look at, its code, its imports and the user's last edits."""

import re
import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from understudy.nes.port import Edit, Origin, Situation
from understudy.nes.symbolic.consequences.holding import Holding
from understudy.nes.symbolic.consequences.imports import Statement, imported
from understudy.nes.syntax import Family, code, family
from understudy.nes.values import Page, Point

__all__ = ["WORD", "Change", "Text", "Work", "whole_word", "words"]

_NEWEST: Final = 4
_OWN: Final = 2
_EDITS: Final = 6
"""How many edits back a consequence may lie."""
WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_WIDEST: Final = 1_000
"""Code on a longer line is made by a program."""
_LONGEST: Final = 200
"""An edit of more lines is no edit that a person makes by hand."""


def words(lines: Sequence[str]) -> set[str]:
    return set(WORD.findall("\n".join(lines)))


def whole_word(name: str, line: str) -> list[int]:
    """Where the name stands in the line, and not as a part of a longer one."""
    found: list[int] = []
    size = len(name)
    at = line.find(name)
    while at >= 0:
        end = at + size
        whole = not (at and _in_word(line[at - 1])) and not _in_word(line[end : end + 1])
        if whole:
            found.append(at)
        at = line.find(name, end if whole else at + 1)
    return found


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign in ("_", "$")


class Text:
    """One text with what can be read off it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.raw = page.lines
        self.kind: Family = family(page)

    @cached_property
    def code(self) -> list[str]:
        """Its lines without strings and comments; none for a text that nobody wrote by hand."""
        lines = code(self.page) or []
        if max(map(len, lines), default=0) <= _WIDEST:
            return lines
        return lines if max(map(len, map(str.rstrip, lines))) <= _WIDEST else []

    @cached_property
    def code_lines(self) -> Holding:
        """Which lines of code hold something."""
        return Holding(self.code)

    @cached_property
    def raw_lines(self) -> Holding:
        return Holding(self.raw)

    @cached_property
    def imports(self) -> list[Statement]:
        return imported(self.page) if self.code else []

    @cached_property
    def import_lines(self) -> frozenset[int]:
        return frozenset(line for one in self.imports for line in range(one.first, one.last + 1))

    def standing(self, name: str) -> list[Point]:
        """Where the name stands in code."""
        code = self.code
        return [
            Point(line, column)
            for line in self.code_lines.lines(name)
            for column in whole_word(name, code[line])
        ]

    def uses(self, name: str) -> list[Point]:
        """Where the name stands in code, imports left out."""
        return [point for point in self.standing(name) if point.line not in self.import_lines]

    def free_uses(self, name: str) -> list[Point]:
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
    def lines(self) -> range:
        """The lines that it stands on now; none if it has been written over."""
        if self.edit.line < 0:
            return range(0)
        return range(self.edit.line, self.edit.line + len(self.edit.new))


class Work:
    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.here = Text(situation.page)
        self._texts: dict[str, Text] = {situation.page.uri: self.here}
        self.notes: dict[str, Any] = {}
        """What one rule found out and another one needs."""

    @cached_property
    def changes(self) -> list[Change]:
        """The last edits that count, the newest first."""
        counted: list[Change] = []
        age = 0
        for edit in reversed(self.situation.edits):
            if len(counted) == _EDITS:
                break
            if edit.origin is Origin.UNDONE or edit.origin is Origin.OUTSIDE:
                break
            if len(edit.old) <= _LONGEST and len(edit.new) <= _LONGEST:
                counted.append(Change(edit, age))
                age += (
                    edit.origin is not Origin.ACCEPTED
                )  # who takes a consequence is still at the same thing
        return counted

    @cached_property
    def causes(self) -> list[Change]:
        """The newest ones, and those that the user made before they took what followed from them."""
        own = [
            Change(edit, age)
            for age, edit in enumerate(
                edit for edit in reversed(self.situation.edits) if edit.origin is not Origin.ACCEPTED
            )
            if edit.origin is not Origin.UNDONE and edit.origin is not Origin.OUTSIDE
        ][:_OWN]
        newest = self.changes[:_NEWEST]
        return newest + [one for one in own if all(one.edit is not other.edit for other in newest)]

    @cached_property
    def own(self) -> list[Change]:
        """Those of this text."""
        return [change for change in self.changes if change.edit.uri == self.here.page.uri]

    def text(self, page: Page) -> Text:
        known = self._texts.get(page.uri)
        if known is None or known.page.lines is not page.lines:
            known = self._texts[page.uri] = Text(page)
        return known

    def others(self, literals: Sequence[str], most: int = 6) -> list[Text]:
        """Other texts of the same language that hold one of the literals."""
        pages = self.situation.library.holding(literals, self.here.page.uri, most)
        return [text for page in pages if (text := self.text(page)).kind == self.here.kind]

    @property
    def late(self) -> bool:
        return time.monotonic() > self.situation.deadline
