"""Showing text on a terminal: colours where they are wanted, and nothing that a file's content could do to it.

JSON on standard output: as it is for programs, readable and without anything raw for a terminal.

One line on a terminal that tells how far something is. Where nobody looks, nothing is written.
"""

import json
import os
import shutil
import sys
import time
from types import TracebackType
from typing import Final, TextIO

import msgspec

from understudy.cli.limits import PROGRESS_BAR_COLUMNS, PROGRESS_INTERVAL_S
from understudy.workspace import escape_controls

__all__ = ["ProgressLine", "Terminal", "ascii_json", "escape_controls", "print_json"]

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


def print_json(terminal: Terminal, value: object) -> None:
    text = msgspec.json.encode(value)
    terminal.write_line(ascii_json(text, indent=2) if terminal.is_interactive else text.decode())


def ascii_json(text: bytes, indent: int | None = None) -> str:
    """The same to a program, and nothing that a terminal would obey."""
    return json.dumps(msgspec.json.decode(text), indent=indent)


class ProgressLine:
    """Leaving its `with` block takes the line away."""

    def __init__(self, terminal: Terminal, *, quiet: bool = False) -> None:
        self._terminal = terminal
        self._quiet = quiet or not terminal.is_interactive
        self._start_time = time.monotonic()
        self._last_drawn = 0.0
        self._is_drawn = False

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_drawn:
            self._terminal.write_flushed("\r\x1b[K")

    def update(self, done: int, total: int | None, text: str) -> None:
        now = time.monotonic()
        if self._quiet or (now - self._last_drawn < PROGRESS_INTERVAL_S and done != total):
            return
        self._last_drawn, self._is_drawn = now, True
        if total:
            filled = PROGRESS_BAR_COLUMNS * done // total
            bar = self._terminal.style("█" * filled, "cyan") + self._terminal.style(
                "░" * (PROGRESS_BAR_COLUMNS - filled), "dim"
            )
            left = (now - self._start_time) / done * (total - done)
            head, text = f"{bar} ", f"{done}/{total}  {text}  {left:.0f} s left"
        else:
            head, text = "", f"{done} {text}"
        room = max(10, shutil.get_terminal_size().columns - (PROGRESS_BAR_COLUMNS + 2 if head else 1))
        self._terminal.write_flushed(f"\r{head}{text[:room]}\x1b[K")
