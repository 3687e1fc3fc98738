"""The keyboard while no line is being entered: nothing that is typed shows, and a question takes one key."""

import asyncio
import contextlib
import os
import termios
from collections.abc import Collection, Generator
from typing import Any, Final

__all__ = ["Keyboard"]

ESCAPE: Final = "\x1b"


class Keyboard:
    """Of one terminal, by its descriptor. Ctrl-C stays a signal throughout."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._ordinary: list[Any] | None = None

    @contextlib.contextmanager
    def silent(self) -> Generator[None]:
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
        outer, self._ordinary = self._ordinary, self._ordinary or before
        try:
            yield
        finally:
            self._ordinary = outer
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    @contextlib.contextmanager
    def ordinary(self) -> Generator[None]:
        """As it was before: for another program that wants to ask something."""
        if self._ordinary is None:
            yield
            return
        before = termios.tcgetattr(self._fd)
        termios.tcsetattr(self._fd, termios.TCSADRAIN, self._ordinary)
        try:
            yield
        finally:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    async def choose(self, keys: Collection[str]) -> str | None:
        """The first of these keys that is pressed from now on; None for Escape, or when nobody is there any more.

        What was typed before the question was seen is no answer to it.
        """
        with contextlib.suppress(termios.error):
            termios.tcflush(self._fd, termios.TCIFLUSH)
        while True:
            typed = await self._typed()
            if typed in ("", ESCAPE, "\x04"):
                return None
            if len(typed) == 1 and typed.lower() in keys:  # an arrow comes as several characters at once
                return typed.lower()

    async def _typed(self) -> str:
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
            return os.read(self._fd, 64).decode("utf-8", "replace")
        except OSError:
            return ""
