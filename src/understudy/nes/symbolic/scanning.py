"""Finding a piece of text in a page, quickly: the lines as one string, and where each begins.

What was found in the text as it was before is found again in all lines but those that changed since.
"""

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

_Places = list[tuple[int, int]]
_Found = TypeVar("_Found")


class _Change(NamedTuple):
    """The lines from `first` on that are others now, and what was known before of all lines."""

    first: int
    gone: int
    come: int
    found: dict[tuple[str, ...], _Places]
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
        self._alike: dict[str, list[int]] = {}
        self._change = self._follow(before) if before is not None else None

    def _follow(self, before: "Scan") -> _Change | None:
        line, old, new = cut(0, before.lines, self.lines)
        if len(old) > REWRITTEN or len(new) > REWRITTEN:
            return None
        if before._words is not None and before._age < OLDEST:  # noqa: SLF001 - it is one of us
            self._words, self._age = before._words, before._age + 1  # noqa: SLF001
            self._words |= _words_of("\n".join(new))
        return _Change(line, len(old), len(new), before._found, before._alike, before._starts)  # noqa: SLF001

    def is_of(self, page: Page) -> bool:
        """Lines change in place, but then the version rises; a new full text comes in a new list."""
        mine = self.page
        return mine.version == page.version and mine.lines is page.lines and len(self.lines) == len(page.lines)

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
            found = self._found[piece] = self._carried_places(piece)
        return found

    def alike(self, stripped: str) -> list[int]:
        """The lines that are this one but for the space around."""
        found = self._alike.get(stripped)
        if found is None:
            if len(self._alike) >= KEPT:
                self._alike.clear()
            found = self._alike[stripped] = self._carried_lines(stripped) if stripped else []
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

    def _carried_places(self, piece: tuple[str, ...]) -> _Places:
        change = self._change
        known = change.found.get(piece) if change is not None else None
        literal = "".join(piece)
        if change is None or known is None or len(known) >= MOST or not literal:
            return self._search(piece)
        first, rest = change.first, change.first + change.gone
        inside = [
            (number, column)
            for number in range(first, first + change.come)
            if literal in self.lines[number]
            for column in _columns(self.lines[number], literal)
        ]
        shift = change.come - change.gone
        after = known[bisect_left(known, (rest, 0)) :] if known else []
        if shift:
            after = [(line + shift, column) for line, column in after]
        return (known[: bisect_left(known, (first, 0))] + inside + after)[:MOST]

    def _carried_lines(self, stripped: str) -> list[int]:
        change = self._change
        known = change.alike.get(stripped) if change is not None else None
        if change is None or known is None or len(known) >= MOST:
            return self._alike_lines(stripped)
        first, rest = change.first, change.first + change.gone
        inside = [
            number for number in range(first, first + change.come) if self.lines[number].strip() == stripped
        ]
        shift = change.come - change.gone
        after = [line + shift for line in known[bisect_left(known, rest) :]]
        return (known[: bisect_left(known, first)] + inside + after)[:MOST]

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
    size, length = len(literal), len(line)
    begins, ends = _in_word(literal[0]), _in_word(literal[-1])
    found: list[int] = []
    at = line.find(literal)
    while at >= 0:
        end = at + size
        if not (begins and at and _in_word(line[at - 1])) and not (
            ends and end < length and _in_word(line[end])
        ):
            found.append(at)
        at = line.find(literal, end)
    return found


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
