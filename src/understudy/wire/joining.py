"""Two channels made into one: what comes out of either goes into the other, unchanged and at the slower one's pace.

Knows nothing of what the frames mean. It ends when either side has gone, or stands still for too long.
"""

import asyncio
from typing import Final, Literal

from understudy.wire.channel import SKIPPED, Channel

__all__ = ["Ending", "Joint"]

PATIENCE: Final = 30.0
"""Seconds that a side may take nothing while the other has something for it."""
LAST_WORDS: Final = 5.0
"""Seconds that one side has to take what the other said before it left."""

Ending = Literal["stopped", "left", "stalled", "too_large"]
"""Why it is over: nobody wanted it any more, or what a side did."""


class Joint:
    """`run` until one side is done; then `side` is that side's number, 0 or 1, and `ending` says how it was."""

    def __init__(self, first: Channel, second: Channel, patience: float = PATIENCE) -> None:
        self._over = asyncio.Event()
        self.side: int | None = None
        self.ending: Ending = "stopped"
        self._halves = (
            _Half(self, 0, first, second, patience),
            _Half(self, 1, second, first, patience),
        )

    async def run(self) -> None:
        """Both channels are closed afterwards; who owns what is below them closes that."""
        try:
            for half in self._halves:
                half.source.open(half)
            await self._over.wait()
            if self.side is not None and self.ending == "left":
                await self._halves[self.side].sink.flush(LAST_WORDS)
        finally:
            for half in self._halves:
                half.close()

    def stop(self) -> None:
        self._over.set()

    def end(self, side: int, ending: Ending) -> None:
        if not self._over.is_set():
            self.side, self.ending = side, ending
            self._over.set()


class _Half:
    """One direction: the receiver of `source`."""

    def __init__(self, joint: Joint, side: int, source: Channel, sink: Channel, patience: float) -> None:
        self._joint = joint
        self._side = side
        self._patience = patience
        self._waiting: asyncio.Task[None] | None = None
        self.source = source
        self.sink = sink

    def taken(self, frames: list[bytes]) -> None:
        for frame in frames:
            if frame is SKIPPED:
                # Whoever waits for an answer that was passed over would wait for ever.
                self._joint.end(self._side, "too_large")
                return
            self.sink.send(frame)
        if not self.sink.has_room and self._waiting is None:
            self.source.pause()
            self._waiting = asyncio.ensure_future(self._wait())

    def ended(self) -> None:
        self._joint.end(self._side, "left")

    def close(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self.source.close()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(self._patience):
                await self.sink.room()
        except TimeoutError:
            self._joint.end(1 - self._side, "stalled")
            return
        self._waiting = None
        self.source.resume()
