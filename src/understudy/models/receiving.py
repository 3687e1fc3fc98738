"""How much a provider may send: a limit on every body, and on every event of a stream. Nothing is unpacked.

The SDKs read an error, a line or an event of any size into memory, and some copy it for each line of it. How large
an answer may become in words is not decided here (see incoming).
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Final, cast

import httpx2

from understudy.models.port import ModelError

__all__ = ["limit_response"]

MAX_ERROR_BODY_BYTES: Final = 1024 * 1024
MAX_BODY_BYTES: Final = 32 * 1024 * 1024
MAX_STREAM_BYTES: Final = 128 * 1024 * 1024
"""Each word of an answer comes in an event of some hundred bytes."""
MAX_EVENT_BYTES: Final = 16 * 1024 * 1024
MAX_LINES_PER_EVENT: Final = 2000
"""Line ends in one event; one has two or three."""
MAX_EVENTS: Final = 500_000
"""Empty ones cost work, too."""
SLICE_BYTES: Final = 8192
"""Bytes of many lines that are handed on at a time, so that everything else has its turn in between."""
MAX_LINES_UNSLICED: Final = 64

_EVENT_ENDS: Final = (b"\n\n", b"\r\r", b"\r\n\r\n")


async def limit_response(response: httpx2.Response) -> None:
    """A response hook: from here on the response cannot be read further than its limit."""
    packed = response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity")
    inner = cast("httpx2.AsyncByteStream", response.stream)
    if response.status_code >= 300:
        # What is told of an error is short. Its status counts, so that its body is cut rather than refused, and
        # left unread if it is packed.
        response.headers.pop("content-encoding", None)
        response.stream = _TruncatedStream(inner, 0 if packed else MAX_ERROR_BODY_BYTES)
        return
    host = response.request.url.netloc.decode(errors="replace")
    if packed:
        # It was asked not to: a few kilobytes could unpack to gigabytes.
        raise ModelError("rejected", f"{host} sent a compressed answer, which was not asked for.")
    kind = response.headers.get("content-type", "").strip().lower()
    streamed = kind.startswith("text/event-stream")
    response.stream = _LimitedStream(inner, MAX_STREAM_BYTES if streamed else MAX_BODY_BYTES, host)


class _TruncatedStream(httpx2.AsyncByteStream):
    """Ends where its limit is."""

    def __init__(self, inner: httpx2.AsyncByteStream, max_bytes: int) -> None:
        self._inner = inner
        self._bytes_left = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if not self._bytes_left:
            return
        async with aclosing(cast("AsyncGenerator[bytes]", aiter(self._inner))) as chunks:
            async for chunk in chunks:
                yield chunk[: self._bytes_left]
                self._bytes_left -= len(chunk)
                if self._bytes_left <= 0:
                    return

    async def aclose(self) -> None:
        await self._inner.aclose()


class _LimitedStream(httpx2.AsyncByteStream):
    """Raises where one of its limits is passed."""

    def __init__(self, inner: httpx2.AsyncByteStream, max_bytes: int, host: str) -> None:
        self._inner = inner
        self._bytes_left = max_bytes
        self._host = host
        self._event_bytes = self._event_lines = self._event_count = 0
        self._tail = b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            self._bytes_left -= len(chunk)
            self._count(chunk)
            if self._bytes_left < 0 or self._event_bytes > MAX_EVENT_BYTES or self._event_lines > MAX_LINES_PER_EVENT or self._event_count > MAX_EVENTS:
                raise ModelError("rejected", f"{self._host} sent too much at once; the answer was cut off.")
            # A piece of one large event is no work by itself, and an SDK copies the event for every piece.
            step = SLICE_BYTES if chunk.count(b"\n") > MAX_LINES_UNSLICED else len(chunk)
            for begin in range(0, len(chunk), step or 1):
                yield chunk[begin : begin + step]
                await asyncio.sleep(0)

    def _count(self, chunk: bytes) -> None:
        """How much has come since the last empty line, which is where an event ends."""
        window = self._tail + chunk
        begin = max(window.rfind(end) + len(end) if end in window else 0 for end in _EVENT_ENDS)
        self._event_count += sum(map(window.count, _EVENT_ENDS))
        if begin:
            self._event_bytes = self._event_lines = 0
        else:
            begin = len(self._tail)
        self._event_bytes += len(window) - begin
        self._event_lines += window.count(b"\n", begin) + window.count(b"\r", begin)
        self._tail = window[-3:]

    async def aclose(self) -> None:
        await self._inner.aclose()
