"""The index of a set of roots in memory: which files there are, what they may contain, and the nearest texts.

Owns the scan thread, the limits and the search. Sessions share it (`background.registry`); open documents and URIs
are handled in `workspace_texts`. Only `close`, `wait_for_scan` and `wait_until_usable` wait for the thread. Every
text that a search returns is the file's current one: its state is compared with the disk, or the file is read at
that moment.
"""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from understudy.nes.index.files import (
    FileState,
    FileTable,
    FileVersion,
    IndexedFile,
    current_file_state,
    read_file,
)
from understudy.nes.index.folder_walk import FolderListing, FolderWalk, OnFolder
from understudy.nes.index.grams import gram_signature
from understudy.nes.index.scan import Pace, Scan
from understudy.nes.index.seen_disk import SeenDisk
from understudy.nes.limits import (
    FILES_BETWEEN_SAVES,
    INDEX_JOIN_TIMEOUT_S,
    MAX_FILES_LOADED,
    MAX_FILES_REREAD,
    MAX_INDEXED_FILE_BYTES,
    MAX_SEARCH_CHARS,
    RECENT_SEARCH_S,
    RESCAN_CPU_SHARE,
    SCAN_COST_FACTOR,
    SCAN_CPU_SHARE,
    UNPACED_RESCAN_CPU_S,
    UNPACED_SCAN_CPU_S,
    WATCHED_SCAN_INTERVAL_S,
)
from understudy.nes.threads import wait_for_thread
from understudy.workspace import Place, Root, WorkspaceError

__all__ = ["IndexLimits", "IndexStore", "StoredIndex"]

logger = logging.getLogger("understudy.nes")


@dataclass(frozen=True, slots=True)
class IndexLimits:
    max_files: int = 50_000
    """Files that the index knows; about 2 KiB of memory each."""
    max_file_bytes: int = MAX_INDEXED_FILE_BYTES
    max_total_bytes: int = 24 << 20
    """Bytes of text in memory. The texts of further files are read when a search needs them."""
    scan_interval_s: float = 10.0
    """Minimum seconds between the starts of two scans."""
    scan_timeout_s: float = 600.0
    """Maximum seconds of one scan."""


class StoredIndex(Protocol):
    """The index of an earlier start, on disk."""

    is_partial: bool
    """Whether what was loaded is from a scan that did not come to its end."""

    def load(self, table: FileTable, roots: Sequence[Root]) -> bool:
        """Fill an empty table; return whether there was something. Never raises."""
        ...

    def save(
        self, table: FileTable, lock: threading.Lock, roots: Sequence[Root], *, is_partial: bool = False
    ) -> None:
        """Write what changed; `is_partial` while a first scan is running. Never raises."""
        ...


class IndexStore:
    """Owns its roots: `close` closes them."""

    def __init__(
        self,
        roots: tuple[Root, ...],
        limits: IndexLimits,
        clock: Callable[[], float] = time.monotonic,
        open_stored: Callable[[], StoredIndex] | None = None,
    ) -> None:
        self._roots = roots
        self._limits = limits
        self._clock = clock
        self._open_stored = open_stored
        self._stored: StoredIndex | None = None
        self._lock = threading.Lock()
        """Held while the file table is changed or searched, never while a file is read."""
        self._file_table = FileTable()
        self._skipped_files: dict[str, FileState] = {}
        self._known_folders: set[tuple[str, str]] = set()
        self._changed_folders: dict[tuple[str, str], bool] = {}
        """Folders in which something changed on disk, and whether all below them is new or gone; the next scan
        compares them."""
        self._languages: frozenset[str] = frozenset()
        self._thread: threading.Thread | None = None
        self._folder_walk: FolderWalk | None = None
        self._scan_started_at: float | None = None
        self._scan_cpu_s = 0.0
        self._searched_at = float("-inf")
        self._is_loaded = False
        self._is_usable = threading.Event()
        """Set when a scan has ended, or goes on slowly over an index from disk."""
        self._saved_files = 0
        """Files of a first scan that are on disk already."""
        self._stop = threading.Event()
        self._roots_closed = False
        self.on_folder: OnFolder | None = None
        """Called for every folder that a scan lists."""
        self.covers_all_folders: Callable[[], bool] = lambda: False
        """Whether changes in all listed folders are reported to `mark_changed`."""
        self.is_complete = False
        """Whether the last full scan has visited everything, and no limit left files out."""

    @property
    def size(self) -> tuple[int, int]:
        """The number of files that the index knows, and the bytes of text in memory."""
        return len(self._file_table.files), self._file_table.text_bytes

    @property
    def roots(self) -> tuple[Root, ...]:
        return self._roots

    @property
    def is_closed(self) -> bool:
        return self._stop.is_set()

    def prefer_languages(self, languages: frozenset[str]) -> None:
        """Let scans read files of these languages first."""
        self._languages |= languages

    def refresh(self, near: Sequence[str]) -> bool:
        """Start a scan for new, changed and deleted files in the background, beginning near these folders.

        Return False if a scan is running, one started within the interval, or there are no roots. Where changes are
        reported anyway, the interval is longer.
        """
        with self._lock:
            if self.is_closed or not self._roots:
                return False
            if self._folder_walk is not None:
                for folder in near[:1]:
                    self._folder_walk.prioritize(folder)
                return False
            now = self._clock()
            interval = max(self._limits.scan_interval_s, SCAN_COST_FACTOR * self._scan_cpu_s)
            if self.is_complete and self.covers_all_folders():
                interval = max(interval, WATCHED_SCAN_INTERVAL_S)
            if self._scan_started_at is not None and now - self._scan_started_at < interval:
                return False
            self._scan_started_at = now
            self._start_thread(near)
            return True

    def mark_changed(self, folders: Mapping[tuple[str, str], bool]) -> None:
        """Compare these folders with the disk soon.

        The keys are the path of the root and the relative path; the value says whether all below is new or gone.
        """
        with self._lock:
            for folder, is_subtree in folders.items():
                self._changed_folders[folder] = is_subtree or self._changed_folders.get(folder, False)
            if not self.is_closed and self._thread is None and self._is_loaded:
                self._start_thread(None)

    def request_full_scan(self) -> None:
        """Let the next `refresh` scan everything: changes may have been missed."""
        with self._lock:
            self._scan_started_at, self._scan_cpu_s = None, 0.0

    def wait_for_scan(self, seconds: float) -> bool:
        """Wait for the thread up to `seconds`; return whether it has ended."""
        return wait_for_thread(self._thread, seconds)

    def wait_until_usable(self, seconds: float) -> bool:
        """Wait up to `seconds` until a scan has ended, or until a large index from disk is loaded and compared
        slowly; return whether that is so. Every text that a search returns is compared with the disk anyway."""
        return self._thread is None or self._is_usable.wait(seconds)

    def close(self) -> None:
        """Drop all texts and stop the thread."""
        with self._lock:
            self._stop.set()
            self._file_table, self._skipped_files = FileTable(), {}
        self.wait_for_scan(INDEX_JOIN_TIMEOUT_S)
        with self._lock:
            self._close_roots()

    def find_current(self, path: str, seen: SeenDisk) -> FileVersion | None:
        """Return the current version of an indexed file, by canonical path; None if it is not indexed."""
        known = self._file_table.files.get(path)
        if known is None or known.root not in seen.roots(self.valid_roots):
            return None
        return self._current_version(known, seen)

    def contains(self, path: str) -> bool:
        """Whether the file at that canonical path is indexed, possibly in an older version."""
        return path in self._file_table.files

    def add_files(self, places: Iterable[Place], max_extra_files: int) -> int:
        """Read these files and add them, also above the limit of files by that many; return how many were added."""
        added = 0
        for place in places:
            path = place.path
            if self.is_closed or len(self._file_table.files) >= self._limits.max_files + max_extra_files:
                break
            if path not in self._file_table.files and self._load_file(place, path) is not None:
                added += 1
        return added

    def revalidate(
        self, versions: Iterable[FileVersion], text_filter: Callable[[str], bool], seen: SeenDisk
    ) -> list[FileVersion]:
        """Return the current versions of the files, without those that are gone or fail the filter."""
        valid_roots = seen.roots(self.valid_roots)
        current: list[FileVersion | None] = []
        for version in versions:
            if version.file.root in valid_roots:
                is_unchanged = self._has_state(version.file, version.file_state)
                current.append(version if is_unchanged else self._current_version(version.file, seen))
        return [version for version in current if version is not None and text_filter(version.text)]

    def search(
        self,
        literals: Sequence[str],
        rank: Callable[[Iterable[IndexedFile]], Iterable[IndexedFile]],
        max_files: int,
        text_filter: Callable[[str], bool] | None = None,
        nearest_folders: Callable[[FileTable], Iterable[str]] = lambda table: list(table.paths_by_folder),
        is_wanted: Callable[[IndexedFile], bool] = lambda _: True,
        seen: SeenDisk | None = None,
    ) -> list[FileVersion]:
        """Return up to `max_files` files whose current text contains one of the literals, in the order of `rank`.

        `rank` and `is_wanted` may leave files out, and `text_filter` may exclude a text. `nearest_folders` orders
        the folders of the table: it is used where too many files are candidates to rank them all. `seen` is what
        the same request has found out before.
        """
        seen = seen or SeenDisk()
        self._searched_at = time.monotonic()
        with self._lock:
            candidates = self._file_table.candidate_files(literals, nearest_folders, is_wanted)
        if not candidates:
            return []  # the system is not asked for the roots
        valid_roots = seen.roots(self.valid_roots)
        found: list[FileVersion] = []
        changed = scanned = loaded = 0
        limit = MAX_SEARCH_CHARS if text_filter is None else 2 * MAX_SEARCH_CHARS
        for file in rank(candidates):
            if len(found) >= max_files or scanned > limit:
                break
            if file.root not in valid_roots:
                continue
            text = file.text
            if text is None:
                if loaded >= MAX_FILES_LOADED:
                    continue
                loaded += 1
                now = self._current_version(file, seen)
                scanned += len(now.text) if now is not None else 0
                if now is not None and _matches(now.text, literals, text_filter):
                    found.append(now)
                continue
            scanned += len(text)
            if not _matches(text, candidates[file], text_filter):
                continue
            now = (
                self._current_version(file, seen) if changed < MAX_FILES_REREAD else self._if_unchanged(file)
            )
            changed += now is None or now.text != text
            if now is not None and (now.text is text or _matches(now.text, literals, text_filter)):
                found.append(now)
        return found

    def valid_roots(self) -> tuple[Root, ...]:
        """Return the roots whose paths still lead to the opened folders; others would give wrong URIs."""
        return tuple(root for root in self._roots if not self.is_closed and _is_valid_root(root))

    def _has_state(self, file: IndexedFile, state: FileState | None) -> bool:
        return not self.is_closed and state is not None and current_file_state(file.place) == state

    def _if_unchanged(self, file: IndexedFile) -> FileVersion | None:
        text, state = file.text, file.file_state
        if text is None or not self._has_state(file, state):
            return None
        return FileVersion(file, text, state, file.line_ending)

    def _current_version(self, file: IndexedFile, seen: SeenDisk) -> FileVersion | None:
        """Return the file as it is on disk now; None if it is gone or not text any more."""
        if self.is_closed:
            return None
        version = seen.version(file)
        if version is None:
            version = self._if_unchanged(file) or self._load_file(file.place, file.path)
            if version is not None:
                seen.add(version)
        return version

    def _load_file(self, place: Place, path: str) -> FileVersion | None:
        """Read a file and keep it in the table; a file that cannot be indexed is dropped from it."""
        content = read_file(place, self._limits.max_file_bytes)
        text = content.text if content is not None else None
        known = self._file_table.files.get(path)
        is_unchanged = (
            known is not None
            and content is not None
            and known.file_state is not None
            and known.file_state == content.file_state
        )
        known_text = known.text if known is not None else None
        if known_text is not None and known_text == text:
            text, is_unchanged = known_text, True  # the same object: what was derived from it is still valid
        signature = gram_signature(text) if text is not None and not is_unchanged else None
        with self._lock:
            table = self._file_table
            if content is None or text is None or self.is_closed:
                table.drop(path)
                return None
            file = table.files.get(path)
            if file is None or file is not known or signature is not None:
                file = table.add(
                    place, path, content.file_state, signature or gram_signature(text), content.line_ending
                )
            elif file.file_state != content.file_state:
                table.set_file_state(file, content.file_state, content.line_ending)
            size = sys.getsizeof(text)
            table.drop_text(file)
            while table.text_bytes and table.text_bytes + size > self._limits.max_total_bytes:
                table.drop_oldest_text()
            if size <= self._limits.max_total_bytes:
                table.set_text(file, text)
            return FileVersion(file, text, content.file_state, content.line_ending)

    def _start_thread(self, near: Sequence[str] | None) -> None:
        """Start the thread, for a full scan near these folders, or only for what changed. The lock is held."""
        deadline = time.monotonic() + self._limits.scan_timeout_s
        walk = FolderWalk(
            self.valid_roots(),
            near or (),
            lambda: self.is_closed or time.monotonic() > deadline,
            self.on_folder,
        )
        if near is not None:
            self._folder_walk = walk
        self._thread = threading.Thread(
            target=self._run_scan,
            args=(walk if near is not None else None,),
            name="understudy-nes-index",
            daemon=True,
        )
        self._thread.start()

    def _run_scan(self, walk: FolderWalk | None) -> None:
        started = time.thread_time()
        is_over = False
        try:
            if walk is not None:
                self._scan_all(walk)
            while not is_over:
                self._scan_changed()
                with self._lock:  # a change that is reported after this starts a new thread
                    is_over = not self._changed_folders or self.is_closed
                    if is_over:
                        self._end_thread(started)
        except Exception as error:
            logger.warning("the scan of the workspace failed: %s", type(error).__name__)
            logger.debug("where it failed", exc_info=error)
        finally:
            if not is_over:
                with self._lock:
                    self._end_thread(started)

    def _end_thread(self, started: float) -> None:
        self._scan_cpu_s = time.thread_time() - started
        self._thread = self._folder_walk = None
        self._is_usable.set()
        if self.is_closed:
            self._close_roots()

    def _scan_all(self, walk: FolderWalk) -> None:
        is_first = not self._is_loaded
        started = time.thread_time()
        if is_first and self._open_stored is not None and not self.is_closed:
            self._stored = self._open_stored()
            self._stored.load(self._file_table, self._roots)
        self._is_loaded = True
        is_new = not self._file_table.files or (
            is_first and self._stored is not None and self._stored.is_partial
        )
        self._saved_files = len(self._file_table.files)
        scan = (
            self._new_scan(SCAN_CPU_SHARE, UNPACED_SCAN_CPU_S)
            if is_new
            # Loading a large index takes the time at full speed: its files are compared slowly then.
            else self._new_scan(
                RESCAN_CPU_SHARE, UNPACED_RESCAN_CPU_S - (time.thread_time() - started), self._is_usable.set
            )
        )
        note = self._note_new_listing if is_new else self._note_listing
        skipped = scan.run_full(walk, self._skipped_files, lambda: self._languages, note)
        with self._lock:
            self._skipped_files = skipped
        self.is_complete = walk.is_complete and not scan.is_full
        self._save()

    def _scan_changed(self) -> None:
        with self._lock:
            changed, self._changed_folders = self._changed_folders, {}
        if not changed or self.is_closed:
            return
        roots = {root.path: root for root in self.valid_roots()}
        scan = self._new_scan(SCAN_CPU_SHARE, UNPACED_RESCAN_CPU_S)
        walk = FolderWalk(tuple(roots.values()), (), lambda: self.is_closed, self.on_folder)
        places = [(roots[root], folder) for root, folder in changed if root in roots]
        subtrees = {folder for folder, is_subtree in changed.items() if is_subtree}
        if subtrees:
            scan.drop_gone_folders([(roots[root], folder) for root, folder in subtrees if root in roots])
            self._known_folders = {one for one in self._known_folders if not _is_below(one, subtrees)}
        scan.run_partial(
            walk, places, lambda root, folder: (root.path, folder) in self._known_folders, self._note_listing
        )
        self._save()

    def _new_scan(
        self, cpu_share: float, unpaced_s: float, on_slow: Callable[[], object] = lambda: None
    ) -> Scan:
        limits = self._limits
        return Scan(
            self._file_table,
            self._lock,
            limits.max_files,
            limits.max_file_bytes,
            limits.max_total_bytes,
            self._stop.is_set,
            Pace(cpu_share, self._stop, self._is_in_use, unpaced_s, on_slow),
        )

    def _is_in_use(self) -> bool:
        return time.monotonic() - self._searched_at < RECENT_SEARCH_S

    def _note_listing(self, listing: FolderListing) -> None:
        self._known_folders.add((listing.root.path, listing.folder))

    def _note_new_listing(self, listing: FolderListing) -> None:
        """Of a first scan: what is read stays on disk, however early the process ends."""
        self._note_listing(listing)
        count = len(self._file_table.files)
        if (
            self._stored is not None
            and count - self._saved_files >= FILES_BETWEEN_SAVES
            and not self.is_closed
        ):
            self._saved_files = count
            self._stored.save(self._file_table, self._lock, self._roots, is_partial=True)

    def _save(self) -> None:
        if self._stored is not None and not self.is_closed:
            self._stored.save(self._file_table, self._lock, self._roots)

    def _close_roots(self) -> None:
        """Close the roots. If the thread still uses them, it closes them at its end."""
        if self._thread is None and not self._roots_closed:
            self._roots_closed = True
            for root in self._roots:
                os.close(root.fd)


def _is_below(folder: tuple[str, str], subtrees: Collection[tuple[str, str]]) -> bool:
    root, relative = folder
    while relative:
        if (root, relative) in subtrees:
            return True
        relative = relative.rpartition("/")[0]
    return (root, "") in subtrees


def _matches(text: str, literals: Sequence[str], text_filter: Callable[[str], bool] | None) -> bool:
    return any(literal in text for literal in literals) and (text_filter is None or text_filter(text))


def _is_valid_root(root: Root) -> bool:
    try:
        root.verify_identity()
    except WorkspaceError:
        return False
    return True
