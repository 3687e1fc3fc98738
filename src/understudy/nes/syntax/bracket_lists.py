"""Brackets and the lists inside them, in masked code (see `masked_code`). In raw lines, strings would count."""

import re
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.limits import MAX_BRACKET_LINES
from understudy.nes.text import Point, Span

__all__ = ["ListItem", "find_closing_bracket", "removal_span", "split_list_items", "trim_span"]

_BRACKETS: Final = re.compile(r"[()\[\]{}]")
_LIST_SYMBOLS: Final = re.compile(r"[()\[\]{},]|=>|->|<(?=[\w&'])|>")
_OPENERS: Final = "([{"


class ListItem(NamedTuple):
    """One element of a list: its span without the space around it, and its text on one line."""

    span: Span
    text: str


def find_closing_bracket(code: Sequence[str], opening: Point) -> Point | None:
    """Return where the bracket at `opening` is closed; None if it is not within `MAX_BRACKET_LINES`."""
    depth = 0
    for line in range(opening.line, min(len(code), opening.line + MAX_BRACKET_LINES)):
        start = opening.column if line == opening.line else 0
        for match in _BRACKETS.finditer(code[line], start):
            depth += 1 if match[0] in _OPENERS else -1
            if depth == 0:
                return Point(line, match.start())
            if depth < 0:
                return None
    return None


def split_list_items(
    code: Sequence[str], raw: Sequence[str], opening: Point, end: Point, *, angle_brackets: bool = False
) -> list[ListItem]:
    """Return the elements between two brackets. With `angle_brackets`, `<` and `>` are brackets too."""
    found: list[ListItem] = []
    depth = 0
    start = Point(opening.line, opening.column + 1)
    for line in range(opening.line, end.line + 1):
        first = start.column if line == opening.line else 0
        stop = end.column if line == end.line else sys.maxsize
        for match in _LIST_SYMBOLS.finditer(code[line], first):
            if match.start() >= stop:
                break
            symbol = match[0]
            if symbol in "([{" or (angle_brackets and symbol == "<"):
                depth += 1
            elif symbol in ")]}" or (angle_brackets and symbol == ">" and depth):
                depth -= 1
            elif symbol == "," and depth == 0:
                _append_item(found, raw, start, Point(line, match.start()))
                start = Point(line, match.end())
    _append_item(found, raw, start, end)
    return found


def _append_item(found: list[ListItem], raw: Sequence[str], start: Point, end: Point) -> None:
    span = trim_span(raw, Span(start, end))
    if span is not None:
        found.append(ListItem(span, _text_on_one_line(raw, span)))


def trim_span(raw: Sequence[str], span: Span) -> Span | None:
    """Return the span without the space at both ends; None if nothing is left."""
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


def _text_on_one_line(raw: Sequence[str], span: Span) -> str:
    (line, column), (last, stop) = span
    if line == last:
        return raw[line][column:stop]
    inner = [raw[line][column:], *raw[line + 1 : last], raw[last][:stop]]
    return " ".join(piece.strip() for piece in inner)


def removal_span(raw: Sequence[str], list_items: Sequence[ListItem], index: int) -> Span:
    """Return the span to remove for one element: with its comma and space, or the whole lines if it fills them."""
    (line, column), (last, stop) = list_items[index].span
    after = re.match(r"\s*,", raw[last][stop:])
    if after:
        stop += after.end()
    if not raw[line][:column].strip() and not raw[last][stop:].strip():
        return Span(Point(line, 0), Point(last + 1, 0))
    if index + 1 < len(list_items) and list_items[index + 1].span.start.line == last:
        return Span(Point(line, column), list_items[index + 1].span.start)
    if index and list_items[index - 1].span.end.line == line:
        # The last on its line: the comma before it is removed. At the end of the list, a comma after it stays.
        if index + 1 == len(list_items):
            return Span(list_items[index - 1].span.end, list_items[index].span.end)
        return Span(Point(line, list_items[index - 1].span.end.column + 1), Point(last, stop))
    return Span(
        Point(line, column), Point(last, stop + len(raw[last][stop:]) - len(raw[last][stop:].lstrip()))
    )
