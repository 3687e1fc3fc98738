"""Checks of requests: the Host and Origin headers, the token, and the user who owns the other end.

Against DNS rebinding (a web page whose name was pointed at this machine) the Host must be one of ours, and an
Origin, which browsers send, must be this very server. An IP address cannot be rebound, so that every address
is accepted as the Host if the server listens on every interface.

The token is sent as a bearer token, or in the URL where a browser cannot send a header.

Every user of a machine can connect to its loopback, and read there with which arguments a browser was started:
where the system reveals it (Linux), the user at the other end of a local connection is checked too.
"""

import hashlib
import hmac
import ipaddress
import os
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal
from urllib.parse import parse_qsl, urlsplit

from starlette.types import Scope

__all__ = [
    "AllowedHosts",
    "Headers",
    "Ticket",
    "Token",
    "find_socket_owner",
    "is_from_other_user",
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


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


TCP_TABLES: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
ROOT_UID: Final = 0
"""Root may do everything anyway, and forwards ports for other users."""

Endpoint = tuple[str, int]


def is_from_other_user(scope: Scope) -> bool:
    """Whether the request certainly comes from another user of this machine."""
    client, server = scope.get("client"), scope.get("server")
    if client is None or server is None or server[1] is None:
        return False
    return find_socket_owner((client[0], client[1]), (server[0], server[1])) not in (
        None,
        ROOT_UID,
        os.getuid(),
    )


def find_socket_owner(local: Endpoint, remote: Endpoint) -> int | None:
    """Return the user whose socket is bound to `local` and connected to `remote`; None if that is unknown."""
    wanted = {(ours, theirs) for ours in _table_entries(local) for theirs in _table_entries(remote)}
    for table in TCP_TABLES:
        try:
            lines = table.read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            fields = line.split()
            if len(fields) > 7 and (fields[1], fields[2]) in wanted:
                return int(fields[7])
    return None


def _table_entries(end: Endpoint) -> Iterable[str]:
    """The endpoint as in the tables: words of four bytes in native order. IPv4 may be in either table."""
    try:
        address = ipaddress.ip_address(end[0])
    except ValueError:
        return ()
    plain = getattr(address, "ipv4_mapped", None) or address
    forms = [plain.packed]
    if plain.version == 4:
        forms.append(b"\0" * 10 + b"\xff\xff" + plain.packed)
    return [f"{_to_hex_words(packed)}:{end[1]:04X}" for packed in forms]


def _to_hex_words(packed: bytes) -> str:
    words = (packed[at : at + 4] for at in range(0, len(packed), 4))
    return "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
