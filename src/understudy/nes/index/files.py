r"""Reading one file of a root for the index: its text with `\n` ends, or nothing. It never blocks and never raises.

What is read was a regular file beneath its root before, while and after it was read. What it holds must be
text that a person wrote: no binary, no minified or generated file with endless lines.

The files in memory and the table over their pieces, kept in step. Knows no disk, no limit and no thread.
"""

import os
import stat
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.languages import language_id_for
from understudy.nes.index.grams import GramTable
from understudy.nes.limits import MAX_INDEXED_LINE_CHARS, MIN_FILE_AGE_NS
from understudy.workspace.files import decode, read_all, replace_undecodable
from understudy.workspace.paths import O_PATH, Place

__all__ = [
    "FileContent",
    "FileState",
    "FileTable",
    "IndexedFile",
    "current_file_state",
    "file_state_of",
    "read_file",
]

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


@dataclass(slots=True, eq=False)
class IndexedFile:
    """A file as it was when it was read."""

    place: Place
    path: str
    folder: str
    language: str
    file_number: int
    text: str
    file_state: FileState | None
    line_ending: str = "\n"
    """How its lines end on the disk; in `text` they all end with `\\n`."""


class FileTable:
    def __init__(self) -> None:
        self.files: dict[str, IndexedFile] = {}
        """By canonical path."""
        self.text_bytes = 0
        """Bytes of text in memory."""
        self._files_by_number: list[IndexedFile | None] = []
        self._free_numbers: list[int] = []
        self._grams = GramTable()

    def add(
        self,
        place: Place,
        path: str,
        text: str,
        file_state: FileState | None,
        signature: bytearray,
        line_ending: str = "\n",
    ) -> IndexedFile:
        """`marks` is the text's signature; it is made outside, because that takes time."""
        self.drop(path)
        if self._free_numbers:
            number = self._free_numbers.pop()
            self._grams.clear(number)
        else:
            number = len(self._files_by_number)
            self._files_by_number.append(None)
        file = IndexedFile(
            place, path, os.path.dirname(path), language_id_for(path), number, text, file_state, line_ending
        )
        self.files[path] = self._files_by_number[number] = file
        self._grams.add(number, signature)
        self.text_bytes += sys.getsizeof(text)
        return file

    def drop(self, path: str) -> None:
        file = self.files.pop(path, None)
        if file is not None:
            self._files_by_number[file.file_number] = None
            self._free_numbers.append(file.file_number)
            self.text_bytes -= sys.getsizeof(file.text)

    def candidate_files(self, literals: Sequence[str]) -> dict[IndexedFile, list[str]]:
        """The files that may hold some of the literals, and which ones."""
        found: dict[int, list[str]] = {}
        for literal in literals:
            numbers = self._grams.candidates_for(literal)
            for number in range(len(self._files_by_number)) if numbers is None else numbers:
                found.setdefault(number, []).append(literal)
        return {
            file: some
            for number, some in found.items()
            if (file := self._files_by_number[number]) is not None
        }
