"""Our own requests, by id until their responses are received. Knows nothing of their methods."""

import asyncio
import logging
from typing import Final

import msgspec

from understudy.rpc.errors import INTERNAL_ERROR, ConnectionLost, InvalidResponse, RpcError
from understudy.rpc.messages import ABSENT, DECODE_ERRORS, NULL, Envelope, Id

__all__ = ["PendingRequests"]

logger = logging.getLogger(__name__)

CONNECTION_LOST_MESSAGE: Final = "The other side has gone before it answered."


class _ErrorBody(msgspec.Struct):
    code: int
    message: str
    data: object = None


_error_decoder: Final = msgspec.json.Decoder(_ErrorBody)


class PendingRequests:
    def __init__(self) -> None:
        self._futures: dict[Id, asyncio.Future[msgspec.Raw]] = {}
        self._last_id = 0
        self.is_lost = False

    def add(self) -> tuple[int, asyncio.Future[msgspec.Raw]]:
        """Return a new id, and the future of its response."""
        if self.is_lost:
            raise ConnectionLost(CONNECTION_LOST_MESSAGE)
        self._last_id += 1
        response: asyncio.Future[msgspec.Raw] = asyncio.get_running_loop().create_future()
        self._futures[self._last_id] = response
        return self._last_id, response

    def discard(self, request_id: Id) -> None:
        """Forget a request. Its response is ignored."""
        self._futures.pop(request_id, None)

    def resolve(self, message: Envelope) -> None:
        """Resolve a request with a response."""
        response = self._futures.pop(message.id, None) if isinstance(message.id, str | int) else None
        if response is None or response.done():
            logger.debug("a response to an unknown request: %.100r", message.id)
        elif message.error not in (ABSENT, NULL):
            response.set_exception(_parse_error(message.error))
        else:
            response.set_result(message.result)

    def fail_all(self) -> None:
        """Fail every request: no more responses will be received."""
        self.is_lost = True
        waiting, self._futures = self._futures, {}
        for response in waiting.values():
            if not response.done():
                response.set_exception(ConnectionLost(CONNECTION_LOST_MESSAGE))
                response.exception()  # Retrieved, because the caller may have been cancelled.


def _parse_error(raw: msgspec.Raw) -> RpcError:
    try:
        body = _error_decoder.decode(raw)
    except DECODE_ERRORS:
        return InvalidResponse(
            INTERNAL_ERROR, "The other side answered with an error that is none of JSON-RPC's."
        )
    return RpcError(body.code, body.message, body.data)
