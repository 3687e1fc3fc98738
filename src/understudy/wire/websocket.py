"""A channel over a WebSocket: one JSON text per text message, as ACP uses for a page or over a network.

Works over any library's WebSocket that implements the WebSocket protocol below. It opens and closes none: the
connection, with its handshake and its close code, belongs to its creator.
"""

import asyncio
from collections import deque
from typing import Protocol

from understudy.wire.channel import OVERSIZED_FRAME, Receiver
from understudy.wire.limits import HIGH_WATER_BYTES, MAX_FRAME_BYTES

__all__ = ["WebSocket", "WebSocketChannel"]


class WebSocket(Protocol):
    """The operations of a WebSocket that a channel needs."""

    async def receive(self) -> str | None:
        """Return the next text message, or None at the end. Handles messages that are not text itself."""
        ...

    async def send_text(self, text: str) -> None:
        """Send a message; return when more is accepted. Raises OSError once the other side has closed."""
        ...


class WebSocketChannel:
    """Reads one message ahead while it is not paused; writes in order. Must be created inside the event loop.

    A message is read before a pause is checked, so that a disconnect is noticed as early as the library
    reports it. That one message is all that is held during a pause.
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
        if self._over:  # The other side closed before the channel was opened.
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
            frame = text.encode("utf-8", "replace")  # a lone surrogate must not raise
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
        """Send what is queued, then end: an idle connection needs no task."""
        try:
            while self._unsent:
                frame = self._unsent.popleft()
                # A text message must be UTF-8. If an agent sends something else, the reader of the message sees
                # that; the connection does not break.
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
        """Drop what is unsent and release everything that waits for it."""
        self._unsent.clear()
        self._unsent_bytes = 0
        self._room.set()
        self._idle.set()
