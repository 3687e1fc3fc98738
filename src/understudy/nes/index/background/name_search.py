"""Searches the whole workspace for names with ripgrep, and adds the files that hold them to the index.

For names that a request looked for while the index does not know every file: the next request, or the held one,
finds those files in the index. One search at a time, in a thread, at a low priority; it ends with the last session.
Only names of files are taken from ripgrep: the index reads them beneath the roots, by its own rules.
"""

import itertools
import logging
import re
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final

from understudy.bounded_dict import BoundedDict
from understudy.nes.index.folder_walk import FolderWalk
from understudy.nes.index.open_texts import Proximity
from understudy.nes.index.store import IndexStore
from understudy.nes.limits import (
    INDEX_JOIN_TIMEOUT_S,
    MAX_EARLY_FILES,
    MAX_FOUND_FILES,
    MAX_FOUND_FILES_PER_SEARCH,
    MAX_INDEXED_FILE_BYTES,
    MAX_NAME_HOLDERS,
    MAX_NAMES_PER_SEARCH,
    MAX_SEARCHED_NAMES,
    MIN_SEARCHED_NAME_CHARS,
    NAME_SEARCH_INTERVAL_S,
    NAME_SEARCH_TIMEOUT_S,
)
from understudy.nes.threads import wait_for_thread
from understudy.workspace import Place, Root, Stop, WorkspaceError

__all__ = ["NameSearch"]

logger = logging.getLogger("understudy.nes")

_NAME: Final = re.compile(r"[^\W\d]\w*")


class NameSearch:
    def __init__(self, index: IndexStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._index = index
        self._clock = clock
        self._lock = threading.Lock()
        self._stop = Stop()
        self._searched_at: BoundedDict[str, float] = BoundedDict(MAX_SEARCHED_NAMES)
        self._waiting: BoundedDict[str, None] = BoundedDict(MAX_NAMES_PER_SEARCH)
        self._near: str | None = None
        self._thread: threading.Thread | None = None
        self.search_count = 0
        """How often ripgrep was started."""

    def request(self, literals: Iterable[str], near: str | None) -> None:
        """Search for the names in the literals soon, nearest to that path first. Returns at once."""
        now = self._clock()
        with self._lock:
            for name in filter(None, map(_longest_name, literals)):
                searched_at = self._searched_at.get(name)
                if searched_at is None or now - searched_at >= NAME_SEARCH_INTERVAL_S:
                    self._searched_at[name] = now
                    self._waiting[name] = None
            if not self._waiting or self._stop.cancelled:
                return
            self._near = near
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="understudy-nes-names", daemon=True)
                self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait for the thread up to `seconds`; return whether it has ended."""
        return wait_for_thread(self._thread, seconds)

    def close(self) -> None:
        self._stop.cancel()
        self.wait(INDEX_JOIN_TIMEOUT_S)

    def _run(self) -> None:
        while True:
            with self._lock:
                names, near = tuple(self._waiting), self._near
                self._waiting.clear()
                if not names or self._stop.cancelled:
                    self._thread = None
                    return
            try:
                self._search(names, near)
            except Exception as error:
                logger.warning("the search for names failed: %s", type(error).__name__)
                logger.debug("where it failed", exc_info=error)

    def _search(self, names: Sequence[str], near: str | None) -> None:
        from understudy.workspace.search import RipgrepFailed

        roots = self._index.valid_roots()
        walk = FolderWalk(roots, (), lambda: self._stop.cancelled)
        found: list[Place] = []
        for root in roots:
            self.search_count += 1
            try:
                for place in self._find_holders(root, names, walk.skipped_names(root), found):
                    if len(found) <= MAX_EARLY_FILES:  # a rare name need not wait for the end of the search
                        self._add([place], walk)
            except RipgrepFailed:
                logger.debug("ripgrep is missing or failed: only indexed files are searched")
            except WorkspaceError:  # cancelled, or out of time: what was found so far is used
                logger.debug("the search for names was ended")
        proximity = Proximity(near)
        found.sort(key=lambda place: proximity.rank_of(place.path))
        self._add(found, walk)

    def _add(self, places: Iterable[Place], walk: FolderWalk) -> None:
        """Add the first of these files that are not in the index and that it may have."""
        accepted = (
            place
            for place in places
            if not self._index.contains(place.path) and walk.accepts(place.root, place.relative)
        )
        self._index.add_files(itertools.islice(accepted, MAX_FOUND_FILES_PER_SEARCH), MAX_FOUND_FILES)

    def _find_holders(
        self, root: Root, names: Sequence[str], skipped: Collection[str], found: list[Place]
    ) -> Iterator[Place]:
        """Yield the files that hold one of the names and add them to `found`, also those before an error."""
        from understudy.workspace.search import find_files_with_words

        stop = Stop(NAME_SEARCH_TIMEOUT_S)
        last = len(found) + MAX_NAME_HOLDERS
        with self._stop.on_cancel(stop.cancel):
            for relative in find_files_with_words(
                names, Place(root, "."), stop, skipped, MAX_INDEXED_FILE_BYTES
            ):
                found.append(Place(root, relative))
                yield found[-1]
                if len(found) >= last:  # too common to be worth more
                    break


def _longest_name(literal: str) -> str:
    """Return the longest name in the literal; "" if it is too short to be searched for."""
    name = max(_NAME.findall(literal), key=len, default="")
    return name if len(name) >= MIN_SEARCHED_NAME_CHARS and name.isascii() else ""
