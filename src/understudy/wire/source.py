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

from understudy.wire.channel import MOST_BYTES
from understudy.wire.lines import Splitter

__all__ = ["Source"]

CHUNK: Final = 1 << 16
"""What one read asks for: what a pipe holds, and a block that the allocator keeps instead of mapping it."""

WATCH: Final = 1.0
"""Seconds between two looks at a paused descriptor: has its writer gone?"""

_GONE: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL | getattr(select, "POLLRDHUP", 0)


class Source:
    """Hands batches of lines to `taken` and tells `ended` once, after the last of them."""

    def __init__(
        self,
        fd: int,
        taken: Callable[[list[bytes]], None],
        ended: Callable[[], None],
        most: int = MOST_BYTES,
    ) -> None:
        self._fd = fd
        self._taken = taken
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._splitter = Splitter(most)
        self._reading = False
        self._over = False
        self._left = False
        self._later: asyncio.Handle | None = None
        self._blocking = os.get_blocking(fd)
        # Polling a regular file is refused by one system and silent at the end of the file on another.
        self._pollable = not stat.S_ISREG(os.fstat(fd).st_mode)

    def resume(self) -> None:
        if self._reading or self._over:
            return
        self._reading = True
        self._forget_later()
        if self._pollable:
            try:
                self._loop.add_reader(self._fd, self._read)
            except PermissionError:  # Such as /dev/null: always readable.
                self._pollable = False
        if not self._pollable:
            self._later = self._loop.call_soon(self._read_on)

    def pause(self) -> None:
        """Stop reading. A writer that leaves meanwhile is still noticed; the rest of its bytes is read then."""
        if not self._reading or self._left:
            return
        self._stop()
        if self._pollable:
            self._later = self._loop.call_later(WATCH, self._watch)

    def finish(self) -> None:
        """Read no more, for good."""
        self._over = True
        self._stop()

    def close(self) -> None:
        """Read no more, and leave the descriptor as it was: a loop may have switched it to non-blocking."""
        self.finish()
        if self._blocking:
            with suppress(OSError):
                os.set_blocking(self._fd, True)

    def _stop(self) -> None:
        if self._reading and self._pollable:
            self._loop.remove_reader(self._fd)
        self._reading = False
        self._forget_later()

    def _forget_later(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _watch(self) -> None:
        poll = select.poll()
        poll.register(self._fd, getattr(select, "POLLRDHUP", 0))
        if any(happened & _GONE for _, happened in poll.poll(0)):
            self._left = True  # Nobody adds to what is left, so it is bounded: read it and see the end.
            self.resume()
        else:
            self._later = self._loop.call_later(WATCH, self._watch)

    def _read_on(self) -> None:
        """A chunk a turn of the loop, for a descriptor that is always readable."""
        self._later = None
        self._read()
        if self._reading and self._later is None:
            self._later = self._loop.call_soon(self._read_on)

    def _read(self) -> None:
        """One read: the loop says that it will not block."""
        try:
            data = os.read(self._fd, CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:  # A terminal that hung up, a connection that was reset.
            data = b""
        if data:
            lines = self._splitter.feed(data)
            if lines:
                self._taken(lines)
            return
        self.finish()
        last = self._splitter.finish()
        if last:
            self._taken(last)
        self._ended()
