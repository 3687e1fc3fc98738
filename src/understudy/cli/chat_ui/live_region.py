"""The bottom of the screen: final lines, and below them a region that is redrawn.

Only lines that differ are rewritten, in one write, to avoid flicker. On a terminal that cannot move its cursor
nothing is drawn before it is final.
"""

import os
from typing import Final, TextIO

from rich.cells import cell_len
from rich.text import Text

__all__ = ["LiveRegion"]

_BEGIN_SYNC: Final = "\x1b[?2026h"
"""Synchronized update: terminals that support it show nothing until the end sequence."""
_END_SYNC: Final = "\x1b[?2026l"


class LiveRegion:
    def __init__(self, stream: TextIO, can_move_cursor: bool) -> None:
        self._stream = stream
        self.can_move_cursor = can_move_cursor
        self._drawn_lines: list[str] = []
        self._drawn_width = 0
        self._ends_blank = True

    def size(self) -> tuple[int, int]:
        """Return the current columns and rows."""
        try:
            columns, rows = os.get_terminal_size(self._stream.fileno())
        except (OSError, ValueError):
            columns, rows = 80, 24
        return columns or 80, rows or 24

    def add_final(self, lines: list[str], *, separated: bool = False) -> None:
        """Write final lines above the region, `separated` by an empty line from what precedes them."""
        if not lines:
            return
        if separated and not self._ends_blank:
            lines = ["", *lines]
        self._ends_blank = not lines[-1]
        text = self._erase_sequence(self._drawn_lines) + "".join(
            f"{line}\n" for line in (*lines, *self._drawn_lines)
        )
        self._write(f"{_BEGIN_SYNC}{text}{_END_SYNC}" if self._drawn_lines else text)

    def ensure_blank_line(self) -> None:
        if not self._ends_blank:
            self.add_final([""])

    def mark_foreign_line(self) -> None:
        """Note that other code has written a line, so that the last one is not blank."""
        self._ends_blank = False

    def draw(self, lines: list[str]) -> None:
        """Replace the lines of the region. If there are too many for the screen, the last ones are shown."""
        if not self.can_move_cursor:
            return
        width, rows = self.size()
        lines = lines[-max(1, rows - 2) :]
        if width != self._drawn_width:
            start, self._drawn_width = self._erase_sequence(self._drawn_lines), width
            same = 0
        else:
            same = _common_prefix_length(self._drawn_lines, lines)
            start = f"\x1b[{len(self._drawn_lines) - same}A" if len(self._drawn_lines) > same else ""
        self._drawn_lines, before = lines, self._drawn_lines
        if lines == before and not start:
            return
        text = "".join(f"\x1b[2K{line}\n" for line in lines[same:])
        left = "\x1b[J" if len(before) > len(lines) else ""
        self._write(f"{_BEGIN_SYNC}{start}{text}{left}{_END_SYNC}")

    def clear(self) -> None:
        self.draw([])

    def _erase_sequence(self, lines: list[str]) -> str:
        """Return the sequence that erases the region; a terminal made narrower may have wrapped its lines."""
        if not lines:
            return ""
        width, _ = self.size()
        rows = sum(max(1, -(-cell_len(Text.from_ansi(line).plain) // width)) for line in lines)
        return f"\r\x1b[{rows}A\x1b[J"

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def _common_prefix_length(old: list[str], new: list[str]) -> int:
    """Return how many lines at the top are equal."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count
