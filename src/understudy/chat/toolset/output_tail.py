"""What a running command shows: the end of its output, or the client's terminal that it runs in."""

import asyncio
import contextlib
from dataclasses import replace

from understudy.chat.text.markdown import escape_sentence
from understudy.chat.text.plain_text import without_model_advice
from understudy.chat.toolset.limits import MAX_PROGRESS_CHARS, MAX_TAIL_CHARS, PROGRESS_INTERVAL_S
from understudy.chat.toolset.presentation import failure_outcome, output_block, text_content
from understudy.chat.toolset.tool_api import CallContext, CallOutcome
from understudy.schema.acp import Terminal, ToolCallContent
from understudy.workspace import ExecutionFailed, WorkspaceError

__all__ = ["OutputTail"]


class OutputTail:
    """The end of what a command wrote so far, or the client's terminal that has it."""

    def __init__(self, context: CallContext) -> None:
        self._context = context
        self._changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._text = ""
        self._terminal: str | None = None
        self._terminal_done = asyncio.Event()
        """Whether all that a terminal had to say is known."""
        context.on_turn_stopped(self._stopped_outcome)

    def feed(self, stream: str, text: str) -> None:
        """From the worker's thread."""
        del stream
        self._text = (self._text + text)[-MAX_TAIL_CHARS:]
        with contextlib.suppress(RuntimeError):  # the loop is closed: everything is ending
            self._loop.call_soon_threadsafe(self._changed.set)

    async def show_terminal(self, terminal: str) -> None:
        """Before anything else is asked of it: a client shows only terminals that are not yet released."""
        self._terminal = terminal
        await self._context.report_progress([Terminal(terminal_id=terminal)])

    async def end_terminal(self, output: str, error: WorkspaceError | None) -> None:
        """What stood in the terminal in the end, and what went wrong; still before its release."""
        self._text = output[-MAX_TAIL_CHARS:]
        self._terminal_done.set()
        if error is not None and self._terminal is not None:
            line = text_content(escape_sentence(without_model_advice(error.message)))
            await self._context.report_progress([Terminal(terminal_id=self._terminal), line])

    async def wait_for_terminal(self, timeout_s: float) -> None:
        """Wait a moment for what a terminal still has to say; nothing else holds anything back."""
        if self._terminal is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._terminal_done.wait()

    def mark_outcome(self, outcome: CallOutcome) -> CallOutcome:
        """The outcome; where a terminal was shown, the client keeps that, and it is not named again."""
        return replace(outcome, in_terminal=self._terminal is not None)

    async def report_changes(self) -> None:
        """Show it whenever there is something new, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            content: list[ToolCallContent] = [
                text_content(output_block(_last_lines(self._text, MAX_PROGRESS_CHARS)))
            ]
            await self._context.report_progress(content)
            await asyncio.sleep(PROGRESS_INTERVAL_S)

    def _stopped_outcome(self) -> CallOutcome:
        """The user stopped it: what it said until then is kept."""
        error = ExecutionFailed(
            "The user stopped this before it was done.", "cancelled", stdout=self._text, stderr=""
        )
        return self.mark_outcome(failure_outcome(error, user_message="You stopped this before it was done."))


def _last_lines(text: str, max_chars: int) -> str:
    """The last lines; half a line only if there is no whole one."""
    if len(text) <= max_chars:
        return text
    text = text[-max_chars:]
    return text[text.find("\n", 0, -1) + 1 :]
