"""Between a transport and the SDK: which of a server's messages come in, and how many at a time.

Answers pass. Requests pass while few are unanswered (the SDK declines what we do not offer), so that a
server which asks without end and reads nothing cannot fill our memory. Notifications do not pass: the one
that matters, a changed list of tools, is told to the owner, and the others would cost a task each.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from understudy.mcp_servers.limits import MAX_UNANSWERED_REQUESTS
from understudy.mcp_servers.transport import MessageReader, MessageStreams, MessageWriter

__all__ = ["filter_streams"]


def filter_streams(
    streams: MessageStreams, *, on_tools_changed: Callable[[], None], on_end: Callable[[], None]
) -> MessageStreams:
    """The same streams behind the gate."""
    gate = _MessageFilter(on_tools_changed, on_end)
    return _FilteredReader(streams[0], gate), _FilteredWriter(streams[1], gate)


class _MessageFilter:
    def __init__(self, on_tools_changed: Callable[[], None], on_end: Callable[[], None]) -> None:
        self.on_tools_changed = on_tools_changed
        self.on_end = on_end
        self.unanswered = 0

    def accepts(self, item: SessionMessage | Exception) -> bool:
        match item:
            case SessionMessage(message=JSONRPCRequest()):
                if self.unanswered >= MAX_UNANSWERED_REQUESTS:
                    return False
                self.unanswered += 1
                return True
            case SessionMessage(message=JSONRPCNotification(method=method)):
                if method == "notifications/tools/list_changed":
                    self.on_tools_changed()
                return False
            case SessionMessage():
                return True
            case _:
                return False  # A transport's own fault: its end is what matters, and that comes by itself.


class _FilteredReader:
    def __init__(self, inner: MessageReader, message_filter: _MessageFilter) -> None:
        self._inner = inner
        self._filter = message_filter

    async def receive(self) -> SessionMessage | Exception:
        while True:
            try:
                item = await self._inner.receive()
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                self._filter.on_end()
                raise
            if self._filter.accepts(item):
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


class _FilteredWriter:
    def __init__(self, inner: MessageWriter, message_filter: _MessageFilter) -> None:
        self._inner = inner
        self._filter = message_filter

    async def send(self, item: SessionMessage, /) -> None:
        try:
            await self._inner.send(item)
        finally:
            if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                self._filter.unanswered -= 1

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
