"""Who may speak to the HTTP face: the checks that come before the SDK sees a request.

Against DNS rebinding (a web page whose name was pointed at this machine) the Host must be one of ours
and an Origin, which browsers send, must be this very server. A name cannot be rebound if it is an IP
address, so where the server listens on every interface any address will do as a Host. Then the token.
"""

import hashlib
import hmac
import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from understudy.mcp.departure import watched

__all__ = ["Guard", "Names", "is_loopback", "is_wildcard"]

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
PATH: Final = "/mcp"


class Names:
    """The names under which this server may be addressed."""

    def __init__(self, host: str, port: int, others: Iterable[str] = ()) -> None:
        named = {host.lower(), *(other.lower() for other in others)}
        if is_loopback(host) or is_wildcard(host):
            named.update(LOOPBACK)
        self._named = frozenset(named)
        self._port = port
        self._any_address = is_wildcard(host)

    def host(self, header: str) -> bool:
        """Whether a Host header names this server."""
        plain = all("!" <= char <= "~" and char not in "/?#@\\" for char in header)
        return bool(header) and plain and self._ours("http://" + header, 80)

    def origin(self, header: str) -> bool:
        """Whether an Origin header is this server's own; `null` and every other page is not."""
        scheme, _, host = header.partition("://")
        if scheme == "https":
            # Only a proxy speaks TLS here: its port is its own, so only the name can be compared.
            return self.host(host) and self._proxied(urlsplit(header).hostname or "")
        return scheme == "http" and self.host(host)

    def _ours(self, url: str, default_port: int) -> bool:
        try:
            parts = urlsplit(url)
            name, port = parts.hostname, parts.port
        except ValueError:
            return False
        if name is None or parts.path or parts.query or parts.username is not None:
            return False
        if (port or default_port) != self._port and not self._proxied(name):
            return False
        return name in self._named or (self._any_address and _address(name) is not None)

    def _proxied(self, name: str) -> bool:
        return name in self._named and name not in LOOPBACK and _address(name) is None


class Guard:
    """ASGI: only the endpoint, only for our names, only with the token if there is one."""

    def __init__(self, app: ASGIApp, names: Names, token: str | None) -> None:
        self._app = app
        self._names = names
        self._token = None if token is None else _digest(token.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            refusal = self._refuse(scope)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
            scope, receive = watched(scope, receive)
        await self._app(scope, receive, send)

    def _refuse(self, scope: Scope) -> Response | None:
        headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or not self._names.host(hosts[0]):
            return PlainTextResponse("Invalid Host header", 421)
        if not all(self._names.origin(origin) for origin in origins):
            return PlainTextResponse("Invalid Origin header", 403)
        if self._token is not None and not self._authorized(headers):
            return PlainTextResponse(
                "A bearer token is required", 401, {"WWW-Authenticate": 'Bearer realm="understudy"'}
            )
        if scope["path"] != PATH:
            return PlainTextResponse(f"The MCP endpoint is {PATH}", 404)
        return None

    def _authorized(self, headers: Sequence[tuple[bytes, bytes]]) -> bool:
        given = [value for name, value in headers if name == b"authorization"]
        if len(given) != 1 or self._token is None:
            return False
        scheme, _, token = given[0].partition(b" ")
        # Digests have one length, so the time tells nothing of the token's.
        return hmac.compare_digest(_digest(token.strip()), self._token) and scheme.lower() == b"bearer"


def is_loopback(host: str) -> bool:
    address = _address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def is_wildcard(host: str) -> bool:
    address = _address(host)
    return not host or (address is not None and address.is_unspecified)


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
