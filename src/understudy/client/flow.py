"""When reading stops: while a turn's updates lie unread in plenty, and nobody waits for another answer."""

import asyncio
import contextlib
from typing import Final

from understudy.wire import Channel

__all__ = ["MUCH", "Flow"]

MUCH: Final = 4096
"""Unread updates of a turn that stop the reading, until half of them were taken."""

CATCHING_UP: Final = 5.0


class Flow:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._full: set[object] = set()
        self._asking = 0
        self._paused = False

    def full(self, turn: object) -> None:
        self._full.add(turn)
        self._decide()

    def free(self, turn: object) -> None:
        self._full.discard(turn)
        self._decide()

    def ask(self) -> None:
        """Somebody waits for an answer: it may lie behind the updates."""
        self._asking += 1
        self._decide()

    def answered(self) -> None:
        self._asking -= 1
        self._decide()

    @property
    def has_room(self) -> bool:
        """Whether the agent takes what it is sent."""
        return self._channel.has_room

    async def caught_up(self) -> None:
        """While the agent does not read, its messages wait, but its answers do not: let them come first."""
        if self.has_room:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CATCHING_UP):
                await self._channel.room()
        for _ in range(3):
            await asyncio.sleep(0)

    def _decide(self) -> None:
        pause = bool(self._full) and not self._asking
        if pause == self._paused:
            return
        self._paused = pause
        if pause:
            self._channel.pause()
        else:
            self._channel.resume()
