"""A queue of the lines of standard input that are not processed yet. Knows neither messages nor the SDK.

Whoever reads first can hand the queue on: no byte is lost between two readers.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from understudy.mcp.limits import MAX_UNREAD_LINES
from understudy.wire import Source

__all__ = ["LineQueue"]


class LineQueue:
    """Reads lines from a descriptor while fewer than MAX_UNREAD_LINES wait. Must be made in the event loop."""

    def __init__(self, fd: int) -> None:
        self._source = Source(fd, self._on_lines, self._on_end)
        self._lines: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self.has_ended = False
        """No more lines come behind those that wait."""
        self.on_stop: Callable[[], None] | None = None
        """Called by `stop`."""

    def __len__(self) -> int:
        return len(self._lines)

    def pop(self) -> bytes:
        return self._lines.popleft()

    def put_back(self, lines: list[bytes]) -> None:
        """Make these the next lines, in this order."""
        self._lines.extendleft(reversed(lines))

    async def wait(self) -> None:
        """Read until a line waits or the input has ended."""
        self._source.resume()
        self._ready.clear()
        if not self._lines and not self.has_ended:
            await self._ready.wait()

    def wake(self) -> None:
        self._ready.set()

    def pause(self) -> None:
        self._source.pause()

    def stop(self) -> None:
        """End the input now and drop what is unread."""
        self.has_ended = True
        self._lines.clear()
        self._ready.set()
        if self.on_stop is not None:
            self.on_stop()

    def close(self) -> None:
        self._source.close()

    def _on_lines(self, lines: list[bytes]) -> None:
        self._lines.extend(lines)
        self._ready.set()
        if len(self._lines) >= MAX_UNREAD_LINES:
            self._source.pause()

    def _on_end(self) -> None:
        self.has_ended = True
        self._ready.set()
