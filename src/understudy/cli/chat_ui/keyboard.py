"""The keyboard while no line is being entered: nothing that is typed shows, and a question takes one key."""

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
"""And the other keys that send several characters, with an Escape in front."""


class Keyboard:
    """Of one terminal, by its descriptor. Ctrl-C stays a signal throughout."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._cooked_attributes: list[Any] | None = None

    @contextlib.contextmanager
    def cbreak_mode(self) -> Generator[None]:
        """What is typed meanwhile does not spoil the picture, and is there for whoever reads next."""
        try:
            before = termios.tcgetattr(self._fd)
        except termios.error:  # no terminal, or one that has gone
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
        """As it was before: for another program that wants to ask something."""
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
        """The first of these keys that is pressed; None for Escape, or when nobody is there any more."""
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
        """A line as the terminal itself lets it be edited; None at its end."""
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
