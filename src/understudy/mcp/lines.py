"""The SDK's read and write streams, straight on two descriptors and the event loop.

The SDK's own stdio transport reads and writes through threads and four memory streams, which is most of
a small call's time. Here a readable descriptor is read by the loop, and a frame is written by the task
that has it; only what the pipe does not take at once waits for the loop.

Bounded both ways: no more lines are taken while too many requests are unanswered, and a sender waits
while too many bytes are unwritten.
"""

import asyncio
import os
from collections import deque
from types import TracebackType
from typing import Final, Self

import anyio
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse

from understudy.mcp.frames import MOST_BYTES, Refusal, decode, encode, too_long

__all__ = ["LineReader", "LineWriter"]

CHUNK: Final = 1 << 17
MOST_UNANSWERED: Final = 512
MOST_UNWRITTEN: Final = 1 << 20
LINGER: Final = 0.2
"""Seconds that unanswered requests have after the end of input, so that `echo … | understudy mcp` works."""


class _Stream:
    async def aclose(self) -> None:
        self.close()

    def close(self) -> None: ...

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        self.close()


class LineWriter(_Stream):
    """Writes whole frames, in the order they were sent, even if a sender is cancelled halfway."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._loop = asyncio.get_running_loop()
        self._unwritten: deque[memoryview] = deque()
        self._size = 0
        self._room = asyncio.Event()
        self._room.set()
        self._broken = False
        self.unanswered = 0
        self.changed = asyncio.Event()

    async def send(self, item: SessionMessage, /) -> None:
        if self._broken:
            raise anyio.BrokenResourceError
        if isinstance(item.message, JSONRPCResponse | JSONRPCError) and item.message.id is not None:
            await self.settle()
        self.put(encode(item.message))
        await self._room.wait()

    @property
    def has_room(self) -> bool:
        return self._room.is_set()

    async def room(self) -> None:
        """Until the client has taken most of what it was sent."""
        await self._room.wait()

    async def settle(self) -> None:
        """A request is answered, or was cancelled and will not be. Async because the SDK awaits it."""
        self.unanswered -= 1
        self.changed.set()

    def put(self, frame: bytes) -> None:
        """Write what the descriptor takes now and keep the rest."""
        if self._broken:
            return
        rest = memoryview(frame)
        if not self._unwritten:
            rest = self._write(rest)
        if rest and not self._broken:
            if not self._unwritten:
                self._loop.add_writer(self._fd, self._continue)
            self._unwritten.append(rest)
            self._size += len(rest)
            if self._size > MOST_UNWRITTEN:
                self._room.clear()

    @property
    def broken(self) -> bool:
        return self._broken

    async def flush(self, seconds: float) -> None:
        """Give the client a moment to take what is left."""
        until = self._loop.time() + seconds
        while self._unwritten and not self._broken and self._loop.time() < until:
            await asyncio.sleep(0.005)

    def abandon(self) -> None:
        if self._unwritten:
            self._loop.remove_writer(self._fd)
        self._broken = True
        self._unwritten.clear()
        self._room.set()
        self.changed.set()

    def _continue(self) -> None:
        while self._unwritten:
            rest = self._unwritten[0]
            left = self._write(rest)
            if self._broken:
                return
            self._size -= len(rest) - len(left)
            if left:
                self._unwritten[0] = left
                break
            self._unwritten.popleft()
        else:
            self._loop.remove_writer(self._fd)
        if self._size <= MOST_UNWRITTEN // 2:
            self._room.set()

    def _write(self, rest: memoryview) -> memoryview:
        try:
            while rest:
                rest = rest[os.write(self._fd, rest) :]
        except BlockingIOError:
            pass
        except OSError:  # The client closed its end: there is nobody to tell.
            self.abandon()
        return rest


class LineReader(_Stream):
    """Reads frames; answers what is no frame itself, and ends at the end of input."""

    def __init__(self, fd: int, writer: LineWriter) -> None:
        self._fd = fd
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self._lines: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._length = 0
        self._skipping = False
        self._ended = False
        self._stopped = False
        self._listening = False
        self._pollable = True
        self._ready = asyncio.Event()
        self._opening: SessionMessage | None = None

    async def opening(self) -> SessionMessage | None:
        """The first message, without taking it."""
        try:
            self._opening = await self.receive()
        except anyio.EndOfStream:
            return None
        return self._opening

    def stop(self) -> None:
        """End of input now, whatever the client still has to say."""
        self._stopped = self._ended = True
        self._lines.clear()
        self._ready.set()
        self._writer.changed.set()

    def close(self) -> None:
        self._listen(False)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def receive(self) -> SessionMessage:
        if self._opening is not None:
            message, self._opening = self._opening, None
            return message
        while True:
            line = await self._line()
            if not line or line.isspace():
                continue
            message = decode(line)
            if isinstance(message, Refusal):
                self._writer.put(encode(message.error))
                if not self._writer.has_room:
                    self._listen(False)
                    await self._writer.room()
            elif isinstance(message, JSONRPCRequest):
                self._writer.unanswered += 1
                return SessionMessage(
                    message, ServerMessageMetadata(on_request_unanswered=self._writer.settle)
                )
            else:
                return SessionMessage(message)

    async def _line(self) -> bytes:
        if self._lines:
            await asyncio.sleep(0)  # The tasks of the lines before this one come first.
        while self._writer.unanswered >= MOST_UNANSWERED and not self._stopped and not self._writer.broken:
            self._listen(False)
            self._writer.changed.clear()
            await self._writer.changed.wait()
        while not self._lines:
            if self._ended or self._writer.broken:
                await self._linger()
                raise anyio.EndOfStream
            self._listen(True)
            self._ready.clear()
            if not self._pollable:
                self._read()
                continue
            await self._ready.wait()
        return self._lines.popleft()

    async def _linger(self) -> None:
        self._listen(False)
        until = self._loop.time() + LINGER
        while self._writer.unanswered > 0 and not self._stopped and not self._writer.broken:
            self._writer.changed.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._writer.changed.wait()
            except TimeoutError:
                return

    def _listen(self, on: bool) -> None:
        if on == self._listening or not self._pollable:
            return
        self._listening = on
        if not on:
            self._loop.remove_reader(self._fd)
            return
        try:
            self._loop.add_reader(self._fd, self._read)
        except PermissionError:  # A regular file: always readable, so it is read when a line is wanted.
            self._pollable = self._listening = False

    def _read(self) -> None:
        """One read: the loop says that it will not block."""
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._ended = True
            self._ready.set()
            self._listen(False)
            return
        first, *others = data.split(b"\n")
        self._add(first)
        for other in others:
            self._finish()
            self._add(other)
        if self._lines:
            self._ready.set()

    def _add(self, part: bytes) -> None:
        if part and not self._skipping:
            self._parts.append(part)
            self._length += len(part)
            if self._length > MOST_BYTES:
                self._skipping = True
                self._parts.clear()

    def _finish(self) -> None:
        if self._skipping:
            self._writer.put(encode(too_long().error))
        elif self._parts:
            self._lines.append(self._parts[0] if len(self._parts) == 1 else b"".join(self._parts))
        self._parts.clear()
        self._length, self._skipping = 0, False
