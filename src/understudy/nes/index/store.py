"""The workspace's texts in memory: few, small and fresh enough to be searched while the user waits.

Owns the thread that reads them, how much it may take, and the search. Which documents are open, and what the
client calls a file, is the library's to know. Only `close` and `settled` wait for the thread.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from understudy.nes.index.files import FileState, FileTable, IndexedFile, current_file_state, read_file
from understudy.nes.index.folder_walk import FolderWalk
from understudy.nes.index.grams import gram_signature
from understudy.nes.limits import INDEX_JOIN_TIMEOUT_S, MAX_FILES_REREAD, MAX_SEARCH_CHARS
from understudy.workspace import Place, Root, WorkspaceError

__all__ = ["IndexLimits", "IndexStore"]


@dataclass(frozen=True, slots=True)
class IndexLimits:
    max_files: int = 5_000
    max_file_bytes: int = 256 << 10
    max_total_bytes: int = 24 << 20
    """Bytes of text in memory."""
    scan_interval_s: float = 10.0
    """Seconds between the beginnings of two looks at the folders."""
    scan_timeout_s: float = 60.0
    """How long one look may take."""


class IndexStore:
    """Owns the roots that it is given: they are closed with it."""

    def __init__(
        self, roots: tuple[Root, ...], limits: IndexLimits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._roots = roots
        self._limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        """Held while the shelf is changed or looked through, never while a file is read."""
        self._file_table = FileTable()
        self._skipped_files: dict[str, FileState] = {}
        self._thread: threading.Thread | None = None
        self._folder_walk: FolderWalk | None = None
        self._scan_started_at: float | None = None
        self._is_closed = False
        self._roots_closed = False

    @property
    def size(self) -> tuple[int, int]:
        """How many files and how many bytes of text are in memory."""
        return len(self._file_table.files), self._file_table.text_bytes

    def refresh(self, near: Sequence[str]) -> bool:
        """Look for new, changed and gone files in the background, beginning near these folders.

        False if that is going on already, was done just now, or there are no roots.
        """
        with self._lock:
            if self._is_closed or not self._roots:
                return False
            if self._folder_walk is not None:
                for folder in near[:1]:
                    self._folder_walk.prioritize(folder)
                return False
            now = self._clock()
            if (
                self._scan_started_at is not None
                and now - self._scan_started_at < self._limits.scan_interval_s
            ):
                return False
            self._scan_started_at = now
            deadline = time.monotonic() + self._limits.scan_timeout_s
            self._folder_walk = FolderWalk(
                self._valid_roots(), near, lambda: self._is_closed or time.monotonic() > deadline
            )
            self._thread = threading.Thread(
                target=self._run_scan, args=(self._folder_walk,), name="understudy-nes-index", daemon=True
            )
            self._thread.start()
            return True

    def wait_for_scan(self, seconds: float) -> bool:
        """Wait until the thread is through; whether it is."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def close(self) -> None:
        """Forget everything and end the thread."""
        with self._lock:
            self._is_closed = True
            self._file_table, self._skipped_files = FileTable(), {}
        self.wait_for_scan(INDEX_JOIN_TIMEOUT_S)
        with self._lock:
            self._close_roots()

    def find_current(self, path: str) -> IndexedFile | None:
        """The file at that canonical path as it is now, if it is in memory."""
        known = self._file_table.files.get(path)
        return (
            self._current_version(known)
            if known is not None and known.place.root in self._valid_roots()
            else None
        )

    def contains(self, path: str) -> bool:
        """Whether the file at that canonical path is in memory, as it was."""
        return path in self._file_table.files

    def revalidate(
        self, files: Iterable[IndexedFile], text_filter: Callable[[str], bool]
    ) -> list[IndexedFile]:
        """These files as they are now, without those that are gone or do not fit any more."""
        standing = self._valid_roots()
        current = [self._current_version(file) for file in files if file.place.root in standing]
        return [file for file in current if file is not None and text_filter(file.text)]

    def search(
        self,
        literals: Sequence[str],
        rank: Callable[[Iterable[IndexedFile]], Iterable[IndexedFile]],
        max_files: int,
        text_filter: Callable[[str], bool] | None = None,
    ) -> list[IndexedFile]:
        """Up to `most` files that hold one of the literals now, in that order.

        `order` may leave files out, and `fits` may refuse a text.
        """
        with self._lock:
            candidates = self._file_table.candidate_files(literals)
        standing = self._valid_roots()
        found: list[IndexedFile] = []
        changed = scanned = 0
        limit = MAX_SEARCH_CHARS if text_filter is None else 2 * MAX_SEARCH_CHARS
        for file in rank(candidates):
            if len(found) >= max_files or scanned > limit:
                break
            scanned += len(file.text)
            if file.place.root not in standing or not _matches(file.text, candidates[file], text_filter):
                continue
            now = self._current_version(file) if changed < MAX_FILES_REREAD else self._if_unchanged(file)
            changed += now is None or now.text != file.text
            if now is not None and (now is file or _matches(now.text, literals, text_filter)):
                found.append(now)
        return found

    def _valid_roots(self) -> tuple[Root, ...]:
        """The roots whose paths still lead to the folders that were granted; others would give wrong URIs."""
        return tuple(root for root in self._roots if not self._is_closed and _is_valid_root(root))

    def _if_unchanged(self, file: IndexedFile) -> IndexedFile | None:
        return (
            file
            if not self._is_closed
            and file.file_state is not None
            and current_file_state(file.place) == file.file_state
            else None
        )

    def _current_version(self, file: IndexedFile) -> IndexedFile | None:
        """The file as it is on the disk now; None if it is gone or no text any more."""
        if self._is_closed:
            return None
        limit = self._limits.max_total_bytes
        return self._if_unchanged(file) or self._load_file(
            file.place, file.path, lambda size: self._file_table.text_bytes + size <= limit
        )

    def _load_file(self, place: Place, path: str, make_room: Callable[[int], bool]) -> IndexedFile | None:
        """Read a file and put it where it belongs; what cannot be kept is dropped."""
        reading = read_file(place, self._limits.max_file_bytes)
        text = reading.text if reading is not None else None
        marks = gram_signature(text) if text is not None else None
        with self._lock:
            self._file_table.drop(path)
            if reading is None or text is None or marks is None or self._is_closed:
                return None
            if not make_room(sys.getsizeof(text)):
                return None
            return self._file_table.add(place, path, text, reading.file_state, marks, reading.line_ending)

    def _run_scan(self, folder_walk: FolderWalk) -> None:
        try:
            self._read_files(folder_walk)
        finally:
            with self._lock:
                self._thread = self._folder_walk = None
                if self._is_closed:
                    self._close_roots()

    def _read_files(self, folder_walk: FolderWalk) -> None:
        bounds, shelf = self._limits, self._file_table
        unseen = dict(shelf.files)  # the ones read last were the farthest: the first to make room
        unfit: dict[str, FileState] = {}
        files = taken = 0
        full = False

        def make_room(size: int) -> bool:
            nonlocal full
            while shelf.text_bytes + size > bounds.max_total_bytes or len(shelf.files) >= bounds.max_files:
                if not unseen:
                    full = True
                    return False
                shelf.drop(unseen.popitem()[0])
            return True

        for place, now in folder_walk:
            path = place.path
            unseen.pop(path, None)
            known = shelf.files.get(path)
            if known is None or known.file_state != now:
                if now[2] > bounds.max_file_bytes or self._skipped_files.get(path) == now:
                    with self._lock:
                        shelf.drop(path)
                    known = None
                else:
                    taken += now[2]
                    known = self._load_file(place, path, make_room)
                if known is None and not full and len(unfit) < bounds.max_files:
                    unfit[path] = now  # it is not read again while it stays so
            files += known is not None
            if self._is_closed or full or files >= bounds.max_files or taken > 4 * bounds.max_total_bytes:
                break
        with self._lock:
            self._skipped_files = unfit
            for path in unseen if folder_walk.is_complete else ():  # gone, or ignored now
                shelf.drop(path)

    def _close_roots(self) -> None:
        """Close the roots, unless the thread is still in them: then it does so at its end."""
        if self._thread is None and not self._roots_closed:
            self._roots_closed = True
            for root in self._roots:
                os.close(root.fd)


def _matches(text: str, literals: Sequence[str], text_filter: Callable[[str], bool] | None) -> bool:
    return any(literal in text for literal in literals) and (text_filter is None or text_filter(text))


def _is_valid_root(root: Root) -> bool:
    try:
        root.verify_identity()
    except WorkspaceError:
        return False
    return True
