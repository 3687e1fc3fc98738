"""The secret that a caller must send: as a bearer token, or in the address where a browser can send no header."""

import hashlib
import hmac
import time
from urllib.parse import parse_qsl

from understudy.http.allowed_hosts import Headers

__all__ = ["Ticket", "Token"]


class Token:
    """Keeps only a digest: digests have one length, so the time of comparing tells nothing of the token's."""

    def __init__(self, token: str) -> None:
        self._digest = _digest(token.encode())

    def matches_bearer(self, headers: Headers) -> bool:
        """Whether the one Authorization header is `Bearer` with this token."""
        given = [value for name, value in headers if name == b"authorization"]
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(b" ")
        return self._matches(token.strip()) and scheme.lower() == b"bearer"

    def matches_query(self, query: bytes, key: bytes = b"token") -> bool:
        """Whether the one `token=` of a query string is this token."""
        try:
            given = [value for name, value in parse_qsl(query, max_num_fields=16) if name == key]
        except ValueError:
            return False
        return len(given) == 1 and self._matches(given[0])

    def _matches(self, token: bytes) -> bool:
        return hmac.compare_digest(_digest(token), self._digest)


class Ticket:
    """A token that opens once, and not for long.

    For the command line of a browser that is started: everybody on this machine can read that, for hours. Who may
    use it first is not its affair.
    """

    def __init__(self, ticket: str, lifetime_s: float) -> None:
        self._token = Token(ticket)
        self._expires_at = time.monotonic() + lifetime_s
        self._is_used = False

    def redeem(self, query: bytes) -> bool:
        """Whether the one `ticket=` of a query string is this one, and the first to come."""
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
