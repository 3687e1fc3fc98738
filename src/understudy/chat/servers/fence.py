"""Around every HTTP request to a server: bounded bodies, bounded waits, and what the server refused.

The SDK reads a JSON body of any size, unpacks what is compressed, waits minutes for the answer to a
notification, asks again at once if told to, and says of a refusal only that there was one. It already does
what matters most: a redirect is followed within the server's own origin only, so that the headers of a
session never go to another host.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, cast

import httpx2

__all__ = ["Fence"]

SHORT: Final = 10.0
"""Seconds for what needs no work of the server: connecting, writing, taking a notification."""
PARTING: Final = 0.7
"""Seconds for the word that a session is over."""
BETWEEN_STREAMS: Final = 1.0
"""Seconds between two openings of the event stream, however eagerly the server asks for it."""


class Fence(httpx2.AsyncBaseTransport):
    def __init__(self, inner: httpx2.AsyncBaseTransport, longest: int, streams_matter: bool) -> None:
        """`streams_matter` if there is no connection without the event stream; else it is an extra."""
        self._inner = inner
        self._longest = longest
        self._streams_matter = streams_matter
        self._next_stream = 0.0
        self.status: int | None = None
        """Of the last answer."""
        self.failure: type[BaseException] | None = None
        """What broke the last request that got no answer."""
        self.on_refused_post: Callable[[int | None], None] = _ignore

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.extensions = {**request.extensions, "timeout": _waits(request)}
        if request.method == "GET":
            await self._pause()
        try:
            response = await self._inner.handle_async_request(request)
        except httpx2.TransportError as error:
            self._remember(request, None, type(error))
            if request.method == "POST":
                self.on_refused_post(None)
            raise
        self._remember(request, response.status_code, None)
        if request.method == "POST" and response.status_code >= 400:
            self.on_refused_post(response.status_code)
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            # It was asked not to: a few kilobytes could unpack to gigabytes.
            await response.aclose()
            raise httpx2.DecodingError("a compressed answer was not asked for", request=request)
        kind = response.headers.get("content-type", "").strip().lower()
        if kind.startswith("text/event-stream") and response.status_code == 200:
            return response  # The SDK bounds each event.
        response.stream = _Bounded(cast(httpx2.AsyncByteStream, response.stream), self._longest)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _remember(
        self, request: httpx2.Request, status: int | None, failure: type[BaseException] | None
    ) -> None:
        if request.method == "POST" or (request.method == "GET" and self._streams_matter):
            self.status, self.failure = status, failure

    async def _pause(self) -> None:
        now = asyncio.get_running_loop().time()
        wait, self._next_stream = self._next_stream - now, max(now, self._next_stream) + BETWEEN_STREAMS
        if wait > 0:
            await asyncio.sleep(wait)


def _ignore(status: int | None) -> None:
    del status


def _waits(request: httpx2.Request) -> dict[str, Any]:
    """Reading has no limit of its own where a call or a stream of events is waited for: the caller has one."""
    match request.method:
        case "DELETE":
            return dict.fromkeys(("connect", "read", "write", "pool"), PARTING)
        case "POST" if not _wants_answer(request):
            return dict.fromkeys(("connect", "read", "write", "pool"), SHORT)
        case _:
            return {"connect": SHORT, "read": None, "write": SHORT, "pool": SHORT}


def _wants_answer(request: httpx2.Request) -> bool:
    """Whether it carries a call, as the SDK writes one, rather than a notification."""
    try:
        return b'"id"' in request.content[:64]
    except httpx2.RequestNotRead:
        return True  # It was redirected, and its body is not at hand any more.


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, longest: int) -> None:
        self._inner = inner
        self._left = longest

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            self._left -= len(chunk)
            if self._left < 0:
                # Of this kind, because the SDK makes an answer of it and goes on.
                raise httpx2.StreamError("the answer is too large and was dropped; ask for less at a time")
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()
