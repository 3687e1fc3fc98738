"""Who may speak to the HTTP face: the checks that come before the SDK sees a request.

The Host and the Origin must be this server's (see `understudy.http.names`). Then the token.
"""

from typing import Final

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from understudy.http.names import Names
from understudy.http.tokens import Token
from understudy.mcp.departure import watched

__all__ = ["PATH", "Guard", "Names"]

PATH: Final = "/mcp"


class Guard:
    """ASGI: only the endpoint, only for our names, only with the token if there is one."""

    def __init__(self, app: ASGIApp, names: Names, token: str | None) -> None:
        self._app = app
        self._names = names
        self._token = None if token is None else Token(token)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            refusal = self._refuse(scope)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
            scope, receive = watched(scope, receive)
        await self._app(scope, receive, send)

    def _refuse(self, scope: Scope) -> Response | None:
        match self._names.foreign(scope["headers"]):
            case "Host":
                return PlainTextResponse("Invalid Host header", 421)
            case "Origin":
                return PlainTextResponse("Invalid Origin header", 403)
            case None:
                pass
        if self._token is not None and not self._token.bearer(scope["headers"]):
            return PlainTextResponse(
                "A bearer token is required", 401, {"WWW-Authenticate": 'Bearer realm="understudy"'}
            )
        if scope["path"] != PATH:
            return PlainTextResponse(f"The MCP endpoint is {PATH}", 404)
        return None
