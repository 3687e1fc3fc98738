"""The server's ASGI application: who asks, and for what.

| path       | who                | answer                                                            |
|------------|--------------------|-------------------------------------------------------------------|
| `/acp`     | a user             | an agent, over a WebSocket or over Streamable HTTP                |
| `/healthz` | anybody            | 200 while the process works                                       |
| `/readyz`  | anybody            | 200, or 503 while the server shuts down or cannot reach its store |
| `/metrics` | anybody (a proxy should keep it inside) | figures for Prometheus                       |

A credential is a bearer token, of the users file or of the OIDC issuer. Nothing here is authorized by a cookie: the
cookie only says which replica a client was served by, for load balancers.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from starlette.types import Receive, Scope, Send

from understudy.serve.connections import Connections, TooManyConnections
from understudy.serve.http_endpoint import HttpEndpoint
from understudy.serve.responses import Headers, find_header, refuse, send_text
from understudy.serve.users import User, Users

__all__ = ["AFFINITY_COOKIE", "Authenticator", "NotAuthenticated", "ServeApp", "TokenAuthenticator"]

logger = logging.getLogger(__name__)

AFFINITY_COOKIE: Final = "understudy-replica"
UNAUTHORIZED_MESSAGE: Final = "Send a token of this server as `Authorization: Bearer TOKEN`."


class NotAuthenticated(Exception):
    """The credential is not valid. The message says why."""


class Authenticator(Protocol):
    async def authenticate(self, token: str) -> User:
        """Raises NotAuthenticated."""
        ...


class TokenAuthenticator:
    """Tokens of the users file."""

    def __init__(self, users: Users) -> None:
        self._users = users

    async def authenticate(self, token: str) -> User:
        user = self._users.find_by_token(token)
        if user is None:
            raise NotAuthenticated("The token is not one of this server. Ask its administrator for one.")
        return user


class ServeApp:
    def __init__(
        self,
        connections: Connections,
        authenticator: Authenticator,
        *,
        replica: str,
        is_ready: Callable[[], Awaitable[str | None]],
        render_metrics: Callable[[], tuple[str, str]],
        on_refusal: Callable[[str], None],
    ) -> None:
        """`is_ready` returns why the server is not ready; `render_metrics` a text and its content type."""
        self._on_refusal = on_refusal
        self._connections = connections
        self._authenticator = authenticator
        self._replica = replica
        self._is_ready = is_ready
        self._render_metrics = render_metrics
        self._endpoint = HttpEndpoint(connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"], scope.get("path"):
            case "lifespan", _:
                await _serve_lifespan(receive, send)
            case (("http" | "websocket"), "/acp"):
                await self._serve_acp(scope, receive, send)
            case "http", "/healthz":
                await send_text(send, 200, "ok\n")
            case "http", "/readyz":
                problem = await self._is_ready()
                await send_text(send, 200 if problem is None else 503, f"{problem or 'ready'}\n")
            case "http", "/metrics":
                text, content_type = self._render_metrics()
                await send_text(send, 200, text, content_type)
            case (("http" | "websocket"), _):
                await refuse(scope, receive, send, 404, "There is nothing here. Agents are served at /acp.")
            case _:
                pass

    async def _serve_acp(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: Headers = scope["headers"]
        try:
            user = await self._authenticator.authenticate(_bearer_token(headers))
        except NotAuthenticated as error:
            self._on_refusal("unauthorized")
            await refuse(scope, receive, send, 401, str(error))
            return
        cookie = self._affinity_headers(headers)
        if scope["type"] == "http":
            await self._endpoint.serve(scope, receive, send, user, cookie)
            return
        try:
            self._connections.check_room(user)
        except TooManyConnections as error:
            self._on_refusal("too_many")
            await refuse(scope, receive, send, 503, str(error))
            return
        await self._connections.serve_websocket(receive, send, user, cookie)

    def _affinity_headers(self, headers: Headers) -> list[tuple[bytes, bytes]]:
        """Name this replica, unless the client knows it already."""
        own = f"{AFFINITY_COOKIE}={self._replica}"
        given = [value.decode("latin-1") for name, value in headers if name == b"cookie"]
        if any(pair.strip() == own for line in given for pair in line.split(";")):
            return []
        return [(b"set-cookie", f"{own}; Path=/; HttpOnly; SameSite=Lax".encode())]


def _bearer_token(headers: Headers) -> str:
    """Raises NotAuthenticated."""
    given = find_header(headers, b"authorization") or ""
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthenticated(UNAUTHORIZED_MESSAGE)
    return token.strip()


async def _serve_lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
