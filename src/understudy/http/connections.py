"""Connections of an HTTP server: which are authorized, and the limits of those that are not.

Uvicorn waits forever for the rest of a request's head, and counts such connections against the limit of all
clients. Here a connection that sends no whole head in time, at its start or later, is closed. One that has made
no authorized request has a deadline as a whole, and a budget of its own: when that is used up, the oldest of
them is closed, so that a new one can always be opened, and those that are authorized are never affected.

The application marks a connection by `mark_authorized`; it does not know this protocol class.
"""

import asyncio
import itertools
from typing import Any, Final, cast

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from understudy.http.limits import (
    AUTHORIZATION_TIMEOUT_S,
    MAX_UNAUTHORIZED_CONNECTIONS,
    REQUEST_HEAD_TIMEOUT_S,
)

__all__ = ["BoundedProtocol", "Connection", "connection_of", "mark_authorized"]

_STATE_KEY: Final = "understudy.connection"


class Connection:
    """What is known of one connection, for all requests on it."""

    def __init__(self) -> None:
        self.is_authorized = False
        """Whether a request on it had a valid credential."""
        self.peer: Any = None
        """Who is at the other end, once `peers.find_peer` has found out."""


def connection_of(scope: Scope) -> Connection | None:
    """Return the connection of a request; None if another server runs the application."""
    found = scope.get("state", {}).get(_STATE_KEY)
    return found if isinstance(found, Connection) else None


def mark_authorized(scope: Scope) -> None:
    connection = connection_of(scope)
    if connection is not None:
        connection.is_authorized = True


class BoundedProtocol(H11Protocol):
    """Uvicorn's pure Python protocol, which is always installed, with these limits."""

    head_timeout_s: float = REQUEST_HEAD_TIMEOUT_S
    authorization_timeout_s: float = AUTHORIZATION_TIMEOUT_S
    max_unauthorized: int = MAX_UNAUTHORIZED_CONNECTIONS
    _numbers = itertools.count()
    _head_timer: asyncio.TimerHandle | None = None
    _authorization_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        self.connection = Connection()
        self._number = next(self._numbers)
        # The state that each request gets a copy of, also after an upgrade to a WebSocket.
        self.app_state = {**self.app_state, _STATE_KEY: self.connection}
        super().connection_made(transport)
        self._start_head_timer()
        self._authorization_timer = self.loop.call_later(
            self.authorization_timeout_s, self._close_if_unauthorized
        )
        unauthorized = [
            other
            for other in self.connections
            if isinstance(other, BoundedProtocol) and not other.connection.is_authorized
        ]
        if len(unauthorized) > self.max_unauthorized:
            min(unauthorized, key=lambda other: other._number)._abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_head_timer()
        if self._authorization_timer is not None:
            self._authorization_timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._has_open_request:
            self._cancel_head_timer()
        else:
            self._start_head_timer()

    def send_400_response(self, msg: str) -> None:
        """A malformed body may follow a head that the application works on: it must not answer then too."""
        if self._has_open_request:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # the response has begun
            self.transport.close()

    @property
    def _has_open_request(self) -> bool:
        """Whether there is a request whose response is not complete."""
        # None before the first request, despite its type.
        cycle = cast(RequestResponseCycle | None, self.cycle)
        return cycle is not None and not cycle.response_complete

    def _start_head_timer(self) -> None:
        # Started once for each head: single bytes do not restart it.
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_timeout_s, self._close_if_idle)

    def _cancel_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _close_if_idle(self) -> None:
        self._head_timer = None
        if not self._has_open_request and self._owns_transport:
            self.transport.close()

    def _close_if_unauthorized(self) -> None:
        self._authorization_timer = None
        if not self.connection.is_authorized:
            self._abort()

    def _abort(self) -> None:
        """Close at once: whoever does not read its response keeps nothing open."""
        self.connections.discard(self)
        if self._owns_transport:
            self.transport.abort()

    @property
    def _owns_transport(self) -> bool:
        """False once the connection became a WebSocket, which belongs to another protocol."""
        return self.transport.get_protocol() is self
