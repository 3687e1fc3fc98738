"""A server behind a URL, over the SDK's streamable HTTP or SSE client and our own fence.

Headers are secrets: they go to the server's own origin and nowhere else, and no sentence or log line is
made from an HTTP library's words, which may quote them.
"""

import re
import ssl
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import httpx2
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from understudy.chat.servers.fence import Fence
from understudy.chat.servers.limits import Limits
from understudy.chat.servers.specs import HttpServer, SseServer
from understudy.chat.servers.transport import Streams
from understudy.chat.servers.wording import ServerTrouble, plain, quoted

__all__ = ["WebTransport"]

MOST_CONNECTIONS: Final = 32
_TOKEN: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+\Z")
_VALUE: Final = re.compile(r"[\t\x20-\x7e\x80-\xff]*\Z")


class WebTransport:
    def __init__(self, spec: HttpServer | SseServer, environment: Mapping[str, str], limits: Limits) -> None:
        self._spec = spec
        self._environment = environment
        self._sse = isinstance(spec, SseServer)
        self._limits = limits
        self._fence: Fence | None = None
        self._lost: Callable[[], None] | None = None
        self._place = "its address"

    @asynccontextmanager
    async def streams(self) -> AsyncGenerator[Streams]:
        parts = _address(self._spec.url)
        self._place = plain(f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}", 200)
        _check_headers(self._spec.headers)
        # Proxy and certificates come from the environment that we were given, not from that of the process.
        inner = httpx2.AsyncHTTPTransport(
            verify=_certificates(self._environment),
            trust_env=False,
            proxy=_proxy(parts, self._environment),
            limits=httpx2.Limits(max_connections=MOST_CONNECTIONS, max_keepalive_connections=4),
        )
        fence = self._fence = Fence(inner, self._limits.frame, self._sse)
        fence.on_refused_post = self._refused

        def client(*_: Any, **__: Any) -> httpx2.AsyncClient:
            headers = [("accept-encoding", "identity"), *self._spec.headers]
            return httpx2.AsyncClient(headers=headers, transport=fence, trust_env=False)

        if self._sse:
            async with sse_client(self._spec.url, httpx_client_factory=client) as streams:
                yield streams
            return
        async with (
            client() as http_client,
            streamable_http_client(
                self._spec.url, http_client=http_client, max_sse_event_size=self._limits.frame
            ) as streams,
        ):
            yield streams

    def ending(self, *, while_connecting: bool) -> str | None:
        status = None if self._fence is None else self._fence.status
        match status:
            case None if self._fence is not None and self._fence.failure is not None:
                return self._unreachable(self._fence.failure)
            case 401 | 403:
                return f"refused us with {_named(status)}; check the credentials in its headers"
            case 404 if while_connecting:
                return f"has nothing at this address ({_named(status)}); check its URL"
            case int() if 300 <= status < 400:
                return "redirects to another place, which is not followed; put the final address into its URL"
            case int() if status >= 400:
                return f"answered {_named(status)}"
            case _:
                return None

    def on_loss(self, lost: Callable[[], None]) -> None:
        self._lost = lost

    def hint(self) -> str:
        return ""

    def _refused(self, status: int | None) -> None:
        """A POST failed. Over SSE nothing else would show it; over HTTP a 404 says that the session is over."""
        if self._lost is not None and (self._sse or status == 404):
            self._lost()

    def _unreachable(self, failure: type[BaseException]) -> str:
        if issubclass(failure, httpx2.TimeoutException):
            return f"did not answer at {self._place} in time"
        if issubclass(failure, httpx2.ConnectError):
            return f"cannot be reached at {self._place}; check that it is running and that its URL is right"
        return f"broke off the connection to {self._place}"


def _address(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable, parts = False, urlsplit("")
    if not usable or not url.isprintable() or " " in url:
        raise ServerTrouble("cannot be reached: its URL is not a complete http or https address")
    return parts


def _check_headers(headers: tuple[tuple[str, str], ...]) -> None:
    for name, value in headers:
        if not _TOKEN.match(name) or not _VALUE.match(value):
            raise ServerTrouble(f"cannot be reached: HTTP cannot carry its header {quoted(name)} as it is")


def _named(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _setting(environment: Mapping[str, str], name: str) -> str:
    return environment.get(name) or environment.get(name.upper()) or ""


def _proxy(parts: SplitResult, environment: Mapping[str, str]) -> httpx2.Proxy | None:
    address = _setting(environment, f"{parts.scheme}_proxy") or _setting(environment, "all_proxy")
    host = parts.hostname or ""
    if not address or host in ("localhost", "127.0.0.1", "::1"):
        return None
    exempt = [name.strip().lower().removeprefix(".") for name in _setting(environment, "no_proxy").split(",")]
    if any(name in ("*", host) or (name and host.endswith(f".{name}")) for name in exempt):
        return None
    try:
        return httpx2.Proxy(address if "://" in address else f"http://{address}")
    except ValueError:
        raise ServerTrouble("cannot be reached: the proxy in the environment is no URL") from None


def _certificates(environment: Mapping[str, str]) -> ssl.SSLContext | bool:
    file, folder = environment.get("SSL_CERT_FILE"), environment.get("SSL_CERT_DIR")
    if not file and not folder:
        return True
    try:
        return ssl.create_default_context(cafile=file or None, capath=folder or None)
    except (OSError, ssl.SSLError):
        raise ServerTrouble(
            "cannot be reached: the certificates that SSL_CERT_FILE names are unusable"
        ) from None
