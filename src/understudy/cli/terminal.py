"""Where commands write: styled text and a progress line on a terminal, JSON, and files.

Text from files, agents and models must pass `escape_controls` before it goes to a terminal, and JSON `ascii_json`,
so that no control sequence in it takes effect.
"""

import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

import msgspec

from understudy.cli.limits import PROGRESS_BAR_COLUMNS, PROGRESS_INTERVAL_S
from understudy.workspace import escape_controls
from understudy.workspace.files import replace_file

__all__ = ["ProgressLine", "Terminal", "ascii_json", "escape_controls", "print_json", "write_output_file"]

_NON_ASCII: Final = re.compile("[^\n -~]")

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
    """An output stream that knows whether it is a terminal, and whether to use colours."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.is_interactive = self.stream.isatty()
        is_forced = os.environ.get("FORCE_COLOR") not in (None, "", "0")
        self.use_colour = is_forced or (
            self.is_interactive and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
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
        """Write text that must be visible at once."""
        self.write(text)
        self.stream.flush()


def print_json(terminal: Terminal, value: object) -> None:
    """Print a value as JSON: compact for a program, indented and in ASCII on a terminal."""
    text = msgspec.json.encode(value)
    terminal.write_line(
        ascii_json(msgspec.json.format(text, indent=2).decode()) if terminal.is_interactive else text.decode()
    )


def ascii_json(text: str) -> str:
    """Escape JSON, or a part of it, to ASCII: a program reads the same, and a terminal obeys nothing in it."""
    return _NON_ASCII.sub(_escape_char, text)


def _escape_char(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def write_output_file(target: Path, content: Iterable[bytes], *, overwrite: bool = True) -> None:
    """Write a file in one step, so that no reader sees a part of it. Raises OSError."""
    folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        replace_file(folder, target.name, content, metadata_fd=None, exclusive=not overwrite)
    finally:
        os.close(folder)


class ProgressLine:
    """A line that shows the progress on a terminal. Leaving the `with` block erases it."""

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
