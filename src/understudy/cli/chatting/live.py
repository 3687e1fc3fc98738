"""The lower end of the screen: lines that are final, and below them some that are drawn anew.

Only lines that differ are written again, and each in one piece, so nothing flickers. Where a terminal cannot move
its cursor, nothing is drawn before it is final.
"""

import os
from typing import Final, TextIO

from rich.cells import cell_len
from rich.text import Text

__all__ = ["Live"]

_HOLD: Final = "\x1b[?2026h"
"""Terminals that know it show nothing until the picture is complete."""
_SHOW: Final = "\x1b[?2026l"


class Live:
    def __init__(self, stream: TextIO, moving: bool) -> None:
        self._stream = stream
        self.moving = moving
        """Whether the cursor can be moved."""
        self._drawn: list[str] = []
        self._width = 0
        self._blank = True

    def size(self) -> tuple[int, int]:
        """Columns and rows, now."""
        try:
            columns, rows = os.get_terminal_size(self._stream.fileno())
        except (OSError, ValueError):
            columns, rows = 80, 24
        return columns or 80, rows or 24

    def add(self, lines: list[str], *, apart: bool = False) -> None:
        """Final lines, above those that are not; with an empty line before them if they are to stand apart."""
        if not lines:
            return
        if apart and not self._blank:
            lines = ["", *lines]
        self._blank = not lines[-1]
        text = self._back(self._drawn) + "".join(f"{line}\n" for line in (*lines, *self._drawn))
        self._write(f"{_HOLD}{text}{_SHOW}" if self._drawn else text)

    def gap(self) -> None:
        if not self._blank:
            self.add([""])

    def typed(self) -> None:
        """Somebody else has written a line."""
        self._blank = False

    def draw(self, lines: list[str]) -> None:
        """Lines in place of those that were drawn before. Of too many, the last are shown."""
        if not self.moving:
            return
        width, rows = self.size()
        lines = lines[-max(1, rows - 2) :]
        if width != self._width:
            start, self._width = self._back(self._drawn), width
            same = 0
        else:
            same = _alike(self._drawn, lines)
            start = f"\x1b[{len(self._drawn) - same}A" if len(self._drawn) > same else ""
        self._drawn, before = lines, self._drawn
        if lines == before and not start:
            return
        text = "".join(f"\x1b[2K{line}\n" for line in lines[same:])
        left = "\x1b[J" if len(before) > len(lines) else ""
        self._write(f"{_HOLD}{start}{text}{left}{_SHOW}")

    def clear(self) -> None:
        self.draw([])

    def _back(self, lines: list[str]) -> str:
        """To the beginning of what is drawn, which a narrower terminal may have folded."""
        if not lines:
            return ""
        width, _ = self.size()
        rows = sum(max(1, -(-cell_len(Text.from_ansi(line).plain) // width)) for line in lines)
        return f"\r\x1b[{rows}A\x1b[J"

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def _alike(old: list[str], new: list[str]) -> int:
    """How many lines at the top are the same."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        count += 1
    return count
