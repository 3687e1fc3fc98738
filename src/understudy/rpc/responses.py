"""Turns results and exceptions into responses: the one place that responds to requests and maps errors.

No traceback, no validator output and no text of an exception is sent, unless it is an RpcError's.
"""

import logging
from collections.abc import Callable

from understudy.rpc.errors import INTERNAL_ERROR, RpcError, internal_error
from understudy.rpc.limits import MAX_WARNINGS
from understudy.rpc.messages import Id, encode_error, encode_result
from understudy.rpc.routes import ResultWithCallback
from understudy.wire import MAX_FRAME_BYTES, Channel

__all__ = ["ErrorMapper", "ResponseWriter"]

logger = logging.getLogger(__name__)

ErrorMapper = Callable[[Exception], RpcError | None]
"""Maps an exception of a handler to the error to send; None if it is unknown."""


class ResponseWriter:
    """Never raises: if a result cannot be encoded, an error is sent instead."""

    def __init__(self, channel: Channel, map_error: ErrorMapper | None) -> None:
        self._channel = channel
        self._map_error = map_error
        self._warning_count = 0

    def send_result(self, name: Id, method: str, value: object) -> None:
        if isinstance(value, ResultWithCallback):
            self.send_result(name, method, value.result)
            try:
                value.on_sent()
            except Exception:
                logger.exception("what follows the answer to %.100r failed", method)
            return
        try:
            frame = encode_result(name, value)
        except Exception as error:  # noqa: BLE001 - logged by send_failure
            self.send_failure(name, method, error)
            return
        if len(frame) > MAX_FRAME_BYTES:
            self.send_error(
                name,
                RpcError(
                    INTERNAL_ERROR,
                    f"The result has more than {MAX_FRAME_BYTES} bytes. Ask for less at a time.",
                ),
            )
            return
        self._channel.send(frame)

    def send_error(self, name: Id | None, error: RpcError) -> None:
        try:
            frame = encode_error(name, error)
        except Exception:
            logger.exception("an error could not be written: %.200r", error.message)
            frame = encode_error(name, internal_error())
        self._channel.send(frame)

    def send_failure(self, name: Id | None, method: str, error: BaseException) -> None:
        """Respond to an exception of a handler. With an id there is a request to respond to."""
        response = error if isinstance(error, RpcError) else self._mapped_error(error)
        if response is None:
            logger.error("the handler of %.100r failed", method, exc_info=error)
            response = internal_error()
        elif name is None:
            self._warning_count += 1
            level = logging.WARNING if self._warning_count <= MAX_WARNINGS else logging.DEBUG
            logger.log(level, "the notification %.100r was not handled: %s", method, response.message)
        if name is not None:
            self.send_error(name, response)

    def _mapped_error(self, error: BaseException) -> RpcError | None:
        if self._map_error is None or not isinstance(error, Exception):
            return None
        try:
            return self._map_error(error)
        except Exception:
            logger.exception("an error could not be mapped")
            return None
