"""The HTTP client of one opened model: timeouts, proxies, the headers that are sent, and response limits.

The SDKs of the providers read keys, organisations and extra headers from the environment, and describe the
machine in headers of their own. Here the key is set from the settings, and every header that is not listed is
removed.

Every body and every event of a stream is limited, and nothing is decompressed: the SDKs read an error, a line
or an event of any size into memory, and some copy it for each of its lines. The length of an answer is
limited elsewhere (see from_pydantic_ai).
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from contextvars import ContextVar
from typing import Final, cast

import httpx2

from understudy.models.limits import (
    CONNECT_TIMEOUT_S,
    MAX_BODY_BYTES,
    MAX_ERROR_BODY_BYTES,
    MAX_EVENT_BYTES,
    MAX_EVENTS,
    MAX_LINES_PER_EVENT,
    MAX_LINES_UNSLICED,
    MAX_STREAM_BYTES,
    SLICE_BYTES,
    YIELD_INTERVAL_S,
)
from understudy.models.model_api import ModelError
from understudy.models.providers import is_loopback, is_provider_host
from understudy.models.settings import ModelSettings
from understudy.tls import certificate_checks

__all__ = ["build_http_client", "changing_bodies", "closing_responses", "limit_response"]

_EVENT_ENDS: Final = (b"\n\n", b"\r\r", b"\r\n\r\n")


async def limit_response(response: httpx2.Response) -> None:
    """A response hook: the response cannot be read beyond its limit."""
    is_compressed = response.headers.get("content-encoding", "identity").strip().lower() not in (
        "",
        "identity",
    )
    inner = cast("httpx2.AsyncByteStream", response.stream)
    if response.status_code >= 300:
        # The message of an error is short, and its status is what matters: its body is truncated, and not read at
        # all if it is compressed.
        response.headers.pop("content-encoding", None)
        response.stream = _TruncatedStream(inner, 0 if is_compressed else MAX_ERROR_BODY_BYTES)
        return
    host = response.request.url.netloc.decode(errors="replace")
    if is_compressed:
        # The request forbids compression: a few kilobytes could decompress to gigabytes.
        raise ModelError("rejected", f"{host} sent a compressed answer, which was not asked for.")
    content_type = response.headers.get("content-type", "").strip().lower()
    streamed = content_type.startswith("text/event-stream")
    response.stream = _LimitedStream(inner, MAX_STREAM_BYTES if streamed else MAX_BODY_BYTES, host)


class _TruncatedStream(httpx2.AsyncByteStream):
    """Ends at its limit."""

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
    """Raises ModelError when one of its limits is exceeded."""

    def __init__(self, inner: httpx2.AsyncByteStream, max_bytes: int, host: str) -> None:
        self._inner = inner
        self._bytes_left = max_bytes
        self._host = host
        self._event_bytes = self._event_lines = self._event_count = 0
        self._tail = b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        yields_at = loop.time() + YIELD_INTERVAL_S
        async for chunk in self._inner:
            self._bytes_left -= len(chunk)
            self._count(chunk)
            if (
                self._bytes_left < 0
                or self._event_bytes > MAX_EVENT_BYTES
                or self._event_lines > MAX_LINES_PER_EVENT
                or self._event_count > MAX_EVENTS
            ):
                raise ModelError("rejected", f"{self._host} sent too much at once; the answer was cut off.")
            # A chunk of one large event is passed on whole: an SDK copies the event for every piece.
            step = SLICE_BYTES if chunk.count(b"\n") > MAX_LINES_UNSLICED else len(chunk)
            for begin in range(0, len(chunk), step or 1):
                yield chunk[begin : begin + step]
                if loop.time() >= yields_at:
                    await asyncio.sleep(0)
                    yields_at = loop.time() + YIELD_INTERVAL_S

    def _count(self, chunk: bytes) -> None:
        """Count bytes and lines since the last empty line, which is where an event ends."""
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


_ALLOWED_HEADERS: Final = frozenset(
    {
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host",
        "transfer-encoding",
        "user-agent",
    }
)
"""Headers that a request to any provider needs."""


def build_http_client(settings: ModelSettings) -> httpx2.AsyncClient:
    """Build the client. It follows no redirects, so that a key is never sent to another server."""

    async def remove_other_headers(request: httpx2.Request) -> None:
        kept = [(name, value) for name, value in request.headers.raw if name.lower() in allowed]
        request.headers = httpx2.Headers(kept)
        request.headers["accept-encoding"] = "identity"  # compressed data has no known size
        if settings.api_key is not None:
            request.headers[provider.key_header] = key_prefix + settings.api_key

    provider = settings.provider
    names = _ALLOWED_HEADERS | provider.headers
    if is_provider_host(provider, settings.base_url):
        names |= provider.own_host_headers
    allowed = {name.encode() for name in names}
    key_prefix = "Bearer " if provider.key_header == "authorization" else ""
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(settings.idle_timeout_s, connect=CONNECT_TIMEOUT_S),
        follow_redirects=False,
        verify=certificate_checks(settings.effective_url),
        # A proxy from the environment is for other machines, not for a server on this one.
        trust_env=not is_loopback(settings.effective_url),
        event_hooks={
            "request": [remove_other_headers, _change_body],
            "response": [_record_response, limit_response],
        },
    )


BodyChange = Callable[[httpx2.Request, bytes], bytes]
"""Gets a request and its body; returns the body to send."""

_body_change: ContextVar[BodyChange | None] = ContextVar("_body_change", default=None)


def changing_bodies(change: BodyChange | None) -> None:
    """Apply `change` to the bodies of the requests that this context sends from now on; None changes nothing."""
    # Not reset: a generator may be closed from another context, and the next request sets its own change.
    _body_change.set(change)


async def _change_body(request: httpx2.Request) -> None:
    change = _body_change.get()
    if change is None:
        return
    body = change(request, await request.aread())
    request.stream = httpx2.ByteStream(body)
    request._content = body  # pyright: ignore[reportPrivateUsage] - the library has no setter
    request.headers["content-length"] = str(len(body))


_open_responses: ContextVar[list[httpx2.Response] | None] = ContextVar("_open_responses", default=None)


async def _record_response(response: httpx2.Response) -> None:
    opened = _open_responses.get()
    if opened is not None:
        opened.append(response)


@asynccontextmanager
async def closing_responses() -> AsyncGenerator[None]:
    """Close every response that is opened inside. Not every SDK does that when its stream is abandoned."""
    opened: list[httpx2.Response] = []
    # Not reset: a generator may be closed from another context, and the next request sets its own list.
    _open_responses.set(opened)
    try:
        yield
    finally:
        for response in opened:
            await response.aclose()
