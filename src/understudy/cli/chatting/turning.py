"""One turn on the screen: updates go into the picture, and the picture is drawn while they come."""

import asyncio
import time
from contextlib import suppress
from typing import Final

from understudy.cli.chatting.asking import ChatPermissionPrompt
from understudy.cli.chatting.keys import Keyboard
from understudy.cli.chatting.picture import TranscriptView
from understudy.cli.chatting.stopping import InterruptHandler
from understudy.cli.chatting.wording import usage_text
from understudy.client import AgentGone, ClientError, Session
from understudy.schema import acp

__all__ = ["TurnDisplay"]

DRAW_INTERVAL_S: Final = 0.08
"""Seconds from one drawing to the next."""
DRAW_REST_FACTOR: Final = 4
"""A drawing that takes long is rested for so many times as long."""
_SPINNER_FRAMES: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_STOP_REASON_TEXT: Final = {
    "refusal": "The agent refused to go on.",
    "max_tokens": "The agent ran out of tokens.",
    "max_turn_requests": "The agent ran out of requests for this turn.",
    "cancelled": "Cancelled.",
}


class TurnDisplay:
    """Where turns are played. Between them the screen belongs to whoever reads the next line."""

    def __init__(self, transcript: TranscriptView, keyboard: Keyboard, interrupts: InterruptHandler, permission_prompt: ChatPermissionPrompt) -> None:
        self._transcript = transcript
        self._keyboard = keyboard
        self._interrupts = interrupts
        self._permission_prompt = permission_prompt
        self._is_suspended = False

    async def run_turn(self, session: Session, text: str, context: list[acp.RuntimeContextItem]) -> None:
        """Raises AgentGone. Everything else that can go wrong is told, and the conversation goes on."""
        begun = time.monotonic()
        used = self._transcript.usage
        try:
            with self._keyboard.cbreak_mode():
                turn = session.prompt(text, context=context)
                self._interrupts.set_turn_cancel(session.cancel)
                drawing = asyncio.ensure_future(self._draw_loop(begun))
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
        if turn.stop_reason in _STOP_REASON_TEXT:
            self._transcript.add_notice(_STOP_REASON_TEXT[turn.stop_reason], "yellow")
        told = ""
        if self._transcript.usage is not None and self._transcript.usage is not used:
            told = usage_text(self._transcript.usage)
        elif turn.usage is not None:
            told = f"{turn.usage.total_tokens:,} tokens"
        if told:
            self._transcript.add_notice(f"{told} · {time.monotonic() - begun:.0f} s")

    def suspend(self) -> None:
        """Somebody else needs the screen, until `rise`."""
        self._is_suspended = True
        self._transcript.clear_live()

    def resume(self) -> None:
        self._is_suspended = False

    async def _draw_loop(self, start_time: float) -> None:
        at = 0
        while True:
            start = time.monotonic()
            if not self._is_suspended:
                self._transcript.draw(self._status_line(at, start - start_time), self._permission_prompt.question_line)
            await asyncio.sleep(max(DRAW_INTERVAL_S, (time.monotonic() - start) * DRAW_REST_FACTOR))
            at += 1

    def _status_line(self, frame: int, seconds: float) -> str:
        told = "cancelling, Ctrl-C again leaves" if self._interrupts.is_cancelling else "Ctrl-C cancels"
        return f"{_SPINNER_FRAMES[frame % len(_SPINNER_FRAMES)]} {seconds:.0f} s · {told}"
