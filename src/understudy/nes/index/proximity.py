"""How near a file is to the one the user is in: steps between their folders, kin by name, the same kind of file."""

import os
from collections.abc import Container, Iterable, Iterator
from operator import attrgetter
from typing import Final

from understudy.nes.index.file_table import IndexedFile
from understudy.nes.index.limits import MAX_FOLDER_DISTANCE

__all__ = ["Proximity"]

_GENERIC_STEMS: Final = frozenset(
    {"__init__", "app", "base", "index", "init", "lib", "main", "mod", "test", "tests", "types"}
)
"""Names that say nothing about what a file has to do with."""


class Proximity:
    """Ranks from one path; the lower, the nearer. Without a path everything is equally near."""

    def __init__(self, path: str | None) -> None:
        self.path = path
        self._folder_parts = os.path.dirname(path or "").split("/")
        self._folder_distances: dict[str, int] = {}
        name = os.path.basename(path or "")
        self._suffix = name[name.rfind(".") :] if "." in name else ""
        stem = _stem(name)
        self._stem = stem if len(stem) > 2 and stem not in _GENERIC_STEMS else ""

    def rank_of(self, path: str | None) -> int:
        """The rank of one path; what has none is far away."""
        if path is None:
            return MAX_FOLDER_DISTANCE * 2
        return self._rank(os.path.dirname(path), path)

    def sort(self, files: Iterable[IndexedFile], excluded: Container[str]) -> Iterator[IndexedFile]:
        """The files, nearest first and then by name, without those paths."""
        rank = self._rank
        shelves: dict[int, list[IndexedFile]] = {}
        for file in files:
            if file.path not in excluded:
                shelves.setdefault(rank(file.folder, file.path), []).append(file)
        for near in sorted(shelves):  # the farther ones are seldom asked for, and never put in order then
            yield from sorted(shelves[near], key=attrgetter("path"))

    def _rank(self, folder: str, path: str) -> int:
        steps = self._folder_distances.get(folder)
        if steps is None:
            steps = self._folder_distances[folder] = (
                self._folder_distance(folder.split("/")) if self.path is not None else 0
            )
        if self._stem and path.find(self._stem, len(folder)) >= 0:
            steps //= 3  # its test, its header, its stylesheet
        return steps * 2 + (not path.endswith(self._suffix))

    def _folder_distance(self, other: list[str]) -> int:
        same = 0
        for mine, its in zip(self._folder_parts, other, strict=False):
            if mine != its:
                break
            same += 1
        return min(MAX_FOLDER_DISTANCE, len(self._folder_parts) + len(other) - 2 * same)


def _stem(name: str) -> str:
    """The name without its endings and without what makes it a test's."""
    stem = name.lstrip(".").split(".")[0]
    for mark in ("test_", "spec_"):
        stem = stem.removeprefix(mark)
    for mark in ("_test", "_spec", "-test", "Test", "Tests", "Spec"):
        stem = stem.removesuffix(mark)
    return stem
