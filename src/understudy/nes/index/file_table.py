"""The files in memory and the table over their pieces, kept in step. Knows no disk, no limit and no thread."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.nes.index.files import FileState
from understudy.nes.index.grams import GramTable
from understudy.nes.text.uris import language_id_for
from understudy.workspace import Place

__all__ = ["FileTable", "IndexedFile"]


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
