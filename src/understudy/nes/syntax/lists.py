"""Brackets and the lists inside them, in blanked code (see blanking). Not for raw lines: quoted brackets count."""

import re
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.values import Point, Span

__all__ = ["MOST_LINES", "Item", "closing", "items", "taken", "trimmed"]

_BRACKETS: Final = re.compile(r"[()\[\]{}]")
_SIGNS: Final = re.compile(r"[()\[\]{},]|=>|->|<(?=[\w&'])|>")
_OPENERS: Final = "([{"
MOST_LINES: Final = 80
"""Lines after which an open bracket is not waited for."""


class Item(NamedTuple):
    """One element of a list: where it stands without the space around it, and its text on one line."""

    span: Span
    text: str


def closing(code: Sequence[str], opening: Point) -> Point | None:
    """Where the bracket that opens at `opening` is closed, within some eighty lines."""
    depth = 0
    for line in range(opening.line, min(len(code), opening.line + MOST_LINES)):
        start = opening.column if line == opening.line else 0
        for match in _BRACKETS.finditer(code[line], start):
            depth += 1 if match[0] in _OPENERS else -1
            if depth == 0:
                return Point(line, match.start())
            if depth < 0:
                return None
    return None


def items(
    code: Sequence[str], raw: Sequence[str], opening: Point, end: Point, *, angles: bool = False
) -> list[Item]:
    """The elements between two brackets, cut at commas. `angles`: `<` and `>` are brackets too, as in types."""
    found: list[Item] = []
    depth = 0
    start = Point(opening.line, opening.column + 1)
    for line in range(opening.line, end.line + 1):
        first = start.column if line == opening.line else 0
        stop = end.column if line == end.line else sys.maxsize
        for match in _SIGNS.finditer(code[line], first):
            if match.start() >= stop:
                break
            sign = match[0]
            if sign in "([{" or (angles and sign == "<"):
                depth += 1
            elif sign in ")]}" or (angles and sign == ">" and depth):
                depth -= 1
            elif sign == "," and depth == 0:
                _add(found, raw, start, Point(line, match.start()))
                start = Point(line, match.end())
    _add(found, raw, start, end)
    return found


def _add(found: list[Item], raw: Sequence[str], start: Point, end: Point) -> None:
    span = trimmed(raw, Span(start, end))
    if span is not None:
        found.append(Item(span, _text(raw, span)))


def trimmed(raw: Sequence[str], span: Span) -> Span | None:
    """The span without the space at both its ends; None if nothing is left."""
    (line, column), (last, stop) = span
    while line <= last:
        text = raw[line][column:stop] if line == last else raw[line][column:]
        if text.strip():
            column += len(text) - len(text.lstrip())
            break
        line, column = line + 1, 0
    if line > last:
        return None
    while True:
        text = raw[last][column:stop] if line == last else raw[last][:stop]
        if text.strip():
            stop -= len(text) - len(text.rstrip())
            return Span(Point(line, column), Point(last, stop))
        last -= 1
        stop = len(raw[last])


def _text(raw: Sequence[str], span: Span) -> str:
    (line, column), (last, stop) = span
    if line == last:
        return raw[line][column:stop]
    inner = [raw[line][column:], *raw[line + 1 : last], raw[last][:stop]]
    return " ".join(piece.strip() for piece in inner)


def taken(raw: Sequence[str], listed: Sequence[Item], index: int) -> Span:
    """What goes when that element goes: it, its comma and the space beside it; whole lines if it filled them."""
    (line, column), (last, stop) = listed[index].span
    after = re.match(r"\s*,", raw[last][stop:])
    if after:
        stop += after.end()
    if not raw[line][:column].strip() and not raw[last][stop:].strip():
        return Span(Point(line, 0), Point(last + 1, 0))
    if index + 1 < len(listed) and listed[index + 1].span.start.line == last:
        return Span(Point(line, column), listed[index + 1].span.start)
    if index and listed[index - 1].span.end.line == line:
        # The last on its line: the comma before it goes, the one behind it only at the list's end stays as it was.
        keep = listed[index].span.end if index + 1 == len(listed) else Point(last, stop)
        if index + 1 == len(listed):
            return Span(listed[index - 1].span.end, keep)
        return Span(Point(line, listed[index - 1].span.end.column + 1), Point(last, stop))
    return Span(
        Point(line, column), Point(last, stop + len(raw[last][stop:]) - len(raw[last][stop:].lstrip()))
    )
