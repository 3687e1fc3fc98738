"""Between a transport and the SDK: which of a server's messages come in, and how many at a time.

Answers pass. Requests pass while few are unanswered (the SDK declines what we do not offer), so that a
server which asks without end and reads nothing cannot fill our memory. Notifications do not pass: the one
that matters, a changed list of tools, is told to the owner, and the others would cost a task each.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from understudy.chat.servers.transport import Reader, Streams, Writer

__all__ = ["guarded"]

MOST_UNANSWERED: Final = 64


def guarded(streams: Streams, *, on_changed: Callable[[], None], on_end: Callable[[], None]) -> Streams:
    """The same streams behind the gate."""
    gate = _Gate(on_changed, on_end)
    return _GuardedReader(streams[0], gate), _GuardedWriter(streams[1], gate)


class _Gate:
    def __init__(self, on_changed: Callable[[], None], on_end: Callable[[], None]) -> None:
        self.on_changed = on_changed
        self.on_end = on_end
        self.unanswered = 0

    def admits(self, item: SessionMessage | Exception) -> bool:
        match item:
            case SessionMessage(message=JSONRPCRequest()):
                if self.unanswered >= MOST_UNANSWERED:
                    return False
                self.unanswered += 1
                return True
            case SessionMessage(message=JSONRPCNotification(method=method)):
                if method == "notifications/tools/list_changed":
                    self.on_changed()
                return False
            case SessionMessage():
                return True
            case _:
                return False  # A transport's own fault: its end is what matters, and that comes by itself.


class _GuardedReader:
    def __init__(self, inner: Reader, gate: _Gate) -> None:
        self._inner = inner
        self._gate = gate

    async def receive(self) -> SessionMessage | Exception:
        while True:
            try:
                item = await self._inner.receive()
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                self._gate.on_end()
                raise
            if self._gate.admits(item):
                return item

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()


class _GuardedWriter:
    def __init__(self, inner: Writer, gate: _Gate) -> None:
        self._inner = inner
        self._gate = gate

    async def send(self, item: SessionMessage, /) -> None:
        try:
            await self._inner.send(item)
        finally:
            if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                self._gate.unanswered -= 1

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()
