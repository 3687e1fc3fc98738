"""The beginning of a text, up to a number of bytes, cut at a line's end.

Owns how much of a file is touched: never more than is asked for, however large the file says it is.
"""

import codecs
import os
from dataclasses import dataclass

from understudy.workspace.files.encoding import detect_encoding, replace_undecodable

__all__ = ["Excerpt", "read_bytes", "read_text_head", "truncate_to_bytes"]


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    truncated: bool
    """Whether there was more."""


def truncate_to_bytes(text: str, max_bytes: int) -> Excerpt:
    """As many whole lines as fit into `limit` bytes of UTF-8; a part of the first line if not even that fits."""
    text = replace_undecodable(text)
    if len(text) <= max_bytes // 4:
        return Excerpt(text, truncated=False)
    data = text[: max_bytes + 1].encode()
    if len(data) <= max_bytes:
        return Excerpt(text, truncated=False)
    return Excerpt(_whole_lines(data[:max_bytes].decode(errors="ignore")), truncated=True)


def read_text_head(fd: int, max_bytes: int) -> Excerpt | None:
    """The beginning of an open regular file; None if it is not text."""
    data = read_bytes(fd, max_bytes + 1)
    more = len(data) > max_bytes
    encoding = detect_encoding(data[:max_bytes], whole=not more)
    if encoding is None:
        return None
    decoder = codecs.getincrementaldecoder(encoding.codec)(encoding.errors)
    try:
        text = decoder.decode(data[len(encoding.bom) : max_bytes], final=not more)
    except UnicodeDecodeError:
        return None
    found = truncate_to_bytes(text, max_bytes)  # UTF-8 may need more bytes than the file's own encoding
    return Excerpt(_whole_lines(found.text), truncated=True) if more and not found.truncated else found


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
