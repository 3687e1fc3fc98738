r"""Read a window of lines of a text file, with exact totals, in bounded memory.

One pass over the bytes counts the lines, hashes the content and collects the requested window. A line ends
with "\n" (a "\r" before it belongs to the line ending), as for git and grep; the last line may lack its line
ending.
"""

import codecs
import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from understudy.workspace.display_text import escape_filename
from understudy.workspace.errors import InvalidArgument
from understudy.workspace.files.encoding import (
    Encoding,
    binary_media_type,
    detect_encoding,
    replace_undecodable,
)
from understudy.workspace.limits import READ_CHUNK_BYTES

__all__ = ["LineWindow", "ReadResult", "binary_file_error", "read_all", "read_chunks", "read_window"]


@dataclass(frozen=True, slots=True)
class LineWindow:
    """The requested lines: from `start`, without its first `skip_chars` characters, through `end`."""

    start: int = 1
    end: int | None = None
    skip_chars: int = 0


@dataclass(frozen=True, slots=True)
class ReadResult:
    content: str
    total_lines: int
    returned_lines: int
    hash: str
    encoding: Encoding
    remaining: LineWindow | None
    """The requested lines that did not fit."""


class _WindowCollector:
    """Collects the window's part of a text that is fed in chunks, up to a number of UTF-8 bytes."""

    def __init__(self, window: LineWindow, limit: int) -> None:
        self.window = window
        self.remaining_bytes = limit
        self.line = 1  # the number of the line that the next chunk begins in
        self.parts: list[str] = []
        self.is_full = False
        self.ends_mid_line = False  # the text so far ends inside a line
        self._skip_chars = window.skip_chars

    def feed(self, text: str) -> None:
        if not text:
            return
        first, count = self.line, text.count("\n")
        self.line += count
        self.ends_mid_line = not text.endswith("\n")
        window = self.window
        if self.is_full or self.line < window.start or (window.end is not None and first > window.end):
            return
        begin = _offset_after_newlines(text, window.start - first) if window.start > first else 0
        stop = len(text)
        if window.end is not None and self.line > window.end:
            stop = _offset_after_newlines(text, window.end - first + 1)
        if self._skip_chars:
            taken = min(self._skip_chars, stop - begin)
            begin, self._skip_chars = begin + taken, self._skip_chars - taken
        self._append(text[begin:stop] if begin or stop < len(text) else text)

    def _append(self, part: str) -> None:
        if not part:
            return
        size = len(part) if part.isascii() else len(part.encode("utf-8", "surrogatepass"))
        if size <= self.remaining_bytes:
            self.remaining_bytes -= size
        else:
            part = _truncate_utf8(part, self.remaining_bytes) or (
                "" if self.parts else part[:1]
            )  # a page is never empty
            self.is_full = True
        self.parts.append(part)

    def total_lines(self) -> int:
        return self.line if self.ends_mid_line else self.line - 1

    def result(self) -> tuple[str, LineWindow | None]:
        content = "".join(self.parts)
        if not self.is_full:
            return content, None
        start, end = self.window.start, self.window.end
        cut = content.rfind("\n") + 1
        if cut:
            return content[:cut], LineWindow(start + content.count("\n", 0, cut), end)
        return content, LineWindow(start, end, self.window.skip_chars + len(content))


def read_window(
    fd: int, window: LineWindow, limit: int, check: Callable[[], None], requested_path: str
) -> ReadResult:
    """Read the window from an open regular file; `check` is called between chunks."""
    size = os.fstat(fd).st_size  # bytes appended during the read are ignored
    digest = hashlib.sha256()
    collector = _WindowCollector(window, limit)
    decoder: codecs.IncrementalDecoder | None = None
    encoding = Encoding("utf-8", "surrogateescape")
    offset = 0
    while True:
        check()
        data = os.pread(fd, min(READ_CHUNK_BYTES, size - offset), offset)
        offset += len(data)
        last = not data or offset >= size
        digest.update(data)
        if decoder is None:
            found = detect_encoding(data, whole=last)
            if found is None:
                raise binary_file_error(data, size, requested_path)
            encoding = found
            decoder = codecs.getincrementaldecoder(encoding.codec)(encoding.errors)
            data = data[len(encoding.bom) :]
        elif b"\0" in data and encoding.codec in ("utf-8", "latin-1", "cp1252"):
            raise binary_file_error(data, size, requested_path)
        try:
            text = decoder.decode(data, final=last)
        except UnicodeDecodeError:
            raise binary_file_error(data, size, requested_path) from None
        collector.feed(text)
        if last:
            break
    total = collector.total_lines()
    if window.start > max(total, 1):
        raise InvalidArgument(
            f"startLine {window.start} is past the end: {escape_filename(requested_path)!r} has {total} lines.",
            "line_out_of_range",
            totalLines=total,
        )
    content, rest = collector.result()
    whole = rest is None and window == LineWindow()  # then its lines were counted already
    lines = total if whole else content.count("\n") + (1 if content and not content.endswith("\n") else 0)
    return ReadResult(replace_undecodable(content), total, lines, digest.hexdigest(), encoding, rest)


def read_all(fd: int, limit: int) -> bytes | None:
    """The whole content of an open file; None if it is larger than `limit` bytes."""
    if os.fstat(fd).st_size > limit:
        return None
    parts: list[bytes] = []
    size = 0
    for data in read_chunks(fd, lambda: None):
        parts.append(data)
        size += len(data)
        if size > limit:  # it grew
            return None
    return b"".join(parts)


def read_chunks(fd: int, check: Callable[[], None]) -> Iterator[bytes]:
    """Yield an open file's content from its start in chunks; `check` is called between them."""
    size = os.fstat(fd).st_size
    offset = 0
    # A buffer no larger than the file: clearing 4 MiB takes longer than reading most files.
    while data := os.pread(fd, min(READ_CHUNK_BYTES, max(size - offset + 1, 1 << 16)), offset):
        check()
        yield data
        offset += len(data)


def binary_file_error(head: bytes, size: int, requested_path: str) -> InvalidArgument:
    """The error of a text operation on a binary file."""
    kind = binary_media_type(head)
    return InvalidArgument(
        f"{escape_filename(requested_path)!r} is a binary file ({kind}, {size} bytes); "
        "only text can be read or edited here.",
        "binary_file",
        path=escape_filename(requested_path),
        type=kind,
        size=size,
    )


def _truncate_utf8(text: str, size: int) -> str:
    """The longest prefix of whole characters that fits into `size` bytes of UTF-8."""
    data = text.encode("utf-8", "surrogatepass")
    while size and data[size] & 0xC0 == 0x80:
        size -= 1
    return data[:size].decode("utf-8", "surrogatepass")


def _offset_after_newlines(text: str, count: int) -> int:
    """The offset just after the `count`-th newline."""
    if count <= 64:
        offset = 0
        for _ in range(count):
            offset = text.find("\n", offset) + 1
        return offset
    return len(text) - len(text.split("\n", count)[count])
