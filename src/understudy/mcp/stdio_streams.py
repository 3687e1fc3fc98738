"""The SDK's read and write streams, directly on two descriptors and the event loop.

The SDK's own stdio transport reads and writes through threads and four memory streams, which takes most of
the time of a small call. Here the event loop reads a readable descriptor, and the task that sends a frame
writes it; only the bytes that the pipe does not accept at once wait for the loop.

Bounded both ways: no line is processed while too many requests are unanswered, and a sender waits while too
many bytes are unwritten. `understudy.wire` reads lines and writes bytes; this module turns them into
messages.
"""

import asyncio

import anyio
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCRequest, JSONRPCResponse

from understudy.mcp.frames import InvalidFrame, decode, encode, too_long_frame
from understudy.mcp.limits import EOF_DRAIN_TIMEOUT_S, MAX_UNANSWERED_REQUESTS
from understudy.mcp.line_queue import LineQueue
from understudy.mcp_streams import MessageReadStream, MessageStream
from understudy.wire import OVERSIZED_FRAME, Sink

__all__ = ["LineReader", "LineWriter"]


class LineWriter(MessageStream):
    """Writes whole frames in the order in which they were sent, even if a sender is cancelled."""

    def __init__(self, fd: int) -> None:
        self._sink = Sink(fd, self._on_lost)
        self.unanswered = 0
        self.changed = asyncio.Event()

    async def send(self, item: SessionMessage, /) -> None:
        if self.is_broken:
            raise anyio.BrokenResourceError
        if isinstance(item.message, JSONRPCResponse | JSONRPCError) and item.message.id is not None:
            await self.mark_answered()
        self.write_line(encode(item.message))
        if not self._sink.has_room:
            await self._sink.wait_for_room()

    @property
    def has_room(self) -> bool:
        return self._sink.has_room

    async def wait_for_room(self) -> None:
        """Wait until the client has read most of what it was sent."""
        await self._sink.wait_for_room()

    async def mark_answered(self) -> None:
        """Count a request as answered, or as cancelled without a response. Async because the SDK awaits it."""
        self.unanswered -= 1
        self.changed.set()

    def write_line(self, line: bytes) -> None:
        """Write what the descriptor accepts now and queue the rest."""
        self._sink.put(line)

    @property
    def is_broken(self) -> bool:
        return self._sink.is_broken

    async def flush(self, seconds: float) -> None:
        """Wait until the client has read what is unwritten, at most `seconds`."""
        await self._sink.flush(seconds)

    def drop_unwritten(self) -> None:
        self._sink.close()
        self.changed.set()

    def _on_lost(self) -> None:
        self.changed.set()


class LineReader(MessageReadStream):
    """Reads messages until the end of input. It responds to a line that is not a message itself."""

    def __init__(self, lines: LineQueue, writer: LineWriter) -> None:
        self._lines = lines
        self._writer = writer
        self._stopped = False
        self._first_message: SessionMessage | None = None
        lines.on_stop = self._on_stop

    async def peek_first(self) -> SessionMessage | None:
        """Return the first message without consuming it; None at the end of input."""
        try:
            self._first_message = await self.receive()
        except anyio.EndOfStream:
            return None
        return self._first_message

    async def receive(self) -> SessionMessage:
        if self._first_message is not None:
            message, self._first_message = self._first_message, None
            return message
        while True:
            line = await self._next_line()
            message = too_long_frame() if line is OVERSIZED_FRAME else decode(line)
            if isinstance(message, InvalidFrame):
                self._writer.write_line(encode(message.error))
                if not self._writer.has_room:
                    self._lines.pause()
                    await self._writer.wait_for_room()
            elif isinstance(message, JSONRPCRequest):
                self._writer.unanswered += 1
                return SessionMessage(
                    message, ServerMessageMetadata(on_request_unanswered=self._writer.mark_answered)
                )
            else:
                return SessionMessage(message)

    async def _next_line(self) -> bytes:
        if self._lines:
            await asyncio.sleep(0)  # Let the tasks of the previous lines run first.
        while (
            self._writer.unanswered >= MAX_UNANSWERED_REQUESTS
            and not self._stopped
            and not self._writer.is_broken
        ):
            self._lines.pause()
            self._writer.changed.clear()
            await self._writer.changed.wait()
        while not self._lines:
            if self._lines.has_ended or self._writer.is_broken:
                await self._drain()
                raise anyio.EndOfStream
            await self._lines.wait()
        return self._lines.pop()

    async def _drain(self) -> None:
        self._lines.pause()
        until = asyncio.get_running_loop().time() + EOF_DRAIN_TIMEOUT_S
        while self._writer.unanswered > 0 and not self._stopped and not self._writer.is_broken:
            self._writer.changed.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._writer.changed.wait()
            except TimeoutError:
                return

    def _on_stop(self) -> None:
        self._stopped = True
        self._writer.changed.set()
