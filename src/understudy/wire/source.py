"""Reads frames from a descriptor in the event loop: a pipe, a socket, a terminal or a regular file.

Owns when the descriptor is read, but does not close it: the descriptor belongs to its opener.
"""

import asyncio
import os
import select
import stat
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from understudy.wire.limits import HANGUP_POLL_INTERVAL_S, READ_CHUNK_BYTES
from understudy.wire.line_splitter import LineSplitter

__all__ = ["Source", "Splitter"]


_HANGUP_EVENTS: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL | getattr(select, "POLLRDHUP", 0)


class Splitter(Protocol):
    """Splits what is read into frames."""

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames that this chunk completes."""
        ...

    def finish(self) -> list[bytes]:
        """Return what is left at the end of input."""
        ...


class Source:
    """Calls `on_frames` with batches of frames, lines by default, and `on_end` once, after the last of them."""

    def __init__(
        self,
        fd: int,
        on_frames: Callable[[list[bytes]], None],
        on_end: Callable[[], None],
        splitter: Splitter | None = None,
    ) -> None:
        self._fd = fd
        self._on_frames = on_frames
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._splitter = splitter or LineSplitter[bytes]()
        self._reading = False
        self._is_finished = False
        self._writer_closed = False
        self._scheduled: asyncio.Handle | None = None
        self._blocking = os.get_blocking(fd)
        # Polling a regular file fails on one system and reports nothing at the end of the file on another.
        self._pollable = not stat.S_ISREG(os.fstat(fd).st_mode)

    def resume(self) -> None:
        if self._reading or self._is_finished:
            return
        self._reading = True
        self._cancel_scheduled()
        if self._pollable:
            try:
                self._loop.add_reader(self._fd, self._read)
            except PermissionError:  # Such as /dev/null: always readable.
                self._pollable = False
        if not self._pollable:
            self._scheduled = self._loop.call_soon(self._read_and_reschedule)

    def pause(self) -> None:
        """Stop reading. If the writer closes in the meantime, that is noticed and its last bytes are read."""
        if not self._reading or self._writer_closed:
            return
        self._stop_reading()
        if self._pollable:
            self._scheduled = self._loop.call_later(HANGUP_POLL_INTERVAL_S, self._poll_hangup)

    def finish(self) -> None:
        """Stop reading permanently."""
        self._is_finished = True
        self._stop_reading()

    def close(self) -> None:
        """Stop reading and restore the mode of the descriptor: an event loop may have made it non-blocking."""
        self.finish()
        if self._blocking:
            with suppress(OSError):
                os.set_blocking(self._fd, True)

    def _stop_reading(self) -> None:
        if self._reading and self._pollable:
            self._loop.remove_reader(self._fd)
        self._reading = False
        self._cancel_scheduled()

    def _cancel_scheduled(self) -> None:
        if self._scheduled is not None:
            self._scheduled.cancel()
            self._scheduled = None

    def _poll_hangup(self) -> None:
        poll = select.poll()
        poll.register(self._fd, getattr(select, "POLLRDHUP", 0))
        if any(happened & _HANGUP_EVENTS for _, happened in poll.poll(0)):
            # The writer can add nothing more, so what is left is bounded: read it up to the end.
            self._writer_closed = True
            self.resume()
        else:
            self._scheduled = self._loop.call_later(HANGUP_POLL_INTERVAL_S, self._poll_hangup)

    def _read_and_reschedule(self) -> None:
        """Read one chunk per loop iteration, from a descriptor that is always readable."""
        self._scheduled = None
        self._read()
        if self._reading and self._scheduled is None:
            self._scheduled = self._loop.call_soon(self._read_and_reschedule)

    def _read(self) -> None:
        """Read once: the loop says that it will not block."""
        try:
            data = os.read(self._fd, READ_CHUNK_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:  # A terminal that hung up, a connection that was reset.
            data = b""
        if data:
            frames = self._splitter.feed(data)
            if frames:
                self._on_frames(frames)
            return
        self.finish()
        last = self._splitter.finish()
        if last:
            self._on_frames(last)
        self._on_end()
