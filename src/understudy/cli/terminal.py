"""Showing text on a terminal: colours where they are wanted, and nothing that a file's content could do to it."""

import os
import sys
from typing import Final, TextIO

from understudy.workspace.harmless import escape_controls

__all__ = ["Terminal", "escape_controls"]

_ANSI_CODES: Final = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}


class Terminal:
    """An output stream that knows whether it is looked at."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.is_interactive = self.stream.isatty()
        wanted = os.environ.get("FORCE_COLOR")
        refused = os.environ.get("NO_COLOR")
        self.use_colour = wanted not in (None, "", "0") or (
            self.is_interactive and not refused and os.environ.get("TERM") != "dumb"
        )

    def style(self, text: str, *styles: str) -> str:
        if not self.use_colour or not styles:
            return text
        return f"\x1b[{';'.join(_ANSI_CODES[style] for style in styles)}m{text}\x1b[0m"

    def write_line(self, text: str = "") -> None:
        self.write(text + "\n")

    def write(self, text: str) -> None:
        self.stream.write(text)

    def write_flushed(self, text: str) -> None:
        """Text that somebody waits for."""
        self.write(text)
        self.stream.flush()
