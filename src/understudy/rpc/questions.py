"""Requests of ours, by id until their answers come. Knows nothing of what is asked."""

import asyncio
import logging
from typing import Final

import msgspec

from understudy.rpc.errors import INTERNAL_ERROR, BadAnswer, ConnectionLost, RpcError
from understudy.rpc.messages import ABSENT, MALFORMED, NULL, Envelope, Id

__all__ = ["Questions"]

logger = logging.getLogger(__name__)

LOST: Final = "The other side has gone before it answered."


class _ErrorBody(msgspec.Struct):
    code: int
    message: str
    data: object = None


_errors: Final = msgspec.json.Decoder(_ErrorBody)


class Questions:
    def __init__(self) -> None:
        self._open: dict[Id, asyncio.Future[msgspec.Raw]] = {}
        self._asked = 0
        self.lost = False

    def ask(self) -> tuple[int, asyncio.Future[msgspec.Raw]]:
        """A new id, and where its answer will be."""
        if self.lost:
            raise ConnectionLost(LOST)
        self._asked += 1
        answer: asyncio.Future[msgspec.Raw] = asyncio.get_running_loop().create_future()
        self._open[self._asked] = answer
        return self._asked, answer

    def forget(self, name: Id) -> None:
        """Nobody waits for this answer any more; if it comes, it is passed over."""
        self._open.pop(name, None)

    def settle(self, message: Envelope) -> None:
        """An answer came."""
        answer = self._open.pop(message.id, None) if isinstance(message.id, str | int) else None
        if answer is None or answer.done():
            logger.debug("an answer to nothing that was asked: %.100r", message.id)
        elif message.error not in (ABSENT, NULL):
            answer.set_exception(_error(message.error))
        else:
            answer.set_result(message.result)

    def lose(self) -> None:
        """No answer will come any more."""
        self.lost = True
        waiting, self._open = self._open, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionLost(LOST))
                answer.exception()  # Whoever awaits it is told; if nobody does any more, that is fine.


def _error(raw: msgspec.Raw) -> RpcError:
    try:
        body = _errors.decode(raw)
    except MALFORMED:
        return BadAnswer(INTERNAL_ERROR, "The other side answered with an error that is none of JSON-RPC's.")
    return RpcError(body.code, body.message, body.data)
