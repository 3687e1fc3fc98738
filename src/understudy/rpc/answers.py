"""Results and exceptions → answers: the one place that answers requests and maps errors.

No traceback, no validator's dump and no exception's text goes out, unless it is an RpcError's.
"""

import logging
from collections.abc import Callable
from typing import Final

from understudy.rpc.errors import INTERNAL_ERROR, RpcError, internal
from understudy.rpc.messages import Id, encode_error, encode_result
from understudy.rpc.routes import Answer
from understudy.wire import MOST_BYTES, Channel

__all__ = ["Answers", "Explain"]

logger = logging.getLogger(__name__)

Explain = Callable[[Exception], RpcError | None]
"""Turns an exception that a handler raised into an answer, if it knows it."""

MOST_COMPLAINTS: Final = 100
"""Warnings about notifications; more of them are for debugging. A log that nobody reads must not fill up."""


class Answers:
    """Never raises: what cannot be written is answered with an error that can."""

    def __init__(self, channel: Channel, explain: Explain | None) -> None:
        self._channel = channel
        self._explain = explain
        self._complaints = 0

    def result(self, name: Id, method: str, value: object) -> None:
        if isinstance(value, Answer):
            self.result(name, method, value.result)
            try:
                value.then()
            except Exception:
                logger.exception("what follows the answer to %.100r failed", method)
            return
        try:
            frame = encode_result(name, value)
        except Exception as error:  # noqa: BLE001 - logged by fail
            self.fail(name, method, error)
            return
        if len(frame) > MOST_BYTES:
            self.error(
                name,
                RpcError(
                    INTERNAL_ERROR, f"The result has more than {MOST_BYTES} bytes. Ask for less at a time."
                ),
            )
            return
        self._channel.send(frame)

    def error(self, name: Id | None, error: RpcError) -> None:
        try:
            frame = encode_error(name, error)
        except Exception:
            logger.exception("an error could not be written: %.200r", error.message)
            frame = encode_error(name, internal())
        self._channel.send(frame)

    def fail(self, name: Id | None, method: str, error: BaseException) -> None:
        """A handler raised this. With a name, somebody waits for an answer."""
        answer = error if isinstance(error, RpcError) else self._explained(error)
        if answer is None:
            logger.error("the handler of %.100r failed", method, exc_info=error)
            answer = internal()
        elif name is None:
            self._complaints += 1
            level = logging.WARNING if self._complaints <= MOST_COMPLAINTS else logging.DEBUG
            logger.log(level, "the notification %.100r was not handled: %s", method, answer.message)
        if name is not None:
            self.error(name, answer)

    def _explained(self, error: BaseException) -> RpcError | None:
        if self._explain is None or not isinstance(error, Exception):
            return None
        try:
            return self._explain(error)
        except Exception:
            logger.exception("an error could not be explained")
            return None
