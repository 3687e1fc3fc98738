"""Bytes into lines with a limit. Pure; knows neither processes nor messages' meaning."""

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Overlong", "Splitter"]

KEPT: Final = 256
_FIRST: Final = re.compile(rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*[,}]')
_LAST: Final = re.compile(
    rb'"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$'
    rb'|,\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$'
)


@dataclass(frozen=True, slots=True)
class Overlong:
    """A line that was too long to keep: how it began and how it ended."""

    head: bytes
    tail: bytes

    def answers(self) -> int | None:
        """The number of the request that it answers, if that stands at either end, as SDKs write it."""
        found = _FIRST.match(self.head) or _LAST.search(self.tail)
        return None if found is None else int(found[1] or found[2])


class Splitter:
    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._parts: list[bytes] = []
        self._length = 0
        self._head: bytes | None = None
        """Set while the rest of a line that is too long is skipped."""
        self._tail = b""

    def feed(self, data: bytes) -> list[bytes | Overlong]:
        """The lines that end in this piece, in order."""
        *ends, rest = data.split(b"\n")
        lines = [self._finish(end) for end in ends]
        self._keep(rest)
        return lines

    def _keep(self, piece: bytes) -> None:
        if self._head is not None:
            self._tail = (self._tail + piece[-KEPT:])[-KEPT:]
            return
        self._parts.append(piece)
        self._length += len(piece)
        if self._length > self._longest:
            line = b"".join(self._parts)
            self._head, self._tail = line[:KEPT], line[-KEPT:]
            self._parts, self._length = [], 0

    def _finish(self, end: bytes) -> bytes | Overlong:
        self._keep(end)
        if self._head is not None:
            line: bytes | Overlong = Overlong(self._head, self._tail)
            self._head, self._tail = None, b""
            return line
        line = b"".join(self._parts)
        self._parts, self._length = [], 0
        return line
