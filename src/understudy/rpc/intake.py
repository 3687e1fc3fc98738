"""The order in which messages are taken.

Answers to our own requests and cancellations are taken as they are read. Everything else is taken one
after the other, and waits while an in-order handler runs, while too many notifications are in progress,
or while the other side does not take what it is sent. Much of it stops the reading.
"""

import asyncio
import logging
from collections import deque

from msgspec import UNSET

from understudy.rpc.answers import Answers
from understudy.rpc.errors import INVALID_REQUEST, RpcError, cancelled, same_id
from understudy.rpc.limits import Limits
from understudy.rpc.messages import (
    ABSENT,
    CANCEL,
    MALFORMED,
    Cancel,
    Envelope,
    Id,
    Refusal,
    decode,
    examine,
    identify,
)
from understudy.rpc.questions import Questions
from understudy.rpc.routes import decode_strictly
from understudy.rpc.serving import Serving
from understudy.wire import Channel

__all__ = ["Intake"]

logger = logging.getLogger(__name__)


class Intake:
    """A channel's Receiver."""

    def __init__(
        self, channel: Channel, serving: Serving, answers: Answers, questions: Questions, limits: Limits
    ) -> None:
        self._channel = channel
        self._serving = serving
        self._answers = answers
        self._questions = questions
        self._limits = limits
        self._waiting: deque[tuple[Envelope | Refusal, int]] = deque()
        self._bytes = 0
        self._named: dict[Id, bool] = {}
        """The requests that wait, and whether they are cancelled already."""
        self._paused = False
        self._room: asyncio.Task[None] | None = None
        self._moved = asyncio.Event()
        self._stopped = False
        self.over = asyncio.Event()

    def taken(self, frames: list[bytes]) -> None:
        for frame in frames:
            if self._stopped:
                return
            try:
                self._one(frame)
            except Exception:  # A mistake of ours; the frames behind this one still count.
                logger.exception("a message could not be taken")

    def _one(self, frame: bytes) -> None:
        try:
            message = decode(frame)
        except MALFORMED:
            self._odd(frame)
            return
        method = message.method
        if method is UNSET:
            self._answered(message, len(frame))
        elif method == CANCEL and message.id is UNSET:
            self._cancel(message)
        elif self._waiting or self._serving.held or not self._channel.has_room:
            self._wait(message, len(frame))
        else:
            self._serving.take(message)

    def ended(self) -> None:
        self._questions.lose()
        self.over.set()

    async def settled(self) -> None:
        """Until everything that was read is handled in order, as long as the limits say."""
        try:
            async with asyncio.timeout(self._limits.settling):
                while (self._waiting or self._serving.in_order) and not self._stopped:
                    self._moved.clear()
                    await self._moved.wait()
        except TimeoutError:
            logger.warning("the connection ended; messages that still waited are dropped")

    def stop(self) -> None:
        """Take nothing more."""
        self._stopped = True
        self._waiting.clear()
        self._named.clear()
        if self._room is not None:
            self._room.cancel()
            self._room = None
        self._moved.set()

    def go_on(self) -> None:
        """Something ended or there is room again: take what waits, as far as it goes."""
        if self._stopped:
            return
        waiting, serving = self._waiting, self._serving
        while waiting and not serving.held and self._channel.has_room:
            message, size = waiting.popleft()
            self._bytes -= size
            self._take(message)
        self._moved.set()
        self._await_room()
        if self._paused and not self._much(2):
            self._paused = False
            self._channel.resume()

    def _take(self, message: Envelope | Refusal) -> None:
        """The turn of a message that waited."""
        if isinstance(message, Refusal):
            if message.lost:
                self._serving.miss(None, message.lost)
            self._answers.error(message.id, message.error)
            return
        if isinstance(message.id, str | int) and self._named.pop(message.id, False):
            self._answers.error(message.id, cancelled())
            return
        self._serving.take(message)

    def _wait(self, message: Envelope | Refusal, size: int) -> None:
        if isinstance(message, Envelope) and isinstance(message.id, str | int):
            if message.id in self._named or self._serving.busy_with(message.id):
                message = Refusal(message.id, same_id())
            else:
                self._named[message.id] = False
        self._waiting.append((message, size))
        self._bytes += size
        if not self._paused and self._much(1):
            self._paused = True
            self._channel.pause()
        self._await_room()

    def _much(self, part: int) -> bool:
        limits = self._limits
        return len(self._waiting) * part >= limits.waiting or self._bytes * part >= limits.waiting_bytes

    def _await_room(self) -> None:
        if self._room is None and self._waiting and not self._channel.has_room:
            self._room = asyncio.ensure_future(self._roomy())

    async def _roomy(self) -> None:
        await self._channel.room()
        self._room = None
        self.go_on()

    def _odd(self, frame: bytes) -> None:
        message = examine(frame)
        if message is None:
            logger.debug("an answer to nothing that was asked")
        elif isinstance(message, Refusal):
            lost = frame if message.id is None else b""
            self._turn(Refusal(message.id, message.error, lost), len(frame))
        elif message.method is UNSET:
            self._questions.settle(message)
        elif message.method == CANCEL and message.id is UNSET:
            self._cancel(message)
        else:
            self._turn(message, len(frame))

    def _turn(self, message: Envelope | Refusal, size: int) -> None:
        if self._waiting or self._serving.held or not self._channel.has_room:
            self._wait(message, size)
        else:
            self._take(message)

    def _answered(self, message: Envelope, size: int) -> None:
        if message.result != ABSENT or message.error != ABSENT:
            self._questions.settle(message)
            return
        name = message.id if isinstance(message.id, str | int) else None
        error = RpcError(
            INVALID_REQUEST, "Invalid request: there is neither a method nor a result nor an error."
        )
        self._turn(Refusal(name, error), size)

    def _cancel(self, message: Envelope) -> None:
        try:
            cancel: Cancel = decode_strictly(message.params, Cancel)
        except MALFORMED:
            return
        name = identify(cancel.request_id)
        if name is None:
            return
        if name in self._named:
            self._named[name] = True
        else:
            self._serving.cancel(name)
