"""Conversion between columns in code points and the client's characters: UTF-16 units, code points or UTF-8 bytes.

Works on one line without its line ending. Callers select the line and handle invalid positions. A lone
surrogate counts as one UTF-16 unit or three bytes, so no text makes these functions raise.
"""

from typing import Literal

__all__ = ["PositionEncoding", "clamp_to_column", "to_character", "to_column"]

PositionEncoding = Literal["utf-16", "utf-32", "utf-8"]


def to_column(line: str, character: int, encoding: PositionEncoding) -> int | None:
    """Return the column of the character; None if it is outside the line or inside a code point.

    The position between a letter and its combining mark is valid: both are code points.
    """
    if encoding == "utf-32" or line.isascii():
        return character if 0 <= character <= len(line) else None
    if character < 0:
        return None
    column, passed = _find_column(line, character, encoding)
    return column if passed == character else None


def clamp_to_column(line: str, character: int, encoding: PositionEncoding) -> int:
    """Return the column of the character, or the nearest valid column before it."""
    if encoding == "utf-32" or line.isascii():
        return min(max(character, 0), len(line))
    return _find_column(line, max(character, 0), encoding)[0]


def to_character(line: str, column: int, encoding: PositionEncoding) -> int:
    """Return the client's character of the column. A column past the end of the line counts as the end."""
    column = min(max(column, 0), len(line))
    if encoding == "utf-32" or line.isascii():
        return column
    return _encoded_length(line[:column], encoding)


def _find_column(line: str, character: int, encoding: PositionEncoding) -> tuple[int, int]:
    """Return the last column that is not past `character`, and the number of characters up to it.

    A binary search: a very long line costs about two encodings, and no loop over its characters.
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
