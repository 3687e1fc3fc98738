"""One turn on the screen: updates go into the picture, and the picture is drawn while they come."""

import asyncio
import time
from contextlib import suppress
from typing import Final

from understudy.cli.chatting.asking import Asker
from understudy.cli.chatting.keys import Keyboard
from understudy.cli.chatting.picture import Picture
from understudy.cli.chatting.stopping import Stops
from understudy.cli.chatting.wording import usage_words
from understudy.client import AgentGone, ClientError, Session
from understudy.schema import acp

__all__ = ["Stage"]

EVERY: Final = 0.08
"""Seconds from one drawing to the next."""
SHARE: Final = 4
"""A drawing that takes long is rested for so many times as long."""
_WHEELS: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_REASONS: Final = {
    "refusal": "The agent refused to go on.",
    "max_tokens": "The agent ran out of tokens.",
    "max_turn_requests": "The agent ran out of requests for this turn.",
    "cancelled": "Cancelled.",
}


class Stage:
    """Where turns are played. Between them the screen belongs to whoever reads the next line."""

    def __init__(self, picture: Picture, keyboard: Keyboard, stops: Stops, asker: Asker) -> None:
        self._picture = picture
        self._keyboard = keyboard
        self._stops = stops
        self._asker = asker
        self._curtain = False

    async def play(self, session: Session, text: str, context: list[acp.RuntimeContextItem]) -> None:
        """Raises AgentGone. Everything else that can go wrong is told, and the conversation goes on."""
        begun = time.monotonic()
        used = self._picture.usage
        try:
            with self._keyboard.silent():
                turn = session.prompt(text, context=context)
                self._stops.turn(session.cancel)
                drawing = asyncio.ensure_future(self._draw(begun))
                try:
                    async for update in turn:
                        self._picture.update(update)
                finally:
                    self._stops.turn(None)
                    drawing.cancel()
                    with suppress(asyncio.CancelledError):
                        await drawing
                    self._picture.end()
        except AgentGone:
            raise
        except ClientError as error:
            self._picture.remark(str(error), "red")
            return
        if turn.stop_reason in _REASONS:
            self._picture.remark(_REASONS[turn.stop_reason], "yellow")
        told = ""
        if self._picture.usage is not None and self._picture.usage is not used:
            told = usage_words(self._picture.usage)
        elif turn.usage is not None:
            told = f"{turn.usage.total_tokens:,} tokens"
        if told:
            self._picture.remark(f"{told} · {time.monotonic() - begun:.0f} s")

    def lower(self) -> None:
        """Somebody else needs the screen, until `rise`."""
        self._curtain = True
        self._picture.clear()

    def rise(self) -> None:
        self._curtain = False

    async def _draw(self, begun: float) -> None:
        at = 0
        while True:
            start = time.monotonic()
            if not self._curtain:
                self._picture.draw(self._status(at, start - begun), self._asker.line)
            await asyncio.sleep(max(EVERY, (time.monotonic() - start) * SHARE))
            at += 1

    def _status(self, at: int, seconds: float) -> str:
        told = "cancelling, Ctrl-C again leaves" if self._stops.called_off else "Ctrl-C cancels"
        return f"{_WHEELS[at % len(_WHEELS)]} {seconds:.0f} s · {told}"
