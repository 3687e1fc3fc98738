"""Access control of the workbench: Host and Origin of every request, then the token; security headers.

A foreign page can make the browser send requests here, but it can neither read the responses nor know the
token. The built files are public: they contain nothing of the user. The headers of every response say what
the page may load, and that it may not be framed.
"""

from collections.abc import Sequence
from typing import Final, Literal

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from understudy.http import AllowedHosts, Headers, Ticket, Token, is_from_other_user

__all__ = ["AccessControl", "with_security_headers"]

_SECURITY_HEADERS: Final[Sequence[tuple[bytes, bytes]]] = (
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # the token is in the URL
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


Credential = Literal["none", "query", "bearer", "either", "ticket"]

REQUIRED_CREDENTIALS: Final[dict[str, Credential]] = {
    "/": "query",
    "/open": "ticket",
    "/workbench.json": "bearer",
    "/mcp": "bearer",
    "/acp": "either",  # a browser cannot send a header with a WebSocket
    "/favicon.ico": "none",
    "/favicon.svg": "none",
}
UNAUTHORIZED_MESSAGE: Final = (
    "The token is missing or is not this workbench's. Open the address that `understudy web` printed; "
    "each start has a new one.\n"
)


class AccessControl:
    """ASGI middleware: a rejected request gets a response with a sentence, and its body is not read."""

    def __init__(self, app: ASGIApp, allowed_hosts: AllowedHosts, token: Token, ticket: Ticket) -> None:
        self._app = app
        self._allowed_hosts = allowed_hosts
        self._token = token
        self._ticket = ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        foreign = self._allowed_hosts.find_foreign_header(scope["headers"])
        if foreign == "Host":  # without our headers, which would contain it
            await _send_error(scope, receive, send, 421, "This Host is not the workbench's.\n")
            return
        send = with_security_headers(scope, send)
        if foreign == "Origin":
            await _send_error(scope, receive, send, 403, "This Origin is not the workbench's.\n")
        elif (credential := _required_credential(scope["path"])) is None:
            await _send_error(scope, receive, send, 404, "There is nothing here.\n")
        elif not self._is_authorized(credential, scope):
            await _send_error(scope, receive, send, 401, UNAUTHORIZED_MESSAGE)
        else:
            await self._app(scope, receive, send)

    def _is_authorized(self, credential: Credential, scope: Scope) -> bool:
        match credential:
            case "none":
                return True
            case "query":
                return self._token.matches_query(scope["query_string"])
            case "bearer":
                return self._token.matches_bearer(scope["headers"])
            case "either":
                return self._token.matches_query(scope["query_string"]) or self._token.matches_bearer(
                    scope["headers"]
                )
            case "ticket":
                # Another user may have read it in the process list, and be faster than the browser.
                return not is_from_other_user(scope) and self._ticket.redeem(scope["query_string"])


def _required_credential(path: str) -> Credential | None:
    return "none" if path.startswith("/assets/") else REQUIRED_CREDENTIALS.get(path)


async def _send_error(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
    """Send an HTTP response, also to the handshake of a WebSocket."""
    headers = {"WWW-Authenticate": 'Bearer realm="understudy"'} if status == 401 else None
    await PlainTextResponse(message, status, headers)(scope, receive, send)
