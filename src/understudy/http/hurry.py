"""A connection must say what it wants: one that is opened, or goes on, and sends no whole request is closed.

Uvicorn waits for ever for the rest of a request's head, and counts such connections against everybody's limit.
"""

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

__all__ = ["HEAD", "HastyProtocol"]

HEAD: Final = 10.0
"""Seconds for the head of a request."""


class HastyProtocol(H11Protocol):
    """Uvicorn's protocol in Python, the one that is always there, with that limit."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_asked:
            self._calm()
        else:
            self._hurry()

    @property
    def _is_asked(self) -> bool:
        """Whether there is a request whose answer is not complete."""
        # None before the first request, whatever its type says.
        cycle = cast(RequestResponseCycle | None, self.cycle)
        return cycle is not None and not cycle.response_complete

    def _hurry(self) -> None:
        # Set once for each head: one byte now and then does not put it off.
        if self._late is None:
            self._late = self.loop.call_later(HEAD, self._close)

    def _calm(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        # A connection that became a WebSocket is another protocol's.
        if not self._is_asked and self.transport.get_protocol() is self:
            self.transport.close()
