"""What a link needs of a way to reach a server: a pair of the SDK's streams, and words for its end."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Protocol, Self

from mcp.shared.message import SessionMessage

__all__ = ["MessageReader", "MessageStreams", "MessageWriter", "Transport"]


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
    """As the SDK reads, which names this only in a private module."""

    async def receive(self) -> SessionMessage | Exception: ...
    def __aiter__(self) -> "MessageReader": ...
    async def __anext__(self) -> SessionMessage | Exception: ...


class MessageWriter(_AsyncCloseable, Protocol):
    async def send(self, item: SessionMessage, /) -> None: ...


MessageStreams = tuple[MessageReader, MessageWriter]


class Transport(Protocol):
    def streams(self) -> AbstractAsyncContextManager[MessageStreams]:
        """Entered and left by one task. Raises ServerTrouble for what is wrong before anything is sent."""
        ...

    def set_loss_callback(self, callback: Callable[[], None]) -> None:
        """Whom to tell if the server is gone in a way that the streams do not show."""
        ...

    def describe_end(self, *, while_connecting: bool) -> str | None:
        """How the server ended or what it refused, where that is known: words that follow its name."""
        ...

    def failure_hint(self) -> str:
        """What may explain that a server does not answer: words that follow, or nothing."""
        ...
