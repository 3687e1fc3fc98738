"""What the rules that drop repetitions know of a candidate: the lines that it replaces, and what with."""

import re
from typing import Protocol

from understudy.nes.text import TextSnapshot

__all__ = ["LineCandidate", "changes_line_with"]


class LineCandidate(Protocol):
    """A candidate that replaces whole lines."""

    snapshot: TextSnapshot
    line: int
    line_count: int
    new: tuple[str, ...]


def changes_line_with(candidate: LineCandidate, pattern: re.Pattern[str]) -> bool:
    """Whether the candidate changes one line, in which the pattern occurs before and after."""
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    old = candidate.snapshot.lines[candidate.line]
    return pattern.search(old) is not None and pattern.search(candidate.new[0]) is not None
