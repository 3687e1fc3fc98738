"""Lines read from a descriptor by the event loop: a pipe, a socket, a terminal or a regular file.

Owns when the descriptor is read. Not its closing: the descriptor belongs to whoever opened it.
"""

import asyncio
import os
import select
import stat
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from understudy.wire.limits import HANGUP_POLL_INTERVAL_S, MAX_FRAME_BYTES, READ_CHUNK_BYTES
from understudy.wire.line_splitter import LineSplitter

__all__ = ["Source"]


_HANGUP_EVENTS: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL | getattr(select, "POLLRDHUP", 0)


class Source:
    """Hands batches of lines to `taken` and tells `ended` once, after the last of them."""

    def __init__(
        self,
        fd: int,
        on_lines: Callable[[list[bytes]], None],
        on_end: Callable[[], None],
        max_line_bytes: int = MAX_FRAME_BYTES,
    ) -> None:
        self._fd = fd
        self._on_lines = on_lines
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._splitter = LineSplitter[bytes](max_line_bytes)
        self._reading = False
        self._is_finished = False
        self._writer_gone = False
        self._scheduled: asyncio.Handle | None = None
        self._blocking = os.get_blocking(fd)
        # Polling a regular file is refused by one system and silent at the end of the file on another.
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
        """Stop reading. A writer that leaves meanwhile is still noticed; the rest of its bytes is read then."""
        if not self._reading or self._writer_gone:
            return
        self._stop_reading()
        if self._pollable:
            self._scheduled = self._loop.call_later(HANGUP_POLL_INTERVAL_S, self._poll_hangup)

    def finish(self) -> None:
        """Read no more, for good."""
        self._is_finished = True
        self._stop_reading()

    def close(self) -> None:
        """Read no more, and leave the descriptor as it was: a loop may have switched it to non-blocking."""
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
            self._writer_gone = (
                True  # Nobody adds to what is left, so it is bounded: read it and see the end.
            )
            self.resume()
        else:
            self._scheduled = self._loop.call_later(HANGUP_POLL_INTERVAL_S, self._poll_hangup)

    def _read_and_reschedule(self) -> None:
        """A chunk a turn of the loop, for a descriptor that is always readable."""
        self._scheduled = None
        self._read()
        if self._reading and self._scheduled is None:
            self._scheduled = self._loop.call_soon(self._read_and_reschedule)

    def _read(self) -> None:
        """One read: the loop says that it will not block."""
        try:
            data = os.read(self._fd, READ_CHUNK_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:  # A terminal that hung up, a connection that was reset.
            data = b""
        if data:
            lines = self._splitter.feed(data)
            if lines:
                self._on_lines(lines)
            return
        self.finish()
        last = self._splitter.finish()
        if last:
            self._on_lines(last)
        self._on_end()
