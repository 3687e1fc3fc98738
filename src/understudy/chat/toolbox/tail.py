"""What a running command shows: the end of its output, or the client's terminal that it runs in."""

import asyncio
import contextlib
from collections import deque
from dataclasses import replace
from typing import Final

from understudy.chat.markdown import fenced
from understudy.chat.toolbox.appearance import text_content
from understudy.chat.toolbox.usable import Context, Outcome
from understudy.schema.acp import Terminal, ToolCallContent

__all__ = ["Tail"]

PROGRESS: Final = 0.25
"""Seconds between two looks at a command's output."""
MOST_PROGRESS: Final = 4 << 10


class Tail:
    """The end of what a command wrote so far, or the client's terminal that has it."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._pieces: deque[str] = deque(maxlen=200)
        self._terminal: str | None = None

    def hear(self, stream: str, text: str) -> None:
        """From the worker's thread."""
        del stream
        self._pieces.append(text[-MOST_PROGRESS:])
        with contextlib.suppress(RuntimeError):  # the loop is closed: everything is ending
            self._loop.call_soon_threadsafe(self.news.set)

    def show_terminal(self, terminal: str) -> None:
        self._terminal = terminal
        self.news.set()

    def content(self) -> list[ToolCallContent]:
        if self._terminal is not None:
            return [Terminal(terminal_id=self._terminal)]
        return [text_content(fenced("".join(self._pieces)[-MOST_PROGRESS:]))]

    def kept_in(self, outcome: Outcome) -> Outcome:
        """The outcome, shown in the terminal if there was one: a client keeps what stands in it."""
        if self._terminal is None:
            return outcome
        terminal = Terminal(terminal_id=self._terminal)
        return replace(outcome, content=[terminal, *outcome.content] if outcome.failed else [terminal])

    async def show_in(self, context: Context) -> None:
        """Show it whenever there is something new, until cancelled."""
        while True:
            await self.news.wait()
            self.news.clear()
            await context.progress(self.content())
            await asyncio.sleep(PROGRESS)
