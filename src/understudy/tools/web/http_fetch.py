"""One GET request to the public internet: checked addresses, a size limit, a time limit, few redirects.

The host's name is resolved once, every address is checked, and the connection is made to a checked address, so that
a name that changes its meaning between the check and the connection (DNS rebinding) reaches nothing else. No proxy,
no cookies and no keys are used. Knows no tool and decides nothing about permission.
"""

import contextlib
import http.client
import ipaddress
import queue
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin, urlsplit, urlunsplit

from understudy.tools.limits import FETCH_TIMEOUT_S, MAX_FETCH_BYTES, MAX_FETCH_REDIRECTS
from understudy.workspace import Denied, ExecutionFailed, InvalidArgument, Stop, TimedOut

__all__ = ["FetchedPage", "fetch_page"]

_PORTS: Final = {"http": 80, "https": 443}
_HOST_SERVICES: Final = frozenset({"168.63.129.16"})
"""Public addresses behind which a virtual machine finds services of its host only."""
_SPECIAL_NETWORKS: Final = tuple(
    map(
        ipaddress.ip_network,
        ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "100:0:0:1::/64", "3fff::/20", "5f00::/16"),
    )
)
"""Networks that the registries set apart and that Python counts as public in some of its versions."""
_REDIRECTS: Final = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True)
class FetchedPage:
    url: str
    """Where it was found, after redirects on the same host."""
    status: int
    content_type: str
    charset: str
    body: bytes
    truncated: bool
    redirect: str | None = None
    """Another host that the page has moved to, which was not asked."""


def fetch_page(
    url: str, stop: Stop, *, allow_private: bool = False, timeout_s: float = FETCH_TIMEOUT_S
) -> FetchedPage:
    """Fetch a page. Raises WorkspaceError: an invalid URL, a private address, no answer in time."""
    deadline = time.monotonic() + timeout_s
    for _ in range(MAX_FETCH_REDIRECTS + 1):
        stop.check()
        page = _fetch_once(url, stop, allow_private, deadline)
        if page.status not in _REDIRECTS or page.redirect is None:
            return page
        before, after = urlsplit(url), urlsplit(page.redirect)
        if after.netloc.lower() != before.netloc.lower() or (before.scheme, after.scheme) == (
            "https",
            "http",
        ):
            return page
        url = page.redirect
    raise ExecutionFailed(f"The page redirects more than {MAX_FETCH_REDIRECTS} times.", "fetch_failed")


def _fetch_once(url: str, stop: Stop, allow_private: bool, deadline: float) -> FetchedPage:
    scheme, host, port, target = _parse(url)
    address = _resolve(host, port, allow_private, deadline)
    connection = _connect(scheme, host, port, address, _seconds_left(deadline))
    # The time limit of a socket is for each part that arrives, and a server may send byte after byte.
    timer = threading.Timer(_seconds_left(deadline), connection.shut_down)
    timer.daemon = True
    timer.start()
    try:
        with stop.on_cancel(connection.shut_down):
            connection.request("GET", target, headers=_headers(host, port, scheme))
            response = connection.getresponse()
            body, truncated = _read_body(response, stop)
        if connection.is_shut_down:
            raise TimeoutError  # the end of the body may be ours
    except (OSError, http.client.HTTPException) as error:
        stop.check()
        if isinstance(error, TimeoutError) or time.monotonic() >= deadline:
            raise TimedOut(f"{host} did not answer in time.", "time_limit") from None
        raise ExecutionFailed(
            f"{host} could not be read: {type(error).__name__}.", "fetch_failed", host=host
        ) from None
    finally:
        timer.cancel()
        connection.release()
    location = response.getheader("location") if response.status in _REDIRECTS else None
    redirect = _resolve_location(url, location) if location else None
    return FetchedPage(
        url,
        response.status,
        response.headers.get_content_type(),
        response.headers.get_content_charset("utf-8"),
        body,
        truncated,
        redirect,
    )


def _parse(url: str) -> tuple[str, str, int, str]:
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        parts, host, port = urlsplit(""), "", None
    if parts.scheme not in _PORTS or not host or not url.isprintable():
        raise InvalidArgument("url must be an http or https address.", "bad_arguments")
    if parts.username is not None or parts.password is not None:
        raise InvalidArgument("url must not hold a name or password.", "bad_arguments")
    try:
        host = host.encode("idna").decode() if not host.isascii() else host
    except UnicodeError:
        raise InvalidArgument("url has a host name that is not valid.", "bad_arguments") from None
    target = urlunsplit(("", "", parts.path or "/", parts.query, ""))
    return parts.scheme, host, port or _PORTS[parts.scheme], _quote(target)


def _quote(target: str) -> str:
    from urllib.parse import quote

    return quote(target, safe="/?&=%:@!$'()*+,;~#[]-._")


def _seconds_left(deadline: float) -> float:
    return max(deadline - time.monotonic(), 0.01)


def _resolve_location(url: str, location: str) -> str | None:
    """Return the address that a redirect names; None if it is none."""
    try:
        return urljoin(url, location)
    except ValueError:
        return None


def _resolve(host: str, port: int, allow_private: bool, deadline: float) -> tuple[int, tuple[str, int]]:
    """Return an address of the host. Raises Denied if any of its addresses is not public."""
    addresses = _look_up(host, port, deadline)
    if not allow_private:
        for _, (address, _) in addresses:
            if not _is_public(address):
                raise Denied(
                    f"{host!r} is not on the public internet, so it was not asked.",
                    "private_address",
                    advice="The user can allow it with web_fetch_private = true.",
                    host=host,
                )
    return addresses[0]


def _look_up(host: str, port: int, deadline: float) -> list[tuple[int, tuple[str, int]]]:
    """Return the addresses of the host. A look-up cannot be ended, so that it is left alone when time is up."""
    outcome: queue.SimpleQueue[list[tuple[int, tuple[str, int]]] | None] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            outcome.put(None)
        else:
            outcome.put([(family, (str(place[0]), port)) for family, _, _, _, place in found])

    threading.Thread(target=look_up, name="understudy-look-up", daemon=True).start()
    try:
        addresses = outcome.get(timeout=_seconds_left(deadline))
    except queue.Empty:
        raise TimedOut(f"The address of {host[:200]} was not found in time.", "time_limit") from None
    if not addresses:
        raise ExecutionFailed(f"There is no host {host[:200]!r}.", "fetch_failed", host=host)
    return addresses


def _is_public(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        embedded = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo or (None, None))[1]
        if embedded is not None and not _is_public(str(embedded)):
            return False
        if parsed in ipaddress.ip_network("64:ff9b::/96"):  # an IPv4 address behind NAT64
            return _is_public(str(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)))
        if parsed.is_site_local:  # deprecated, but networks may still use it
            return False
    is_special = parsed.is_multicast or parsed.is_reserved or address in _HOST_SERVICES
    is_special = is_special or any(parsed in network for network in _SPECIAL_NETWORKS)
    return parsed.is_global and not is_special


class _Connection(http.client.HTTPConnection):
    """A connection to an address that was checked, whatever the host's name means by now."""

    def __init__(
        self,
        host: str,
        port: int,
        address: tuple[int, tuple[str, int]],
        timeout: float,
        context: ssl.SSLContext | None,
    ) -> None:
        super().__init__(host, port, timeout=timeout)
        self._address = address
        self._context = context
        self._raw: socket.socket | None = None
        self.is_shut_down = False

    def connect(self) -> None:
        family, place = self._address
        # It stays known by a descriptor of its own: TLS takes the other one over, and may take its time.
        sock = socket.socket(family, socket.SOCK_STREAM)
        self._raw = sock.dup()
        sock.settimeout(self.timeout)
        try:
            if self.is_shut_down:
                raise TimeoutError
            sock.connect(place)
            self.sock = (
                sock if self._context is None else self._context.wrap_socket(sock, server_hostname=self.host)
            )
        except BaseException:
            sock.close()
            raise

    def shut_down(self) -> None:
        """End whatever it waits for. May be called from any thread."""
        self.is_shut_down = True
        raw = self._raw
        if raw is not None:
            with contextlib.suppress(OSError):
                raw.shutdown(socket.SHUT_RDWR)

    def release(self) -> None:
        """Close it for good. `close` is called while the body is still read, if the server closes after it."""
        self.close()
        raw, self._raw = self._raw, None
        if raw is not None:
            raw.close()


def _connect(
    scheme: str, host: str, port: int, address: tuple[int, tuple[str, int]], timeout: float
) -> _Connection:
    return _Connection(
        host, port, address, timeout, ssl.create_default_context() if scheme == "https" else None
    )


def _headers(host: str, port: int, scheme: str) -> dict[str, str]:
    shown = f"[{host}]" if ":" in host else host
    return {
        "Host": shown if port == _PORTS[scheme] else f"{shown}:{port}",
        "User-Agent": "understudy",
        "Accept": "text/html, text/*;q=0.9, application/json;q=0.9, */*;q=0.1",
        "Accept-Encoding": "identity",  # compressed data has no known size
        "Connection": "close",
    }


def _read_body(response: http.client.HTTPResponse, stop: Stop) -> tuple[bytes, bool]:
    body = bytearray()
    while len(body) <= MAX_FETCH_BYTES:
        stop.check()
        part = response.read1(64 << 10)
        if not part:
            return bytes(body), False
        body += part
    return bytes(body[:MAX_FETCH_BYTES]), True
