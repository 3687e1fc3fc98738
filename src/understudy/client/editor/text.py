r"""Texts and positions: lines, offsets, wire positions, and splices that turn one text into another.

Callers name a position by line and column, both from zero. Columns count code points, like an index into a Python
string. A wire position (`acp.Position`) may be given instead; its character counts in the encoding that was agreed
with the agent. Lines end with `\r\n`, `\n` or `\r`; the line ending is not part of the line.

Offsets count code points. An offset between `\r` and `\n` cannot be expressed as a position, so a splice that
begins or ends there is widened.
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
from understudy.workspace.files import common_prefix_length, common_suffix_length

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
    """A position, both numbers from zero; columns count code points."""

    line: int
    column: int


PositionLike = LineColumn | tuple[int, int] | acp.Position
"""The ways to give a position."""
Span = tuple[PositionLike, PositionLike]


class Edit(NamedTuple):
    """Replace the text from `start` to `end` by `text`."""

    start: PositionLike
    end: PositionLike
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A message of a compiler or linter. If its document is not open, columns are sent unconverted."""

    uri: str
    start: PositionLike
    end: PositionLike
    message: str
    severity: acp.NesDiagnosticSeverity = "error"


_LINE_ENDING: Final = re.compile(r"\r\n|\n|\r")


class Splice(NamedTuple):
    """Replace `text[start:end]` by `new`."""

    start: int
    end: int
    new: str


class Text:
    """An immutable text. Its lines are computed on first use."""

    __slots__ = ("_line_starts", "full_text")

    def __init__(self, full_text: str) -> None:
        self.full_text = full_text
        self._line_starts: list[int] | None = None

    @property
    def line_starts(self) -> list[int]:
        """The offsets of the lines. There is always at least one."""
        if self._line_starts is None:
            if "\r" in self.full_text:
                self._line_starts = [0, *_line_end_offsets(self.full_text)]
            else:
                sizes = (len(line) + 1 for line in self.full_text.split("\n")[:-1])
                self._line_starts = [0, *accumulate(sizes)]
        return self._line_starts

    def apply(self, splices: Sequence["Splice"]) -> "Text":
        """The text with all splices applied. Lines that they do not touch are not searched again."""
        result = Text(apply_splices(self.full_text, splices))
        starts = self.line_starts
        # From one line above: `\n` inserted at the beginning of a line may join the ending of the one before.
        first = max(bisect_right(starts, splices[0].start) - 2, 0)
        after = bisect_right(starts, splices[-1].end)
        grown = len(result.full_text) - len(self.full_text)
        begin = starts[first]
        stop = (starts[after] if after < len(starts) else len(self.full_text)) + grown
        middle = [begin, *(begin + end for end in _line_end_offsets(result.full_text[begin:stop]))]
        if after < len(starts):
            del middle[-1]  # it is the start of the next line
        result._line_starts = [*starts[:first], *middle, *[start + grown for start in starts[after:]]]
        return result

    def line(self, number: int) -> str:
        """A line without its ending."""
        starts = self.line_starts
        if number + 1 == len(starts):
            return self.full_text[starts[number] :]
        stop = starts[number + 1]
        stop -= 2 if self.full_text.endswith("\r\n", starts[number], stop) else 1
        return self.full_text[starts[number] : stop]

    def offset(self, place: tuple[int, int]) -> int | None:
        """The offset of a position; None if it is outside of the text."""
        line, column = place
        if not 0 <= line < len(self.line_starts) or not 0 <= column <= len(self.line(line)):
            return None
        return self.line_starts[line] + column

    def line_column(self, offset: int) -> LineColumn:
        """The position of an offset; inside a line ending it is the end of the line."""
        line = bisect_right(self.line_starts, offset) - 1
        return LineColumn(line, min(offset - self.line_starts[line], len(self.line(line))))

    def position_offset(self, position: acp.Position, encoding: PositionEncoding) -> int | None:
        """The offset of a wire position; None if it is outside of the text, or inside a character."""
        if position.line >= len(self.line_starts):
            return None
        column = to_column(self.line(position.line), position.character, encoding)
        return None if column is None else self.line_starts[position.line] + column

    def nearest_offset(self, position: acp.Position, encoding: PositionEncoding) -> int:
        """The offset of a wire position, clamped to the text."""
        if position.line >= len(self.line_starts):
            return len(self.full_text)
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
    """The shortest splice that turns `old` into `new`; None if they are equal."""
    if old == new:
        return None
    start = common_prefix_length(old, new, len(old))
    tail = common_suffix_length(old, new, min(len(old), len(new)) - start)
    (splice,) = addressable_splices(old, [Splice(start, len(old) - tail, new[start : len(new) - tail])])
    return splice


def apply_splices(text: str, splices: Iterable[Splice]) -> str:
    """Apply splices, which are in ascending order and do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, new in splices:
        parts += (text[at:start], new)
        at = end
    parts.append(text[at:])
    return "".join(parts)


def end_after_splices(splices: Sequence[Splice]) -> int:
    """The end of the last splice in the resulting text."""
    return splices[-1].end + sum(len(one.new) - (one.end - one.start) for one in splices)


def addressable_splices(text: str, splices: Sequence[Splice]) -> list[Splice]:
    """The same change in splices that can be expressed as positions and do not touch each other.

    Applied from last to first, none of them moves the position of one that follows. If they touched, one would:
    `\\n` inserted after `\\r` turns two line endings into one.
    """
    widened = _merge_touching([_widen_over_crlf(text, one) for one in _merge_touching(splices)])
    if len(widened) <= MAX_SPLICES_PER_CHANGE:
        return widened
    start, end = widened[0].start, widened[-1].end
    inside = [Splice(one.start - start, one.end - start, one.new) for one in widened]
    return [Splice(start, end, apply_splices(text[start:end], inside))]


def _merge_touching(splices: Sequence[Splice]) -> list[Splice]:
    merged: list[Splice] = []
    for splice in splices:
        if merged and splice.start <= merged[-1].end:
            last = merged.pop()
            splice = Splice(last.start, max(last.end, splice.end), last.new + splice.new)
        if splice.start != splice.end or splice.new:
            merged.append(splice)
    return merged


def _widen_over_crlf(text: str, splice: Splice) -> Splice:
    start, end, new = splice
    if _splits_crlf(text, end):
        end, new = end + 1, new + "\n"
    if _splits_crlf(text, start):
        start, new = start - 1, "\r" + new
    return Splice(start, end, new)


def _splits_crlf(text: str, offset: int) -> bool:
    return offset > 0 and text.startswith("\r\n", offset - 1)
