"""A call's progress on its way to the client: from worker threads to the loop, thinned out.

Owns the rules of MCP's progress notifications: each value is greater than the one before, they are rare
enough (100 ms apart, and never a second one while the first is still being written), and none follows
the answer.
"""

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable
from typing import Final

from understudy.tools.tool import Stream

__all__ = ["INTERVAL", "Progress"]

INTERVAL: Final = 0.1
MOST_CHARACTERS: Final = 200
TAIL: Final = 4096

_ESCAPES: Final = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?"
_NOT_SHOWN: Final = re.compile(_ESCAPES + r"|[\x00-\x1f\x7f-\x9f]")

Send = Callable[[float, float | None, str | None], Awaitable[None]]


class Progress:
    """Listener for one call. `report` and `output` are called by threads, the rest by the loop."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._value = 0.0
        self._total: float | None = None
        self._message: str | None = None
        self._sent = -1.0
        self._begun = False
        self._underway = False
        self._closed = False
        self._timer: asyncio.TimerHandle | None = None
        self._sending: asyncio.Task[None] | None = None
        self._earliest = 0.0

    def report(self, done: float, total: float | None, message: str) -> None:
        """`done` of `total`; a value that does not grow is not worth a message."""
        with self._lock:
            if done > self._value or not self._begun:
                self._begun = True
                self._value, self._total, self._message = max(done, self._value), total, message or None
                self._wake()

    def output(self, stream: Stream, text: str) -> None:
        """What a command printed: its last line is the message, its length so far the value."""
        del stream
        line = last_line(text)
        with self._lock:
            self._begun = True
            self._value += len(text)
            if line:
                self._message = line
            self._wake()

    def close(self) -> None:
        """Stop listening; called before the answer is given."""
        with self._lock:
            self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._sending is not None:
            self._sending.cancel()

    def _wake(self) -> None:
        if not self._underway and not self._closed:
            self._underway = True
            self._loop.call_soon_threadsafe(self._schedule)

    def _schedule(self) -> None:
        if not self._closed:
            self._timer = self._loop.call_at(max(self._earliest, self._loop.time()), self._start)

    def _start(self) -> None:
        self._sending = self._loop.create_task(self._deliver())

    async def _deliver(self) -> None:
        with self._lock:
            value, total, message = self._value, self._total, self._message
        if value > self._sent:
            self._sent = value
            await self._send(value, total if total is None or total >= value else None, message)
        self._earliest = self._loop.time() + INTERVAL
        with self._lock:
            self._underway = False
            if self._value > self._sent:
                self._wake()


def last_line(text: str) -> str:
    """The last line with something on it, without control characters, cut to a line's length."""
    for line in reversed(text[-TAIL:].splitlines()):
        shown = _NOT_SHOWN.sub("", line).strip()
        if shown:
            return shown if len(shown) <= MOST_CHARACTERS else shown[: MOST_CHARACTERS - 1] + "…"
    return ""
