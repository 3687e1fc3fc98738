"""Two connected channels in memory: for tests, and for both sides in one process.

Frames, limits and backpressure are those of a pipe. There are no lines, so nothing is split or joined.
"""

import asyncio
from collections import deque

from understudy.wire.channel import OVERSIZED_FRAME, Receiver
from understudy.wire.limits import BATCH_BYTES, HIGH_WATER_BYTES, MAX_FRAME_BYTES

__all__ = ["MemoryChannel", "memory_pair"]


class MemoryChannel:
    """One side. It queues what the other side sent until its receiver gets it."""

    def __init__(self, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        self._loop = asyncio.get_running_loop()
        self._max_frame_bytes = max_frame_bytes
        self._inbox: deque[bytes] = deque()
        self._size = 0
        self._other: MemoryChannel = self
        self._receiver: Receiver | None = None
        self._paused = False
        self._over = False
        self._closed = False
        self._scheduled = False
        self._room = asyncio.Event()
        self._room.set()

    def connect(self, other: "MemoryChannel") -> None:
        self._other, other._other = other, self

    def open(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self._schedule()

    def pause(self) -> None:
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        self._schedule()

    def send(self, frame: bytes) -> None:
        if not self._closed:
            self._other.receive(frame)

    @property
    def has_room(self) -> bool:
        return self._room.is_set()

    async def wait_for_room(self) -> None:
        await self._room.wait()

    async def flush(self, seconds: float) -> None:
        """Nothing to wait for: what was sent is queued at the other side, even after `close`."""
        del seconds

    def finish(self) -> None:
        """Send no more, but still receive, like a closed standard input."""
        self._other.end()

    def close(self) -> None:
        self._closed = True
        self._receiver = None
        self._inbox.clear()
        self._size = 0
        self._room.set()
        self._other.restore_room()
        self._other.end()

    def receive(self, frame: bytes) -> None:
        if self._closed or self._over or not frame or frame.isspace():
            return
        frame = frame if len(frame) <= self._max_frame_bytes else OVERSIZED_FRAME
        self._inbox.append(frame)
        self._size += len(frame)
        if self._size > HIGH_WATER_BYTES:
            self._other.clear_room()
        self._schedule()

    def end(self) -> None:
        self._over = True
        self._schedule()

    def clear_room(self) -> None:
        self._room.clear()

    def restore_room(self) -> None:
        self._room.set()

    def _schedule(self) -> None:
        if (
            self._receiver is None
            or self._scheduled
            or not (self._over or (self._inbox and not self._paused))
        ):
            return
        self._scheduled = True
        self._loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        self._scheduled = False
        receiver = self._receiver
        # Once the other side has closed, a pause delays nothing: what is left is bounded.
        if receiver is None or (self._paused and not self._over):
            return
        frames: list[bytes] = []
        size = 0
        while self._inbox and size < BATCH_BYTES:
            frames.append(self._inbox.popleft())
            size += len(frames[-1])
        self._size -= size
        if self._size <= HIGH_WATER_BYTES // 2:
            self._other.restore_room()
        if frames:
            receiver.frames_received(frames)
        if self._over and not self._inbox:
            self._receiver = None
            receiver.ended()
        else:
            self._schedule()


def memory_pair(max_frame_bytes: int = MAX_FRAME_BYTES) -> tuple[MemoryChannel, MemoryChannel]:
    """Return both sides of a new connection."""
    near, far = MemoryChannel(max_frame_bytes), MemoryChannel(max_frame_bytes)
    near.connect(far)
    return near, far
