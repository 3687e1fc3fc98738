"""The texts beside the edited one: open documents, recent files from requests, and the files of the workspace.

Implements the engines' `WorkspaceTexts` for one session. An open document hides its file, and a text out of
sync is not returned. Files come from the index; a file that is not indexed yet is left out of a search. Two
caches serve the requests of consecutive keystrokes: the split lines of files, and for a second the files that
answered a name query.
"""

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from understudy.bounded_dict import BoundedDict
from understudy.languages import import_group, language_id_for, language_id_of_text
from understudy.nes.index.background import IndexOptions, acquire_index, release_index
from understudy.nes.index.definitions import definition_filter, find_definitions
from understudy.nes.index.files import FileState, FileVersion, IndexedFile, current_file_state, read_file
from understudy.nes.index.imports import find_imports, import_filter
from understudy.nes.index.open_texts import OpenTexts, Proximity
from understudy.nes.index.seen_disk import SeenDisk
from understudy.nes.index.store import IndexLimits
from understudy.nes.limits import (
    MAX_CACHED_QUERIES,
    MAX_CACHED_SNAPSHOT_CHARS,
    MAX_CACHED_SNAPSHOTS,
    MAX_ON_DEMAND_FILE_BYTES,
    MAX_ROOTS,
    MAX_TEXTS_PER_NAME_QUERY,
    MAX_WORKING_FOLDERS,
    QUERY_CACHE_TTL_S,
)
from understudy.nes.text import Document, TextSnapshot
from understudy.uris import path_to_uri, uri_to_path
from understudy.workspace import Place, Root, WorkspaceError
from understudy.workspace.paths import open_roots, resolve_path

__all__ = ["QueryCache", "SessionWorkspaceTexts", "SnapshotCache"]


class _CachedSnapshot(NamedTuple):
    text: str
    file_state: FileState | None
    snapshot: TextSnapshot


class SnapshotCache:
    """The snapshots of the files used last, so that a file is not split into lines at every keystroke."""

    def __init__(self) -> None:
        self._entries: BoundedDict[str, _CachedSnapshot] = BoundedDict(MAX_CACHED_SNAPSHOTS)

    def get_if_unchanged(self, path: str, file_state: FileState | None) -> TextSnapshot | None:
        """Return the snapshot of the file if its state is unchanged."""
        cached = self._entries.get(path)
        return (
            cached.snapshot
            if cached is not None and file_state is not None and cached.file_state == file_state
            else None
        )

    def get_or_build(
        self, path: str, uri: str, text: str, file_state: FileState | None, line_ending: str
    ) -> TextSnapshot:
        """Return the snapshot for a text. The same text object gives the same snapshot."""
        cached = self._entries.get(path)
        if cached is not None and cached.text is text:
            self._entries[path] = cached._replace(file_state=file_state)
            return cached.snapshot
        language = language_id_of_text(language_id_for(path), path, text)
        snapshot = TextSnapshot(uri, language, text.split("\n"), line_ending=line_ending)
        self._entries[path] = _CachedSnapshot(text, file_state, snapshot)
        while len(self._entries) > 1 and self._char_count() > MAX_CACHED_SNAPSHOT_CHARS:
            self._entries.evict_oldest()
        return snapshot

    def clear(self) -> None:
        self._entries.clear()

    def _char_count(self) -> int:
        return sum(len(entry.text) for entry in self._entries.values())


QueryKey = tuple[str, str, str | None, str | None]
"""The query family, the name, the language family and the path that the query is relative to."""


class QueryCache:
    """The files that answered a name query, for QUERY_CACHE_TTL_S. Their texts are checked again by the caller."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._entries: BoundedDict[QueryKey, tuple[float, Sequence[FileVersion]]] = BoundedDict(
            MAX_CACHED_QUERIES
        )

    def get(self, key: QueryKey) -> Sequence[FileVersion] | None:
        cached = self._entries.get(key)
        return cached[1] if cached is not None and self._clock() - cached[0] < QUERY_CACHE_TTL_S else None

    def put(self, key: QueryKey, files: Sequence[FileVersion]) -> None:
        self._entries[key] = (self._clock(), files)

    def clear(self) -> None:
        self._entries.clear()


class SessionWorkspaceTexts:
    def __init__(
        self,
        roots: Sequence[str | os.PathLike[str]],
        documents: Mapping[str, Document],
        recent_snapshots: Mapping[str, TextSnapshot] | None = None,
        *,
        private_folders: Sequence[str | os.PathLike[str]] = (),
        limits: IndexLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        options: IndexOptions | None = None,
    ) -> None:
        """`roots` are URIs or absolute paths; those that are no folder of this machine are skipped.

        `documents` (open) and `recent_snapshots` (from requests) are by URI; the session goes on changing them.
        No file is read before the first `refresh`.
        """
        self._roots = _open_roots(roots, private_folders)
        self._open_texts = OpenTexts(
            self._roots, documents, recent_snapshots if recent_snapshots is not None else {}
        )
        self._client_roots = {root.path: _client_root(root) for root in self._roots}
        self._shared = acquire_index(self._roots, limits or IndexLimits(), clock, options)
        self._index = self._shared.index
        self._snapshots = SnapshotCache()
        self._query_cache = QueryCache(clock)
        self._proximity = Proximity(None)
        self._seen_disk: SeenDisk | None = None
        """Only while a request is answered."""
        self._is_closed = False

    @property
    def index_size(self) -> tuple[int, int]:
        """The number of files that the index knows, and the bytes of text in memory."""
        return self._index.size

    def refresh(self, near: str | None = None) -> None:
        """Start a scan of the disk: at the start, and when a document is focused or saved.

        Runs in the background; does nothing within `scan_interval_s` of the last scan.
        """
        if not self._is_closed:
            self._index.prefer_languages(self._open_texts.language_groups())
            self._index.refresh(self._open_texts.working_folders(near, MAX_WORKING_FOLDERS))

    def wait_for_scan(self, seconds: float) -> bool:
        """Wait for the scan up to `seconds`; return whether it has ended. Queries never wait for it."""
        return self._index.wait_for_scan(seconds)

    def wait_until_usable(self, seconds: float) -> bool:
        """Wait up to `seconds` until the scan has ended, or until an index from disk is loaded and the scan goes on
        slowly; return whether that is so."""
        return self._index.wait_until_usable(seconds)

    def close(self) -> None:
        """Drop all texts and stop the scan. All queries return nothing from now on."""
        if self._is_closed:
            return
        self._is_closed = True
        release_index(self._shared)
        for root in self._roots:
            os.close(root.fd)
        self._roots = ()
        self._snapshots.clear()
        self._query_cache.clear()
        self._open_texts = OpenTexts((), {}, {})

    @contextmanager
    def one_request(self) -> Generator[None]:
        """Within it, a root is verified and a file compared with the disk once, however many searches need them."""
        self._seen_disk = SeenDisk()
        try:
            yield
        finally:
            self._seen_disk = None

    def snapshot(self, uri: str) -> TextSnapshot | None:
        """Return the text at the URI in any spelling: open, recent, or now on disk."""
        path = self._open_texts.canonical_path(uri)
        snapshot = self._open_texts.snapshot(uri, path)
        if snapshot is not None or path is None or self._is_closed or self._open_texts.is_open(uri, path):
            return snapshot
        indexed = self._index.find_current(path, self._seen_disk or SeenDisk())
        return self._to_snapshot(indexed) if indexed else self._read_snapshot(path)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        """Return up to `max_texts` texts that contain one of the literals, nearest to `near` first, without `near`.

        Open documents come before recent files, and those before the files of the workspace.
        """
        snapshots = self._search(
            [literal for literal in literals if literal], near, max_texts, excluded_uri=near
        )
        return [snapshot for snapshot in snapshots if self._in_workspace(snapshot.uri)]

    def _in_workspace(self, uri: str) -> bool:
        """Whether suggestions may change it from elsewhere: not an open document outside the roots."""
        path = uri_to_path(uri)
        if not self._roots or path is None or self._index.contains(path):
            return True
        try:
            real = os.path.realpath(path)
        except OSError:  # it is being replaced at this moment
            return False
        return any(root.contains(real) for root in self._roots)

    def find_definitions(self, name: str, near: str = "") -> list[tuple[TextSnapshot, int]]:
        """Return the lines that define the name, the outermost first, then the nearest to `near`.

        With `near`, only texts of its language family count, including its own text.
        """
        if not name.isidentifier():
            return []
        snapshots = self._search(
            [name], near, MAX_TEXTS_PER_NAME_QUERY, text_filter=definition_filter(name), query_kind="defined"
        )
        found = [
            (depth, snapshot, line)
            for snapshot in snapshots
            for line, depth in find_definitions(snapshot, name)
        ]
        found.sort(key=lambda place: place[0])
        return [(snapshot, line) for _, snapshot, line in found]

    def find_imports(self, name: str, near: str = "") -> list[tuple[TextSnapshot, int, str]]:
        """Return lines of other texts that import the name, with the statement that imports only it, nearest first.

        With `near`, only texts of its language family count. The most frequent statement is the likeliest; one
        with a relative path is relative to its own text.
        """
        if not name.isidentifier():
            return []
        snapshots = self._search(
            [name],
            near,
            MAX_TEXTS_PER_NAME_QUERY,
            excluded_uri=near,
            text_filter=import_filter(name),
            query_kind="imported",
        )
        return [
            (snapshot, found_import.line, found_import.statement)
            for snapshot in snapshots
            for found_import in find_imports(snapshot, name)
        ]

    def _search(
        self,
        literals: Sequence[str],
        near: str,
        max_texts: int,
        *,
        excluded_uri: str = "",
        text_filter: Callable[[str], bool] | None = None,
        query_kind: str = "",
    ) -> list[TextSnapshot]:
        """A name query (`query_kind`) is limited to the language family of `near`, and its files are cached."""
        if not literals or max_texts <= 0 or self._is_closed:
            return []
        proximity = self._proximity_to(self._open_texts.canonical_path(near))
        family = self._import_group(near) if query_kind and near else None

        def matches(text: str) -> bool:
            return any(literal in text for literal in literals) and (text_filter is None or text_filter(text))

        def accepts_language(language: str) -> bool:
            return family is None or import_group(language) == family

        snapshots, paths = self._open_texts.search(
            literals, text_filter, accepts_language, excluded_uri, proximity
        )

        def rank(files: Iterable[IndexedFile]) -> Iterator[IndexedFile]:
            return proximity.sort(files, paths)

        def search_index() -> list[FileVersion]:
            return self._index.search(
                literals,
                rank,
                wanted,
                text_filter,
                proximity.sort_folders,
                (lambda file: accepts_language(file.language)) if family else (lambda _: True),
                seen,
            )

        if len(snapshots) >= max_texts:
            return snapshots[:max_texts]
        seen = self._seen_disk or SeenDisk()
        wanted = max_texts - len(snapshots)
        if not query_kind:
            files = search_index()
        else:
            files_found = self._query_cache.get((query_kind, literals[0], family, proximity.path))
            if files_found is None:
                files_found = search_index()
                self._query_cache.put((query_kind, literals[0], family, proximity.path), files_found)
            files = [
                file for file in self._index.revalidate(files_found, matches, seen) if file.path not in paths
            ]
        if len(files) < wanted and not self._index.is_complete and self._shared.name_search is not None:
            self._shared.name_search.request(literals, proximity.path)
        return snapshots + [self._to_snapshot(file) for file in files]

    def _import_group(self, uri: str) -> str:
        return import_group(self._open_texts.language(uri) or language_id_for(uri_to_path(uri) or ""))

    def _proximity_to(self, path: str | None) -> Proximity:
        if self._proximity.path != path:
            self._proximity = Proximity(path)
        return self._proximity

    def _to_snapshot(self, version: FileVersion) -> TextSnapshot:
        return self._build_snapshot(version.file.place, version.text, version.file_state, version.line_ending)

    def _build_snapshot(
        self, place: Place, text: str, file_state: FileState | None, line_ending: str
    ) -> TextSnapshot:
        # Below the root as this session's client spelled it, because the client knows its files by that URI.
        uri = path_to_uri(f"{self._client_roots[place.root.path]}/{place.relative}")
        return self._snapshots.get_or_build(place.path, uri, text, file_state, line_ending)

    def _read_snapshot(self, path: str) -> TextSnapshot | None:
        """Read a file that is not indexed."""
        if not self._roots:
            return None
        try:
            place = resolve_path(self._roots, path)
        except (OSError, WorkspaceError):
            return None
        cached = self._snapshots.get_if_unchanged(place.path, current_file_state(place))
        if cached is not None:
            return cached
        content = read_file(place, MAX_ON_DEMAND_FILE_BYTES)
        if content is None or content.text is None:
            return None
        return self._build_snapshot(place, content.text, content.file_state, content.line_ending)


def _client_root(root: Root) -> str:
    return root.declared.rstrip("/") if root.declared.startswith("/") else root.path


def _open_roots(
    roots: Sequence[str | os.PathLike[str]], private_folders: Sequence[str | os.PathLike[str]]
) -> tuple[Root, ...]:
    """Open the roots; skip duplicates and those that cannot be opened."""
    opened: dict[str, Root] = {}
    for declared in roots[:MAX_ROOTS]:
        location = os.fspath(declared)
        path = location if location.startswith("/") else uri_to_path(location)
        if path is None:
            continue
        try:
            (root,) = open_roots([path], private_folders)
        except (OSError, ValueError, WorkspaceError):
            continue
        if root.path in opened:
            os.close(root.fd)
        else:
            opened[root.path] = root
    return tuple(opened.values())
