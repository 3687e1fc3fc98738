"""The beginning of a text, up to a number of bytes, cut at a line's end.

Owns how much of a file is touched: never more than is asked for, however large the file says it is.
"""

import codecs
import os
from dataclasses import dataclass

from understudy.workspace.encoding import detect, visible

__all__ = ["Excerpt", "head_of", "read_bytes", "read_head"]


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    cut: bool
    """Whether there was more."""


def head_of(text: str, limit: int) -> Excerpt:
    """As many whole lines as fit into `limit` bytes of UTF-8; a part of the first line if not even that fits."""
    text = visible(text)
    if len(text) <= limit // 4:
        return Excerpt(text, cut=False)
    data = text[: limit + 1].encode()
    if len(data) <= limit:
        return Excerpt(text, cut=False)
    return Excerpt(_whole_lines(data[:limit].decode(errors="ignore")), cut=True)


def read_head(fd: int, limit: int) -> Excerpt | None:
    """The beginning of an open regular file; None if it is not text."""
    data = read_bytes(fd, limit + 1)
    more = len(data) > limit
    encoding = detect(data[:limit], whole=not more)
    if encoding is None:
        return None
    decoder = codecs.getincrementaldecoder(encoding.codec)(encoding.errors)
    try:
        text = decoder.decode(data[len(encoding.bom) : limit], final=not more)
    except UnicodeDecodeError:
        return None
    found = head_of(text, limit)  # UTF-8 may need more bytes than the file's own encoding
    return Excerpt(_whole_lines(found.text), cut=True) if more and not found.cut else found


def _whole_lines(text: str) -> str:
    return text[: text.rfind("\n") + 1] or text


def read_bytes(fd: int, size: int) -> bytes:
    """The first `size` bytes of an open file, or all that there are."""
    parts: list[bytes] = []
    offset = 0
    while offset < size and (data := os.pread(fd, size - offset, offset)):
        parts.append(data)
        offset += len(data)
    return b"".join(parts)
