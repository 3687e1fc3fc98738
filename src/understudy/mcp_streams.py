"""The message streams that the MCP SDK reads from and writes to: their protocols, and base classes for our own.

Shared by our MCP server (`understudy.mcp`) and our MCP client (`understudy.mcp_servers`). They own no connection:
a subclass reads or writes, and says how it is closed.
"""

from types import TracebackType
from typing import Protocol, Self

import anyio
from mcp.shared.message import SessionMessage

__all__ = ["MessageReadStream", "MessageReader", "MessageStream", "MessageStreams", "MessageWriter"]


class _AsyncCloseable(Protocol):
    async def aclose(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None: ...


class MessageReader(_AsyncCloseable, Protocol):
    """The SDK's read stream, which the SDK itself declares only in a private module."""

    async def receive(self) -> SessionMessage | Exception: ...
    def __aiter__(self) -> "MessageReader": ...
    async def __anext__(self) -> SessionMessage | Exception: ...


class MessageWriter(_AsyncCloseable, Protocol):
    """The SDK's write stream."""

    async def send(self, item: SessionMessage, /) -> None: ...


MessageStreams = tuple[MessageReader, MessageWriter]


class MessageStream:
    """An asynchronous context manager that closes the stream. Override `close`, or `aclose` if it must wait."""

    def close(self) -> None: ...

    async def aclose(self) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()


class MessageReadStream(MessageStream):
    """An asynchronous iterator over `receive`, which raises anyio.EndOfStream at the end."""

    async def receive(self) -> SessionMessage:
        raise NotImplementedError

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None
