"""Checks of requests: the Host and Origin headers, and the token. Who is at the other end is in `peers`.

Against DNS rebinding (a web page whose name was pointed at this machine) the Host must be one of ours, and an
Origin, which browsers send, must be this very server. An IP address cannot be rebound, so that every address
is accepted as the Host if the server listens on every interface.

The token is sent as a bearer token, or in the URL where a browser cannot send a header. A browser that came
with it gets a cookie instead, which scripts cannot read and which is valid for one Host header only. Cookies do
not distinguish ports: the port is in the name, and a page of another port is rejected by what browsers say of
every request (Origin, Sec-Fetch-Site).
"""

import hashlib
import hmac
import ipaddress
import time
from collections.abc import Iterable, Sequence
from typing import Final, Literal
from urllib.parse import parse_qsl, urlsplit

__all__ = [
    "AllowedHosts",
    "Headers",
    "SessionCookie",
    "Ticket",
    "Token",
    "is_loopback",
    "is_wildcard",
]

LOOPBACK_HOSTS: Final = ("127.0.0.1", "localhost", "::1")

Headers = Sequence[tuple[bytes, bytes]]
"""ASGI headers: the names are in lower case."""


class AllowedHosts:
    """The names under which this server may be addressed."""

    def __init__(self, host: str, port: int, more_hosts: Iterable[str] = ()) -> None:
        named = {host.lower(), *(other.lower() for other in more_hosts)}
        if is_loopback(host) or is_wildcard(host):
            named.update(LOOPBACK_HOSTS)
        self._hosts = frozenset(named)
        self._port = port
        self._accepts_any_address = is_wildcard(host)

    def find_foreign_header(self, headers: Headers) -> Literal["Host", "Origin"] | None:
        """Return the header that names another server. There must be one Host, and every Origin must be ours."""
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or not self.is_own_host(hosts[0]):
            return "Host"
        return None if all(self._is_same_origin(origin, hosts[0]) for origin in origins) else "Origin"

    def is_own_host(self, header: str) -> bool:
        """Whether a Host header names this server."""
        plain = all("!" <= char <= "~" and char not in "/?#@\\" for char in header)
        return bool(header) and plain and self._is_own_url("http://" + header, 80)

    def is_own_origin(self, header: str) -> bool:
        """Whether an Origin header is this server's own; `null` and other pages are not."""
        scheme, _, host = header.partition("://")
        if scheme == "https":
            # Only a proxy uses TLS here: its port is its own, so only the name can be compared.
            return self.is_own_host(host) and self._is_proxy_name(urlsplit(header).hostname or "")
        return scheme == "http" and self.is_own_host(host)

    def _is_same_origin(self, origin: str, host: str) -> bool:
        """Even if every address is accepted as the Host, a page of another address is foreign."""
        if not self.is_own_origin(origin):
            return False
        name = urlsplit(origin).hostname or ""
        return name in self._hosts or origin.partition("://")[2].lower() == host.lower()

    def _is_own_url(self, url: str, default_port: int) -> bool:
        try:
            parts = urlsplit(url)
            name, port = parts.hostname, parts.port
        except ValueError:
            return False
        if name is None or parts.path or parts.query or parts.username is not None:
            return False
        if (port or default_port) != self._port and not self._is_proxy_name(name):
            return False
        return name in self._hosts or (self._accepts_any_address and _parse_address(name) is not None)

    def _is_proxy_name(self, name: str) -> bool:
        return name in self._hosts and name not in LOOPBACK_HOSTS and _parse_address(name) is None


def is_loopback(host: str) -> bool:
    address = _parse_address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def is_wildcard(host: str) -> bool:
    address = _parse_address(host)
    return not host or (address is not None and address.is_unspecified)


def _parse_address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


class Token:
    """Keeps only a digest: digests have one length, so the time of a comparison reveals nothing of the token."""

    def __init__(self, token: str) -> None:
        self._digest = _digest(token.encode())

    def matches_bearer(self, headers: Headers) -> bool:
        """Whether the one Authorization header is `Bearer` with this token."""
        given = [value for name, value in headers if name == b"authorization"]
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(b" ")
        return self.matches(token.strip()) and scheme.lower() == b"bearer"

    def matches_query(self, query: bytes, key: bytes = b"token") -> bool:
        """Whether the one `token=` of a query string is this token."""
        try:
            given = [value for name, value in parse_qsl(query, max_num_fields=16) if name == key]
        except ValueError:
            return False
        return len(given) == 1 and self.matches(given[0])

    def matches(self, token: bytes) -> bool:
        return hmac.compare_digest(_digest(token), self._digest)


class Ticket:
    """A token that is valid once, for a short time.

    For the command line of a started browser, which every user of this machine can read, for hours. Who may
    use it is checked elsewhere.
    """

    def __init__(self, ticket: str, lifetime_s: float) -> None:
        self._token = Token(ticket)
        self._expires_at = time.monotonic() + lifetime_s
        self._is_used = False

    def redeem(self, query: bytes) -> bool:
        """Whether the one `ticket=` of a query string is this one, used for the first time in time."""
        if (
            self._is_used
            or time.monotonic() > self._expires_at
            or not self._token.matches_query(query, b"ticket")
        ):
            return False
        self._is_used = True
        return True


class SessionCookie:
    """The cookie of a browser that had the token. Its value is derived from the Host, and not stored."""

    def __init__(self, secret: str, port: int) -> None:
        self._secret = secret.encode()
        self._name = f"understudy-{port}"

    def issue(self, headers: Headers) -> str:
        """Return the value of a Set-Cookie header for the one Host of these headers, until the browser ends."""
        return f"{self._name}={self._value(headers)}; Path=/; HttpOnly; SameSite=Strict"

    def matches(self, headers: Headers) -> bool:
        """Whether there is exactly one such cookie, for this Host, and no other page caused the request."""
        sites = [value for name, value in headers if name == b"sec-fetch-site"]
        if any(site not in (b"same-origin", b"none") for site in sites):
            return False
        name = self._name.encode()
        given = [
            value.strip()
            for header, line in headers
            if header == b"cookie"
            for key, _, value in (pair.partition(b"=") for pair in line.split(b";"))
            if key.strip() == name
        ]
        return len(given) == 1 and hmac.compare_digest(given[0], self._value(headers).encode())

    def _value(self, headers: Headers) -> str:
        (host,) = (value for name, value in headers if name == b"host")
        return hmac.new(self._secret, b"cookie " + host.lower(), hashlib.sha256).hexdigest()


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
