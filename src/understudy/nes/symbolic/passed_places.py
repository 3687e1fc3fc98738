"""Places that the user has passed: between two edits by hand, above the edits of a file, in a file left behind;
and the place that the user has moved the cursor to.

Who works through a file and changes a place by hand has seen the places before it. A person at the keyboard begins
anywhere, and passes only the places to which a pattern applied that was known by then; whole lines come from a
paste, a program or a replayed commit, which go from the top to the bottom. Computed from the edits alone; what it
means for a candidate is fitted (`probability`).

The cursor stays where an edit was made unless the user moves it. Who moves it to a place where the edit applies,
above it or anywhere else, has not passed that place: it is the next one (`VISITED_FEATURES`).
"""

import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.text import Edit, EditOrigin

__all__ = ["VISITED_FEATURES", "PassedPlaces", "is_visited", "visited_line"]

ANY_PATTERN: Final = sys.maxsize
"""In place of the number of an edit: whole lines pass every place, whatever was known."""
MAX_LEFT_BEHIND: Final = 3
"""More edits elsewhere say no more."""
MAX_VISITED_DISTANCE_LINES: Final = 2
"""From the cursor: a decorator and the blank line above it belong to the header that the cursor is in."""
VISITED_FEATURES: Final[Features] = {
    "visited": 1.0,
    "below": 1.0,
    "ahead": 1.0,
    "skipped": 0.0,
    "above_edits": 0.0,
    "left_behind": 0.0,
    "above_first": 0.0,
    "passed": 0.0,
}
"""Those of a place that the user works towards, instead of those by its side of the edit."""


def visited_line(situation: Situation) -> int:
    """The line that the user has moved the cursor to since the last edit; -1 if it is where an edit left it.

    In another text than the last edit, the cursor is where the editor has put it.
    """
    cursor = situation.cursor.line
    for edit in reversed(situation.edits):
        if edit.uri != situation.snapshot.uri or edit.line < 0:
            return -1
        # Below a line that was pasted or ended by Enter, too.
        if edit.line <= cursor <= edit.line + len(edit.new):
            return -1
        if edit.origin is EditOrigin.TYPED:
            return cursor
    return -1


def is_visited(line: int, visited: int) -> bool:
    """Whether the line is at the one that `visited_line` has returned."""
    return visited >= 0 and abs(line - visited) <= MAX_VISITED_DISTANCE_LINES


class _Gap(NamedTuple):
    """The lines between an edit and the next one, which was made by hand; none if that is further above."""

    above: int
    below: int
    known_before: int
    """It counts for patterns that were known before this edit."""


class PassedPlaces:
    """What the order of the edits says about the places of one text."""

    def __init__(self, uri: str, edits: Sequence[Edit]) -> None:
        self._gaps: list[_Gap] = []
        self._elsewhere: list[int] = []
        """For each edit made by hand in other texts since the last edit of this one, as `known_before`."""
        self._first_line = -1
        self._has_edits = False
        previous: Edit | None = None
        for edit in edits:
            is_by_hand = edit.origin is EditOrigin.TYPED
            known_before = edit.serial if edit.is_typed else ANY_PATTERN
            if edit.uri != uri:
                if is_by_hand:
                    self._elsewhere.append(known_before)
            elif edit.line >= 0:
                self._has_edits = True
                self._elsewhere.clear()
                if self._first_line < 0 or edit.line < self._first_line:
                    self._first_line = -1 if edit.is_typed else edit.line
                if is_by_hand and previous is not None and previous.uri == uri and previous.line >= 0:
                    end = previous.line + len(previous.new) - 1
                    self._gaps.append(_Gap(end, edit.line, known_before))
            previous = edit

    def features(self, line: int, first_example: int) -> Features:
        """The features of a place for a pattern; `first_example` is the number of the first edit that shows it."""
        if not self._has_edits:
            return {}
        is_skipped = any(
            gap.above < line < gap.below and first_example < gap.known_before for gap in self._gaps
        )
        elsewhere = sum(first_example < known_before for known_before in self._elsewhere)
        return {
            "skipped": float(is_skipped),
            "above_edits": float(line < self._first_line),
            "left_behind": float(min(elsewhere, MAX_LEFT_BEHIND)),
        }
