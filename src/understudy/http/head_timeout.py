"""A connection must say what it wants: one that is opened, or goes on, and sends no whole request is closed.

Uvicorn waits for ever for the rest of a request's head, and counts such connections against everybody's limit.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from understudy.http.limits import REQUEST_HEAD_TIMEOUT_S

__all__ = ["HeadTimeoutProtocol"]


class HeadTimeoutProtocol(H11Protocol):
    """Uvicorn's protocol in Python, the one that is always there, with that limit."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_head_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._has_open_request:
            self._cancel_head_timer()
        else:
            self._start_head_timer()

    @property
    def _has_open_request(self) -> bool:
        """Whether there is a request whose answer is not complete."""
        # None before the first request, whatever its type says.
        cycle = cast(RequestResponseCycle | None, self.cycle)
        return cycle is not None and not cycle.response_complete

    def _start_head_timer(self) -> None:
        # Set once for each head: one byte now and then does not put it off.
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(REQUEST_HEAD_TIMEOUT_S, self._close_if_idle)

    def _cancel_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _close_if_idle(self) -> None:
        self._head_timer = None
        # A connection that became a WebSocket is another protocol's.
        if not self._has_open_request and self.transport.get_protocol() is self:
            self.transport.close()
