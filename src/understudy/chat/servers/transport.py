"""What a link needs of a way to reach a server: a pair of the SDK's streams, and words for its end."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Protocol, Self

from mcp.shared.message import SessionMessage

__all__ = ["Reader", "Streams", "Transport", "Writer"]


class _Closable(Protocol):
    async def aclose(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None: ...


class Reader(_Closable, Protocol):
    """As the SDK reads, which names this only in a private module."""

    async def receive(self) -> SessionMessage | Exception: ...
    def __aiter__(self) -> "Reader": ...
    async def __anext__(self) -> SessionMessage | Exception: ...


class Writer(_Closable, Protocol):
    async def send(self, item: SessionMessage, /) -> None: ...


Streams = tuple[Reader, Writer]


class Transport(Protocol):
    def streams(self) -> AbstractAsyncContextManager[Streams]:
        """Entered and left by one task. Raises ServerTrouble for what is wrong before anything is sent."""
        ...

    def on_loss(self, lost: Callable[[], None]) -> None:
        """Whom to tell if the server is gone in a way that the streams do not show."""
        ...

    def ending(self, *, while_connecting: bool) -> str | None:
        """How the server ended or what it refused, where that is known: words that follow its name."""
        ...

    def hint(self) -> str:
        """What may explain that a server does not answer: words that follow, or nothing."""
        ...
