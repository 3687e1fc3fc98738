"""The transport to a server behind a URL: the SDK's HTTP or SSE client over our bounded HTTP transport.

Headers are secrets: they are sent to the server's own origin only, and no message or log line is made from
the text of an HTTP library's exception, which may quote them.

BoundedHttpTransport limits bodies and waits, and remembers what the server rejected. The SDK reads a JSON
body of any size, decompresses, waits minutes for the response to a notification, reconnects at once if told
to, and says of a rejection only that there was one. It already does what matters most: it follows a redirect
only within the server's own origin, so that the headers of a session never go to another host.
"""

import asyncio
import re
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import SplitResult, urlsplit

import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from understudy.mcp_servers.limits import (
    HTTP_QUICK_TIMEOUT_S,
    MAX_HTTP_CONNECTIONS,
    SESSION_DELETE_TIMEOUT_S,
    STREAM_REOPEN_INTERVAL_S,
    Limits,
)
from understudy.mcp_servers.specs import HttpServerSpec, SseServerSpec
from understudy.mcp_servers.text import ServerError, one_line, quote_name
from understudy.mcp_streams import MessageStreams

__all__ = ["BoundedHttpTransport", "HttpTransport"]


class BoundedHttpTransport(httpx2.AsyncBaseTransport):
    def __init__(self, inner: httpx2.AsyncBaseTransport, max_body_bytes: int, stream_required: bool) -> None:
        """`stream_required`: without the event stream there is no connection (SSE); otherwise it is optional."""
        self._inner = inner
        self._max_body_bytes = max_body_bytes
        self._stream_required = stream_required
        self._next_stream_at = 0.0
        self.last_status: int | None = None
        """HTTP status of the last response."""
        self.last_failure: type[BaseException] | None = None
        """Type of the exception of the last request, if it got no response."""
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
            # The request forbids compression: a few kilobytes could decompress to gigabytes.
            await response.aclose()
            raise httpx2.DecodingError("a compressed answer was not asked for", request=request)
        content_type = response.headers.get("content-type", "").strip().lower()
        if content_type.startswith("text/event-stream") and response.status_code == 200:
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
    """Timeouts by kind of request. A call or an event stream has no read timeout here: the caller has one."""
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
    """Whether the body is a call, as the SDK writes it, rather than a notification."""
    try:
        return b'"id"' in request.content[:64]
    except httpx2.RequestNotRead:
        return True  # It was redirected, and its body is no longer available.


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, max_bytes: int) -> None:
        self._inner = inner
        self._bytes_left = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            self._bytes_left -= len(chunk)
            if self._bytes_left < 0:
                # Of this type, because the SDK turns it into a response and goes on.
                raise httpx2.StreamError("the answer is too large and was dropped; ask for less at a time")
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


_HEADER_NAME: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+\Z")
_HEADER_VALUE: Final = re.compile(r"[\t\x20-\x7e\x80-\xff]*\Z")


class HttpTransport:
    def __init__(
        self, spec: HttpServerSpec | SseServerSpec, environment: Mapping[str, str], limits: Limits
    ) -> None:
        self._spec = spec
        self._environment = environment
        self._is_sse = isinstance(spec, SseServerSpec)
        self._limits = limits
        self._bounded_transport: BoundedHttpTransport | None = None
        self._loss_callback: Callable[[], None] | None = None
        self._origin = "its address"

    @asynccontextmanager
    async def streams(self) -> AsyncGenerator[MessageStreams]:
        parts = _parse_url(self._spec.url)
        self._origin = one_line(
            f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}", 200
        )
        _validate_headers(self._spec.headers)
        # Proxy and certificates come from the environment that we were given, not from the process.
        inner = httpx2.AsyncHTTPTransport(
            verify=_ssl_context(self._environment),
            trust_env=False,
            proxy=_select_proxy(parts, self._environment),
            limits=httpx2.Limits(max_connections=MAX_HTTP_CONNECTIONS, max_keepalive_connections=4),
        )
        bounded = self._bounded_transport = BoundedHttpTransport(
            inner, self._limits.max_frame_bytes, self._is_sse
        )
        bounded.on_failed_post = self._on_failed_post

        def client(*_: Any, **__: Any) -> httpx2.AsyncClient:
            headers = [("accept-encoding", "identity"), *self._spec.headers]
            return httpx2.AsyncClient(headers=headers, transport=bounded, trust_env=False)

        if self._is_sse:
            async with sse_client(self._spec.url, httpx_client_factory=client) as streams:
                yield streams
            return
        async with (
            client() as http_client,
            streamable_http_client(
                self._spec.url, http_client=http_client, max_sse_event_size=self._limits.max_frame_bytes
            ) as streams,
        ):
            yield streams

    def describe_end(self, *, while_connecting: bool) -> str | None:
        status = None if self._bounded_transport is None else self._bounded_transport.last_status
        match status:
            case None if (
                self._bounded_transport is not None and self._bounded_transport.last_failure is not None
            ):
                return self._describe_unreachable(self._bounded_transport.last_failure)
            case 401 | 403:
                return f"refused us with {_status_text(status)}; check the credentials in its headers"
            case 404 if while_connecting:
                return f"has nothing at this address ({_status_text(status)}); check its URL"
            case int() if 300 <= status < 400:
                return "redirects to another place, which is not followed; put the final address into its URL"
            case int() if status >= 400:
                return f"answered {_status_text(status)}"
            case _:
                return None

    def set_loss_callback(self, callback: Callable[[], None]) -> None:
        self._loss_callback = callback

    def failure_hint(self) -> str:
        return ""

    def _on_failed_post(self, status: int | None) -> None:
        """Report a lost server: over SSE nothing else shows a failed POST; over HTTP a 404 ends the session."""
        if self._loss_callback is not None and (self._is_sse or status == 404):
            self._loss_callback()

    def _describe_unreachable(self, failure: type[BaseException]) -> str:
        if issubclass(failure, httpx2.TimeoutException):
            return f"did not answer at {self._origin} in time"
        if issubclass(failure, httpx2.ConnectError):
            return f"cannot be reached at {self._origin}; check that it is running and that its URL is right"
        return f"broke off the connection to {self._origin}"


def _parse_url(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_valid, parts = False, urlsplit("")
    if not is_valid or not url.isprintable() or " " in url:
        raise ServerError("cannot be reached: its URL is not a complete http or https address")
    return parts


def _validate_headers(headers: tuple[tuple[str, str], ...]) -> None:
    for name, value in headers:
        if not _HEADER_NAME.match(name) or not _HEADER_VALUE.match(value):
            raise ServerError(f"cannot be reached: HTTP cannot carry its header {quote_name(name)} as it is")


def _status_text(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _environment_value(environment: Mapping[str, str], name: str) -> str:
    return environment.get(name) or environment.get(name.upper()) or ""


def _select_proxy(parts: SplitResult, environment: Mapping[str, str]) -> httpx2.Proxy | None:
    address = _environment_value(environment, f"{parts.scheme}_proxy") or _environment_value(
        environment, "all_proxy"
    )
    host = parts.hostname or ""
    if not address or host in ("localhost", "127.0.0.1", "::1"):
        return None
    exempt = [
        name.strip().lower().removeprefix(".")
        for name in _environment_value(environment, "no_proxy").split(",")
    ]
    if any(name in ("*", host) or (name and host.endswith(f".{name}")) for name in exempt):
        return None
    try:
        return httpx2.Proxy(address if "://" in address else f"http://{address}")
    except ValueError:
        raise ServerError("cannot be reached: the proxy in the environment is no URL") from None


def _ssl_context(environment: Mapping[str, str]) -> ssl.SSLContext | bool:
    file, folder = environment.get("SSL_CERT_FILE"), environment.get("SSL_CERT_DIR")
    if not file and not folder:
        return True
    try:
        return ssl.create_default_context(cafile=file or None, capath=folder or None)
    except (OSError, ssl.SSLError):
        raise ServerError(
            "cannot be reached: the certificates that SSL_CERT_FILE names are unusable"
        ) from None
