"""Who may speak to the HTTP face: the checks that come before the SDK sees a request.

The Host and the Origin must be this server's (see `understudy.http.allowed_hosts`). Then the token.
"""

from typing import Final

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from understudy.http.allowed_hosts import AllowedHosts
from understudy.http.tokens import Token
from understudy.mcp.disconnect import watch_disconnect

__all__ = ["ENDPOINT_PATH", "AccessGuard", "AllowedHosts"]

ENDPOINT_PATH: Final = "/mcp"


class AccessGuard:
    """ASGI: only the endpoint, only for our names, only with the token if there is one."""

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
