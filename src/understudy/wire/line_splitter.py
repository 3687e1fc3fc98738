"""Chunks of bytes → whole lines, with a limit for each. Reads nothing itself and parses no message."""

import msgspec

from understudy.wire.channel import OVERSIZED_FRAME
from understudy.wire.limits import MAX_FRAME_BYTES

__all__ = ["LineSplitter"]


class LineSplitter:
    """Cuts at line feeds. A line that grows too long is let go at once and reported once, as SKIPPED."""

    def __init__(self, max_line_bytes: int = MAX_FRAME_BYTES) -> None:
        self._max_line_bytes = max_line_bytes
        self._parts: list[bytes] = []
        self._length = 0
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that this chunk completes, without their ends; blank ones are left out."""
        lines = data.split(b"\n")
        rest = lines.pop()
        if not lines:
            return self._append(rest)
        if b"\r" in data:
            lines = [line.removesuffix(b"\r") for line in lines]
        if self._skipping:
            del lines[0]
        elif self._parts:
            lines[0] = self._joined(lines[0])
        if len(data) > self._max_line_bytes:
            lines = [line if len(line) <= self._max_line_bytes else OVERSIZED_FRAME for line in lines]
        self._parts, self._length, self._skipping = [], 0, False
        lines = [line for line in lines if line and not line.isspace()]
        if rest:
            lines += self._append(rest)
        return lines

    def finish(self) -> list[bytes]:
        """At the end of input: the last line, if only its line feed is missing."""
        rest = b"".join(self._parts)
        self._parts, self._length = [], 0
        try:
            msgspec.json.decode(rest, type=msgspec.Raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return []
        return [rest]

    def _append(self, part: bytes) -> list[bytes]:
        """The beginning or the middle of a line."""
        if self._skipping:
            return []
        self._parts.append(part)
        self._length += len(part)
        if self._length <= self._max_line_bytes:
            return []
        self._parts, self._length, self._skipping = [], 0, True
        return [OVERSIZED_FRAME]

    def _joined(self, tail: bytes) -> bytes:
        if self._length + len(tail) > self._max_line_bytes:
            return OVERSIZED_FRAME
        self._parts.append(tail)
        return b"".join(self._parts).removesuffix(b"\r")
