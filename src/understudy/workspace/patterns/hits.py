"""Where a search matched: lines and columns, and finding them from offsets in one pass."""

from typing import NamedTuple

__all__ = ["Hit", "Hits", "LineLocator"]


class Hit(NamedTuple):
    """`line` counts from 1; the columns count code points in the line, from 0, the end exclusive."""

    line: int
    start: int
    end: int


class Hits(NamedTuple):
    """The first matches, as many as were wanted, and how many there are in all."""

    first: list[Hit]
    total: int


class LineLocator:
    """Turns ascending spans of bytes into hits. It looks at each byte about once, also in a huge line."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._ascii = data.isascii()
        self._line = 1
        self._offset = 0
        self._column = 0

    def locate(self, start: int, end: int) -> Hit:
        self._advance(start)
        column = self._column
        self._advance(end)
        return Hit(self._line, column, self._column)

    def _advance(self, to: int) -> None:
        data, at = self._data, self._offset
        breaks = data.count(b"\n", at, to)
        if breaks:
            self._line += breaks
            at = data.rfind(b"\n", at, to) + 1
            self._column = 0
        passed = to - at if self._ascii else len(data[at:to].decode("utf-8", "surrogateescape"))
        self._column += passed
        self._offset = to
