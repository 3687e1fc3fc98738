"""Places that the user has passed: between two edits by hand, above the edits of a file, in a file left behind.

Who works through a file and changes a place by hand has seen the places before it. Computed from the edits alone;
what it means for a candidate is fitted (`probability`).
"""

from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.feature_names import Features
from understudy.nes.text import Edit, EditOrigin

__all__ = ["PassedPlaces"]

MAX_LEFT_BEHIND: Final = 3
"""More edits elsewhere say no more."""


class PassedPlaces:
    """What the order of the edits says about the places of one text."""

    def __init__(self, uri: str, edits: Sequence[Edit]) -> None:
        self._gaps: list[tuple[int, int]] = []
        """The last line of an edit, and the first line of the next one, which was made by hand further below."""
        first_line, count, elsewhere = -1, 0, 0
        previous: Edit | None = None
        for edit in edits:
            is_by_hand = edit.origin is EditOrigin.TYPED
            if edit.uri != uri:
                elsewhere += is_by_hand
            elif edit.line >= 0:
                count += 1
                elsewhere = 0
                first_line = edit.line if first_line < 0 else min(first_line, edit.line)
                if is_by_hand and previous is not None and previous.uri == uri and previous.line >= 0:
                    end = previous.line + len(previous.new) - 1
                    if end + 1 < edit.line:
                        self._gaps.append((end, edit.line))
            previous = edit
        self._first_line = first_line
        self.left_behind = elsewhere if count else 0
        """How many edits the user has made by hand in other texts since the last edit of this one."""
        self.edit_count = count

    def features(self, line: int) -> Features:
        """The features of a place in a text that was edited; the others have none."""
        if not self.edit_count:
            return {}
        return {
            "skipped": float(any(above < line < below for above, below in self._gaps)),
            "above_edits": float(line < self._first_line),
            "left_behind": float(min(self.left_behind, MAX_LEFT_BEHIND)),
        }
