"""The texts beside the one being edited: what is open, what the client told lately, what is in the workspace.

One library belongs to one session, and fulfils the engines' `Library`. An open document hides its file; a text
that cannot be trusted is not handed out. Files come from the index, and what is not in it yet is left out.
Reading and searching files is the index's work; following the open documents is the session's.

The lines of files that were handed out lately, so that a file is not cut into lines at every keystroke.

Which files answered a question about a name a moment ago: the same one comes with every keystroke.

Only the choice of files is kept, and only for a second. What stands in them is looked at anew each time.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from understudy.bounded_dict import BoundedDict
from understudy.languages import import_group, language_id_for
from understudy.nes.index.definitions import definition_filter, find_definitions
from understudy.nes.index.files import FileState, IndexedFile, current_file_state, read_file
from understudy.nes.index.imports import find_imports, import_filter
from understudy.nes.index.open_texts import OpenTexts, Proximity
from understudy.nes.index.store import IndexLimits, IndexStore
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
    """A few pages, the ones used last."""

    def __init__(self) -> None:
        self._entries: BoundedDict[str, _CachedSnapshot] = BoundedDict(MAX_CACHED_SNAPSHOTS)

    def get_if_unchanged(self, path: str, file_state: FileState | None) -> TextSnapshot | None:
        """The page of that file, if it is still as its stamp says."""
        kept = self._entries.get(path)
        return (
            kept.snapshot
            if kept is not None and file_state is not None and kept.file_state == file_state
            else None
        )

    def get_or_build(
        self, place: Place, text: str, file_state: FileState | None, line_ending: str
    ) -> TextSnapshot:
        """The page of a file whose text is known. The same text object gives the same page."""
        path = place.path
        kept = self._entries.get(path)
        if kept is not None and kept.text is text:
            self._entries[path] = kept
            return kept.snapshot
        page = TextSnapshot(
            _client_uri(place), language_id_for(path), text.split("\n"), line_ending=line_ending
        )
        self._entries[path] = _CachedSnapshot(text, file_state, page)
        while len(self._entries) > 1 and self._char_count() > MAX_CACHED_SNAPSHOT_CHARS:
            self._entries.evict_oldest()
        return page

    def clear(self) -> None:
        self._entries.clear()

    def _char_count(self) -> int:
        return sum(len(entry.text) for entry in self._entries.values())


def _client_uri(place: Place) -> str:
    # Spelled below the root as the client named it, which knows its files by that; links above may differ.
    root = place.root.declared.rstrip("/") if place.root.declared.startswith("/") else place.root.path
    return path_to_uri(f"{root}/{place.relative}")


QueryKey = tuple[str, str, str | None, str | None]
"""What is asked, the name, the language and the file it is asked for."""


class QueryCache:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._entries: BoundedDict[QueryKey, tuple[float, Sequence[IndexedFile]]] = BoundedDict(
            MAX_CACHED_QUERIES
        )

    def get(self, key: QueryKey) -> Sequence[IndexedFile] | None:
        known = self._entries.get(key)
        return known[1] if known is not None and self._clock() - known[0] < QUERY_CACHE_TTL_S else None

    def put(self, key: QueryKey, files: Sequence[IndexedFile]) -> None:
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
    ) -> None:
        """`roots` are URIs or absolute paths; what is no folder of this machine is passed over.

        `documents` (open) and `recent` (told by the client) are by URI, and go on changing in the session's
        hands. No file is read before the first `refresh`.
        """
        self._roots = _open_roots(roots, private_folders)
        self._open_texts = OpenTexts(
            self._roots, documents, recent_snapshots if recent_snapshots is not None else {}
        )
        self._index = IndexStore(self._roots, limits or IndexLimits(), clock)
        self._snapshots = SnapshotCache()
        self._query_cache = QueryCache(clock)
        self._proximity = Proximity(None)
        self._is_closed = False

    def refresh(self, near: str | None = None) -> None:
        """Look for what is new on the disk: at the start, and when a document got focus or was saved.

        That is done in the background, and not at all if it was done within the last seconds.
        """
        if not self._is_closed:
            self._index.refresh(self._open_texts.working_folders(near, MAX_WORKING_FOLDERS))

    def wait_for_scan(self, seconds: float) -> bool:
        """Wait until the files are read, so long at most; whether they are. A question never waits for that."""
        return self._index.wait_for_scan(seconds)

    def close(self) -> None:
        """Forget all texts and end the reading. The library is empty from now on."""
        self._is_closed = True
        self._index.close()
        self._snapshots.clear()
        self._query_cache.clear()
        self._open_texts = OpenTexts((), {}, {})

    def snapshot(self, uri: str) -> TextSnapshot | None:
        """The text at that URI, however it is spelled: open, told, or on the disk now."""
        path = self._open_texts.canonical_path(uri)
        page = self._open_texts.snapshot(uri, path)
        if page is not None or path is None or self._is_closed or self._open_texts.is_open(uri, path):
            return page
        shelved = self._index.find_current(path)
        return self._to_snapshot(shelved) if shelved else self._read_snapshot(path)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        """Up to `most` texts that hold one of the literals, without the one at `near`, the nearest to it first.

        Open documents come before told files, and those before the files of the workspace.
        """
        pages = self._search([literal for literal in literals if literal], near, max_texts, excluded_uri=near)
        return [page for page in pages if self._in_workspace(page.uri)]

    def _in_workspace(self, uri: str) -> bool:
        """Whether it may be changed because of something elsewhere: a tab from outside the roots may not."""
        path = uri_to_path(uri)
        if not self._roots or path is None or self._index.contains(path):
            return True
        try:
            real = os.path.realpath(path)
        except OSError:  # it is being exchanged just now
            return False
        return any(root.contains(real) for root in self._roots)

    def find_definitions(self, name: str, near: str = "") -> list[tuple[TextSnapshot, int]]:
        """Lines that define the name, the outermost and then the nearest to `near` first.

        With `near`, only texts of its language count; its own definitions are among them.
        """
        if not name.isidentifier():
            return []
        pages = self._search(
            [name], near, MAX_TEXTS_PER_NAME_QUERY, text_filter=definition_filter(name), query_kind="defined"
        )
        found = [(depth, page, line) for page in pages for line, depth in find_definitions(page, name)]
        found.sort(key=lambda place: place[0])
        return [(page, line) for _, page, line in found]

    def find_imports(self, name: str, near: str = "") -> list[tuple[TextSnapshot, int, str]]:
        """Lines of other texts that import the name, and what would import it alone there, nearest first.

        With `near`, only texts of its language count. The commonest statement is the likeliest; one with a
        relative path is relative to its own text.
        """
        if not name.isidentifier():
            return []
        pages = self._search(
            [name],
            near,
            MAX_TEXTS_PER_NAME_QUERY,
            excluded_uri=near,
            text_filter=import_filter(name),
            query_kind="imported",
        )
        return [(page, each.line, each.statement) for page in pages for each in find_imports(page, name)]

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
        """A question about a name is one about the language of `near`, and comes again with every keystroke."""
        if not literals or max_texts <= 0 or self._is_closed:
            return []
        nearness = self._proximity_to(self._open_texts.canonical_path(near))
        kind = self._import_group(near) if query_kind and near else None

        def wanted(text: str) -> bool:
            return any(literal in text for literal in literals) and (text_filter is None or text_filter(text))

        def speaks(language: str) -> bool:
            return kind is None or import_group(language) == kind

        pages, taken = self._open_texts.search(wanted, speaks, excluded_uri, nearness)

        def order(files: Iterable[IndexedFile]) -> Iterator[IndexedFile]:
            return nearness.sort((file for file in files if speaks(file.language)) if kind else files, taken)

        if len(pages) >= max_texts:
            return pages[:max_texts]
        if not query_kind:
            files = self._index.search(literals, order, max_texts - len(pages), text_filter)
        else:
            answer = self._query_cache.get((query_kind, literals[0], kind, nearness.path))
            if answer is None:
                answer = self._index.search(literals, order, max_texts - len(pages), text_filter)
                self._query_cache.put((query_kind, literals[0], kind, nearness.path), answer)
            files = [file for file in self._index.revalidate(answer, wanted) if file.path not in taken]
        return pages + [self._to_snapshot(file) for file in files]

    def _import_group(self, uri: str) -> str:
        return import_group(self._open_texts.language(uri) or language_id_for(uri_to_path(uri) or ""))

    def _proximity_to(self, path: str | None) -> Proximity:
        if self._proximity.path != path:
            self._proximity = Proximity(path)
        return self._proximity

    def _to_snapshot(self, file: IndexedFile) -> TextSnapshot:
        return self._snapshots.get_or_build(file.place, file.text, file.file_state, file.line_ending)

    def _read_snapshot(self, path: str) -> TextSnapshot | None:
        """A file that is not in memory, read because somebody asked for it."""
        if not self._roots:
            return None
        try:
            place = resolve_path(self._roots, path)
        except (OSError, WorkspaceError):
            return None
        kept = self._snapshots.get_if_unchanged(place.path, current_file_state(place))
        if kept is not None:
            return kept
        reading = read_file(place, MAX_ON_DEMAND_FILE_BYTES)
        if reading is None or reading.text is None:
            return None
        return self._snapshots.get_or_build(place, reading.text, reading.file_state, reading.line_ending)


def _open_roots(
    roots: Sequence[str | os.PathLike[str]], private_folders: Sequence[str | os.PathLike[str]]
) -> tuple[Root, ...]:
    """The roots that can be opened, without doubles."""
    opened: dict[str, Root] = {}
    for given in roots[:MAX_ROOTS]:
        spelled = os.fspath(given)
        path = spelled if spelled.startswith("/") else uri_to_path(spelled)
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
