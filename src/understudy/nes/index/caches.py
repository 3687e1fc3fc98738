"""The lines of files that were handed out lately, so that a file is not cut into lines at every keystroke.

Which files answered a question about a name a moment ago: the same one comes with every keystroke.

Only the choice of files is kept, and only for a second. What stands in them is looked at anew each time.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from understudy.nes.index.file_table import IndexedFile
from understudy.nes.index.files import FileState
from understudy.nes.index.limits import (
    MAX_CACHED_QUERIES,
    MAX_CACHED_SNAPSHOT_CHARS,
    MAX_CACHED_SNAPSHOTS,
    QUERY_CACHE_TTL_S,
)
from understudy.nes.text.text_types import TextSnapshot
from understudy.nes.text.uris import language_id_for, path_to_uri
from understudy.workspace import Place

__all__ = ["QueryCache", "SnapshotCache"]


class _CachedSnapshot(NamedTuple):
    text: str
    file_state: FileState | None
    snapshot: TextSnapshot


class SnapshotCache:
    """A few pages, the ones used last."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, _CachedSnapshot] = OrderedDict()
        self._char_count = 0

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
            self._entries.move_to_end(path)
            return kept.snapshot
        if kept is not None:
            self._drop(path)
        page = TextSnapshot(
            _client_uri(place), language_id_for(path), text.split("\n"), line_ending=line_ending
        )
        self._entries[path] = _CachedSnapshot(text, file_state, page)
        self._char_count += len(text)
        while len(self._entries) > 1 and (
            len(self._entries) > MAX_CACHED_SNAPSHOTS or self._char_count > MAX_CACHED_SNAPSHOT_CHARS
        ):
            self._drop(next(iter(self._entries)))
        return page

    def clear(self) -> None:
        self._entries.clear()
        self._char_count = 0

    def _drop(self, path: str) -> None:
        self._char_count -= len(self._entries.pop(path).text)


def _client_uri(place: Place) -> str:
    # Spelled below the root as the client named it, which knows its files by that; links above may differ.
    root = place.root.declared.rstrip("/") if place.root.declared.startswith("/") else place.root.path
    return path_to_uri(f"{root}/{place.relative}")


QueryKey = tuple[str, str, str | None, str | None]
"""What is asked, the name, the language and the file it is asked for."""


class QueryCache:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._entries: dict[QueryKey, tuple[float, Sequence[IndexedFile]]] = {}

    def get(self, key: QueryKey) -> Sequence[IndexedFile] | None:
        known = self._entries.get(key)
        return known[1] if known is not None and self._clock() - known[0] < QUERY_CACHE_TTL_S else None

    def put(self, key: QueryKey, files: Sequence[IndexedFile]) -> None:
        self._entries.pop(key, None)
        self._entries[key] = (self._clock(), files)
        if len(self._entries) > MAX_CACHED_QUERIES:
            del self._entries[next(iter(self._entries))]

    def clear(self) -> None:
        self._entries.clear()
