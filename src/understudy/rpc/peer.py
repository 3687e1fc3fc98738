"""One side of a JSON-RPC 2.0 connection: serves the other side's requests and sends its own.

The same for agent and client. Knows no ACP: methods, types and domain errors come from its owner.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, TypeVar

from understudy.rpc.dispatcher import AdmissionCheck, Dispatcher, OnUndecodable
from understudy.rpc.errors import INTERNAL_ERROR, InvalidResponse, describe_validation_error
from understudy.rpc.inbound_queue import InboundQueue
from understudy.rpc.limits import LOOP_TURNS_AT_END, Limits
from understudy.rpc.messages import DECODE_ERRORS, CancelConvention, encode_call, encode_notification
from understudy.rpc.pending_requests import PendingRequests
from understudy.rpc.responses import ErrorMapper, ResponseWriter
from understudy.rpc.routes import Decode, Route, decode_strictly
from understudy.wire import MAX_FRAME_BYTES, Channel

__all__ = ["Peer"]

T = TypeVar("T")


class Peer:
    """Calls handlers one after the other, in the order of the messages; see Order for awaitables."""

    def __init__(
        self,
        channel: Channel,
        routes: Mapping[str, Route[Any]],
        *,
        decode: Decode = decode_strictly,
        admit: AdmissionCheck | None = None,
        map_error: ErrorMapper | None = None,
        on_undecodable: OnUndecodable | None = None,
        limits: Limits | None = None,
        cancellation: CancelConvention | None = None,
    ) -> None:
        limits = limits or Limits()
        self._cancellation = cancellation or CancelConvention()
        self._channel = channel
        self._decode = decode
        self._limits = limits
        self._pending = PendingRequests()
        responses = ResponseWriter(channel, map_error)
        self._dispatcher = Dispatcher(
            self,
            routes,
            responses,
            decode,
            admit,
            limits,
            self._cancellation,
            self._on_handler_done,
            on_undecodable,
        )
        self._inbound = InboundQueue(
            channel, self._dispatcher, responses, self._pending, limits, self._cancellation
        )
        self._stopped = False

    async def run(self) -> None:
        """Serve until the other side disconnects or `stop` is called; then cancel every handler and return."""
        try:
            if not self._stopped:
                self._channel.open(self._inbound)
            await self._inbound.is_over.wait()
            if not self._stopped:
                await self._inbound.drain()
                await self._dispatcher.wait_for_short_handlers()
                for _ in range(LOOP_TURNS_AT_END):
                    await asyncio.sleep(0)
        finally:
            self._pending.fail_all()
            self._inbound.stop()
            self._channel.pause()
            await self._dispatcher.cancel_all()
            await self._channel.flush(self._limits.flush_timeout_s)
            self._channel.close()

    def stop(self) -> None:
        """End now, whatever the other side still sends."""
        self._stopped = True
        self._inbound.is_over.set()
        self._inbound.stop()

    async def request(
        self, method: str, params: object, result: type[T], *, timeout: float | None = None
    ) -> T:
        """Send a request and await the response. Raises RpcError, TimeoutError or ConnectionLost.

        On cancellation or timeout, a cancel notification is sent.
        """
        request_id, response = self._pending.add()
        try:
            self._channel.send(_check_size(encode_call(request_id, method, params), method))
            async with asyncio.timeout(timeout):
                raw = await response
        except (asyncio.CancelledError, TimeoutError) as error:
            self._channel.send(self._cancellation.encode(request_id))
            if isinstance(error, TimeoutError):
                raise TimeoutError(f"There was no answer to {method} within {timeout} seconds.") from None
            raise
        finally:
            self._pending.discard(request_id)
        try:
            return self._decode(raw, result)
        except DECODE_ERRORS as error:
            _, description = describe_validation_error(error)
            raise InvalidResponse(
                INTERNAL_ERROR, f"The answer to {method} is not understood: {description}."
            ) from None

    async def notify(self, method: str, params: object) -> None:
        """Send a notification. Waits only while the other side is slow; does nothing once it has disconnected."""
        self.notify_now(method, params)
        # At the end a slow reader is not waited for: handlers that clean up must not block.
        if not self._channel.has_room and not self._inbound.is_over.is_set():
            await self._channel.wait_for_room()

    def notify_now(self, method: str, params: object) -> None:
        """Send a notification without waiting. For a few only: a slow reader does not slow the sender down."""
        self._channel.send(_check_size(encode_notification(method, params), method))

    def _on_handler_done(self) -> None:
        self._inbound.process_queue()


def _check_size(frame: bytes, method: str) -> bytes:
    if len(frame) > MAX_FRAME_BYTES:
        raise ValueError(
            f"{method}: a message may have {MAX_FRAME_BYTES} bytes at most. Send less at a time."
        )
    return frame
