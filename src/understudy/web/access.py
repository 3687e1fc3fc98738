"""Access control of the workbench: Host and Origin of every request, then its credential; security headers.

The address with the token, or with a single-use ticket, only gives the browser a cookie and leads to the page,
whose address has no secret in it. A foreign page can make the browser send requests here, but it can neither
read the responses nor know the token, and its requests do not count as the cookie's. Other users of this machine
and processes that this server started (agents and their commands) are not served, whatever they know. The built
files are public: they contain nothing of the user. The headers of every response say what the page may load, and
that it may not be framed.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from understudy.http import (
    AllowedHosts,
    Headers,
    Peer,
    SessionCookie,
    Ticket,
    Token,
    find_peer,
    mark_authorized,
)

__all__ = ["AccessControl", "with_security_headers"]

_SECURITY_HEADERS: Final[Sequence[tuple[bytes, bytes]]] = (
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
# Monaco adds style elements to the page and positions its lines with style attributes, so styles may be inline;
# scripts never. Its icons are a font, which may be embedded in a style sheet, as images may.
_CSP_TEMPLATE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src {connect}; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_IMMUTABLE_CACHING: Final = b"public, max-age=31536000, immutable"


def with_security_headers(scope: Scope, send: Send) -> Send:
    """Wrap `send` so that it adds our headers to the response. The Host must have been checked."""
    policy = _content_security_policy(scope["headers"]).encode()
    # The names of built files change with their content.
    caching = _IMMUTABLE_CACHING if scope["path"].startswith("/assets/") else b"no-store"

    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers: list[tuple[bytes, bytes]] = [*message.get("headers", ()), *_SECURITY_HEADERS]
            headers.append((b"content-security-policy", policy))
            if not any(name.lower() == b"cache-control" for name, _ in headers):
                ok = message["status"] in (200, 206, 304)
                headers.append((b"cache-control", caching if ok else b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return send_with_headers


def _content_security_policy(headers: Headers) -> str:
    """Older versions of Safari do not treat a WebSocket to the same host as 'self', so it is listed too.

    The Host was checked before, so nothing else can get into the policy; an IPv6 address cannot be part of one.
    """
    hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
    named = [f"ws://{host}" for host in hosts if "[" not in host]
    return _CSP_TEMPLATE.format(connect=" ".join(["'self'", *named]))


Path = Literal["open", "page", "data", "socket", "public"]

PATHS: Final[Mapping[str, Path]] = {
    "/": "page",
    "/open": "open",
    "/workbench.json": "data",
    "/mcp": "data",
    "/sample": "data",
    "/agent-log": "data",
    "/file": "data",
    "/acp": "socket",
    "/favicon.ico": "public",
    "/favicon.svg": "public",
}
UNAUTHORIZED_MESSAGE: Final = (
    "The token is missing or is not this workbench's. Open the address that `understudy web` printed; "
    "each start has a new one.\n"
)
REFUSED_PEERS: Final[Mapping[Peer, str]] = {
    "other_user": "This workbench is for the user who started it.\n",
    "own_descendant": "This workbench does not serve processes that it started itself.\n",
    "gone": "The connection was closed too early.\n",
}
RELOAD_PAGE: Final = "<!doctype html><meta http-equiv=refresh content='0;url=/'><title>Understudy</title>\n"


class AccessControl:
    """ASGI middleware: a rejected request gets a response with a sentence, and its body is not read."""

    def __init__(
        self, app: ASGIApp, allowed_hosts: AllowedHosts, token: Token, ticket: Ticket, cookie: SessionCookie
    ) -> None:
        self._app = app
        self._allowed_hosts = allowed_hosts
        self._token = token
        self._ticket = ticket
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        foreign = self._allowed_hosts.find_foreign_header(scope["headers"])
        if foreign == "Host":  # without our headers, which would contain it
            await _error(421, "This Host is not the workbench's.\n")(scope, receive, send)
            return
        response = _error(403, "This Origin is not the workbench's.\n") if foreign else self._check(scope)
        await (response or self._app)(scope, receive, with_security_headers(scope, send))

    def _check(self, scope: Scope) -> ASGIApp | None:
        """Return the response, None if the request is for the application."""
        path = "public" if scope["path"].startswith("/assets/") else PATHS.get(scope["path"])
        has_cookie = self._cookie.matches(scope["headers"])
        if path is None:
            return _error(404, "There is nothing here.\n")
        if path == "public" and not has_cookie:
            return None
        if path == "open":
            # The peer is looked at first. Another user may have read the ticket in the process list, and be
            # faster than the browser; it must not be used up then.
            refusal = self._check_peer(scope)
            if refusal is None and not self._ticket.redeem(scope["query_string"]):
                return _unauthorized()
            return refusal or self._give_cookie(scope)
        if path == "page" and self._token.matches_query(scope["query_string"]):
            return self._check_peer(scope) or self._give_cookie(scope)
        if not (has_cookie and _is_from_page(path, scope)) and not self._has_token(path, scope):
            return _reload() if path == "page" and _is_link_elsewhere(scope) else _unauthorized()
        if (refusal := self._check_peer(scope)) is None:
            mark_authorized(scope)
        return refusal

    def _has_token(self, path: Path, scope: Scope) -> bool:
        """For programs. A browser cannot send a header with a WebSocket; other clients of it may."""
        is_bearer = path in ("data", "socket") and self._token.matches_bearer(scope["headers"])
        return is_bearer or (path == "socket" and self._token.matches_query(scope["query_string"]))

    def _give_cookie(self, scope: Scope) -> ASGIApp:
        mark_authorized(scope)
        return RedirectResponse("/", 303, {"Set-Cookie": self._cookie.issue(scope["headers"])})

    def _check_peer(self, scope: Scope) -> ASGIApp | None:
        message = REFUSED_PEERS.get(find_peer(scope))
        return None if message is None else _error(403, message)


def _is_from_page(path: Path, scope: Scope) -> bool:
    """Whether a request with the cookie may change something: a browser then names the page that it is from."""
    is_safe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
    return is_safe or path == "public" or any(name == b"origin" for name, _ in scope["headers"])


def _is_link_elsewhere(scope: Scope) -> bool:
    """Whether a link of another page led here, which may be another workbench on this machine.

    The browser then sends no cookie, even after our redirect, or one that does not count.
    """
    headers = dict(scope["headers"])
    is_elsewhere = headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site")
    return is_elsewhere and headers.get(b"sec-fetch-mode") == b"navigate"


def _reload() -> ASGIApp:
    """Let the browser request the page once more, on behalf of this page."""
    return HTMLResponse(RELOAD_PAGE)


def _unauthorized() -> ASGIApp:
    return _error(401, UNAUTHORIZED_MESSAGE)


def _error(status: int, message: str) -> ASGIApp:
    """An HTTP response, also to the handshake of a WebSocket."""
    headers = {"WWW-Authenticate": 'Bearer realm="understudy"'} if status == 401 else None
    return PlainTextResponse(message, status, headers)
