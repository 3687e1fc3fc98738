"""The end of an agent's log: its standard error is read all the time and forgotten but for the last of it."""

import asyncio
import contextlib
import os

from understudy.client.limits import MAX_LOG_EXCERPT_CHARS, STDERR_TAIL_BYTES

__all__ = ["StderrTail", "strip_control_chars"]


class StderrTail:
    """Reads a descriptor until it ends; never lets its writer wait."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._loop = asyncio.get_running_loop()
        self._buffer = bytearray()
        self._reading = True
        os.set_blocking(fd, False)
        self._loop.add_reader(fd, self._read)

    @property
    def text(self) -> str:
        return self._buffer.decode("utf-8", "replace")

    @property
    def error_suffix(self) -> str:
        """What an error adds to its sentence; nothing if nothing was said."""
        whole = strip_control_chars(self.text).strip()
        said = whole[-MAX_LOG_EXCERPT_CHARS:]
        if len(whole) > MAX_LOG_EXCERPT_CHARS:
            said = said.partition("\n")[2].strip() or said  # no half line
        return f" Its log ends with:\n{said}" if said else ""

    def close(self) -> None:
        """Take what is there, and read no more."""
        if self._reading:
            for _ in range(8):
                self._read()
                if not self._reading:
                    return
            self._stop()

    def _read(self) -> None:
        data = b""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._fd, 1 << 16)
            if not data:
                self._stop()
        self._buffer += data
        if len(self._buffer) > STDERR_TAIL_BYTES:
            del self._buffer[:-STDERR_TAIL_BYTES]

    def _stop(self) -> None:
        self._reading = False
        self._loop.remove_reader(self._fd)


def strip_control_chars(text: str) -> str:
    """Without what a terminal would obey: another program wrote this, and people will read it."""
    return "".join(mark for mark in text if mark.isprintable() or mark in "\n\t")
