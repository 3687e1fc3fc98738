"""The files in memory and the table over their pieces, kept in step. Knows no disk, no limit and no thread."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from understudy.nes.index_files import Stamp
from understudy.nes.index_grams import Grams
from understudy.nes.index_uris import language_of
from understudy.workspace import Place

__all__ = ["Shelf", "Shelved"]


@dataclass(slots=True, eq=False)
class Shelved:
    """A file as it was when it was read."""

    place: Place
    path: str
    folder: str
    language: str
    number: int
    text: str
    stamp: Stamp | None
    end: str = "\n"
    """How its lines end on the disk; in `text` they all end with `\\n`."""


class Shelf:
    def __init__(self) -> None:
        self.files: dict[str, Shelved] = {}
        """By canonical path."""
        self.size = 0
        """Bytes of text in memory."""
        self._numbered: list[Shelved | None] = []
        self._free: list[int] = []
        self._grams = Grams()

    def put(
        self, place: Place, path: str, text: str, stamp: Stamp | None, marks: bytearray, end: str = "\n"
    ) -> Shelved:
        """`marks` is the text's signature; it is made outside, because that takes time."""
        self.drop(path)
        if self._free:
            number = self._free.pop()
            self._grams.clear(number)
        else:
            number = len(self._numbered)
            self._numbered.append(None)
        file = Shelved(place, path, os.path.dirname(path), language_of(path), number, text, stamp, end)
        self.files[path] = self._numbered[number] = file
        self._grams.put(number, marks)
        self.size += sys.getsizeof(text)
        return file

    def drop(self, path: str) -> None:
        file = self.files.pop(path, None)
        if file is not None:
            self._numbered[file.number] = None
            self._free.append(file.number)
            self.size -= sys.getsizeof(file.text)

    def candidates(self, literals: Sequence[str]) -> dict[Shelved, list[str]]:
        """The files that may hold some of the literals, and which ones."""
        found: dict[int, list[str]] = {}
        for literal in literals:
            numbers = self._grams.having(literal)
            for number in range(len(self._numbered)) if numbers is None else numbers:
                found.setdefault(number, []).append(literal)
        return {file: some for number, some in found.items() if (file := self._numbered[number]) is not None}
