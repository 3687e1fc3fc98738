"""Going through a tree, folder by folder, without leaving its root and without following links.

The order is fixed: a folder's entries by name, then its subfolders in turn, so that a position in it can be
resumed. Every folder is opened beneath the root's descriptor, whatever happened to its parents meanwhile.
Excluded folders are not entered, and what cannot be opened is passed over.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from understudy.workspace.paths.gitignore import GitIgnore
from understudy.workspace.paths.globs import Globs
from understudy.workspace.paths.resolution import Place

__all__ = ["EntryKind", "FolderEntries", "Walk", "WalkFilter"]


class EntryKind(IntEnum):
    FILE = 0
    FOLDER = 1
    LINK = 2
    OTHER = 3
    """A pipe, a socket or a device: never opened."""


@dataclass(frozen=True, slots=True)
class WalkFilter:
    """What a walk leaves out, and what alone it keeps of the files."""

    exclude: Globs | None = None
    include: Globs | None = None
    gitignore: bool = False


@dataclass(frozen=True, slots=True)
class FolderEntries:
    """One folder's entries. `fd` is open only while the batch is being looked at."""

    folder: str
    """Path from the root, "" for the root itself."""
    fd: int
    entries: list[tuple[str, EntryKind]]
    """By name."""
    other_count: int = 0
    """How many more there are, of which a brief walk keeps no names."""

    def relative_path(self, name: str) -> str:
        return f"{self.folder}/{name}" if self.folder else name


class Walk:
    """A walk from `start`; iterate over it for the batches."""

    def __init__(
        self,
        start: Place,
        filters: WalkFilter,
        *,
        max_depth: int | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self.count_only = False
        """Set it when only the number of entries matters any more: the rest of the walk is quicker."""
        self._start = start
        self._max_depth = max_depth
        self._check = check
        self._base = "" if start.relative == "." else start.relative
        exclude = filters.exclude
        self._excluded_names = exclude.folder_names if exclude else frozenset[str]()
        self._exclude = exclude if exclude and not exclude.has_only_names else None
        self._include = filters.include
        self._gitignore = GitIgnore(start) if filters.gitignore else None
        self._has_filters = bool(self._exclude or self._include or self._gitignore)

    def __iter__(self) -> Iterator[FolderEntries]:
        pending = [(self._base, 1)]
        folder_kind = EntryKind.FOLDER
        while pending:
            self._check()
            folder, depth = pending.pop()
            try:
                fd = Place(self._start.root, folder or ".").open(os.O_RDONLY | os.O_DIRECTORY)
            except OSError:
                continue
            try:
                if self.count_only and not self._has_filters:
                    entries, others = self._list_folders(fd)
                else:
                    entries, others = self._list_entries(folder, fd), 0
                yield FolderEntries(folder, fd, entries, others)
            finally:
                os.close(fd)
            if self._max_depth is None or depth < self._max_depth:
                prefix = f"{folder}/" if folder else ""
                pending.extend(
                    (prefix + name, depth + 1) for name, kind in reversed(entries) if kind is folder_kind
                )

    def _list_entries(self, folder: str, fd: int) -> list[tuple[str, EntryKind]]:
        pruned = self._excluded_names
        found: list[tuple[str, EntryKind]] = []
        append = found.append
        a_file, a_folder, a_link = EntryKind.FILE, EntryKind.FOLDER, EntryKind.LINK
        with os.scandir(fd) as scan:
            for entry in scan:
                if entry.is_file(follow_symlinks=False):
                    append((entry.name, a_file))
                elif entry.is_dir(follow_symlinks=False):
                    if entry.name not in pruned:
                        append((entry.name, a_folder))
                elif not entry.is_symlink():
                    append((entry.name, EntryKind.OTHER))
                elif entry.name not in pruned:
                    append((entry.name, a_link))
        if self._has_filters:
            found = [entry for entry in found if self._is_included(folder, *entry)]
        found.sort()
        return found

    def _list_folders(self, fd: int) -> tuple[list[tuple[str, EntryKind]], int]:
        """The subfolders, and the number of all other entries."""
        pruned = self._excluded_names
        found: list[tuple[str, EntryKind]] = []
        others = 0
        with os.scandir(fd) as scan:
            for entry in scan:
                if entry.is_file(follow_symlinks=False):
                    others += 1
                elif entry.is_dir(follow_symlinks=False):
                    if entry.name not in pruned:
                        found.append((entry.name, EntryKind.FOLDER))
                elif not (entry.name in pruned and entry.is_symlink()):
                    others += 1
        return found, others

    def _is_included(self, folder: str, name: str, kind: EntryKind) -> bool:
        rooted = f"{folder}/{name}" if folder else name
        below = rooted[len(self._base) + 1 :] if self._base else rooted
        is_folder = kind is EntryKind.FOLDER
        if self._exclude and self._exclude.matches(name, below, rooted, is_folder or kind is EntryKind.LINK):
            return False
        if (
            self._include
            and not is_folder
            and not self._include.matches(name, below, rooted, kind is EntryKind.LINK)
        ):
            return False
        return not (self._gitignore and self._gitignore.ignores(rooted, is_folder))
