"""Splits chunks of bytes into lines, each of a limited length. It reads no descriptor and parses no message."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from understudy.wire.channel import OVERSIZED_FRAME
from understudy.wire.limits import MAX_FRAME_BYTES, OVERLONG_LINE_KEPT_BYTES

__all__ = ["LineSplitter"]

L = TypeVar("L")
"""What stands in place of an overlong line; bytes where that is OVERSIZED_FRAME."""


class LineSplitter(Generic[L]):
    """Splits at line feeds. The bytes of a line that grows too long are dropped while they are read.

    Without `summarize_overlong`, OVERSIZED_FRAME is returned as soon as a line is too long. With it, the line
    is reported when it ends, as the result of `summarize_overlong(head, tail)`: its first and last 256 bytes.
    """

    def __init__(
        self,
        max_line_bytes: int = MAX_FRAME_BYTES,
        *,
        summarize_overlong: Callable[[bytes, bytes], L] | None = None,
        keep_blank: bool = False,
    ) -> None:
        self._max_line_bytes = max_line_bytes
        self._summarize_overlong = summarize_overlong
        self._keep_blank = keep_blank
        self._parts: list[bytes] = []
        self._length = 0
        self._skipping = False
        self._head = self._tail = b""

    def feed(self, data: bytes) -> list[bytes | L]:
        """Return the lines that this chunk completes, without their line endings. Blank ones are dropped."""
        lines = data.split(b"\n")
        rest = lines.pop()
        if not lines:
            return self._append(rest)
        if b"\r" in data:
            lines = [line.removesuffix(b"\r") for line in lines]
        complete: list[bytes | L] = []
        if self._skipping or self._parts:
            complete += self._end_line(lines.pop(0))
        if len(data) > self._max_line_bytes:
            for line in lines:
                complete += self._end_line(line)
        else:
            complete += lines if self._keep_blank else [line for line in lines if line and not line.isspace()]
        if rest:
            complete += self._append(rest)
        return complete

    def finish(self) -> list[bytes]:
        """At the end of input, return the last line if it is complete except for its line feed."""
        rest = b"".join(self._parts)
        self._parts, self._length = [], 0
        try:
            msgspec.json.decode(rest, type=msgspec.Raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return []
        return [rest]

    def _append(self, part: bytes) -> list[bytes | L]:
        """Add bytes to the current line. Return OVERSIZED_FRAME if it is now too long and reported at once."""
        if self._skipping:
            if self._summarize_overlong is not None:
                self._tail = (self._tail + part[-OVERLONG_LINE_KEPT_BYTES:])[-OVERLONG_LINE_KEPT_BYTES:]
            return []
        self._parts.append(part)
        self._length += len(part)
        if self._length <= self._max_line_bytes:
            return []
        parts, self._parts = self._parts, []
        self._length, self._skipping = 0, True
        if self._summarize_overlong is None:
            return [OVERSIZED_FRAME]
        line = b"".join(parts)
        self._head, self._tail = line[:OVERLONG_LINE_KEPT_BYTES], line[-OVERLONG_LINE_KEPT_BYTES:]
        return []

    def _end_line(self, end: bytes) -> list[bytes | L]:
        """Complete the current line with its last bytes; return what is to be reported of it."""
        reported = self._append(end)
        if self._skipping:
            self._skipping = False
            if self._summarize_overlong is not None:
                reported.append(self._summarize_overlong(self._head, self._tail))
            return reported
        line = b"".join(self._parts).removesuffix(b"\r")
        self._parts, self._length = [], 0
        return [line] if self._keep_blank or (line and not line.isspace()) else []
