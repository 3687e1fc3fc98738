"""Columns in code points, and the characters that a client counts: UTF-16 units, code points or UTF-8 bytes.

Knows one line at a time, without its end. Which line that is, and what a wrong place means, is decided by
whoever asks. A lone surrogate counts as one UTF-16 unit or three bytes, so nothing here raises for any text.
"""

from typing import Literal

__all__ = ["PositionEncoding", "clamp_to_column", "to_character", "to_column"]

PositionEncoding = Literal["utf-16", "utf-32", "utf-8"]


def to_column(line: str, character: int, encoding: PositionEncoding) -> int | None:
    """The column of that character. None if it is outside the line, or in the middle of a code point.

    The place between a letter and its combining mark is a place: both are code points of their own.
    """
    if encoding == "utf-32" or line.isascii():
        return character if 0 <= character <= len(line) else None
    if character < 0:
        return None
    column, passed = _find_column(line, character, encoding)
    return column if passed == character else None


def clamp_to_column(line: str, character: int, encoding: PositionEncoding) -> int:
    """The column of that character, or the nearest place before it that exists."""
    if encoding == "utf-32" or line.isascii():
        return min(max(character, 0), len(line))
    return _find_column(line, max(character, 0), encoding)[0]


def to_character(line: str, column: int, encoding: PositionEncoding) -> int:
    """What the client calls that column. A column past the line's end is the line's end."""
    column = min(max(column, 0), len(line))
    if encoding == "utf-32" or line.isascii():
        return column
    return _encoded_length(line[:column], encoding)


def _find_column(line: str, character: int, encoding: PositionEncoding) -> tuple[int, int]:
    """The last column that is not past `character`, and the characters up to it.

    Halves the stretch it looks at, so that a very long line costs twice its encoding and no loop over its letters.
    """
    low, high, passed = 0, min(len(line), character), 0
    while low < high:
        middle = high if low == 0 and high == character else (low + high + 1) // 2
        width = _encoded_length(line[low:middle], encoding)
        if passed + width <= character:
            low, passed = middle, passed + width
        else:
            high = middle - 1
    return low, passed


def _encoded_length(text: str, encoding: PositionEncoding) -> int:
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
