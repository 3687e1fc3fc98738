"""Around every HTTP request to a server: bounded bodies, bounded waits, and what the server refused.

The SDK reads a JSON body of any size, unpacks what is compressed, waits minutes for the answer to a
notification, asks again at once if told to, and says of a refusal only that there was one. It already does
what matters most: a redirect is followed within the server's own origin only, so that the headers of a
session never go to another host.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

import httpx2

from understudy.mcp_servers.limits import (
    HTTP_QUICK_TIMEOUT_S,
    SESSION_DELETE_TIMEOUT_S,
    STREAM_REOPEN_INTERVAL_S,
)

__all__ = ["BoundedHttpTransport"]


class BoundedHttpTransport(httpx2.AsyncBaseTransport):
    def __init__(self, inner: httpx2.AsyncBaseTransport, max_body_bytes: int, stream_required: bool) -> None:
        """`streams_matter` if there is no connection without the event stream; else it is an extra."""
        self._inner = inner
        self._max_body_bytes = max_body_bytes
        self._stream_required = stream_required
        self._next_stream_at = 0.0
        self.last_status: int | None = None
        """Of the last answer."""
        self.last_failure: type[BaseException] | None = None
        """What broke the last request that got no answer."""
        self.on_failed_post: Callable[[int | None], None] = _ignore

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.extensions = {**request.extensions, "timeout": _request_timeouts(request)}
        if request.method == "GET":
            await self._delay_stream()
        try:
            response = await self._inner.handle_async_request(request)
        except httpx2.TransportError as error:
            self._record_outcome(request, None, type(error))
            if request.method == "POST":
                self.on_failed_post(None)
            raise
        self._record_outcome(request, response.status_code, None)
        if request.method == "POST" and response.status_code >= 400:
            self.on_failed_post(response.status_code)
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            # It was asked not to: a few kilobytes could unpack to gigabytes.
            await response.aclose()
            raise httpx2.DecodingError("a compressed answer was not asked for", request=request)
        kind = response.headers.get("content-type", "").strip().lower()
        if kind.startswith("text/event-stream") and response.status_code == 200:
            return response  # The SDK bounds each event.
        response.stream = _BoundedStream(cast(httpx2.AsyncByteStream, response.stream), self._max_body_bytes)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _record_outcome(
        self, request: httpx2.Request, status: int | None, failure: type[BaseException] | None
    ) -> None:
        if request.method == "POST" or (request.method == "GET" and self._stream_required):
            self.last_status, self.last_failure = status, failure

    async def _delay_stream(self) -> None:
        now = asyncio.get_running_loop().time()
        wait, self._next_stream_at = (
            self._next_stream_at - now,
            max(now, self._next_stream_at) + STREAM_REOPEN_INTERVAL_S,
        )
        if wait > 0:
            await asyncio.sleep(wait)


def _ignore(status: int | None) -> None:
    del status


def _request_timeouts(request: httpx2.Request) -> dict[str, Any]:
    """Reading has no limit of its own where a call or a stream of events is waited for: the caller has one."""
    match request.method:
        case "DELETE":
            return dict.fromkeys(("connect", "read", "write", "pool"), SESSION_DELETE_TIMEOUT_S)
        case "POST" if not _is_call(request):
            return dict.fromkeys(("connect", "read", "write", "pool"), HTTP_QUICK_TIMEOUT_S)
        case _:
            return {
                "connect": HTTP_QUICK_TIMEOUT_S,
                "read": None,
                "write": HTTP_QUICK_TIMEOUT_S,
                "pool": HTTP_QUICK_TIMEOUT_S,
            }


def _is_call(request: httpx2.Request) -> bool:
    """Whether it carries a call, as the SDK writes one, rather than a notification."""
    try:
        return b'"id"' in request.content[:64]
    except httpx2.RequestNotRead:
        return True  # It was redirected, and its body is not at hand any more.


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, max_bytes: int) -> None:
        self._inner = inner
        self._bytes_left = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            self._bytes_left -= len(chunk)
            if self._bytes_left < 0:
                # Of this kind, because the SDK makes an answer of it and goes on.
                raise httpx2.StreamError("the answer is too large and was dropped; ask for less at a time")
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()
