"""Which files answered a question about a name a moment ago: the same one comes with every keystroke.

Only the choice of files is kept, and only for a second. What stands in them is looked at anew each time.
"""

from collections.abc import Callable, Sequence
from typing import Final

from understudy.nes.index_shelf import IndexedFile

__all__ = ["QueryCache"]

QUERY_CACHE_TTL_S: Final = 1.0
MAX_CACHED_QUERIES: Final = 32

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
