"""A channel over a WebSocket: one JSON text a text message, as ACP speaks to a page or over a network.

Works over any WebSocket of any library that can do what Socket says. It opens and closes none: the
connection, with its handshake and the code it is closed with, belongs to whoever made it.
"""

import asyncio
from collections import deque
from typing import Protocol

from understudy.wire.channel import OVERSIZED_FRAME, Receiver
from understudy.wire.limits import HIGH_WATER_BYTES, MAX_FRAME_BYTES

__all__ = ["WebSocket", "WebSocketChannel"]


class WebSocket(Protocol):
    """What a channel needs of a WebSocket."""

    async def receive(self) -> str | None:
        """The next text message; None once nothing more comes. What is no text is its own affair."""
        ...

    async def send_text(self, text: str) -> None:
        """Returns when the library takes more. Raises OSError once the other side has gone."""
        ...


class WebSocketChannel:
    """Reads while it is not paused, one message ahead; writes in order. To be made inside the event loop.

    A message is read before a pause is looked at, so that the other side's leaving is seen as early as the
    library tells it; the one that then waits is all that is held.
    """

    def __init__(self, socket: WebSocket, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        self._socket = socket
        self._max_frame_bytes = max_frame_bytes
        self._loop = asyncio.get_running_loop()
        self._receiver: Receiver | None = None
        self._over = False
        self._closed = False
        self._read_task: asyncio.Task[None] | None = None
        self._write_task: asyncio.Task[None] | None = None
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._unpaused = asyncio.Event()
        self._unpaused.set()
        self._room = asyncio.Event()
        self._room.set()
        self._idle = asyncio.Event()
        self._idle.set()

    def open(self, receiver: Receiver) -> None:
        if self._over:  # The other side left before anybody listened.
            receiver.ended()
            return
        self._receiver = receiver
        self._read_task = self._loop.create_task(self._read())

    def pause(self) -> None:
        self._unpaused.clear()

    def resume(self) -> None:
        self._unpaused.set()

    def send(self, frame: bytes) -> None:
        if self._closed or self._over:
            return
        self._unsent.append(frame)
        self._unsent_bytes += len(frame)
        self._idle.clear()
        if self._unsent_bytes > HIGH_WATER_BYTES:
            self._room.clear()
        if self._write_task is None:
            self._write_task = self._loop.create_task(self._write())

    @property
    def has_room(self) -> bool:
        return self._room.is_set()

    async def wait_for_room(self) -> None:
        await self._room.wait()

    async def flush(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            pass

    def close(self) -> None:
        self._closed = True
        self._receiver = None
        self._drop_unsent()
        for task in (self._read_task, self._write_task):
            if task is not None:
                task.cancel()

    async def _read(self) -> None:
        while (text := await self._receive_text()) is not None:
            if not self._unpaused.is_set():
                await self._unpaused.wait()
            frame = text.encode("utf-8", "replace")  # half a surrogate pair is no text, but no reason to fall
            if not frame or frame.isspace() or self._receiver is None:
                continue
            self._receiver.frames_received(
                [frame if len(frame) <= self._max_frame_bytes else OVERSIZED_FRAME]
            )
        self._on_end()

    async def _receive_text(self) -> str | None:
        try:
            return await self._socket.receive()
        except OSError:
            return None

    async def _write(self) -> None:
        """Lives while there is something to send: a quiet connection costs no task."""
        try:
            while self._unsent:
                frame = self._unsent.popleft()
                # A text message must be UTF-8. An agent that sends something else has a fault of its own, which
                # the reader of the message will see; the connection need not break for it.
                await self._socket.send_text(frame.decode("utf-8", "replace"))
                self._unsent_bytes -= len(frame)
                if self._unsent_bytes <= HIGH_WATER_BYTES // 2:
                    self._room.set()
        except OSError:
            self._loop.call_soon(self._on_end)
        finally:
            self._write_task = None
            if not self._unsent:
                self._idle.set()

    def _on_end(self) -> None:
        if self._over:
            return
        self._over = True
        self._drop_unsent()
        if self._read_task is not None and self._read_task is not asyncio.current_task():
            self._read_task.cancel()
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.ended()

    def _drop_unsent(self) -> None:
        """Nobody takes what is unsent; nobody is to wait for it."""
        self._unsent.clear()
        self._unsent_bytes = 0
        self._room.set()
        self._idle.set()
