"""Who may come in, and to what: the Host and the Origin first, for everything; then the token.

A page of somebody else can make this browser send requests here, but not read the answers, and it does not know
the token. The built files are public: there is nothing of the user's in them.

What every answer says to the browser about itself: what the page may load, and that nobody may frame it.
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
    (b"referrer-policy", b"no-referrer"),  # the token stands in the address
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
# Monaco puts style elements into the page and positions its lines with style attributes, so styles may be inline;
# scripts never. Its icons are a font, which may be built into a style sheet, as images may.
_CSP_TEMPLATE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src {connect}; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_IMMUTABLE_CACHING: Final = b"public, max-age=31536000, immutable"


def with_security_headers(scope: Scope, send: Send) -> Send:
    """The same `send`, with our headers on the answer to a request whose Host is ours."""
    policy = _content_security_policy(scope["headers"]).encode()
    # The names of built files change with what is in them.
    caching = _IMMUTABLE_CACHING if scope["path"].startswith("/assets/") else b"no-store"

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            kept: list[tuple[bytes, bytes]] = [*message.get("headers", ()), *_SECURITY_HEADERS]
            kept.append((b"content-security-policy", policy))
            if not any(name.lower() == b"cache-control" for name, _ in kept):
                ok = message["status"] in (200, 206, 304)
                kept.append((b"cache-control", caching if ok else b"no-store"))
            message = {**message, "headers": kept}
        await send(message)

    return sending


def _content_security_policy(headers: Headers) -> str:
    """Older Safari does not count a WebSocket to the same host as 'self', so that is named as well.

    The Host was checked before, so nothing else can get into the policy; an IPv6 address cannot stand in one.
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
    """ASGI: what does not come in gets a sentence, before any of it is read."""

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
        if foreign == "Host":  # without our headers, which would name it
            await _send_error(scope, receive, send, 421, "This Host is not the workbench's.\n")
            return
        send = with_security_headers(scope, send)
        if foreign == "Origin":
            await _send_error(scope, receive, send, 403, "This Origin is not the workbench's.\n")
        elif (lock := _required_credential(scope["path"])) is None:
            await _send_error(scope, receive, send, 404, "There is nothing here.\n")
        elif not self._is_authorized(lock, scope):
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
                # Another user may have read it in the list of processes, and be faster than the browser.
                return not is_from_other_user(scope) and self._ticket.redeem(scope["query_string"])


def _required_credential(path: str) -> Credential | None:
    return "none" if path.startswith("/assets/") else REQUIRED_CREDENTIALS.get(path)


async def _send_error(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
    """An HTTP answer, to the handshake of a WebSocket too."""
    headers = {"WWW-Authenticate": 'Bearer realm="understudy"'} if status == 401 else None
    await PlainTextResponse(message, status, headers)(scope, receive, send)
