"""Requests of ours, by id until their answers come. Knows nothing of what is asked."""

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
        """A new id, and where its answer will be."""
        if self.is_lost:
            raise ConnectionLost(CONNECTION_LOST_MESSAGE)
        self._last_id += 1
        answer: asyncio.Future[msgspec.Raw] = asyncio.get_running_loop().create_future()
        self._futures[self._last_id] = answer
        return self._last_id, answer

    def discard(self, name: Id) -> None:
        """Nobody waits for this answer any more; if it comes, it is passed over."""
        self._futures.pop(name, None)

    def resolve(self, message: Envelope) -> None:
        """An answer came."""
        answer = self._futures.pop(message.id, None) if isinstance(message.id, str | int) else None
        if answer is None or answer.done():
            logger.debug("an answer to nothing that was asked: %.100r", message.id)
        elif message.error not in (ABSENT, NULL):
            answer.set_exception(_parse_error(message.error))
        else:
            answer.set_result(message.result)

    def fail_all(self) -> None:
        """No answer will come any more."""
        self.is_lost = True
        waiting, self._futures = self._futures, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionLost(CONNECTION_LOST_MESSAGE))
                answer.exception()  # Whoever awaits it is told; if nobody does any more, that is fine.


def _parse_error(raw: msgspec.Raw) -> RpcError:
    try:
        body = _error_decoder.decode(raw)
    except DECODE_ERRORS:
        return InvalidResponse(
            INTERNAL_ERROR, "The other side answered with an error that is none of JSON-RPC's."
        )
    return RpcError(body.code, body.message, body.data)
