r"""Reads files for the index, and holds the table of indexed files.

Reading never blocks and never raises. A file must be a regular file beneath its root before, while and after it
is read, and hold text that a person wrote: no binary, no minified or generated file with overlong lines. Lines
end with `\n` in memory. The table knows no disk, no limits and no threads.
"""

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Struct

from understudy.languages import language_id_for
from understudy.nes.index.grams import ALL_FILES_OF_BLOCK, FILES_PER_BLOCK, GramTable, numbers_of
from understudy.nes.limits import (
    MAX_FULLY_RANKED_FILES,
    MAX_INDEXED_LINE_CHARS,
    MAX_RANKED_FILES,
    MIN_FILE_AGE_NS,
)
from understudy.nes.text import has_longer_line
from understudy.workspace.files import decode, read_all, replace_undecodable
from understudy.workspace.paths import O_PATH, Place, Root

__all__ = [
    "FileContent",
    "FileState",
    "FileTable",
    "FileVersion",
    "IndexedFile",
    "current_file_state",
    "file_state_of",
    "read_file",
]

FileState = tuple[int, int, int, int, int]
"""Device, inode, size, mtime and ctime."""


@dataclass(frozen=True, slots=True)
class FileContent:
    text: str | None
    """None if the content is not text that is indexed."""
    file_state: FileState | None
    """None if it changed so recently that its timestamps do not prove that it is unchanged."""
    line_ending: str = "\n"
    """The most frequent line ending of the file."""


def file_state_of(status: os.stat_result) -> FileState | None:
    """Return the state of a regular file; None for anything else."""
    if not stat.S_ISREG(status.st_mode):
        return None
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def current_file_state(place: Place) -> FileState | None:
    """Return the state of the regular file at the place; None if there is none."""
    try:
        fd = place.open(O_PATH)
    except OSError:
        return None
    try:
        return file_state_of(os.fstat(fd))
    finally:
        os.close(fd)


def read_file(place: Place, max_bytes: int) -> FileContent | None:
    """Read the file; its text is None above `max_bytes`. Return None if it is gone or no regular file."""
    # Check before opening, because opening a device can have an effect; then again, because it may be swapped.
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
        is_stable = file_state_of(os.fstat(fd)) == before and time.time_ns() - before[4] > MIN_FILE_AGE_NS
    except OSError:
        return None
    finally:
        os.close(fd)
    text, end = (None, "\n") if data is None else _decode_text(data)
    return FileContent(text, before if is_stable else None, end)


def _decode_text(data: bytes) -> tuple[str | None, str]:
    """Return the text, and the line ending of the file."""
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
    return None if has_longer_line(text, MAX_INDEXED_LINE_CHARS) else text, end


class IndexedFile(Struct, eq=False, gc=False):
    """A file that the index knows: its state when it was read, and its text if that is in memory."""

    root: Root
    path: str
    folder: str
    file_number: int
    file_state: FileState | None
    text: str | None
    line_ending: str = "\n"
    """The line ending on disk; in `text`, all lines end with `\\n`."""
    _language: str | None = None

    @property
    def language(self) -> str:
        if self._language is None:
            self._language = language_id_for(self.path)
        return self._language

    @property
    def place(self) -> Place:
        return Place(self.root, self.path[len(self.root.path.rstrip("/")) + 1 :])


class FileVersion(NamedTuple):
    """A text of an indexed file, which stays the same when the index drops or reads the file again."""

    file: IndexedFile
    text: str
    file_state: FileState | None
    line_ending: str

    @property
    def path(self) -> str:
        return self.file.path


class FileTable:
    """The indexed files, their texts in memory, and the gram table over all of them, kept in step.

    Files are numbered, and FILES_PER_BLOCK numbers are a block, the unit in which the index is stored on disk.
    """

    def __init__(self) -> None:
        self.files: dict[str, IndexedFile] = {}
        """By canonical path."""
        self.paths_by_folder: dict[str, set[str]] = {}
        self.folder_changes = 0
        """How often a folder was added or removed."""
        self.text_bytes = 0
        """Bytes of text in memory."""
        self.changed_blocks: set[int] = set()
        """Numbers of the blocks that differ from those on disk."""
        self._paths_with_text: dict[str, None] = {}
        """In the order in which the texts came into memory."""
        self._files_by_number: list[IndexedFile | None] = []
        self._free_numbers: list[int] = []
        self._grams = GramTable()

    def add(
        self,
        place: Place,
        path: str,
        file_state: FileState | None,
        signature: bytearray,
        line_ending: str = "\n",
    ) -> IndexedFile:
        """Add or replace a file. `signature` is computed by the caller, outside the lock, because it takes time."""
        self.drop(path)
        if self._free_numbers:
            number = self._free_numbers.pop()
            self._grams.clear(number)
        else:
            number = len(self._files_by_number)
            self._files_by_number.append(None)
        folder = sys.intern(os.path.dirname(path))
        file = IndexedFile(place.root, path, folder, number, file_state, None, line_ending)
        self.files[path] = self._files_by_number[number] = file
        self._paths_in(folder).add(path)
        self._grams.add(number, signature)
        self.changed_blocks.add(number // FILES_PER_BLOCK)
        return file

    def drop(self, path: str) -> None:
        file = self.files.pop(path, None)
        if file is not None:
            self.drop_text(file)
            paths = self.paths_by_folder[file.folder]
            paths.discard(path)
            if not paths:
                del self.paths_by_folder[file.folder]
                self.folder_changes += 1
            self._files_by_number[file.file_number] = None
            self._free_numbers.append(file.file_number)
            self.changed_blocks.add(file.file_number // FILES_PER_BLOCK)

    def _paths_in(self, folder: str) -> set[str]:
        paths = self.paths_by_folder.get(folder)
        if paths is None:
            paths = self.paths_by_folder[folder] = set()
            self.folder_changes += 1
        return paths

    def set_file_state(self, file: IndexedFile, file_state: FileState | None, line_ending: str) -> None:
        """For a file that was written again with the same text."""
        file.file_state, file.line_ending = file_state, line_ending
        self.changed_blocks.add(file.file_number // FILES_PER_BLOCK)

    def set_text(self, file: IndexedFile, text: str) -> None:
        self.drop_text(file)
        file.text = text
        self._paths_with_text[file.path] = None
        self.text_bytes += sys.getsizeof(text)

    def drop_text(self, file: IndexedFile) -> None:
        if file.text is not None:
            self.text_bytes -= sys.getsizeof(file.text)
            file.text = None
            self._paths_with_text.pop(file.path, None)

    def drop_oldest_text(self) -> None:
        self.drop_text(self.files[next(iter(self._paths_with_text))])

    def candidate_files(
        self,
        literals: Sequence[str],
        nearest_folders: Callable[["FileTable"], Iterable[str]],
        is_wanted: Callable[[IndexedFile], bool],
    ) -> dict[IndexedFile, Sequence[str]]:
        """Return the files that may contain some of the literals, and those literals.

        Of a large table, and for literals that are in very many files, only files of the nearest folders.
        """
        all_blocks = [ALL_FILES_OF_BLOCK] * self.block_count
        blocks_by_literal = [self._grams.candidate_bits(literal) or all_blocks for literal in literals]
        if len(self.files) > MAX_FULLY_RANKED_FILES:
            count = sum(block.bit_count() for blocks in blocks_by_literal for block in blocks)
            if count > MAX_RANKED_FILES:
                return self._near_candidates(literals, blocks_by_literal, nearest_folders, is_wanted)
        found: dict[int, list[str]] = {}
        size = len(self._files_by_number)
        for literal, blocks in zip(literals, blocks_by_literal, strict=True):
            for number in numbers_of(blocks) if blocks is not all_blocks else range(size):
                found.setdefault(number, []).append(literal)
        return {
            file: literals_found
            for number, literals_found in found.items()
            if (file := self._files_by_number[number]) is not None and is_wanted(file)
        }

    def _near_candidates(
        self,
        literals: Sequence[str],
        blocks_by_literal: list[list[int]],
        nearest_folders: Callable[["FileTable"], Iterable[str]],
        is_wanted: Callable[[IndexedFile], bool],
    ) -> dict[IndexedFile, Sequence[str]]:
        found: dict[IndexedFile, Sequence[str]] = {}
        possible = [0] * self.block_count
        for blocks in blocks_by_literal:
            possible = [one | other for one, other in zip(possible, blocks, strict=False)]
        for folder in nearest_folders(self):
            for path in self.paths_by_folder.get(folder, ()):
                file = self.files[path]
                block, position = divmod(file.file_number, FILES_PER_BLOCK)
                if possible[block] >> position & 1 and is_wanted(file):
                    found[file] = literals
            if len(found) >= MAX_RANKED_FILES:
                break
        return found

    @property
    def block_count(self) -> int:
        return -(-len(self._files_by_number) // FILES_PER_BLOCK)

    def block(self, number: int) -> tuple[list[IndexedFile | None], bytes]:
        """Return the files of a block by position, and the rows of its grams."""
        first = number * FILES_PER_BLOCK
        return self._files_by_number[first : first + FILES_PER_BLOCK], self._grams.block(number)

    def append_block(
        self, entries: Iterable[tuple[Root, str, FileState, str] | None], rows: bytes | memoryview
    ) -> None:
        """Append a block from disk: root, path, state and line ending of each file, None for a free number."""
        first = self.block_count * FILES_PER_BLOCK
        self._grams.append_block(rows)
        self._free_numbers += range(len(self._files_by_number), first)
        self._files_by_number += [None] * (first - len(self._files_by_number))
        files, numbers = self.files, self._files_by_number
        folder, paths = "", set[str]()
        for number, entry in enumerate(entries, first):
            if entry is None or entry[1] in files:
                numbers.append(None)
                self._free_numbers.append(number)
                continue
            root, path, file_state, line_ending = entry
            own_folder = path[: path.rfind("/")]
            if own_folder != folder:  # files of a folder follow each other
                folder = sys.intern(own_folder)
                paths = self._paths_in(folder)
            file = files[path] = IndexedFile(root, path, folder, number, file_state, None, line_ending)
            paths.add(path)
            numbers.append(file)
