"""Who may come in, and to what: the Host and the Origin first, for everything; then the token.

A page of somebody else can make this browser send requests here, but not read the answers, and it does not know
the token. The built files are public: there is nothing of the user's in them.
"""

from typing import Final, Literal

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from understudy.http.names import Names
from understudy.http.peers import is_strangers
from understudy.http.tokens import Ticket, Token
from understudy.web.headers import with_headers

__all__ = ["Door"]

Lock = Literal["none", "query", "bearer", "either", "ticket"]

LOCKS: Final[dict[str, Lock]] = {
    "/": "query",
    "/open": "ticket",
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

    def __init__(self, app: ASGIApp, names: Names, token: Token, ticket: Ticket) -> None:
        self._app = app
        self._names = names
        self._token = token
        self._ticket = ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        foreign = self._names.foreign(scope["headers"])
        if foreign == "Host":  # without our headers, which would name it
            await _refuse(scope, receive, send, 421, "This Host is not the workbench's.\n")
            return
        send = with_headers(scope, send)
        if foreign == "Origin":
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
            case "ticket":
                # Another user may have read it in the list of processes, and be faster than the browser.
                return not is_strangers(scope) and self._ticket.in_query(scope["query_string"])


def _lock(path: str) -> Lock | None:
    return "none" if path.startswith("/assets/") else LOCKS.get(path)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, words: str) -> None:
    """An HTTP answer, to the handshake of a WebSocket too."""
    headers = {"WWW-Authenticate": 'Bearer realm="understudy"'} if status == 401 else None
    await PlainTextResponse(words, status, headers)(scope, receive, send)
