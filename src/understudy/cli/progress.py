"""One line on a terminal that tells how far something is. Where nobody looks, nothing is written."""

import shutil
import time
from types import TracebackType
from typing import Final

from understudy.cli.terminal import Terminal

__all__ = ["ProgressLine"]

WIDTH: Final = 28
EVERY: Final = 0.1
"""Seconds between two looks: a terminal is slow to write to."""


class ProgressLine:
    """Leaving its `with` block takes the line away."""

    def __init__(self, terminal: Terminal, *, quiet: bool = False) -> None:
        self._terminal = terminal
        self._quiet = quiet or not terminal.interactive
        self._begun = time.monotonic()
        self._last = 0.0
        self._shown = False

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._terminal.live("\r\x1b[K")

    def show(self, done: int, total: int | None, words: str) -> None:
        now = time.monotonic()
        if self._quiet or (now - self._last < EVERY and done != total):
            return
        self._last, self._shown = now, True
        if total:
            filled = WIDTH * done // total
            bar = self._terminal.style("█" * filled, "cyan") + self._terminal.style(
                "░" * (WIDTH - filled), "dim"
            )
            left = (now - self._begun) / done * (total - done)
            head, words = f"{bar} ", f"{done}/{total}  {words}  {left:.0f} s left"
        else:
            head, words = "", f"{done} {words}"
        room = max(10, shutil.get_terminal_size().columns - (WIDTH + 2 if head else 1))
        self._terminal.live(f"\r{head}{words[:room]}\x1b[K")
