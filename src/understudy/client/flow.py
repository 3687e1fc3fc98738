"""When reading stops: while a turn's updates lie unread in plenty, and nobody waits for another answer.

Whoever follows one turn within another's loop waits for what may lie behind the other's updates. So for him
reading goes on, up to a limit that no honest agent reaches.
"""

import asyncio
import contextlib
from typing import Final

from understudy.wire import Channel

__all__ = ["MUCH", "MUCH_BYTES", "Flow"]

MUCH: Final = 4096
"""Unread updates of a turn that stop the reading, until half of them were taken."""
MUCH_BYTES: Final = 32 << 20
"""The same, by their size on the wire."""
TOO_MUCH: Final = 16
"""Times that, which stop it also for those who follow another turn."""

CATCHING_UP: Final = 5.0


class Flow:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._levels: dict[object, int] = {}
        self._hungry: set[object] = set()
        self._asking = 0
        self.paused = False
        """Whether nothing is read."""

    def unread(self, turn: object, updates: int, size: int) -> None:
        """What of a turn lies unread now. Cheap while nothing changes."""
        before = self._levels.get(turn, 0)
        much = max(updates / MUCH, size / MUCH_BYTES)
        level = 2 if much >= TOO_MUCH else 1 if much >= (0.5 if before else 1) else 0
        if level == before:
            return
        self._levels[turn] = level
        if not level:
            del self._levels[turn]
        self._decide()

    def hungry(self, turn: object) -> None:
        """All of this turn was taken, and its follower waits for more."""
        self._hungry.add(turn)
        self._decide()

    def fed(self, turn: object) -> None:
        self._hungry.discard(turn)
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
        worst = max(self._levels.values(), default=0)
        pause = worst > (1 if self._hungry else 0) and not self._asking
        if pause == self.paused:
            return
        self.paused = pause
        if pause:
            self._channel.pause()
        else:
            self._channel.resume()
