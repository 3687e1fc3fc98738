"""Finding a piece of text in a page, quickly: the lines as one string, and where each begins.

What was found in the text as it was before is found again in all lines but those that changed since.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeVar

from understudy.nes.documents import cut
from understudy.nes.symbolic.heads import Heads
from understudy.nes.values import Page

__all__ = ["Scan"]

MOST: Final = 200
"""Places of one pattern that are looked at. What is found more often says too little."""
MOST_HOLDING: Final = 120
"""Words that hold a part, likewise."""
PATIENCE: Final = 12
KEPT: Final = 1000
"""Patterns whose places are remembered."""
REWRITTEN: Final = 300
"""Lines that may have changed; with more, what was found before is forgotten."""
OLDEST: Final = 400
"""Changes after which the words are set apart anew: those that went are among them still."""
_SPACED: Final = bytes(
    code if code > 127 or chr(code).isalnum() or code == ord("_") else ord(" ") for code in range(256)
)
_WORD: Final = re.compile(r"\w+")

_Places = list[tuple[int, int]]
_Found = TypeVar("_Found")


class _Change(NamedTuple):
    """The lines from `first` on that are others now, and what was known before of all lines."""

    first: int
    gone: int
    come: int
    found: dict[tuple[str, ...], _Places]
    parts: dict[str, _Places]
    alike: dict[str, list[int]]
    starts: list[int] | None


class Scan:
    """One page, read for finding."""

    def __init__(self, page: Page, before: "Scan | None" = None) -> None:
        """`before` is the same page at an earlier moment."""
        self.page = page
        self.lines = list(page.lines)  # those of the page go on changing
        self._heads = Heads(self.lines)
        self._starts: list[int] | None = None
        self._words: set[bytes] | None = None
        self._age = 0
        self._searches = 0
        self._notes: dict[tuple[object, ...], Any] = {}
        self._found: dict[tuple[str, ...], _Places] = {}
        self._parts: dict[str, _Places] = {}
        self._alike: dict[str, list[int]] = {}
        self._change = self._follow(before) if before is not None else None

    def _follow(self, before: "Scan") -> _Change | None:
        line, old, new = cut(0, before.lines, self.lines)
        if len(old) > REWRITTEN or len(new) > REWRITTEN:
            return None
        if before._words is not None and before._age < OLDEST:
            self._words, self._age = before._words, before._age + 1
            self._words |= _words_of("\n".join(new))
        known = before._found, before._parts, before._alike, before._starts
        return _Change(line, len(old), len(new), *known)

    def is_of(self, page: Page) -> bool:
        """Lines change in place, but then the version rises; a new full text comes in a new list."""
        mine = self.page
        return (
            mine.version == page.version and mine.lines is page.lines and len(self.lines) == len(page.lines)
        )

    @cached_property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def starts(self) -> list[int]:
        if self._starts is None:
            self._starts = self._carried_starts() or [0, *accumulate([len(line) + 1 for line in self.lines])]
        return self._starts

    def line_of(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def find(self, piece: tuple[str, ...]) -> _Places:
        """(line, column) of each place where these tokens stand, whole words only."""
        found = self._found.get(piece)
        if found is None:
            if len(self._found) >= KEPT:
                self._found.clear()
            literal = "".join(piece)
            known = self._change.found.get(piece) if self._change is not None and literal else None
            found = self._carried_places(known, lambda line: _columns(line, literal), MOST)
            found = self._found[piece] = found if found is not None else self._search(piece)
        return found

    def holding(self, part: str) -> _Places:
        """Where each word begins that holds this part."""
        found = self._parts.get(part)
        if found is None:
            if len(self._parts) >= KEPT:
                self._parts.clear()
            known = self._change.parts.get(part) if self._change is not None else None
            found = self._carried_places(known, lambda line: _begun(line, part), MOST_HOLDING)
            found = self._parts[part] = found if found is not None else self._search_part(part)
        return found

    def alike(self, stripped: str) -> list[int]:
        """The lines that are this one but for the space around."""
        found = self._alike.get(stripped)
        if found is None:
            if len(self._alike) >= KEPT:
                self._alike.clear()
            found = self._carried_lines(stripped) if stripped else []
            found = self._alike[stripped] = found if found is not None else self._alike_lines(stripped)
        return found

    def once(self, key: tuple[object, ...], look: Callable[[], _Found]) -> _Found:
        """What a lesson finds in this page, by what it looks for: it looks again at the next question."""
        found = self._notes.get(key)
        if found is None:
            if len(self._notes) >= KEPT:
                self._notes.clear()
            found = self._notes[key] = look()
        return found

    def function(self, line: int) -> int:
        """The line that heads the function or class around this one; -1 outside of all."""
        return self._heads.around(line)

    # What is known already

    def _carried_starts(self) -> list[int] | None:
        change = self._change
        if change is None or change.starts is None:
            return None
        starts, first, rest = change.starts, change.first, change.first + change.gone
        fresh = self.lines[first : first + change.come]
        begun = [*accumulate((len(line) + 1 for line in fresh), initial=starts[first])]
        shift = begun[-1] - starts[rest]
        return starts[:first] + begun[:-1] + [start + shift for start in starts[rest:]]

    def _carried_places(
        self, known: _Places | None, look: Callable[[str], list[int]], most: int
    ) -> _Places | None:
        """What was known before, with what is in the changed lines now; None if that is not all there is."""
        change = self._change
        if change is None or known is None:
            return None
        first, rest, shift = change.first, change.first + change.gone, change.come - change.gone
        lines = self.lines
        inside = [
            (number, column) for number in range(first, first + change.come) for column in look(lines[number])
        ]
        if not known:
            return inside[:most]
        after = known[bisect_left(known, (rest, 0)) :]
        if shift:
            after = [(line + shift, column) for line, column in after]
        found = known[: bisect_left(known, (first, 0))] + inside + after
        # Where there were more than are looked at, what comes behind the last of them is not known.
        return found[:most] if len(known) < most or len(found) >= most else None

    def _carried_lines(self, stripped: str) -> list[int] | None:
        change = self._change
        known = change.alike.get(stripped) if change is not None else None
        if change is None or known is None:
            return None
        first, rest = change.first, change.first + change.gone
        inside = [
            number for number in range(first, first + change.come) if self.lines[number].strip() == stripped
        ]
        shift = change.come - change.gone
        after = [line + shift for line in known[bisect_left(known, rest) :]]
        found = known[: bisect_left(known, first)] + inside + after
        return found[:MOST] if len(known) < MOST or len(found) >= MOST else None

    # What is looked for

    def _search(self, piece: tuple[str, ...]) -> _Places:
        literal = "".join(piece)
        if not literal or not self._may_hold(piece):
            return []
        text, size = self.text, len(literal)
        at = text.find(literal)
        if at < 0:
            return []
        begins, ends, starts = _in_word(literal[0]), _in_word(literal[-1]), self.starts
        length, line = len(text), 0
        found: _Places = []
        while at >= 0:
            end = at + size
            if not (begins and at and _in_word(text[at - 1])) and not (
                ends and end < length and _in_word(text[end])
            ):
                line = bisect_right(starts, at, line) - 1
                found.append((line, at - starts[line]))
                if len(found) == MOST:
                    break
            at = text.find(literal, end)
        return found

    def _search_part(self, part: str) -> _Places:
        text, size = self.text, len(part)
        at = text.find(part)
        if at < 0:
            return []
        starts = self.starts
        length, line = len(text), 0
        found: _Places = []
        while at >= 0 and len(found) < MOST_HOLDING:
            start, end = at, at + size
            while start > 0 and _in_word(text[start - 1]):
                start -= 1
            while end < length and _in_word(text[end]):
                end += 1
            line = bisect_right(starts, start, line) - 1
            found.append((line, start - starts[line]))
            at = text.find(part, end)
        return found

    def _may_hold(self, piece: tuple[str, ...]) -> bool:
        """A quick no for most. Setting the words apart costs as much as looking for some twenty of them."""
        self._searches += 1
        words = self._words
        if words is None:
            if self._searches < PATIENCE:
                return True
            words = self._words = _words_of(self.text)
        return all(not word.isascii() or not word.isidentifier() or word.encode() in words for word in piece)

    def _alike_lines(self, stripped: str) -> list[int]:
        text = self.text
        at = text.find(stripped)
        if at < 0:
            return []
        lines, starts = self.lines, self.starts
        found: list[int] = []
        line = 0
        while at >= 0 and len(found) < MOST:
            line = bisect_right(starts, at, line) - 1
            if lines[line].strip() == stripped:
                found.append(line)
            at = text.find(stripped, starts[line + 1])
        return found


def _words_of(text: str) -> set[bytes]:
    return set(text.encode(errors="replace").translate(_SPACED).split())


def _columns(line: str, literal: str) -> list[int]:
    """Where it stands in the line, whole words only."""
    at = line.find(literal)
    found: list[int] = []
    if at < 0:
        return found
    size, length = len(literal), len(line)
    begins, ends = _in_word(literal[0]), _in_word(literal[-1])
    while at >= 0:
        end = at + size
        if not (begins and at and _in_word(line[at - 1])) and not (
            ends and end < length and _in_word(line[end])
        ):
            found.append(at)
        at = line.find(literal, end)
    return found


def _begun(line: str, part: str) -> list[int]:
    """Where each word of the line begins that holds the part."""
    return [match.start() for match in _WORD.finditer(line) if part in match[0]] if part in line else []


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
