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

__all__ = ["Departure", "departure_of", "watched"]

_KEY: Final = "understudy.departure"


class Departure:
    """Whether one request's client has left, and the calls that end with it."""

    def __init__(self) -> None:
        self._left = False
        self._stops: set[Stop] = set()

    def leave(self) -> None:
        self._left = True
        for stop in tuple(self._stops):
            stop.cancel()

    @contextmanager
    def tied_to(self, stop: Stop) -> Generator[None]:
        if self._left:
            stop.cancel()
        self._stops.add(stop)
        try:
            yield
        finally:
            self._stops.discard(stop)


def departure_of(request: Any) -> Departure:
    """The departure of the request a call came with; on stdio there is none, and nobody leaves."""
    found = request.scope.get(_KEY) if isinstance(request, Request) else None
    return found if isinstance(found, Departure) else Departure()


def watched(scope: Scope, receive: Receive) -> tuple[Scope, Receive]:
    """The same request, noticing its client's departure as soon as anybody listens for it."""
    departure = Departure()

    async def listen() -> Message:
        message = await receive()
        if message["type"] == "http.disconnect":
            departure.leave()
        return message

    return {**scope, _KEY: departure}, listen
