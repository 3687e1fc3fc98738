"""What a running command shows: the end of its output, or the client's terminal that it runs in."""

import asyncio
import contextlib
from dataclasses import replace
from typing import Final

from understudy.chat.markdown import plain
from understudy.chat.telling import for_person
from understudy.chat.toolbox.appearance import printed, text_content
from understudy.chat.toolbox.failing import failure
from understudy.chat.toolbox.usable import Context, Outcome
from understudy.schema.acp import Terminal, ToolCallContent
from understudy.workspace import ExecutionFailed, WorkspaceError

__all__ = ["Tail"]

PROGRESS: Final = 0.25
"""Seconds between two looks at a command's output."""
MOST_PROGRESS: Final = 4 << 10
MOST_KEPT: Final = 64 << 10
"""Characters of the output so far, if the command is stopped."""


class Tail:
    """The end of what a command wrote so far, or the client's terminal that has it."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._news = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._text = ""
        self._terminal: str | None = None
        self._settled = asyncio.Event()
        """Whether all that a terminal had to say is known."""
        context.if_stopped(self._stopped)

    def hear(self, stream: str, text: str) -> None:
        """From the worker's thread."""
        del stream
        self._text = (self._text + text)[-MOST_KEPT:]
        with contextlib.suppress(RuntimeError):  # the loop is closed: everything is ending
            self._loop.call_soon_threadsafe(self._news.set)

    async def show_terminal(self, terminal: str) -> None:
        """Before anything else is asked of it: a client shows only terminals that are not yet released."""
        self._terminal = terminal
        await self._context.progress([Terminal(terminal_id=terminal)])

    async def end_terminal(self, output: str, trouble: WorkspaceError | None) -> None:
        """What stood in the terminal in the end, and what went wrong; still before its release."""
        self._text = output[-MOST_KEPT:]
        self._settled.set()
        if trouble is not None and self._terminal is not None:
            line = text_content(plain(for_person(trouble.message)))
            await self._context.progress([Terminal(terminal_id=self._terminal), line])

    async def settle(self, seconds: float) -> None:
        """Wait a moment for what a terminal still has to say; nothing else holds anything back."""
        if self._terminal is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._settled.wait()

    def kept_in(self, outcome: Outcome) -> Outcome:
        """The outcome; where a terminal was shown, the client keeps that, and it is not named again."""
        return replace(outcome, in_terminal=self._terminal is not None)

    async def show(self) -> None:
        """Show it whenever there is something new, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            content: list[ToolCallContent] = [text_content(printed(_end_of(self._text, MOST_PROGRESS)))]
            await self._context.progress(content)
            await asyncio.sleep(PROGRESS)

    def _stopped(self) -> Outcome:
        """The user stopped it: what it said until then is kept."""
        error = ExecutionFailed(
            "The user stopped this before it was done.", "cancelled", stdout=self._text, stderr=""
        )
        return self.kept_in(failure(error, line="You stopped this before it was done."))


def _end_of(text: str, most: int) -> str:
    """The last lines; half a line only if there is no whole one."""
    if len(text) <= most:
        return text
    text = text[-most:]
    return text[text.find("\n", 0, -1) + 1 :]
