"""A channel over a WebSocket: one JSON text a text message, as ACP speaks to a page or over a network.

Works over any WebSocket of any library that can do what Socket says. It opens and closes none: the
connection, with its handshake and the code it is closed with, belongs to whoever made it.
"""

import asyncio
from collections import deque
from typing import Protocol

from understudy.wire.channel import HIGH_WATER, MOST_BYTES, SKIPPED, Receiver

__all__ = ["Socket", "WebSocketChannel"]


class Socket(Protocol):
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

    def __init__(self, socket: Socket, most: int = MOST_BYTES) -> None:
        self._socket = socket
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._receiver: Receiver | None = None
        self._over = False
        self._closed = False
        self._reading: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._unsent: deque[bytes] = deque()
        self._size = 0
        self._running = asyncio.Event()
        self._running.set()
        self._room = asyncio.Event()
        self._room.set()
        self._idle = asyncio.Event()
        self._idle.set()

    def open(self, receiver: Receiver) -> None:
        if self._over:  # The other side left before anybody listened.
            receiver.ended()
            return
        self._receiver = receiver
        self._reading = self._loop.create_task(self._read())

    def pause(self) -> None:
        self._running.clear()

    def resume(self) -> None:
        self._running.set()

    def send(self, frame: bytes) -> None:
        if self._closed or self._over:
            return
        self._unsent.append(frame)
        self._size += len(frame)
        self._idle.clear()
        if self._size > HIGH_WATER:
            self._room.clear()
        if self._writing is None:
            self._writing = self._loop.create_task(self._write())

    @property
    def has_room(self) -> bool:
        return self._room.is_set()

    async def room(self) -> None:
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
        self._drop()
        for task in (self._reading, self._writing):
            if task is not None:
                task.cancel()

    async def _read(self) -> None:
        while (text := await self._received()) is not None:
            if not self._running.is_set():
                await self._running.wait()
            frame = text.encode("utf-8", "replace")  # half a surrogate pair is no text, but no reason to fall
            if not frame or frame.isspace() or self._receiver is None:
                continue
            self._receiver.taken([frame if len(frame) <= self._most else SKIPPED])
        self._end()

    async def _received(self) -> str | None:
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
                self._size -= len(frame)
                if self._size <= HIGH_WATER // 2:
                    self._room.set()
        except OSError:
            self._loop.call_soon(self._end)
        finally:
            self._writing = None
            if not self._unsent:
                self._idle.set()

    def _end(self) -> None:
        if self._over:
            return
        self._over = True
        self._drop()
        if self._reading is not None and self._reading is not asyncio.current_task():
            self._reading.cancel()
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.ended()

    def _drop(self) -> None:
        """Nobody takes what is unsent; nobody is to wait for it."""
        self._unsent.clear()
        self._size = 0
        self._room.set()
        self._idle.set()
