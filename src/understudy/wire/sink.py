"""Bytes written to a descriptor: at once as far as it takes them, then by the event loop, in order.

Owns what is unwritten. Not the descriptor's closing, and not what the bytes mean.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from typing import Final

from understudy.wire.channel import HIGH_WATER
from understudy.wire.descriptors import make_nonblocking

__all__ = ["Sink"]

GATHERED: Final = 1 << 16
"""Small pieces are written together up to about this many bytes."""


def _nobody() -> None: ...


class Sink:
    """Never blocks on a pipe or socket and never raises: a reader that has gone makes it `broken`."""

    def __init__(self, fd: int, lost: Callable[[], None] = _nobody) -> None:
        self._fd = fd
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._restore = make_nonblocking(fd)
        self._unwritten: deque[bytes | memoryview] = deque()
        self._size = 0
        self._listening = False
        self._gathered: list[bytes] | None = None
        self._gathered_size = 0
        self._room = asyncio.Event()
        self._room.set()
        self._idle = asyncio.Event()
        self._idle.set()
        self.broken = False
        self.has_room = True

    def put(self, data: bytes) -> None:
        if self._gathered is not None:
            self._gathered.append(data)
            self._gathered_size += len(data)
            if self._gathered_size > GATHERED:
                self.release()
                self.gather()
            return
        self._put(data)

    def gather(self) -> None:
        """Until `release`, small pieces wait for each other. For one turn of the loop, not longer."""
        self._gathered, self._gathered_size = [], 0

    def release(self) -> None:
        pieces, self._gathered = self._gathered, None
        if pieces:
            self._put(pieces[0] if len(pieces) == 1 else b"".join(pieces))

    async def room(self) -> None:
        """Until the reader has taken most of what it was sent, or has gone."""
        await self._room.wait()

    async def flush(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            pass

    def close(self) -> None:
        """Drop what is unwritten and take nothing more."""
        if self.broken:
            return
        self.broken = True
        self._listen(False)
        self._unwritten.clear()
        self.has_room = True
        self._room.set()
        self._idle.set()
        self._restore()

    def _put(self, data: bytes) -> None:
        if self.broken:
            return
        if self._unwritten:
            rest: bytes | memoryview = data
        else:
            rest = self._write(data)
            if not rest or self.broken:
                return
            self._listen(True)
            self._idle.clear()
        self._unwritten.append(rest)
        self._size += len(rest)
        if self._size > HIGH_WATER:
            self.has_room = False
            self._room.clear()

    def _listen(self, on: bool) -> None:
        if on != self._listening:
            self._listening = on
            if on:
                self._loop.add_writer(self._fd, self._continue)
            else:
                self._loop.remove_writer(self._fd)

    def _continue(self) -> None:
        """The descriptor takes more."""
        piece = self._next()
        left = self._write(piece)
        if self.broken:
            return
        self._size -= len(piece) - len(left)
        if left:
            self._unwritten.appendleft(left)
        elif not self._unwritten:
            self._listen(False)
            self._idle.set()
        if self._size <= HIGH_WATER // 2:
            self.has_room = True
            self._room.set()

    def _next(self) -> bytes | memoryview:
        piece = self._unwritten.popleft()
        if len(piece) > GATHERED or not self._unwritten:
            return piece
        pieces, size = [piece], len(piece)
        while self._unwritten and size + len(self._unwritten[0]) <= GATHERED:
            pieces.append(self._unwritten.popleft())
            size += len(pieces[-1])
        return b"".join(pieces)

    def _write(self, data: bytes | memoryview) -> bytes | memoryview:
        """What is left of it."""
        rest = data
        try:
            while rest:
                written = os.write(self._fd, rest)
                if written == len(rest):
                    return b""
                rest = memoryview(rest)[written:]
        except BlockingIOError:
            pass
        except OSError:  # The reader closed its end: there is nobody to tell.
            self.close()
            self._loop.call_soon(self._lost)
        return rest
