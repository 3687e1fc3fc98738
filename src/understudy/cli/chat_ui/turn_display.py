"""Runs one turn of the chat on the screen: passes updates to the transcript and redraws it while they arrive.

Also the permission prompt of the chat, answered with a single key, and the notice while an agent starts.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import PurePath
from typing import Final

from understudy.cli.chat_ui.keyboard import Keyboard
from understudy.cli.chat_ui.permissions import mildest_rejection, options_by_key
from understudy.cli.chat_ui.signals import InterruptHandler
from understudy.cli.chat_ui.tool_calls import STOP_REASON_TEXT, usage_text
from understudy.cli.chat_ui.transcript import TranscriptView
from understudy.cli.limits import DRAW_INTERVAL_S, DRAW_REST_FACTOR, STARTUP_NOTICE_DELAY_S
from understudy.cli.terminal import escape_controls
from understudy.client import AgentGone, ClientError, Prompt, Session
from understudy.schema import acp

__all__ = ["ChatPermissionPrompt", "StartupNotice", "TurnDisplay"]


class ChatPermissionPrompt:
    """Asks one permission request at a time. `question_line` is drawn at the bottom while one is open."""

    def __init__(self, transcript: TranscriptView, keyboard: Keyboard, can_draw: bool) -> None:
        self._transcript = transcript
        self._keyboard = keyboard
        self._can_draw = can_draw
        self.lock = asyncio.Lock()
        """Held while the user is asked anything."""
        self.question_line = ""

    async def __call__(self, request: acp.RequestPermissionRequest) -> str | None:
        async with self.lock:
            choices = options_by_key(request.options)
            self._keyboard.flush_input()
            self._transcript.show_permission_request(request)
            labels = [
                f"[{key}] {escape_controls(option.name, one_line=True)}" for key, option in choices.items()
            ]
            self.question_line = "  ".join(labels) or "The agent offers no answers. [Esc] gives none."
            if not self._can_draw:
                self._transcript.add_notice(self.question_line, "bold", compact=True)
            try:
                with self._keyboard.cbreak_mode():
                    key = await self._keyboard.read_choice(choices)
            finally:
                self.question_line = ""
            chosen = mildest_rejection(request.options) if key is None else choices[key]
            self._transcript.add_notice(
                f"→ {'nothing' if chosen is None else chosen.name}", "bold", compact=True
            )
        return None if chosen is None else chosen.option_id


_SPINNER_FRAMES: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class TurnDisplay:
    """Runs turns. Between two turns the screen belongs to the prompt input."""

    def __init__(
        self,
        transcript: TranscriptView,
        keyboard: Keyboard,
        interrupts: InterruptHandler,
        permission_prompt: ChatPermissionPrompt,
    ) -> None:
        self._transcript = transcript
        self._keyboard = keyboard
        self._interrupts = interrupts
        self._permission_prompt = permission_prompt
        self._is_suspended = False

    async def run_turn(self, session: Session, prompt: Prompt, context: list[acp.RuntimeContextItem]) -> None:
        """Run a turn. Raises AgentGone; any other error is shown, and the conversation continues."""
        start_time = time.monotonic()
        previous_usage = self._transcript.usage
        try:
            with self._keyboard.cbreak_mode():
                turn = session.prompt(prompt, context=context)
                self._interrupts.set_turn_cancel(session.cancel)
                drawing = asyncio.ensure_future(self._draw_loop(start_time))
                try:
                    async for update in turn:
                        self._transcript.update(update)
                finally:
                    self._interrupts.set_turn_cancel(None)
                    drawing.cancel()
                    with suppress(asyncio.CancelledError):
                        await drawing
                    self._transcript.end_turn()
        except AgentGone:
            raise
        except ClientError as error:
            self._transcript.add_notice(str(error), "red")
            return
        if turn.stop_reason in STOP_REASON_TEXT:
            self._transcript.add_notice(STOP_REASON_TEXT[turn.stop_reason], "yellow")
        usage = ""
        if self._transcript.usage is not None and self._transcript.usage is not previous_usage:
            usage = usage_text(self._transcript.usage)
        elif turn.usage is not None:
            usage = f"{turn.usage.total_tokens:,} tokens"
        if usage:
            self._transcript.add_notice(f"{usage} · {time.monotonic() - start_time:.0f} s")

    def suspend(self) -> None:
        """Stop drawing until `resume`, because a dialog needs the screen."""
        self._is_suspended = True
        self._transcript.clear_live()

    def resume(self) -> None:
        self._is_suspended = False

    async def _draw_loop(self, start_time: float) -> None:
        frame = 0
        while True:
            start = time.monotonic()
            if not self._is_suspended:
                self._transcript.draw(
                    self._status_line(frame, start - start_time), self._permission_prompt.question_line
                )
            await asyncio.sleep(max(DRAW_INTERVAL_S, (time.monotonic() - start) * DRAW_REST_FACTOR))
            frame += 1

    def _status_line(self, frame: int, seconds: float) -> str:
        hint = "cancelling, Ctrl-C again leaves" if self._interrupts.is_cancelling else "Ctrl-C cancels"
        return f"{_SPINNER_FRAMES[frame % len(_SPINNER_FRAMES)]} {seconds:.0f} s · {hint}"


class StartupNotice:
    """The notice that an agent is starting, drawn after a short delay until `close`."""

    def __init__(self, transcript: TranscriptView, command: Sequence[str]) -> None:
        self._transcript = transcript
        name = "Understudy" if "understudy.cli.main" in command else PurePath(command[0]).name
        self._timer = asyncio.get_running_loop().call_later(STARTUP_NOTICE_DELAY_S, self._show, name)
        self._is_shown = False

    def close(self) -> None:
        self._timer.cancel()
        if self._is_shown:
            self._is_shown = False
            self._transcript.clear_live()

    def _show(self, name: str) -> None:
        self._is_shown = True
        self._transcript.draw(f"Starting {name} …")
