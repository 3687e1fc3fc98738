"""Which lines of a text hold a piece of it: one search over all of them, not one for each."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate

__all__ = ["LineLookup"]


class LineLookup:
    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._text = "\n".join(lines)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *accumulate([len(line) + 1 for line in self._lines])]

    def lines_containing(self, part: str) -> list[int]:
        """The numbers of those lines, in order."""
        text = self._text
        at = text.find(part)
        if at < 0:
            return []
        starts = self._line_starts
        found: list[int] = []
        line = 0
        while at >= 0:
            line = bisect_right(starts, at, line) - 1
            found.append(line)
            at = text.find(part, starts[line + 1])
        return found
