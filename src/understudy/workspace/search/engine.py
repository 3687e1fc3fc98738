"""The search itself: which files, in which order, where a page begins and ends.

Files come in the order of a walk; the position of a match in it is its path and its number in the file, so
a page can be continued. A tree of many files is counted by ripgrep, and only the page's files are read.
"""

import os
import stat
from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.workspace.errors import TooLarge
from understudy.workspace.patterns import SearchPattern
from understudy.workspace.roots import mounts_below
from understudy.workspace.scope import O_PATH, Place, refuse
from understudy.workspace.search.files import Match, Wanted, search_file
from understudy.workspace.search.ripgrep import RipgrepFailed, arguments, count_matches
from understudy.workspace.stop import Stop
from understudy.workspace.walk import Filter, Kind, Walk
from understudy.workspace.workspace import Workspace

__all__ = ["Found", "Match", "Query", "search"]

MANY_FILES: Final = 500
PROGRESS_EVERY: Final = 256

Position = tuple[str, int]
"""A file's canonical path, and how many of its matches were already given."""


@dataclass(frozen=True, slots=True)
class Query:
    paths: Sequence[str]
    pattern: SearchPattern
    filters: Filter
    recursive: bool
    context: int
    room: int
    """How many matches to return."""
    after: Position | None = None


@dataclass(frozen=True, slots=True)
class Found:
    matches: list[Match]
    total: int
    next: Position | None
    skipped: list[Place]
    """Files that this pattern could not be tried on."""


class _Page:
    """Collects one page's matches and counts all."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self.after, self._given = ("", 0) if query.after is None else (_order(query.after[0]), query.after[1])
        self.matches: list[Match] = []
        self.total = 0
        self.next: Position | None = None
        self.skipped: list[Place] = []

    def wants(self, path: str) -> bool:
        """Whether the file may have matches for this page."""
        return self.next is None and (not self.after or _order(path) >= self.after)

    def look(self, place: Place, stop: Stop, *, counted: int = 0) -> None:
        """Search the file; take what the page wants of it and count the rest, but for what is counted already."""
        path = place.path
        wanted = self.wants(path)
        given = self._given if wanted and self._given and _order(path) == self.after else 0
        room = self._query.room - len(self.matches)
        try:
            file = search_file(
                place, self._query.pattern, stop, Wanted(given, room, self._query.context) if wanted else None
            )
        except TooLarge:
            self.skipped.append(place)
            return
        if file is None:
            return
        self.total += file.count - counted
        self.matches += file.matches
        if wanted and file.count - given > room:
            self.next = (path, given + room)


def search(workspace: Workspace, query: Query, stop: Stop, progress: Callable[[int, int], None]) -> Found:
    """Search; `progress` is told files seen and matches found so far."""
    page = _Page(query)
    seen = 0
    for start, is_folder in _starts(workspace, query):
        if not is_folder:
            page.look(start, stop)
            continue
        files = _files(start, query, stop)
        first: list[Place] = []
        for place in files:
            first.append(place)
            if len(first) >= MANY_FILES:
                break
        if len(first) >= MANY_FILES and _search_many(start, query, page, stop, progress):
            continue
        for place in _chain(first, files):
            seen += 1
            if seen % PROGRESS_EVERY == 0:
                stop.check()
                progress(seen, page.total)
            page.look(place, stop)
    stop.check()
    return Found(page.matches, page.total, page.next, page.skipped)


def _chain(first: list[Place], rest: Iterator[Place]) -> Iterator[Place]:
    yield from first
    yield from rest


def _starts(workspace: Workspace, query: Query) -> list[tuple[Place, bool]]:
    """Where to search, in order; a path inside another one is searched once."""
    found: dict[str, tuple[Place, bool]] = {}
    for path in query.paths:
        place = workspace.locate(path)
        try:
            fd = place.open(O_PATH)
        except OSError as error:
            refuse(error, path)
        status = os.fstat(fd)
        os.close(fd)
        is_folder = stat.S_ISDIR(status.st_mode)
        if not is_folder:
            workspace.require_file(status, path)
        found[place.path] = (place, is_folder)
    kept: list[tuple[Place, bool]] = []
    for path, start in sorted(found.items(), key=lambda item: _start_order(item[0], item[1][1])):
        if any(
            is_folder
            and (
                _inside(path, known.path) if query.recursive else not start[1] and _parent(path) == known.path
            )
            for known, is_folder in kept
        ):
            continue
        kept.append(start)
    return kept


def _start_order(path: str, is_folder: bool) -> str:
    """Where in the order a start's files begin."""
    return _folder_order(path) if is_folder else _order(path)


def _parent(path: str) -> str:
    return path.rpartition("/")[0] or "/"


def _inside(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip("/") + "/")


def _order(path: str) -> str:
    """What to sort by for the walk's order: by folder, component by component, then by name."""
    folder, _, name = path.rpartition("/")
    return _folder_order(folder) + name


def _folder_order(folder: str) -> str:
    """A NUL is less than any other character, and no name has one."""
    return folder.replace("/", "\0") + "\0\0"


def _files(start: Place, query: Query, stop: Stop) -> Iterator[Place]:
    depth = None if query.recursive else 1
    for batch in Walk(start, query.filters, max_depth=depth, check=stop.check):
        for name, kind in batch.entries:
            if kind is Kind.FILE:
                yield Place(start.root, batch.relative(name))


def _private(start: Place) -> list[str]:
    """What is closed below `start`."""
    return [path for path in start.root.private if path.startswith(start.path.rstrip("/") + "/")]


def _search_many(
    start: Place, query: Query, page: _Page, stop: Stop, progress: Callable[[int, int], None]
) -> bool:
    """Search a large folder with ripgrep; False if that is not possible, with nothing done."""
    if not query.recursive:
        return False
    command = arguments(query.pattern, query.filters, start, (*mounts_below(start.path), *_private(start)))
    if command is None:
        return False
    base = start.path.rstrip("/")
    total = files = 0
    first: list[tuple[str, str, int]] = []  # the page's files so far, by their order
    after = page.after
    waiting: Callable[[], None] = lambda: progress(files, page.total + total)  # noqa: E731
    try:
        for relative, count in count_matches(command, start, stop, waiting):
            total += count
            files += 1
            if files % PROGRESS_EVERY == 0:
                waiting()
            order = _order(f"{base}/{relative}")
            if page.next is not None or order < after or (len(first) > query.room and order > first[-1][0]):
                continue
            insort(first, (order, relative, count))
            if len(first) > query.room + 1:
                first.pop()
    except RipgrepFailed:
        return False
    page.total += total
    for _, relative, count in first:
        place = Place(start.root, relative if start.relative == "." else f"{start.relative}/{relative}")
        page.look(place, stop, counted=count)
        if page.next is not None:
            break
    return True
