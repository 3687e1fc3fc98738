"""Bytes into lines with a limit. Pure; knows neither processes nor messages' meaning."""

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["OverlongLine", "LineSplitter"]

OVERLONG_LINE_KEPT_BYTES: Final = 256
_ID_AT_START: Final = re.compile(rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*[,}]')
_ID_AT_END: Final = re.compile(
    rb'"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$'
    rb'|,\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$'
)


@dataclass(frozen=True, slots=True)
class OverlongLine:
    """A line that was too long to keep: how it began and how it ended."""

    head: bytes
    tail: bytes

    def answered_request_id(self) -> int | None:
        """The number of the request that it answers, if that stands at either end, as SDKs write it."""
        found = _ID_AT_START.match(self.head) or _ID_AT_END.search(self.tail)
        return None if found is None else int(found[1] or found[2])


class LineSplitter:
    def __init__(self, max_line_bytes: int) -> None:
        self._max_line_bytes = max_line_bytes
        self._parts: list[bytes] = []
        self._length = 0
        self._head: bytes | None = None
        """Set while the rest of a line that is too long is skipped."""
        self._tail = b""

    def feed(self, data: bytes) -> list[bytes | OverlongLine]:
        """The lines that end in this piece, in order."""
        *ends, rest = data.split(b"\n")
        lines = [self._end_line(end) for end in ends]
        self._append(rest)
        return lines

    def _append(self, piece: bytes) -> None:
        if self._head is not None:
            self._tail = (self._tail + piece[-OVERLONG_LINE_KEPT_BYTES:])[-OVERLONG_LINE_KEPT_BYTES:]
            return
        self._parts.append(piece)
        self._length += len(piece)
        if self._length > self._max_line_bytes:
            line = b"".join(self._parts)
            self._head, self._tail = line[:OVERLONG_LINE_KEPT_BYTES], line[-OVERLONG_LINE_KEPT_BYTES:]
            self._parts, self._length = [], 0

    def _end_line(self, end: bytes) -> bytes | OverlongLine:
        self._append(end)
        if self._head is not None:
            line: bytes | OverlongLine = OverlongLine(self._head, self._tail)
            self._head, self._tail = None, b""
            return line
        line = b"".join(self._parts)
        self._parts, self._length = [], 0
        return line
