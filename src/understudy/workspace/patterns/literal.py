"""Searching for plain text that respects case: Python's own string search, the fastest there is."""

from understudy.workspace.patterns.budget import TimeBudget
from understudy.workspace.patterns.hits import Hit, Hits

__all__ = ["LiteralSearch"]


class LiteralSearch:
    """`needle` has no line break in it, so that no match can cross a line."""

    def __init__(self, needle: str) -> None:
        self._needle = needle
        self._needle_bytes = needle.encode()

    def may_match(self, data: bytes) -> bool:
        return self._needle_bytes in data

    def search(self, text: str, budget: TimeBudget, max_hits: int) -> Hits:
        needle, size = self._needle, len(self._needle)
        hits: list[Hit] = []
        line, line_start, at = 1, 0, 0
        while len(hits) < max_hits and (found := text.find(needle, at)) >= 0:
            if not len(hits) & 1023:
                budget.check_remaining()
            if breaks := text.count("\n", at, found):
                line += breaks
                line_start = text.rfind("\n", at, found) + 1
            at = found + size
            hits.append(Hit(line, found - line_start, at - line_start))
        return Hits(hits, len(hits) + (text.count(needle, at) if len(hits) == max_hits else 0))
