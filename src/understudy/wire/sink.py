"""Writes bytes to a descriptor: what it accepts at once, then the rest from the event loop, in order.

Owns what is unwritten. Does not close the descriptor, and does not know what the bytes mean.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable

from understudy.wire.descriptors import make_nonblocking
from understudy.wire.limits import GATHER_BYTES, HIGH_WATER_BYTES

__all__ = ["Sink"]


def _do_nothing() -> None: ...


class Sink:
    """Never blocks on a pipe or socket and never raises: a reader that has closed makes it `is_broken`."""

    def __init__(self, fd: int, on_lost: Callable[[], None] = _do_nothing) -> None:
        self._fd = fd
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._restore = make_nonblocking(fd)
        self._unwritten: deque[bytes | memoryview] = deque()
        self._unwritten_bytes = 0
        self._is_watching = False
        self._gathered: list[bytes] | None = None
        self._gathered_size = 0
        self._room = asyncio.Event()
        self._room.set()
        self._idle = asyncio.Event()
        self._idle.set()
        self.is_broken = False
        self.has_room = True

    def put(self, data: bytes) -> None:
        if self._gathered is not None:
            self._gathered.append(data)
            self._gathered_size += len(data)
            if self._gathered_size > GATHER_BYTES:
                self.release()
                self.gather()
            return
        self._put(data)

    def gather(self) -> None:
        """Collect small pieces until `release`. For one loop iteration, not longer."""
        self._gathered, self._gathered_size = [], 0

    def release(self) -> None:
        pieces, self._gathered = self._gathered, None
        if pieces:
            self._put(pieces[0] if len(pieces) == 1 else b"".join(pieces))

    async def wait_for_room(self) -> None:
        """Wait until the reader has read most of what it was sent, or has closed."""
        await self._room.wait()

    async def flush(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            pass

    @property
    def has_unwritten(self) -> bool:
        return not self._idle.is_set()

    def close(self) -> None:
        """Drop what is unwritten and accept nothing more."""
        if self.is_broken:
            return
        self.is_broken = True
        self._watch_writable(False)
        self._unwritten.clear()
        self.has_room = True
        self._room.set()
        self._idle.set()
        self._restore()

    def _put(self, data: bytes) -> None:
        if self.is_broken:
            return
        if self._unwritten:
            rest: bytes | memoryview = data
        else:
            rest = self._write(data)
            if not rest or self.is_broken:
                return
            self._watch_writable(True)
            self._idle.clear()
        self._unwritten.append(rest)
        self._unwritten_bytes += len(rest)
        if self._unwritten_bytes > HIGH_WATER_BYTES:
            self.has_room = False
            self._room.clear()

    def _watch_writable(self, enabled: bool) -> None:
        if enabled != self._is_watching:
            self._is_watching = enabled
            if enabled:
                self._loop.add_writer(self._fd, self._on_writable)
            else:
                self._loop.remove_writer(self._fd)

    def _on_writable(self) -> None:
        """The descriptor accepts more bytes."""
        piece = self._next_piece()
        left = self._write(piece)
        if self.is_broken:
            return
        self._unwritten_bytes -= len(piece) - len(left)
        if left:
            self._unwritten.appendleft(left)
        elif not self._unwritten:
            self._watch_writable(False)
            self._idle.set()
        if self._unwritten_bytes <= HIGH_WATER_BYTES // 2:
            self.has_room = True
            self._room.set()

    def _next_piece(self) -> bytes | memoryview:
        piece = self._unwritten.popleft()
        if len(piece) > GATHER_BYTES or not self._unwritten:
            return piece
        pieces, size = [piece], len(piece)
        while self._unwritten and size + len(self._unwritten[0]) <= GATHER_BYTES:
            pieces.append(self._unwritten.popleft())
            size += len(pieces[-1])
        return b"".join(pieces)

    def _write(self, data: bytes | memoryview) -> bytes | memoryview:
        """Write what the descriptor accepts; return the rest."""
        rest = data
        try:
            while rest:
                written = os.write(self._fd, rest)
                if written == len(rest):
                    return b""
                rest = memoryview(rest)[written:]
        except BlockingIOError:
            pass
        except OSError:  # The reader closed its end.
            self.close()
            self._loop.call_soon(self._on_lost)
        return rest
