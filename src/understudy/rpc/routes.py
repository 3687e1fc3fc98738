"""The route of a method: the type of its params, its handler, and whether later messages wait for it."""

from collections.abc import Awaitable, Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec

from understudy.rpc.messages import Id

if TYPE_CHECKING:
    from understudy.rpc.peer import Peer

__all__ = ["Decode", "Inbound", "Order", "ResultWithCallback", "Route", "decode_strictly"]

P = TypeVar("P")

Decode = Callable[[msgspec.Raw, Any], Any]
"""Raw JSON and a type → a value of that type. Raises msgspec's errors or an RpcError."""


class Order(Enum):
    """How an awaitable that a handler returns is run. The handler itself is always called in order."""

    IN_ORDER = "in order"
    """It is awaited before the next message is processed."""
    CONCURRENT = "beside"
    """It becomes a task of its own."""


class Inbound(msgspec.Struct, frozen=True, eq=False):
    """The message of a handler, apart from its params."""

    peer: "Peer"
    method: str
    id: Id | None
    """None for a notification."""


class Route(msgspec.Struct, Generic[P], frozen=True, eq=False):
    """One row of a route table."""

    params: type[P]
    handler: Callable[[P, Inbound], Awaitable[object] | object]
    order: Order = Order.CONCURRENT
    notification: bool = False
    await_at_end: bool = False
    """Whether it is awaited for a moment when the input has ended."""
    allow_notification: bool = False
    """Whether the method of a request may be sent as a notification too."""


class ResultWithCallback(msgspec.Struct, frozen=True, eq=False):
    """What a handler may return instead of its result: the result, and a callback for when it has been sent."""

    result: object
    on_sent: Callable[[], None]


_decoders: Final[dict[Any, Callable[[msgspec.Raw], Any]]] = {}


def decode_strictly(raw: msgspec.Raw, kind: Any) -> Any:
    """Decode as strictly as msgspec: a string is not a number, and 1.0 is not an integer."""
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind).decode
    return decoder(raw)
