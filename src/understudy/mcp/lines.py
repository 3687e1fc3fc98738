"""The SDK's read and write streams, straight on two descriptors and the event loop.

The SDK's own stdio transport reads and writes through threads and four memory streams, which is most of
a small call's time. Here a readable descriptor is read by the loop, and a frame is written by the task
that has it; only what the pipe does not take at once waits for the loop.

Bounded both ways: no more lines are taken while too many requests are unanswered, and a sender waits
while too many bytes are unwritten. Lines and descriptors are `wire`'s business; here they become messages.
"""

import asyncio
from collections import deque
from types import TracebackType
from typing import Final, Self

import anyio
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse

from understudy.mcp.frames import Refusal, decode, encode, too_long
from understudy.wire import SKIPPED
from understudy.wire.sink import Sink
from understudy.wire.source import Source

__all__ = ["LineReader", "LineWriter"]

MOST_UNANSWERED: Final = 512
MOST_UNTAKEN: Final = 512
"""Lines that are read and not taken. With that many, reading stops until they are."""
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
        self._sink = Sink(fd, self._lost)
        self.unanswered = 0
        self.changed = asyncio.Event()

    async def send(self, item: SessionMessage, /) -> None:
        if self.broken:
            raise anyio.BrokenResourceError
        if isinstance(item.message, JSONRPCResponse | JSONRPCError) and item.message.id is not None:
            await self.settle()
        self.put(encode(item.message))
        if not self._sink.has_room:
            await self._sink.room()

    @property
    def has_room(self) -> bool:
        return self._sink.has_room

    async def room(self) -> None:
        """Until the client has taken most of what it was sent."""
        await self._sink.room()

    async def settle(self) -> None:
        """A request is answered, or was cancelled and will not be. Async because the SDK awaits it."""
        self.unanswered -= 1
        self.changed.set()

    def put(self, line: bytes) -> None:
        """Write what the descriptor takes now and keep the rest."""
        self._sink.put(line)

    @property
    def broken(self) -> bool:
        return self._sink.broken

    async def flush(self, seconds: float) -> None:
        """Give the client a moment to take what is left."""
        await self._sink.flush(seconds)

    def abandon(self) -> None:
        self._sink.close()
        self.changed.set()

    def _lost(self) -> None:
        self.changed.set()


class LineReader(_Stream):
    """Reads frames; answers what is no frame itself, and ends at the end of input."""

    def __init__(self, fd: int, writer: LineWriter) -> None:
        self._source = Source(fd, self._read, self._end)
        self._writer = writer
        self._lines: deque[bytes] = deque()
        self._ended = False
        self._stopped = False
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
        self._source.close()

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
            message = too_long() if line is SKIPPED else decode(line)
            if isinstance(message, Refusal):
                self._writer.put(encode(message.error))
                if not self._writer.has_room:
                    self._source.pause()
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
            self._source.pause()
            self._writer.changed.clear()
            await self._writer.changed.wait()
        while not self._lines:
            if self._ended or self._writer.broken:
                await self._linger()
                raise anyio.EndOfStream
            self._source.resume()
            self._ready.clear()
            await self._ready.wait()
        return self._lines.popleft()

    async def _linger(self) -> None:
        self._source.pause()
        until = asyncio.get_running_loop().time() + LINGER
        while self._writer.unanswered > 0 and not self._stopped and not self._writer.broken:
            self._writer.changed.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._writer.changed.wait()
            except TimeoutError:
                return

    def _read(self, lines: list[bytes]) -> None:
        self._lines.extend(lines)
        self._ready.set()
        if len(self._lines) >= MOST_UNTAKEN:
            self._source.pause()

    def _end(self) -> None:
        self._ended = True
        self._ready.set()
