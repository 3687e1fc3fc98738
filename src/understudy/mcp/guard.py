"""Access checks of the HTTP endpoint, which run before the SDK sees a request, and detection of lost clients.

The Host and the Origin must be this server's (see `understudy.http.request_checks`). Then the token is checked,
and the process at the other end: no other user of this machine, and no process that this server started. A
command that it runs could otherwise give the consent to its own sensitive write.

When an HTTP client disconnects before its response, its calls are cancelled. At protocol 2026-07-28 the SDK
itself cancels a request when its connection closes. In sessions of older versions it does not, since a client
might resume a stream; ours cannot be resumed (no event store), so that a disconnect cancels the calls there
too.
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from understudy.http import AllowedHosts, Peer, Token, find_peer, mark_authorized
from understudy.mcp.limits import MAX_FRAME_BYTES
from understudy.workspace import Stop

__all__ = [
    "ENDPOINT_PATH",
    "AccessGuard",
    "AllowedHosts",
    "ClientDisconnect",
    "DisconnectWatch",
    "disconnect_of",
    "watch_disconnect",
]

_SCOPE_KEY: Final = "understudy.client_disconnect"


class ClientDisconnect:
    """Whether the client of one request has disconnected, and the calls to cancel then."""

    def __init__(self) -> None:
        self._is_disconnected = False
        self._stops: set[Stop] = set()

    def cancel_all(self) -> None:
        self._is_disconnected = True
        for stop in tuple(self._stops):
            stop.cancel()

    @contextmanager
    def cancelling(self, stop: Stop) -> Generator[None]:
        if self._is_disconnected:
            stop.cancel()
        self._stops.add(stop)
        try:
            yield
        finally:
            self._stops.discard(stop)


def disconnect_of(request: Any) -> ClientDisconnect:
    """The disconnect state of the request that a call belongs to. On stdio it never disconnects."""
    found = request.scope.get(_SCOPE_KEY) if isinstance(request, Request) else None
    return found if isinstance(found, ClientDisconnect) else ClientDisconnect()


def watch_disconnect(scope: Scope, receive: Receive) -> tuple[Scope, Receive]:
    """Wrap a request so that a disconnect of its client is noticed as soon as anything calls `receive`."""
    disconnect = ClientDisconnect()

    async def listen() -> Message:
        message = await receive()
        if message["type"] == "http.disconnect":
            disconnect.cancel_all()
        return message

    return {**scope, _SCOPE_KEY: disconnect}, listen


ENDPOINT_PATH: Final = "/mcp"


class DisconnectWatch:
    """ASGI middleware: cancels the calls of a client that disconnects. Access was checked before.

    A client that disconnects while it sends its request has made none: the SDK, which takes this for an error of
    the server, does not see it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope, receive = watch_disconnect(scope, receive)
            if scope["method"] == "POST":
                whole = await _receive_body(scope, receive)
                if whole is None:
                    return
                receive = whole
        await self._app(scope, receive, send)


async def _receive_body(scope: Scope, receive: Receive) -> Receive | None:
    """Read the body and return what gives it again; None if the client has gone before its end.

    A body over the limit is not read: the SDK refuses it.
    """
    sizes = [value for name, value in scope["headers"] if name == b"content-length" and value.isdigit()]
    if any(int(size) > MAX_FRAME_BYTES for size in sizes):
        return receive
    parts: list[Message] = []
    length = 0
    while not parts or (parts[-1].get("more_body", False) and length <= MAX_FRAME_BYTES):
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message)
        length += len(message.get("body", b""))
    parts.reverse()

    async def receive_again() -> Message:
        return parts.pop() if parts else await receive()

    return receive_again


_REFUSED_PEERS: Final[Mapping[Peer, str]] = {
    "other_user": "This server is for the user who started it, and not for others of this machine",
    "own_descendant": "This server does not serve processes that it started itself",
    "gone": "The connection was closed before its owner could be identified",
}


class AccessGuard:
    """ASGI middleware: admits requests for the endpoint, to our host names, with the token if there is one.

    With `is_behind_proxy` other users may connect, one of which the proxy runs as; then there must be a token.
    """

    def __init__(
        self,
        app: ASGIApp,
        allowed_hosts: AllowedHosts,
        token: str | None,
        *,
        is_behind_proxy: bool = False,
    ) -> None:
        self._app = DisconnectWatch(app)
        self._allowed_hosts = allowed_hosts
        self._token = None if token is None else Token(token)
        self._is_behind_proxy = is_behind_proxy and token is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._check_access(scope) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def _check_access(self, scope: Scope) -> Response | None:
        match self._allowed_hosts.find_foreign_header(scope["headers"]):
            case "Host":
                return PlainTextResponse("Invalid Host header", 421)
            case "Origin":
                return PlainTextResponse("Invalid Origin header", 403)
            case None:
                pass
        if self._token is not None and not self._token.matches_bearer(scope["headers"]):
            return PlainTextResponse(
                "A bearer token is required: the one that `understudy mcp --http` printed or was given",
                401,
                {"WWW-Authenticate": 'Bearer realm="understudy"'},
            )
        peer = find_peer(scope)
        if peer in _REFUSED_PEERS and not (peer == "other_user" and self._is_behind_proxy):
            return PlainTextResponse(_REFUSED_PEERS[peer], 403)
        mark_authorized(scope)
        if scope["path"] != ENDPOINT_PATH:
            return PlainTextResponse(f"The MCP endpoint is {ENDPOINT_PATH}", 404)
        return None
