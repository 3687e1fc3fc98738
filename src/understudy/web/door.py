"""Who may come in, and to what: the Host and the Origin first, for everything; then the token.

A page of somebody else can make this browser send requests here, but not read the answers, and it does not know
the token. The built files are public: there is nothing of the user's in them.
"""

from typing import Final, Literal

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from understudy.http.names import Names
from understudy.http.tokens import Token
from understudy.web.headers import with_headers

__all__ = ["Door"]

Lock = Literal["none", "query", "bearer", "either"]

LOCKS: Final[dict[str, Lock]] = {
    "/": "query",
    "/workbench.json": "bearer",
    "/mcp": "bearer",
    "/acp": "either",  # a browser cannot send a header with a WebSocket
    "/favicon.ico": "none",
    "/favicon.svg": "none",
}
NOT_LET_IN: Final = (
    "The token is missing or is not this workbench's. Open the address that `understudy web` printed; "
    "each start has a new one.\n"
)


class Door:
    """ASGI: what does not come in gets a sentence, before any of it is read."""

    def __init__(self, app: ASGIApp, names: Names, token: Token) -> None:
        self._app = app
        self._names = names
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if self._names.foreign(scope["headers"]) == "Host":  # not even our headers: they would name it
            await _refuse(scope, receive, send, 421, "This Host is not the workbench's.\n")
            return
        send = with_headers(scope, send)
        if self._names.foreign(scope["headers"]) is not None:
            await _refuse(scope, receive, send, 403, "This Origin is not the workbench's.\n")
        elif (lock := _lock(scope["path"])) is None:
            await _refuse(scope, receive, send, 404, "There is nothing here.\n")
        elif not self._opens(lock, scope):
            await _refuse(scope, receive, send, 401, NOT_LET_IN)
        else:
            await self._app(scope, receive, send)

    def _opens(self, lock: Lock, scope: Scope) -> bool:
        match lock:
            case "none":
                return True
            case "query":
                return self._token.in_query(scope["query_string"])
            case "bearer":
                return self._token.bearer(scope["headers"])
            case "either":
                return self._token.in_query(scope["query_string"]) or self._token.bearer(scope["headers"])


def _lock(path: str) -> Lock | None:
    return "none" if path.startswith("/assets/") else LOCKS.get(path)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    """An HTTP answer, to the handshake of a WebSocket too."""
    headers = {"WWW-Authenticate": 'Bearer realm="understudy"'} if status == 401 else None
    await PlainTextResponse(words, status, headers)(scope, receive, send)
