"""Splits chunks of bytes into frames with a header that gives their length, as language servers use them.

A header is lines that end with an empty one; only `Content-Length` counts. A header without a usable length is
reported as a frame of its own, which is no JSON, and reading goes on at the next `Content-Length` in the input.
"""

import re
from typing import Final

from understudy.wire.channel import OVERSIZED_FRAME
from understudy.wire.limits import MAX_FRAME_BYTES, MAX_HEADER_BYTES

__all__ = ["HeaderSplitter"]

_HEADER_END: Final = re.compile(rb"\r?\n\r?\n")
_LENGTH: Final = re.compile(rb"(?:^|\n)content-length:[ \t]*([0-9]{1,18})[ \t]*\r?(?=\n|$)", re.IGNORECASE)
_HEADER_START: Final = re.compile(rb"content-length:", re.IGNORECASE)
_HEADER_START_BYTES: Final = len(b"content-length:")


class HeaderSplitter:
    def __init__(self, max_frame_bytes: int = MAX_FRAME_BYTES) -> None:
        self._max_frame_bytes = max_frame_bytes
        self._header = b""
        """What is read of the next header."""
        self._parts: list[bytes] = []
        self._missing = 0
        """Bytes of the current frame that are not read yet; 0 between two frames."""
        self._is_skipped = False
        """Whether the bytes of the current frame are dropped, because it is too long."""
        self._is_lost = False
        """Whether a header was malformed, and the next one is searched for."""

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames that this chunk completes."""
        frames: list[bytes] = []
        while data:
            data = self._read_body(data, frames) if self._missing else self._read_header(data, frames)
        return frames

    def finish(self) -> list[bytes]:
        """At the end of input an incomplete frame is dropped."""
        return []

    def _read_body(self, data: bytes, frames: list[bytes]) -> bytes:
        """Read what belongs to the current frame; return the rest."""
        part, rest = data[: self._missing], data[self._missing :]
        self._missing -= len(part)
        if not self._is_skipped:
            self._parts.append(part)
            if not self._missing:
                frames.append(b"".join(self._parts))
                self._parts = []
        return rest

    def _read_header(self, data: bytes, frames: list[bytes]) -> bytes:
        """Read up to the end of a header; return the rest."""
        header, self._header = self._header + data, b""
        if self._is_lost:
            found = _HEADER_START.search(header)
            if found is None:
                self._header = header[-_HEADER_START_BYTES + 1 :]
                return b""
            header, self._is_lost = header[found.start() :], False
        end = _HEADER_END.search(header)
        if end is None:
            if len(header) > MAX_HEADER_BYTES:
                frames.append(_malformed(header))
                self._is_lost = True
                return header[1:]
            self._header = header
            return b""
        lines, rest = header[: end.start()], header[end.end() :]
        length = _LENGTH.search(lines)
        if length is None:
            frames.append(_malformed(lines))
            self._is_lost = True
            # A header may follow junk on its line: look for it, but not at the beginning again.
            return header[1:]
        self._begin_frame(int(length[1]), frames)
        return rest

    def _begin_frame(self, length: int, frames: list[bytes]) -> None:
        self._missing = length
        self._is_skipped = length > self._max_frame_bytes
        if self._is_skipped:
            frames.append(OVERSIZED_FRAME)


def _malformed(header: bytes) -> bytes:
    """A frame that is no JSON, whatever the header contains."""
    return b"malformed header: " + header[:64]
