"""Connects two channels: frames of each are sent to the other, unchanged, at the pace of the slower one.

Knows nothing of what the frames mean. It ends when either side disconnects or stalls for too long.
"""

import asyncio
from typing import Literal

from understudy.wire.channel import OVERSIZED_FRAME, Channel
from understudy.wire.limits import RELAY_FLUSH_TIMEOUT_S, STALL_TIMEOUT_S

__all__ = ["Relay", "RelayEnd"]


RelayEnd = Literal["stopped", "left", "stalled", "too_large"]
"""Why a relay ended: it was stopped, or what a side did."""


class Relay:
    """`run` returns when one side ends; then `side` is its number, 0 or 1, and `ending` says how it ended."""

    def __init__(self, first: Channel, second: Channel, stall_timeout_s: float = STALL_TIMEOUT_S) -> None:
        self._over = asyncio.Event()
        self.side: int | None = None
        self.ending: RelayEnd = "stopped"
        self._directions = (
            _Direction(self, 0, first, second, stall_timeout_s),
            _Direction(self, 1, second, first, stall_timeout_s),
        )

    async def run(self) -> None:
        """Relay until the end, then close both channels. Owners close the descriptors or sockets below."""
        try:
            for direction in self._directions:
                direction.source.open(direction)
            await self._over.wait()
            if self.side is not None and self.ending == "left":
                await self._directions[self.side].sink.flush(RELAY_FLUSH_TIMEOUT_S)
        finally:
            for direction in self._directions:
                direction.close()

    def stop(self) -> None:
        self._over.set()

    def end(self, side: int, ending: RelayEnd) -> None:
        if not self._over.is_set():
            self.side, self.ending = side, ending
            self._over.set()


class _Direction:
    """One direction: the receiver of `source`."""

    def __init__(
        self, relay: Relay, side: int, source: Channel, sink: Channel, stall_timeout_s: float
    ) -> None:
        self._relay = relay
        self._side = side
        self._stall_timeout_s = stall_timeout_s
        self._wait_task: asyncio.Task[None] | None = None
        self.source = source
        self.sink = sink

    def frames_received(self, frames: list[bytes]) -> None:
        for frame in frames:
            if frame is OVERSIZED_FRAME:
                # A side that waits for a dropped response would wait forever.
                self._relay.end(self._side, "too_large")
                return
            self.sink.send(frame)
        if not self.sink.has_room and self._wait_task is None:
            self.source.pause()
            self._wait_task = asyncio.ensure_future(self._wait_for_sink())

    def ended(self) -> None:
        self._relay.end(self._side, "left")

    def close(self) -> None:
        if self._wait_task is not None:
            self._wait_task.cancel()
        self.source.close()

    async def _wait_for_sink(self) -> None:
        try:
            async with asyncio.timeout(self._stall_timeout_s):
                await self.sink.wait_for_room()
        except TimeoutError:
            self._relay.end(1 - self._side, "stalled")
            return
        self._wait_task = None
        self.source.resume()
