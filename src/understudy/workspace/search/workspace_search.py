"""The search over paths of a workspace: which files, in which order, and where a page starts and ends.

Files are searched in the order of a walk. The position of a match is its file's path and its number in the
file, so that a page can be continued. A tree of many files is counted by ripgrep, and only the files of the
page are read.
"""

import itertools
import os
import stat
from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from understudy.workspace.errors import TooLarge
from understudy.workspace.limits import MIN_FILES_FOR_RIPGREP, PROGRESS_INTERVAL_FILES
from understudy.workspace.paths import (
    O_PATH,
    EntryKind,
    Place,
    Walk,
    WalkFilter,
    is_within,
    list_mounts_below,
    raise_for_os_error,
)
from understudy.workspace.patterns import SearchPattern
from understudy.workspace.search.file_search import MatchRange, SearchMatch, search_file
from understudy.workspace.search.ripgrep import RipgrepFailed, build_arguments, count_matches
from understudy.workspace.stop import Stop
from understudy.workspace.workspace import Workspace

__all__ = ["SearchMatch", "SearchQuery", "SearchResult", "search"]


SearchPosition = tuple[str, int]
"""A file's canonical path, and how many of its matches were already returned."""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    paths: Sequence[str]
    pattern: SearchPattern
    filters: WalkFilter
    recursive: bool
    context: int
    max_matches: int
    """How many matches to return."""
    after: SearchPosition | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    matches: list[SearchMatch]
    total: int
    next_position: SearchPosition | None
    skipped_files: list[Place]
    """Files that could not be searched with this pattern."""


class _ResultPage:
    """Collects the matches of one page and counts all matches."""

    def __init__(self, query: SearchQuery) -> None:
        self._query = query
        self.after_key, self._already_returned = (
            ("", 0) if query.after is None else (_sort_key(query.after[0]), query.after[1])
        )
        self.matches: list[SearchMatch] = []
        self.total = 0
        self.next_position: SearchPosition | None = None
        self.skipped_files: list[Place] = []

    def may_contribute(self, path: str) -> bool:
        """Whether matches of the file may belong to this page."""
        return self.next_position is None and (not self.after_key or _sort_key(path) >= self.after_key)

    def add_file(self, place: Place, stop: Stop, *, already_counted: int = 0) -> None:
        """Search the file; add its matches to the page as far as they belong to it, and count those not yet
        counted.
        """
        path = place.path
        contributes = self.may_contribute(path)
        skipped = (
            self._already_returned
            if contributes and self._already_returned and _sort_key(path) == self.after_key
            else 0
        )
        room = self._query.max_matches - len(self.matches)
        try:
            file = search_file(
                place,
                self._query.pattern,
                stop,
                MatchRange(skipped, room, self._query.context) if contributes else None,
            )
        except TooLarge:
            self.skipped_files.append(place)
            return
        if file is None:
            return
        self.total += file.count - already_counted
        self.matches += file.matches
        if contributes and file.count - skipped > room:
            self.next_position = (path, skipped + room)


def search(
    workspace: Workspace, query: SearchQuery, stop: Stop, progress: Callable[[int, int], None]
) -> SearchResult:
    """Run the query. `progress` is called with the numbers of files searched and of matches found so far."""
    page = _ResultPage(query)
    seen = 0
    for start, is_folder in _resolve_starts(workspace, query):
        if not is_folder:
            page.add_file(start, stop)
            continue
        files = _walk_files(start, query, stop)
        first: list[Place] = []
        for place in files:
            first.append(place)
            if len(first) >= MIN_FILES_FOR_RIPGREP:
                break
        if len(first) >= MIN_FILES_FOR_RIPGREP and _search_with_ripgrep(start, query, page, stop, progress):
            continue
        for place in itertools.chain(first, files):
            seen += 1
            if seen % PROGRESS_INTERVAL_FILES == 0:
                stop.check()
                progress(seen, page.total)
            page.add_file(place, stop)
    stop.check()
    return SearchResult(page.matches, page.total, page.next_position, page.skipped_files)


def _resolve_starts(workspace: Workspace, query: SearchQuery) -> list[tuple[Place, bool]]:
    """The files and folders to search, in order; a path inside another one is dropped."""
    found: dict[str, tuple[Place, bool]] = {}
    for path in query.paths:
        place = workspace.resolve(path)
        try:
            fd = place.open(O_PATH)
        except OSError as error:
            raise_for_os_error(error, path)
        status = os.fstat(fd)
        os.close(fd)
        is_folder = stat.S_ISDIR(status.st_mode)
        if not is_folder:
            workspace.require_regular_file(status, path)
        found[place.path] = (place, is_folder)
    starts: list[tuple[Place, bool]] = []
    for path, start in sorted(found.items(), key=lambda item: _start_sort_key(item[0], item[1][1])):
        if any(
            is_folder
            and (
                is_within(path, known.path)
                if query.recursive
                else not start[1] and _parent_path(path) == known.path
            )
            for known, is_folder in starts
        ):
            continue
        starts.append(start)
    return starts


def _start_sort_key(path: str, is_folder: bool) -> str:
    """The sort key of the first file below a start."""
    return _folder_sort_key(path) if is_folder else _sort_key(path)


def _parent_path(path: str) -> str:
    return path.rpartition("/")[0] or "/"


def _sort_key(path: str) -> str:
    """The sort key of the walk's order: by folder, component by component, then by name."""
    folder, _, name = path.rpartition("/")
    return _folder_sort_key(folder) + name


def _folder_sort_key(folder: str) -> str:
    """A NUL sorts before any other character, and no name contains one."""
    return folder.replace("/", "\0") + "\0\0"


def _walk_files(start: Place, query: SearchQuery, stop: Stop) -> Iterator[Place]:
    depth = None if query.recursive else 1
    for batch in Walk(start, query.filters, max_depth=depth, check=stop.check):
        for name, kind in batch.entries:
            if kind is EntryKind.FILE:
                yield Place(start.root, batch.relative_path(name))


def _search_with_ripgrep(
    start: Place, query: SearchQuery, page: _ResultPage, stop: Stop, progress: Callable[[int, int], None]
) -> bool:
    """Search a large folder with ripgrep; return False, with nothing done, if that is not possible."""
    if not query.recursive:
        return False
    private = [folder for folder in start.root.private if is_within(folder, start.path)]
    command = build_arguments(query.pattern, query.filters, start, (*list_mounts_below(start.path), *private))
    if command is None:
        return False
    base = start.path.rstrip("/")
    total = files = 0
    first: list[tuple[str, str, int]] = []  # the files of the page found so far, sorted
    after = page.after_key
    waiting: Callable[[], None] = lambda: progress(files, page.total + total)  # noqa: E731
    try:
        for relative, count in count_matches(command, start, stop, waiting):
            total += count
            files += 1
            if files % PROGRESS_INTERVAL_FILES == 0:
                waiting()
            order = _sort_key(f"{base}/{relative}")
            if (
                page.next_position is not None
                or order < after
                or (len(first) > query.max_matches and order > first[-1][0])
            ):
                continue
            insort(first, (order, relative, count))
            if len(first) > query.max_matches + 1:
                first.pop()
    except RipgrepFailed:
        return False
    page.total += total
    for _, relative, count in first:
        place = Place(start.root, relative if start.relative == "." else f"{start.relative}/{relative}")
        page.add_file(place, stop, already_counted=count)
        if page.next_position is not None:
            break
    return True
