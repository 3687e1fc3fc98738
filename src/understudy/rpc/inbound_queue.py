"""Decides the order in which messages are processed.

Responses to our own requests and cancellations are processed as they are read. All other messages are
processed one after the other, and are queued while an in-order handler runs, while too many notifications are
in progress, or while the other side does not read what it is sent. A full queue pauses the reading.
"""

import asyncio
import logging
from collections import deque

from msgspec import UNSET

from understudy.rpc.dispatcher import Dispatcher
from understudy.rpc.errors import INVALID_REQUEST, RpcError, duplicate_id, request_cancelled
from understudy.rpc.limits import Limits
from understudy.rpc.messages import (
    ABSENT,
    DECODE_ERRORS,
    CancelConvention,
    Envelope,
    Id,
    InvalidMessage,
    decode,
    decode_leniently,
)
from understudy.rpc.pending_requests import PendingRequests
from understudy.rpc.responses import ResponseWriter
from understudy.wire import Channel

__all__ = ["InboundQueue"]

logger = logging.getLogger(__name__)


class InboundQueue:
    """The Receiver of a channel."""

    def __init__(
        self,
        channel: Channel,
        dispatcher: Dispatcher,
        responses: ResponseWriter,
        pending: PendingRequests,
        limits: Limits,
        cancellation: CancelConvention,
    ) -> None:
        self._channel = channel
        self._cancellation = cancellation
        self._dispatcher = dispatcher
        self._responses = responses
        self._pending = pending
        self._limits = limits
        self._queue: deque[tuple[Envelope | InvalidMessage, int]] = deque()
        self._queued_bytes = 0
        self._queued_requests: dict[Id, bool] = {}
        """The ids of queued requests, and whether they are cancelled already."""
        self._paused = False
        self._room_task: asyncio.Task[None] | None = None
        self._progressed = asyncio.Event()
        self._stopped = False
        self.is_over = asyncio.Event()

    def frames_received(self, frames: list[bytes]) -> None:
        for frame in frames:
            if self._stopped:
                return
            try:
                self._receive_one(frame)
            except Exception:  # A bug of ours; the frames after this one are still processed.
                logger.exception("a message could not be processed")

    def _receive_one(self, frame: bytes) -> None:
        try:
            message = decode(frame)
        except DECODE_ERRORS:
            self._receive_invalid(frame)
            return
        method = message.method
        if method is UNSET:
            self._receive_response(message, len(frame))
        elif method == self._cancellation.method and message.id is UNSET:
            self._cancel(message)
        elif self._queue or self._dispatcher.is_blocked or not self._channel.has_room:
            self._enqueue(message, len(frame))
        else:
            self._dispatcher.dispatch(message)

    def ended(self) -> None:
        self._pending.fail_all()
        self.is_over.set()

    async def drain(self) -> None:
        """Wait until all queued messages are processed in order, at most `drain_timeout_s`."""
        try:
            async with asyncio.timeout(self._limits.drain_timeout_s):
                while (self._queue or self._dispatcher.is_in_order_running) and not self._stopped:
                    self._progressed.clear()
                    await self._progressed.wait()
        except TimeoutError:
            logger.warning("the connection ended; messages that still waited are dropped")

    def stop(self) -> None:
        """Process nothing more."""
        self._stopped = True
        self._queue.clear()
        self._queued_requests.clear()
        if self._room_task is not None:
            self._room_task.cancel()
            self._room_task = None
        self._progressed.set()

    def process_queue(self) -> None:
        """A handler ended or there is room again: process queued messages as far as possible."""
        if self._stopped:
            return
        queue, dispatcher = self._queue, self._dispatcher
        while queue and not dispatcher.is_blocked and self._channel.has_room:
            message, size = queue.popleft()
            self._queued_bytes -= size
            self._process(message)
        self._progressed.set()
        self._start_waiting_for_room()
        # Reading resumes when half of the limit is free, not one message at a time.
        if self._paused and not self._is_full(1 / 2):
            self._paused = False
            self._channel.resume()

    def _process(self, message: Envelope | InvalidMessage) -> None:
        """Process a message that was queued."""
        if isinstance(message, InvalidMessage):
            if message.frame:
                self._dispatcher.report_undecodable(None, message.frame)
            self._responses.send_error(message.id, message.error)
            return
        if isinstance(message.id, str | int) and self._queued_requests.pop(message.id, False):
            self._responses.send_error(message.id, request_cancelled())
            return
        self._dispatcher.dispatch(message)

    def _enqueue(self, message: Envelope | InvalidMessage, size: int) -> None:
        if isinstance(message, Envelope) and isinstance(message.id, str | int):
            if message.id in self._queued_requests or self._dispatcher.is_in_progress(message.id):
                message = InvalidMessage(message.id, duplicate_id())
            else:
                self._queued_requests[message.id] = False
        self._queue.append((message, size))
        self._queued_bytes += size
        if not self._paused and self._is_full():
            self._paused = True
            self._channel.pause()
        self._start_waiting_for_room()

    def _is_full(self, share: float = 1.0) -> bool:
        """Whether the queue has reached this share of its limits."""
        limits = self._limits
        return (
            len(self._queue) >= limits.max_queued * share
            or self._queued_bytes >= limits.max_queued_bytes * share
        )

    def _start_waiting_for_room(self) -> None:
        if self._room_task is None and self._queue and not self._channel.has_room:
            self._room_task = asyncio.ensure_future(self._wait_for_room())

    async def _wait_for_room(self) -> None:
        await self._channel.wait_for_room()
        self._room_task = None
        self.process_queue()

    def _receive_invalid(self, frame: bytes) -> None:
        message = decode_leniently(frame)
        if message is None:
            logger.debug("a response to an unknown request")
        elif isinstance(message, InvalidMessage):
            undecodable = frame if message.id is None else b""
            self._process_or_enqueue(InvalidMessage(message.id, message.error, undecodable), len(frame))
        elif message.method is UNSET:
            self._pending.resolve(message)
        elif message.method == self._cancellation.method and message.id is UNSET:
            self._cancel(message)
        else:
            self._process_or_enqueue(message, len(frame))

    def _process_or_enqueue(self, message: Envelope | InvalidMessage, size: int) -> None:
        if self._queue or self._dispatcher.is_blocked or not self._channel.has_room:
            self._enqueue(message, size)
        else:
            self._process(message)

    def _receive_response(self, message: Envelope, size: int) -> None:
        if message.result != ABSENT or message.error != ABSENT:
            self._pending.resolve(message)
            return
        name = message.id if isinstance(message.id, str | int) else None
        error = RpcError(
            INVALID_REQUEST, "Invalid request: there is neither a method nor a result nor an error."
        )
        self._process_or_enqueue(InvalidMessage(name, error), size)

    def _cancel(self, message: Envelope) -> None:
        name = self._cancellation.parse(message.params)
        if name is None:
            return
        if name in self._queued_requests:
            self._queued_requests[name] = True
        else:
            self._dispatcher.cancel(name)
