"""An HTTP client that leaves before its answer: the work that nobody will collect is stopped.

At protocol 2026-07-28 the SDK itself cancels the request when its connection closes. In the sessions of
older versions it does not, since a client might resume a stream; ours cannot be resumed (no event
store), so leaving ends the work there too.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

from starlette.requests import Request
from starlette.types import Message, Receive, Scope

from understudy.workspace import Stop

__all__ = ["ClientDisconnect", "disconnect_of", "watch_disconnect"]

_SCOPE_KEY: Final = "understudy.departure"


class ClientDisconnect:
    """Whether one request's client has left, and the calls that end with it."""

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
    """The departure of the request a call came with; on stdio there is none, and nobody leaves."""
    found = request.scope.get(_SCOPE_KEY) if isinstance(request, Request) else None
    return found if isinstance(found, ClientDisconnect) else ClientDisconnect()


def watch_disconnect(scope: Scope, receive: Receive) -> tuple[Scope, Receive]:
    """The same request, noticing its client's departure as soon as anybody listens for it."""
    departure = ClientDisconnect()

    async def listen() -> Message:
        message = await receive()
        if message["type"] == "http.disconnect":
            departure.cancel_all()
        return message

    return {**scope, _SCOPE_KEY: departure}, listen
