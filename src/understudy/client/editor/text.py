r"""One version of a text: its lines, the places in it in any encoding, and how another text is made of it.

Offsets count code points. A place between `\r` and `\n` has no name in any encoding, so what begins or ends
there is widened until it has one.

Places in a text as callers name them.

A line and a column, both from zero. Columns count code points, as an index into a Python string does: whoever
has the line has the column. A wire position (`acp.Position`) may be given instead; its character counts in the
encoding that was agreed with the agent. Lines end with `\r\n`, `\n` or `\r`; the end is no part of the line.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from understudy.client.limits import MAX_SPLICES_PER_CHANGE
from understudy.nes.text import PositionEncoding, clamp_to_column, to_character, to_column
from understudy.schema import acp
from understudy.workspace.files import common_prefix_length

__all__ = [
    "Diagnostic",
    "Edit",
    "LineColumn",
    "PositionLike",
    "Span",
    "Splice",
    "Text",
    "addressable_splices",
    "apply_splices",
    "end_after_splices",
    "minimal_splice",
]


class LineColumn(NamedTuple):
    line: int
    column: int


PositionLike = LineColumn | tuple[int, int] | acp.Position
"""How a place can be given."""
Span = tuple[PositionLike, PositionLike]


class Edit(NamedTuple):
    """What stands from `start` up to `end` becomes `text`."""

    start: PositionLike
    end: PositionLike
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A complaint of a compiler or linter. In a document that is not open, columns are sent as they are."""

    uri: str
    start: PositionLike
    end: PositionLike
    message: str
    severity: acp.NesDiagnosticSeverity = "error"


_LINE_ENDING: Final = re.compile(r"\r\n|\n|\r")


class Splice(NamedTuple):
    """`text[start:end]` becomes `new`."""

    start: int
    end: int
    new: str


class Text:
    """Unchangeable. The lines are found when somebody first asks for one."""

    __slots__ = ("_starts", "whole")

    def __init__(self, whole: str) -> None:
        self.whole = whole
        self._starts: list[int] | None = None

    @property
    def line_starts(self) -> list[int]:
        """Where the lines begin. There is always one."""
        if self._starts is None:
            if "\r" in self.whole:
                self._starts = [0, *_line_end_offsets(self.whole)]
            else:
                sizes = (len(line) + 1 for line in self.whole.split("\n")[:-1])
                self._starts = [0, *accumulate(sizes)]
        return self._starts

    def apply(self, splices: Sequence["Splice"]) -> "Text":
        """The text with all of them made. Lines that they do not touch are not looked for again."""
        made = Text(apply_splices(self.whole, splices))
        starts = self.line_starts
        # A line more above: `\n` put at the beginning of a line may belong to the end of the one before.
        first = max(bisect_right(starts, splices[0].start) - 2, 0)
        after = bisect_right(starts, splices[-1].end)
        grown = len(made.whole) - len(self.whole)
        begin = starts[first]
        stop = (starts[after] if after < len(starts) else len(self.whole)) + grown
        middle = [begin, *(begin + end for end in _line_end_offsets(made.whole[begin:stop]))]
        if after < len(starts):
            del middle[-1]  # it ends where the next line begins
        made._starts = [*starts[:first], *middle, *[start + grown for start in starts[after:]]]
        return made

    def line(self, number: int) -> str:
        """Without its end."""
        starts = self.line_starts
        if number + 1 == len(starts):
            return self.whole[starts[number] :]
        stop = starts[number + 1]
        stop -= 2 if self.whole.endswith("\r\n", starts[number], stop) else 1
        return self.whole[starts[number] : stop]

    def offset(self, place: tuple[int, int]) -> int | None:
        """None if the text has no such place."""
        line, column = place
        if not 0 <= line < len(self.line_starts) or not 0 <= column <= len(self.line(line)):
            return None
        return self.line_starts[line] + column

    def line_column(self, offset: int) -> LineColumn:
        """The place of an offset; inside of a line's end it is the end of the line."""
        line = bisect_right(self.line_starts, offset) - 1
        return LineColumn(line, min(offset - self.line_starts[line], len(self.line(line))))

    def position_offset(self, position: acp.Position, encoding: PositionEncoding) -> int | None:
        """The offset that a wire position means; None if it is outside, or in the middle of a character."""
        if position.line >= len(self.line_starts):
            return None
        column = to_column(self.line(position.line), position.character, encoding)
        return None if column is None else self.line_starts[position.line] + column

    def nearest_offset(self, position: acp.Position, encoding: PositionEncoding) -> int:
        """The same, with what is outside moved to the nearest place."""
        if position.line >= len(self.line_starts):
            return len(self.whole)
        return self.line_starts[position.line] + clamp_to_column(
            self.line(position.line), position.character, encoding
        )

    def position(self, offset: int, encoding: PositionEncoding) -> acp.Position:
        line, column = self.line_column(offset)
        return acp.Position(line=line, character=to_character(self.line(line), column, encoding))

    def range(self, start: int, end: int, encoding: PositionEncoding) -> acp.Range:
        return acp.Range(start=self.position(start, encoding), end=self.position(end, encoding))


def _line_end_offsets(text: str) -> Iterator[int]:
    return (end.end() for end in _LINE_ENDING.finditer(text))


def minimal_splice(old: str, new: str) -> Splice | None:
    """The one stretch that has to change, as short as it can be named; None if nothing has to."""
    if old == new:
        return None
    start = common_prefix_length(old, new, len(old))
    tail = _common_suffix_length(old, new, min(len(old), len(new)) - start)
    (found,) = addressable_splices(old, [Splice(start, len(old) - tail, new[start : len(new) - tail])])
    return found


def apply_splices(text: str, splices: Iterable[Splice]) -> str:
    """The text with all of them made. They count in `text`, ascending, and do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, new in splices:
        parts += (text[at:start], new)
        at = end
    parts.append(text[at:])
    return "".join(parts)


def end_after_splices(splices: Sequence[Splice]) -> int:
    """Where the last of them ends once all are made."""
    return splices[-1].end + sum(len(one.new) - (one.end - one.start) for one in splices)


def addressable_splices(text: str, splices: Sequence[Splice]) -> list[Splice]:
    """The same change in stretches that have names and do not touch, so that each can be made without the others.

    Made from the last to the first, none of them moves the place of one that is still to be made. If they
    touched it would: `\\n` put behind a `\\r` makes one line end of two.
    """
    found = _merge_touching([_widen_over_crlf(text, one) for one in _merge_touching(splices)])
    if len(found) <= MAX_SPLICES_PER_CHANGE:
        return found
    start, end = found[0].start, found[-1].end
    inside = [Splice(one.start - start, one.end - start, one.new) for one in found]
    return [Splice(start, end, apply_splices(text[start:end], inside))]


def _merge_touching(splices: Sequence[Splice]) -> list[Splice]:
    found: list[Splice] = []
    for one in splices:
        if found and one.start <= found[-1].end:
            last = found.pop()
            one = Splice(last.start, max(last.end, one.end), last.new + one.new)
        if one.start != one.end or one.new:
            found.append(one)
    return found


def _widen_over_crlf(text: str, splice: Splice) -> Splice:
    start, end, new = splice
    if _splits_crlf(text, end):
        end, new = end + 1, new + "\n"
    if _splits_crlf(text, start):
        start, new = start - 1, "\r" + new
    return Splice(start, end, new)


def _splits_crlf(text: str, offset: int) -> bool:
    return offset > 0 and text.startswith("\r\n", offset - 1)


def _common_suffix_length(one: str, other: str, max_length: int) -> int:
    low, high = 0, max_length
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
