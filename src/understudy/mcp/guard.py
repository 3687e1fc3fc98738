"""Access checks of the HTTP endpoint, which run before the SDK sees a request, and detection of lost clients.

The Host and the Origin must be this server's (see `understudy.http.request_checks`). Then the token is checked.

When an HTTP client disconnects before its response, its calls are cancelled. At protocol 2026-07-28 the SDK
itself cancels a request when its connection closes. In sessions of older versions it does not, since a client
might resume a stream; ours cannot be resumed (no event store), so that a disconnect cancels the calls there
too.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from understudy.http import AllowedHosts, Token
from understudy.workspace import Stop

__all__ = [
    "ENDPOINT_PATH",
    "AccessGuard",
    "AllowedHosts",
    "ClientDisconnect",
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


class AccessGuard:
    """ASGI middleware: admits requests for the endpoint, to our host names, with the token if there is one."""

    def __init__(self, app: ASGIApp, allowed_hosts: AllowedHosts, token: str | None) -> None:
        self._app = app
        self._allowed_hosts = allowed_hosts
        self._token = None if token is None else Token(token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            refusal = self._check_access(scope)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
            scope, receive = watch_disconnect(scope, receive)
        await self._app(scope, receive, send)

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
                "A bearer token is required", 401, {"WWW-Authenticate": 'Bearer realm="understudy"'}
            )
        if scope["path"] != ENDPOINT_PATH:
            return PlainTextResponse(f"The MCP endpoint is {ENDPOINT_PATH}", 404)
        return None
