"""The store of file texts in memory: few and small enough to search them while the user waits.

Owns the scan thread, its limits and the search. Open documents and URIs are handled in `workspace_texts`. Only
`close` and `wait_for_scan` wait for the thread.
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
    """Minimum seconds between the starts of two scans."""
    scan_timeout_s: float = 60.0
    """Maximum seconds of one scan."""


class IndexStore:
    """Owns its roots: `close` closes them."""

    def __init__(
        self, roots: tuple[Root, ...], limits: IndexLimits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._roots = roots
        self._limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        """Held while the file table is changed or searched, never while a file is read."""
        self._file_table = FileTable()
        self._skipped_files: dict[str, FileState] = {}
        self._thread: threading.Thread | None = None
        self._folder_walk: FolderWalk | None = None
        self._scan_started_at: float | None = None
        self._is_closed = False
        self._roots_closed = False

    @property
    def size(self) -> tuple[int, int]:
        """The number of files and of bytes of text in memory."""
        return len(self._file_table.files), self._file_table.text_bytes

    def refresh(self, near: Sequence[str]) -> bool:
        """Start a scan for new, changed and deleted files in the background, beginning near these folders.

        Return False if a scan is running, one started within the interval, or there are no roots.
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
        """Wait for the thread up to `seconds`; return whether it has ended."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def close(self) -> None:
        """Drop all texts and stop the thread."""
        with self._lock:
            self._is_closed = True
            self._file_table, self._skipped_files = FileTable(), {}
        self.wait_for_scan(INDEX_JOIN_TIMEOUT_S)
        with self._lock:
            self._close_roots()

    def find_current(self, path: str) -> IndexedFile | None:
        """Return the current version of an indexed file, by canonical path; None if it is not indexed."""
        known = self._file_table.files.get(path)
        return (
            self._current_version(known)
            if known is not None and known.place.root in self._valid_roots()
            else None
        )

    def contains(self, path: str) -> bool:
        """Whether the file at that canonical path is indexed, possibly in an older version."""
        return path in self._file_table.files

    def revalidate(
        self, files: Iterable[IndexedFile], text_filter: Callable[[str], bool]
    ) -> list[IndexedFile]:
        """Return the current versions of the files, without those that are gone or fail the filter."""
        valid_roots = self._valid_roots()
        current = [self._current_version(file) for file in files if file.place.root in valid_roots]
        return [file for file in current if file is not None and text_filter(file.text)]

    def search(
        self,
        literals: Sequence[str],
        rank: Callable[[Iterable[IndexedFile]], Iterable[IndexedFile]],
        max_files: int,
        text_filter: Callable[[str], bool] | None = None,
    ) -> list[IndexedFile]:
        """Return up to `max_files` files whose current text contains one of the literals, in the order of `rank`.

        `rank` may leave files out, and `text_filter` may exclude a text.
        """
        with self._lock:
            candidates = self._file_table.candidate_files(literals)
        valid_roots = self._valid_roots()
        found: list[IndexedFile] = []
        changed = scanned = 0
        limit = MAX_SEARCH_CHARS if text_filter is None else 2 * MAX_SEARCH_CHARS
        for file in rank(candidates):
            if len(found) >= max_files or scanned > limit:
                break
            scanned += len(file.text)
            if file.place.root not in valid_roots or not _matches(file.text, candidates[file], text_filter):
                continue
            now = self._current_version(file) if changed < MAX_FILES_REREAD else self._if_unchanged(file)
            changed += now is None or now.text != file.text
            if now is not None and (now is file or _matches(now.text, literals, text_filter)):
                found.append(now)
        return found

    def _valid_roots(self) -> tuple[Root, ...]:
        """Return the roots whose paths still lead to the opened folders; others would give wrong URIs."""
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
        """Return the file as it is on disk now; None if it is gone or not text any more."""
        if self._is_closed:
            return None
        limit = self._limits.max_total_bytes
        return self._if_unchanged(file) or self._load_file(
            file.place, file.path, lambda size: self._file_table.text_bytes + size <= limit
        )

    def _load_file(self, place: Place, path: str, reserve: Callable[[int], bool]) -> IndexedFile | None:
        """Read a file and add it to the table; a file that cannot be indexed is dropped from it."""
        content = read_file(place, self._limits.max_file_bytes)
        text = content.text if content is not None else None
        signature = gram_signature(text) if text is not None else None
        with self._lock:
            self._file_table.drop(path)
            if content is None or text is None or signature is None or self._is_closed:
                return None
            if not reserve(sys.getsizeof(text)):
                return None
            return self._file_table.add(place, path, text, content.file_state, signature, content.line_ending)

    def _run_scan(self, folder_walk: FolderWalk) -> None:
        try:
            self._read_files(folder_walk)
        finally:
            with self._lock:
                self._thread = self._folder_walk = None
                if self._is_closed:
                    self._close_roots()

    def _read_files(self, folder_walk: FolderWalk) -> None:
        limits, table = self._limits, self._file_table
        unseen = dict(table.files)  # the files read last were the farthest: evict them first
        skipped: dict[str, FileState] = {}
        files = read_bytes = 0
        full = False

        def reserve(size: int) -> bool:
            nonlocal full
            while table.text_bytes + size > limits.max_total_bytes or len(table.files) >= limits.max_files:
                if not unseen:
                    full = True
                    return False
                table.drop(unseen.popitem()[0])
            return True

        for place, now in folder_walk:
            path = place.path
            unseen.pop(path, None)
            known = table.files.get(path)
            if known is None or known.file_state != now:
                if now[2] > limits.max_file_bytes or self._skipped_files.get(path) == now:
                    with self._lock:
                        table.drop(path)
                    known = None
                else:
                    read_bytes += now[2]
                    known = self._load_file(place, path, reserve)
                if known is None and not full and len(skipped) < limits.max_files:
                    skipped[path] = now  # not read again while its state is the same
            files += known is not None
            if (
                self._is_closed
                or full
                or files >= limits.max_files
                or read_bytes > 4 * limits.max_total_bytes
            ):
                break
        with self._lock:
            self._skipped_files = skipped
            for path in unseen if folder_walk.is_complete else ():  # deleted, or ignored now
                table.drop(path)

    def _close_roots(self) -> None:
        """Close the roots. If the thread still uses them, it closes them at its end."""
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
