"""One scan: compares the files on disk with the file table, and reads those that are new or changed.

A full scan visits every folder, the nearest first; a partial one only folders in which something changed. Files of
the languages that the user works in come first, generated and vendored ones last. Runs in the thread of the index;
knows neither the search nor the store on disk.
"""

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

from understudy.languages import import_group, language_id_for
from understudy.nes.index.files import FileState, FileTable, IndexedFile, read_file
from understudy.nes.index.folder_walk import FolderListing, FolderWalk
from understudy.nes.index.generated_files import GENERATED_SUFFIXES
from understudy.nes.index.grams import gram_signature
from understudy.nes.limits import (
    BUSY_SCAN_CPU_SHARE,
    MAX_DEFERRED_FILES,
    MAX_PACE_SLEEP_S,
    MAX_PRELOADED_TEXTS,
    MAX_SCAN_READ_BYTES,
    MIN_PACED_CPU_S,
    UNPACED_SCAN_CPU_S,
)
from understudy.workspace import Place, Root
from understudy.workspace.paths import O_PATH

__all__ = ["Pace", "Scan"]

_LATE_FOLDER: Final = re.compile(
    r"(?:^|/)(?:dist|vendor|vendored|third_party|thirdparty|external|generated|__generated__|__snapshots__|golden)/"
)


class Pace:
    """Sleeps so that a thread takes only a share of a processor, after some time at full speed.

    While requests are answered it takes less: the interpreter runs one thread at a time.
    """

    def __init__(
        self,
        cpu_share: float,
        stop: threading.Event,
        is_busy: Callable[[], bool] = lambda: False,
        unpaced_s: float = UNPACED_SCAN_CPU_S,
        on_slow: Callable[[], object] = lambda: None,
    ) -> None:
        """`on_slow` is called when the time at full speed is over."""
        self._cpu_share = cpu_share
        self._stop = stop
        self._is_busy = is_busy
        self._unpaced_s = unpaced_s
        self._on_slow = on_slow
        self._started = self._last = time.thread_time()

    def keep(self) -> None:
        now = time.thread_time()
        used = now - self._last
        if used <= MIN_PACED_CPU_S:
            return
        self._last = now
        is_busy, is_slow = self._is_busy(), now - self._started > self._unpaced_s
        if is_slow:
            self._on_slow()
        if is_busy or is_slow:
            share = min(self._cpu_share, BUSY_SCAN_CPU_SHARE) if is_busy else self._cpu_share
            self._stop.wait(min(used * (1 / share - 1), MAX_PACE_SLEEP_S))


class Scan:
    def __init__(
        self,
        table: FileTable,
        lock: threading.Lock,
        max_files: int,
        max_file_bytes: int,
        max_text_bytes: int,
        is_stopped: Callable[[], bool],
        pace: Pace,
    ) -> None:
        self._table = table
        self._lock = lock
        self._max_files = max_files
        self._max_file_bytes = max_file_bytes
        self._max_text_bytes = max_text_bytes
        self._is_stopped = is_stopped
        self._pace = pace
        self._unseen: dict[str, IndexedFile] = {}
        self._evictable: list[IndexedFile] = []
        """Files of an earlier scan whose texts make room, the farthest last."""
        self._read_bytes = 0
        self._preloaded = 0
        self._kept_count = 0
        self.is_full = False
        """Whether a limit ended the scan."""

    def run_full(
        self,
        walk: FolderWalk,
        skipped: dict[str, FileState],
        languages: Callable[[], frozenset[str]],
        on_listing: Callable[[FolderListing], None],
    ) -> dict[str, FileState]:
        """Read what is new and changed, and drop what is gone; return the files that cannot be indexed."""
        self._unseen = dict(self._table.files)  # the files read last were the farthest: evict them first
        self._evictable = [one for one in self._unseen.values() if one.text is not None]
        still_skipped: dict[str, FileState] = {}
        deferred: tuple[list[tuple[Place, FileState]], ...] = ([], [])
        deferred_count = 0
        for listing in walk:
            on_listing(listing)
            preferred = languages()
            for place, state in listing.files:
                late = _lateness(place.relative, preferred)
                if late and deferred_count < MAX_DEFERRED_FILES:
                    self._unseen.pop(place.path, None)
                    deferred[late - 1].append((place, state))
                    deferred_count += 1
                else:
                    self._take(place, state, skipped, still_skipped)
                if self._is_over():
                    return still_skipped
            self._pace.keep()
        for group in deferred:
            for place, state in group:
                self._take(place, state, skipped, still_skipped)
                self._pace.keep()
                if self._is_over():
                    return still_skipped
        if walk.is_complete:  # what was not seen is deleted, or ignored now
            self._drop(self._unseen)
        return still_skipped

    def run_partial(
        self,
        walk: FolderWalk,
        folders: Iterable[tuple[Root, str]],
        is_known: Callable[[Root, str], bool],
        on_listing: Callable[[FolderListing], None],
    ) -> None:
        """Compare only these folders, and new subfolders of theirs."""
        skipped: dict[str, FileState] = {}
        for listing in walk.iterate_folders(folders, lambda root, folder: not is_known(root, folder)):
            on_listing(listing)
            seen = {place.path for place, _ in listing.files}
            gone = self._table.paths_by_folder.get(listing.path, set()) - seen
            self._drop(gone)
            for place, state in listing.files:
                self._take(place, state, {}, skipped)
                if self._is_over():
                    return
            self._pace.keep()

    def drop_gone_folders(self, changed: Iterable[tuple[Root, str]]) -> None:
        """Drop the files of those folders at or below these that no longer exist."""
        tops = {f"{root.path.rstrip('/')}/{folder}".rstrip("/"): root for root, folder in changed}
        for folder in list(self._table.paths_by_folder):
            top = folder
            while top and top not in tops:
                top = top.rpartition("/")[0]
            if top and not _is_folder(tops[top], folder):
                self._drop(set(self._table.paths_by_folder.get(folder, ())))

    def _take(
        self,
        place: Place,
        state: FileState,
        skipped: dict[str, FileState],
        still_skipped: dict[str, FileState],
    ) -> None:
        path = place.path
        self._unseen.pop(path, None)
        known = self._table.files.get(path)
        if known is not None and known.file_state == state:
            self._preload(known)
        elif state[2] > self._max_file_bytes or skipped.get(path) == state:
            self._drop((path,))
            known = None
        else:
            self._read_bytes += state[2]
            known = self._read(place, path)
            self._pace.keep()
        if known is None and not self.is_full and len(still_skipped) < self._max_files:
            still_skipped[path] = state  # not read again while its state is the same
        self._kept_count += known is not None

    def _read(self, place: Place, path: str) -> IndexedFile | None:
        content = read_file(place, self._max_file_bytes)
        text = content.text if content is not None else None
        signature = gram_signature(text) if text is not None else None
        with self._lock:
            self._table.drop(path)
            if content is None or text is None or signature is None or self._is_stopped():
                return None
            if not self._make_room():
                return None
            file = self._table.add(place, path, content.file_state, signature, content.line_ending)
            self._keep_text(file, text)
            return file

    def _preload(self, file: IndexedFile) -> None:
        """Read the texts of the nearest files of an index from disk, so that the first searches need not."""
        if file.text is not None or self._preloaded >= MAX_PRELOADED_TEXTS:
            return
        self._preloaded += 1
        content = read_file(file.place, self._max_file_bytes)
        if content is None or content.text is None or content.file_state != file.file_state:
            return
        with self._lock:
            if self._table.files.get(file.path) is file and not self._is_stopped():
                self._keep_text(file, content.text)

    def _keep_text(self, file: IndexedFile, text: str) -> None:
        """Keep the text in memory if there is room; near files come first, so nothing makes room for it."""
        size = sys.getsizeof(text)
        table = self._table
        while table.text_bytes + size > self._max_text_bytes:
            if not self._evictable:
                return
            other = self._evictable.pop()
            if other.path in self._unseen:
                table.drop_text(other)
        table.set_text(file, text)

    def _make_room(self) -> bool:
        while len(self._table.files) >= self._max_files:
            if not self._unseen:
                self.is_full = True
                return False
            self._table.drop(self._unseen.popitem()[0])
        return True

    def _drop(self, paths: Iterable[str]) -> None:
        with self._lock:
            for path in paths:
                self._table.drop(path)

    def _is_over(self) -> bool:
        if self._kept_count >= self._max_files or self._read_bytes > MAX_SCAN_READ_BYTES:
            self.is_full = True
        return self.is_full or self._is_stopped()


def _lateness(relative: str, preferred: frozenset[str]) -> int:
    """0 for a file that is read at once, 1 for one in another language, 2 for one that a program writes."""
    if _LATE_FOLDER.search(relative) or relative.endswith(GENERATED_SUFFIXES):
        return 2
    return int(bool(preferred) and import_group(language_id_for(relative)) not in preferred)


def _is_folder(root: Root, path: str) -> bool:
    relative = path[len(root.path.rstrip("/")) + 1 :]
    try:
        os.close(Place(root, relative or ".").open(O_PATH | os.O_DIRECTORY))
    except OSError:
        return False
    return True
