"""Walk a tree folder by folder, without leaving its root and without following links; apply .gitignore files.

The order is fixed: a folder's entries by name, then its subfolders in turn, so that a walk can be resumed at
a position. Every folder is opened beneath the root's descriptor, whatever happened to its parents meanwhile.
Excluded folders are not entered, and folders that cannot be opened are skipped.

.gitignore rules are evaluated by pathspec on RE2: a .gitignore comes with the project, so its patterns are
untrusted, and on Python's own engine a dozen stars can take forever.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from understudy.workspace.files import replace_undecodable
from understudy.workspace.limits import (
    MAX_GITIGNORE_BYTES,
    MAX_GITIGNORE_LINE_CHARS,
    MAX_GITIGNORE_LINES,
    MAX_PATTERNS_PER_AUTOMATON,
)
from understudy.workspace.paths.globs import Globs
from understudy.workspace.paths.resolution import Place

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

__all__ = ["EntryKind", "FolderEntries", "GitIgnore", "Walk", "WalkFilter"]


@dataclass(slots=True)
class GitIgnore:
    """The .gitignore files between a root and the folders below it, each read once."""

    start: Place
    _specs: dict[str, list["GitIgnoreSpec"]] = field(default_factory=dict[str, list["GitIgnoreSpec"]])

    @property
    def has_rules(self) -> bool:
        """Whether the root has an ignore file with rules."""
        return bool(self._specs_for(""))

    def ignores(self, relative: str, is_folder: bool) -> bool:
        """Whether the entry at `relative` (from the root) is ignored; the closest file decides."""
        folder = os.path.dirname(relative)
        tail = replace_undecodable(relative) + "/" if is_folder else replace_undecodable(relative)
        while True:
            below = tail[len(folder) + 1 :] if folder else tail
            for spec in self._specs_for(folder):
                verdict = spec.check_file(below).include
                if verdict is not None:
                    return verdict
            if not folder:
                return False
            folder = os.path.dirname(folder)

    def _specs_for(self, folder: str) -> list["GitIgnoreSpec"]:
        """The rules of the folder's own file, the last ones first, because they take precedence."""
        if folder not in self._specs:
            self._specs[folder] = _parse_lines(self._read_lines(folder))
        return self._specs[folder]

    def _read_lines(self, folder: str) -> list[str]:
        place = Place(self.start.root, f"{folder}/.gitignore" if folder else ".gitignore")
        try:
            fd = place.open(os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError:
            return []
        try:
            data = os.pread(fd, MAX_GITIGNORE_BYTES, 0)
        except OSError:  # a folder, or a file that cannot be read at an offset
            return []
        finally:
            os.close(fd)
        return data.decode("utf-8", "replace").split("\n")[:MAX_GITIGNORE_LINES]


def _parse_lines(lines: list[str]) -> list["GitIgnoreSpec"]:
    lines = [line.removesuffix("\r") for line in lines]
    lines = [
        line
        for line in lines
        if line.strip() and not line.startswith("#") and len(line) <= MAX_GITIGNORE_LINE_CHARS
    ]
    if not lines:
        return []
    from pathspec import GitIgnoreSpec  # an import of 30 ms that only this option needs

    invalid_pattern = _invalid_pattern_errors()
    specs: list[GitIgnoreSpec] = []
    for first in range(0, len(lines), MAX_PATTERNS_PER_AUTOMATON):
        some = lines[first : first + MAX_PATTERNS_PER_AUTOMATON]
        try:
            specs.append(GitIgnoreSpec.from_lines(some, backend="re2"))
        except invalid_pattern:
            # git skips a line that is not a valid pattern; find it by compiling the lines one by one.
            specs.append(
                GitIgnoreSpec.from_lines([line for line in some if _is_pattern(line)], backend="re2")
            )
    return specs[::-1]


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line], backend="re2")
    except _invalid_pattern_errors():
        return False
    return True


def _invalid_pattern_errors() -> tuple[type[Exception], ...]:
    """What pathspec (ValueError), `re` and RE2 raise for a line that is not a valid pattern."""
    re2: Any = import_module("re2")  # it has no types; pathspec loads it anyway
    return ValueError, re.error, re2.error


class EntryKind(IntEnum):
    FILE = 0
    FOLDER = 1
    LINK = 2
    OTHER = 3
    """A pipe, a socket or a device: never opened."""


@dataclass(frozen=True, slots=True)
class WalkFilter:
    """The entries that a walk excludes, and the files that it includes."""

    exclude: Globs | None = None
    include: Globs | None = None
    gitignore: bool = False


@dataclass(frozen=True, slots=True)
class FolderEntries:
    """The entries of one folder. `fd` is open only until the walk continues."""

    folder: str
    """Path from the root, "" for the root itself."""
    fd: int
    entries: list[tuple[str, EntryKind]]
    """Sorted by name."""
    other_count: int = 0
    """The number of further entries, whose names a counting walk does not collect."""

    def relative_path(self, name: str) -> str:
        return f"{self.folder}/{name}" if self.folder else name


class Walk:
    """A walk from `start`; iterating yields one FolderEntries per folder."""

    def __init__(
        self,
        start: Place,
        filters: WalkFilter,
        *,
        max_depth: int | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self.count_only = False
        """Set to True once only the number of entries matters: the rest of the walk is faster."""
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
        """List the subfolders, and count all other entries."""
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
