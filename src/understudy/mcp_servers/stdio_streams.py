"""A child's lines ⇄ the SDK's messages, as the pair of streams that the SDK works on.

Bounded: a line that is too long is dropped while it is read, the child waits while its lines are unread, and
one that writes only what is no message is given up.

Bytes into lines with a limit. Pure; knows neither processes nor messages' meaning.
"""

import asyncio
import contextlib
import re
from collections import deque
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

from understudy.mcp_servers.limits import MAX_CONSECUTIVE_NON_MESSAGES, MAX_UNREAD_BYTES
from understudy.mcp_servers.server_process import ServerProcess
from understudy.mcp_servers.text import format_size

__all__ = ["LineReader", "LineSplitter", "LineWriter", "OverlongLine"]

OVERLONG_LINE_KEPT_BYTES: Final = 256
_ID_AT_START: Final = re.compile(rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*[,}]')
_ID_AT_END: Final = re.compile(
    rb'"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$'
    rb'|,\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$'
)


@dataclass(frozen=True, slots=True)
class OverlongLine:
    """A line that was too long to keep: how it began and how it ended."""

    head: bytes
    tail: bytes

    def answered_request_id(self) -> int | None:
        """The number of the request that it answers, if that stands at either end, as SDKs write it."""
        found = _ID_AT_START.match(self.head) or _ID_AT_END.search(self.tail)
        return None if found is None else int(found[1] or found[2])


class LineSplitter:
    def __init__(self, max_line_bytes: int) -> None:
        self._max_line_bytes = max_line_bytes
        self._parts: list[bytes] = []
        self._length = 0
        self._head: bytes | None = None
        """Set while the rest of a line that is too long is skipped."""
        self._tail = b""

    def feed(self, data: bytes) -> list[bytes | OverlongLine]:
        """The lines that end in this piece, in order."""
        *ends, rest = data.split(b"\n")
        lines = [self._end_line(end) for end in ends]
        self._append(rest)
        return lines

    def _append(self, piece: bytes) -> None:
        if self._head is not None:
            self._tail = (self._tail + piece[-OVERLONG_LINE_KEPT_BYTES:])[-OVERLONG_LINE_KEPT_BYTES:]
            return
        self._parts.append(piece)
        self._length += len(piece)
        if self._length > self._max_line_bytes:
            line = b"".join(self._parts)
            self._head, self._tail = line[:OVERLONG_LINE_KEPT_BYTES], line[-OVERLONG_LINE_KEPT_BYTES:]
            self._parts, self._length = [], 0

    def _end_line(self, end: bytes) -> bytes | OverlongLine:
        self._append(end)
        if self._head is not None:
            line: bytes | OverlongLine = OverlongLine(self._head, self._tail)
            self._head, self._tail = None, b""
            return line
        line = b"".join(self._parts)
        self._parts, self._length = [], 0
        return line


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
    def __init__(self, process: ServerProcess) -> None:
        self._process = process

    async def send(self, item: SessionMessage, /) -> None:
        line = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        if not await self._process.write(line.encode() + b"\n"):
            raise anyio.BrokenResourceError


class LineReader(_Stream):
    """Messages in the order they were written. What is none is counted and dropped."""

    def __init__(self, max_line_bytes: int) -> None:
        self._splitter = LineSplitter(max_line_bytes)
        self._max_line_bytes = max_line_bytes
        self._lines: deque[bytes | OverlongLine] = deque()
        self._unread_bytes = 0
        self._ended = False
        self._ready = asyncio.Event()
        self._consecutive_non_messages = 0
        self.non_message_count = 0
        self.given_up = False

    def set_reading(self, enabled: bool) -> None:
        """Replaced by the child's: stop and go on with its output."""
        del enabled

    def feed(self, data: bytes) -> None:
        """A piece of output, empty at its end."""
        if not data:
            self._ended = True
        for line in self._splitter.feed(data):
            self._lines.append(line)
            self._unread_bytes += len(line) if isinstance(line, bytes) else 0
        # Empty lines cost memory too.
        if self._unread_bytes + 64 * len(self._lines) > MAX_UNREAD_BYTES:
            self.set_reading(False)
        self._ready.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def receive(self) -> SessionMessage:
        while True:
            line = await self._next_line()
            message = self._decode_overlong(line) if isinstance(line, OverlongLine) else self._decode(line)
            if message is not None:
                self._consecutive_non_messages = 0
                return SessionMessage(message)
            if self._consecutive_non_messages >= MAX_CONSECUTIVE_NON_MESSAGES:
                self.given_up = True
                raise anyio.EndOfStream

    async def _next_line(self) -> bytes | OverlongLine:
        if self._lines:
            await asyncio.sleep(0)  # Others have their turn, however much a server writes.
        while not self._lines:
            if self._ended:
                raise anyio.EndOfStream
            self.set_reading(True)
            self._ready.clear()
            await self._ready.wait()
        line = self._lines.popleft()
        self._unread_bytes -= len(line) if isinstance(line, bytes) else 0
        return line

    def _decode(self, line: bytes) -> types.JSONRPCMessage | None:
        if not line or line.isspace():
            self._consecutive_non_messages += 1
            return None
        with contextlib.suppress(ValueError, RecursionError):
            return types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        self.non_message_count += 1
        self._consecutive_non_messages += 1
        return None

    def _decode_overlong(self, line: OverlongLine) -> types.JSONRPCMessage | None:
        number = line.answered_request_id()
        if number is None:
            self.non_message_count += 1
            self._consecutive_non_messages += 1
            return None
        message = f"its answer has more than {format_size(self._max_line_bytes)} and was dropped; ask for less at a time"
        return types.JSONRPCError(
            jsonrpc="2.0", id=number, error=types.ErrorData(code=types.INTERNAL_ERROR, message=message)
        )
