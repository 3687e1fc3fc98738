"""Sends the progress of a call to the client: from worker threads to the event loop, rate-limited.

Owns the rules of MCP's progress notifications: each value is greater than the one before, they are at least
100 ms apart, a second one is never sent while the first is still being written, and none follows the
response.
"""

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable
from typing import Final

from understudy.mcp.limits import MAX_PROGRESS_MESSAGE_CHARS, PROGRESS_INTERVAL_S, PROGRESS_TAIL_CHARS
from understudy.tools import Stream

__all__ = ["ProgressReporter"]


_ANSI_ESCAPE_PATTERN: Final = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?"
_INVISIBLE_CHARS: Final = re.compile(_ANSI_ESCAPE_PATTERN + r"|[\x00-\x1f\x7f-\x9f]")

SendProgress = Callable[[float, float | None, str | None], Awaitable[None]]


class ProgressReporter:
    """The progress of one call. Worker threads call `report` and `report_output`; the loop calls the rest."""

    def __init__(self, send: SendProgress) -> None:
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._value = 0.0
        self._total: float | None = None
        self._message: str | None = None
        self._last_sent = -1.0
        self._is_started = False
        self._is_scheduled = False
        self._closed = False
        self._timer: asyncio.TimerHandle | None = None
        self._send_task: asyncio.Task[None] | None = None
        self._earliest_send = 0.0

    def report(self, done: float, total: float | None, message: str) -> None:
        """Report `done` of `total`. A value that does not grow is ignored."""
        with self._lock:
            if done > self._value or not self._is_started:
                self._is_started = True
                self._value, self._total, self._message = max(done, self._value), total, message or None
                self._request_delivery()

    def report_output(self, stream: Stream, text: str) -> None:
        """Report the output of a command: its last line is the message, its length so far the value."""
        del stream
        line = last_line(text)
        with self._lock:
            self._is_started = True
            self._value += len(text)
            if line:
                self._message = line
            self._request_delivery()

    def close(self) -> None:
        """Send nothing more. Called before the response is sent."""
        with self._lock:
            self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._send_task is not None:
            self._send_task.cancel()

    def _request_delivery(self) -> None:
        if not self._is_scheduled and not self._closed:
            self._is_scheduled = True
            self._loop.call_soon_threadsafe(self._schedule)

    def _schedule(self) -> None:
        if not self._closed:
            self._timer = self._loop.call_at(max(self._earliest_send, self._loop.time()), self._start)

    def _start(self) -> None:
        self._send_task = self._loop.create_task(self._deliver())

    async def _deliver(self) -> None:
        with self._lock:
            value, total, message = self._value, self._total, self._message
        if value > self._last_sent:
            self._last_sent = value
            await self._send(value, total if total is None or total >= value else None, message)
        self._earliest_send = self._loop.time() + PROGRESS_INTERVAL_S
        with self._lock:
            self._is_scheduled = False
            if self._value > self._last_sent:
                self._request_delivery()


def last_line(text: str) -> str:
    """Return the last line that is not blank, without control characters, truncated."""
    for line in reversed(text[-PROGRESS_TAIL_CHARS:].splitlines()):
        shown = _INVISIBLE_CHARS.sub("", line).strip()
        if shown:
            return (
                shown
                if len(shown) <= MAX_PROGRESS_MESSAGE_CHARS
                else shown[: MAX_PROGRESS_MESSAGE_CHARS - 1] + "…"
            )
    return ""
