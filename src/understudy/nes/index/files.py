"""Reading one file of a root for the index: its text with `\\n` ends, or nothing. It never blocks and never raises.

What is read was a regular file beneath its root before, while and after it was read. What it holds must be
text that a person wrote: no binary, no minified or generated file with endless lines.
"""

import os
import stat
import time
from dataclasses import dataclass

from understudy.nes.index.limits import MAX_INDEXED_LINE_CHARS, MIN_FILE_AGE_NS
from understudy.workspace.files.encoding import decode, replace_undecodable
from understudy.workspace.files.text_reader import read_all
from understudy.workspace.paths.resolution import O_PATH, Place

__all__ = ["FileContent", "FileState", "current_file_state", "file_state_of", "read_file"]


FileState = tuple[int, int, int, int, int]
"""Device, inode, size, and when the content and the file changed last."""


@dataclass(frozen=True, slots=True)
class FileContent:
    text: str | None
    """None if it is no text for us."""
    file_state: FileState | None
    """None if it was changed so lately that its times say nothing."""
    line_ending: str = "\n"
    """How most of its lines end in the file."""


def file_state_of(status: os.stat_result) -> FileState | None:
    """What tells one state of a regular file from another; None if it is something else."""
    if not stat.S_ISREG(status.st_mode):
        return None
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def current_file_state(place: Place) -> FileState | None:
    """The stamp of the regular file that is there now; None if there is none."""
    try:
        fd = place.open(O_PATH)
    except OSError:
        return None
    try:
        return file_state_of(os.fstat(fd))
    finally:
        os.close(fd)


def read_file(place: Place, max_bytes: int) -> FileContent | None:
    """The file's text if it has at most `limit` bytes; None if it is gone or no regular file."""
    # Look first: opening a device can do something. Then look again, since it may have been swapped.
    if current_file_state(place) is None:
        return None
    try:
        fd = place.open(os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return None
    try:
        before = file_state_of(os.fstat(fd))
        if before is None:
            return None
        data = read_all(fd, max_bytes)
        steady = file_state_of(os.fstat(fd)) == before and time.time_ns() - before[4] > MIN_FILE_AGE_NS
    except OSError:
        return None
    finally:
        os.close(fd)
    text, end = (None, "\n") if data is None else _decode_text(data)
    return FileContent(text, before if steady else None, end)


def _decode_text(data: bytes) -> tuple[str | None, str]:
    """The text, and how its lines end in the file."""
    decoded = decode(data)
    if decoded is None:
        return None, "\n"
    text, end = replace_undecodable(decoded[0]), "\n"
    if "\0" in text:
        return None, end
    if "\r" in text:
        pairs = text.count("\r\n")
        plain, alone = text.count("\n") - pairs, text.count("\r") - pairs
        end = "\r\n" if pairs > plain and pairs >= alone else "\r" if alone > plain else "\n"
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return None if _has_overlong_line(text) else text, end


def _has_overlong_line(text: str) -> bool:
    start, size = 0, len(text)
    while size - start > MAX_INDEXED_LINE_CHARS:
        # Only a window as long as the limit is looked at: does it have an end of line, and where is its last?
        end = text.rfind("\n", start, start + MAX_INDEXED_LINE_CHARS + 1)
        if end < 0:
            return True
        start = end + 1
    return False
