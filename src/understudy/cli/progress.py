"""One line on a terminal that tells how far something is. Where nobody looks, nothing is written."""

import shutil
import time
from types import TracebackType
from typing import Final

from understudy.cli.terminal import Terminal

__all__ = ["ProgressLine"]

PROGRESS_BAR_COLUMNS: Final = 28
PROGRESS_INTERVAL_S: Final = 0.1
"""Seconds between two looks: a terminal is slow to write to."""


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
