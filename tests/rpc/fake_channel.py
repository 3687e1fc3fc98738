"""A channel and a peer that a test drives by hand, one message at a time."""

import asyncio

import msgspec

from understudy.rpc import Inbound, Limits, Order, Peer, Route
from understudy.wire import Receiver

__all__ = ["FakeChannel", "StepByStep"]


class FakeChannel:
    """A channel that the test feeds and drains by hand; it counts pauses and keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.is_paused = False
        self.pauses = 0
        self.room_waits = 0
        self.flush_timeouts_s: list[float] = []
        self.resumed_at: list[int] = []
        self.handled = 0
        self._room = asyncio.Event()
        self._room.set()
        self.receiver: Receiver | None = None

    def open(self, receiver: Receiver) -> None:
        self.receiver = receiver

    def receive(self, *frames: bytes) -> None:
        assert self.receiver is not None
        self.receiver.frames_received(list(frames))

    def pause(self) -> None:
        self.is_paused = True
        self.pauses += 1

    def resume(self) -> None:
        self.is_paused = False
        self.resumed_at.append(self.handled)

    def send(self, frame: bytes) -> None:
        self.sent.append(frame)

    @property
    def has_room(self) -> bool:
        return self._room.is_set()

    def set_room(self, has_room: bool) -> None:
        self._room.set() if has_room else self._room.clear()

    async def wait_for_room(self) -> None:
        self.room_waits += 1
        await self._room.wait()

    async def flush(self, seconds: float) -> None:
        self.flush_timeouts_s.append(seconds)

    def close(self) -> None: ...


class StepByStep:
    """Notifications that are handled in order, each when the test says so."""

    def __init__(self, limits: Limits) -> None:
        self.channel = FakeChannel()
        self._steps: list[asyncio.Future[None]] = []
        table = {"step": Route(msgspec.Raw, self._step, Order.IN_ORDER, notification=True)}
        self._peer = Peer(self.channel, table, limits=limits)

    async def __aenter__(self) -> "StepByStep":
        self._running = asyncio.create_task(self._peer.run())
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._peer.stop()
        await self._running

    def stop(self) -> None:
        self._peer.stop()

    async def finish_one(self) -> None:
        self._steps.pop(0).set_result(None)
        for _ in range(3):
            await asyncio.sleep(0)

    def _step(self, params: msgspec.Raw, inbound: Inbound) -> asyncio.Future[None]:
        self.channel.handled += 1
        self._steps.append(asyncio.get_running_loop().create_future())
        return self._steps[-1]
