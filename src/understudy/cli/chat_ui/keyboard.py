"""Reads single keys and lines from a terminal without prompt_toolkit, and switches its input modes."""

import asyncio
import contextlib
import os
import re
import termios
from collections.abc import Collection, Generator
from typing import Any, Final

__all__ = ["Keyboard"]

_DISMISS_KEYS: Final = "\x1b\x04"
"""Escape and Ctrl-D."""
_ESCAPE_SEQUENCE: Final = re.compile("\x1b[\\[O][0-?]*[ -/]*[@-~]")
"""The sequence of a key that sends several characters, such as an arrow key; it begins with Escape too."""


class Keyboard:
    """The keyboard of one terminal, given by its file descriptor. Ctrl-C remains a signal in every mode."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._cooked_attributes: list[Any] | None = None

    @contextlib.contextmanager
    def cbreak_mode(self) -> Generator[None]:
        """Switch off echo and line editing. Keys typed meanwhile stay in the input for the next reader."""
        try:
            before = termios.tcgetattr(self._fd)
        except termios.error:  # not a terminal, or a closed one
            yield
            return
        now = termios.tcgetattr(self._fd)
        now[3] &= ~(termios.ECHO | termios.ICANON)
        now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._fd, termios.TCSADRAIN, now)
        outer, self._cooked_attributes = self._cooked_attributes, self._cooked_attributes or before
        try:
            yield
        finally:
            self._cooked_attributes = outer
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    @contextlib.contextmanager
    def cooked_mode(self) -> Generator[None]:
        """Restore the terminal's original mode for another program, or for `read_line`."""
        if self._cooked_attributes is None:
            yield
            return
        before = termios.tcgetattr(self._fd)
        termios.tcsetattr(self._fd, termios.TCSADRAIN, self._cooked_attributes)
        try:
            yield
        finally:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    def flush_input(self) -> None:
        """What was typed so far: before a question is seen nothing is an answer to it."""
        with contextlib.suppress(termios.error):
            termios.tcflush(self._fd, termios.TCIFLUSH)

    async def read_choice(self, keys: Collection[str]) -> str | None:
        """Return the first of these keys that is pressed; None for Escape, Ctrl-D or the end of the input."""
        while True:
            typed = await self._read()
            if not typed:
                return None
            for key in _ESCAPE_SEQUENCE.sub("", typed).lower():
                if key in keys:
                    return key
                if key in _DISMISS_KEYS:
                    return None

    async def read_line(self) -> str | None:
        """Return a line, edited with the terminal's own line editing; None at the end of the input."""
        typed = await self._read(1 << 16)
        return typed if typed else None

    async def _read(self, max_bytes: int = 64) -> str:
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()

        def wake() -> None:
            if not ready.done():
                ready.set_result(None)

        loop.add_reader(self._fd, wake)
        try:
            await ready
        finally:
            loop.remove_reader(self._fd)
        try:
            return os.read(self._fd, max_bytes).decode("utf-8", "replace")
        except OSError:
            return ""
