"""When reading stops: while a turn's updates lie unread in plenty, and nobody waits for another answer.

Whoever follows one turn within another's loop waits for what may lie behind the other's updates. So for him
reading goes on, up to a limit that no honest agent reaches.
"""

import asyncio
import contextlib

from understudy.client.limits import (
    MAX_UNREAD_BYTES,
    MAX_UNREAD_UPDATES,
    SEND_CATCH_UP_TIMEOUT_S,
    UNREAD_HARD_LIMIT_FACTOR,
)
from understudy.wire import Channel

__all__ = ["Backpressure"]


class Backpressure:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._unread_levels: dict[object, int] = {}
        self._waiting_readers: set[object] = set()
        self._open_requests = 0
        self.paused = False
        """Whether nothing is read."""

    def report_unread(self, turn: object, updates: int, size: int) -> None:
        """What of a turn lies unread now. Cheap while nothing changes."""
        before = self._unread_levels.get(turn, 0)
        much = max(updates / MAX_UNREAD_UPDATES, size / MAX_UNREAD_BYTES)
        level = 2 if much >= UNREAD_HARD_LIMIT_FACTOR else 1 if much >= (0.5 if before else 1) else 0
        if level == before:
            return
        self._unread_levels[turn] = level
        if not level:
            del self._unread_levels[turn]
        self._update_pause()

    def reader_waiting(self, turn: object) -> None:
        """All of this turn was taken, and its follower waits for more."""
        self._waiting_readers.add(turn)
        self._update_pause()

    def reader_resumed(self, turn: object) -> None:
        self._waiting_readers.discard(turn)
        self._update_pause()

    def request_started(self) -> None:
        """Somebody waits for an answer: it may lie behind the updates."""
        self._open_requests += 1
        self._update_pause()

    def request_finished(self) -> None:
        self._open_requests -= 1
        self._update_pause()

    @property
    def has_room(self) -> bool:
        """Whether the agent takes what it is sent."""
        return self._channel.has_room

    async def wait_until_sent(self) -> None:
        """While the agent does not read, its messages wait, but its answers do not: let them come first."""
        if self.has_room:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SEND_CATCH_UP_TIMEOUT_S):
                await self._channel.wait_for_room()
        for _ in range(3):
            await asyncio.sleep(0)

    def _update_pause(self) -> None:
        worst = max(self._unread_levels.values(), default=0)
        pause = worst > (1 if self._waiting_readers else 0) and not self._open_requests
        if pause == self.paused:
            return
        self.paused = pause
        if pause:
            self._channel.pause()
        else:
            self._channel.resume()
