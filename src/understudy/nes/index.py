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
from typing import Final

from understudy.nes.index_files import Stamp, read, stamp
from understudy.nes.index_folders import Tour
from understudy.nes.index_grams import signature
from understudy.nes.index_shelf import Shelf, Shelved
from understudy.workspace import Place, Root, WorkspaceError

__all__ = ["Bounds", "Index"]

JOIN_SECONDS: Final = 1.0
MOST_REREAD: Final = 16
"""Files that one search reads again because they changed; further ones are left out of its answer."""
MOST_SCANNED: Final = 4 << 20
"""Characters that one search goes through at most; twice as many for a question about a name."""


@dataclass(frozen=True, slots=True)
class Bounds:
    files: int = 5_000
    file_size: int = 256 << 10
    total_size: int = 24 << 20
    """Bytes of text in memory."""
    pause: float = 10.0
    """Seconds between the beginnings of two looks at the folders."""
    seconds: float = 60.0
    """How long one look may take."""


class Index:
    """Owns the roots that it is given: they are closed with it."""

    def __init__(
        self, roots: tuple[Root, ...], bounds: Bounds, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._roots = roots
        self._bounds = bounds
        self._clock = clock
        self._lock = threading.Lock()
        """Held while the shelf is changed or looked through, never while a file is read."""
        self._shelf = Shelf()
        self._unfit: dict[str, Stamp] = {}
        self._thread: threading.Thread | None = None
        self._tour: Tour | None = None
        self._begun: float | None = None
        self._ended = False
        self._released = False

    @property
    def size(self) -> tuple[int, int]:
        """How many files and how many bytes of text are in memory."""
        return len(self._shelf.files), self._shelf.size

    def refresh(self, near: Sequence[str]) -> bool:
        """Look for new, changed and gone files in the background, beginning near these folders.

        False if that is going on already, was done just now, or there are no roots.
        """
        with self._lock:
            if self._ended or not self._roots:
                return False
            if self._tour is not None:
                for folder in near[:1]:
                    self._tour.move(folder)
                return False
            now = self._clock()
            if self._begun is not None and now - self._begun < self._bounds.pause:
                return False
            self._begun = now
            deadline = time.monotonic() + self._bounds.seconds
            self._tour = Tour(self._standing(), near, lambda: self._ended or time.monotonic() > deadline)
            self._thread = threading.Thread(
                target=self._scan, args=(self._tour,), name="understudy-nes-index", daemon=True
            )
            self._thread.start()
            return True

    def settled(self, seconds: float) -> bool:
        """Wait until the thread is through; whether it is."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def close(self) -> None:
        """Forget everything and end the thread."""
        with self._lock:
            self._ended = True
            self._shelf, self._unfit = Shelf(), {}
        self.settled(JOIN_SECONDS)
        with self._lock:
            self._release()

    def reach(self, path: str) -> Shelved | None:
        """The file at that canonical path as it is now, if it is in memory."""
        known = self._shelf.files.get(path)
        return self._current(known) if known is not None and known.place.root in self._standing() else None

    def knows(self, path: str) -> bool:
        """Whether the file at that canonical path is in memory, as it was."""
        return path in self._shelf.files

    def now(self, files: Iterable[Shelved], fits: Callable[[str], bool]) -> list[Shelved]:
        """These files as they are now, without those that are gone or do not fit any more."""
        standing = self._standing()
        current = [self._current(file) for file in files if file.place.root in standing]
        return [file for file in current if file is not None and fits(file.text)]

    def search(
        self,
        literals: Sequence[str],
        order: Callable[[Iterable[Shelved]], Iterable[Shelved]],
        most: int,
        fits: Callable[[str], bool] | None = None,
    ) -> list[Shelved]:
        """Up to `most` files that hold one of the literals now, in that order.

        `order` may leave files out, and `fits` may refuse a text.
        """
        with self._lock:
            candidates = self._shelf.candidates(literals)
        standing = self._standing()
        found: list[Shelved] = []
        changed = scanned = 0
        limit = MOST_SCANNED if fits is None else 2 * MOST_SCANNED
        for file in order(candidates):
            if len(found) >= most or scanned > limit:
                break
            scanned += len(file.text)
            if file.place.root not in standing or not _holds(file.text, candidates[file], fits):
                continue
            now = self._current(file) if changed < MOST_REREAD else self._unchanged(file)
            changed += now is None or now.text != file.text
            if now is not None and (now is file or _holds(now.text, literals, fits)):
                found.append(now)
        return found

    def _standing(self) -> tuple[Root, ...]:
        """The roots whose paths still lead to the folders that were granted; others would give wrong URIs."""
        return tuple(root for root in self._roots if not self._ended and _stands(root))

    def _unchanged(self, file: Shelved) -> Shelved | None:
        return (
            file if not self._ended and file.stamp is not None and stamp(file.place) == file.stamp else None
        )

    def _current(self, file: Shelved) -> Shelved | None:
        """The file as it is on the disk now; None if it is gone or no text any more."""
        if self._ended:
            return None
        limit = self._bounds.total_size
        return self._unchanged(file) or self._shelve(
            file.place, file.path, lambda size: self._shelf.size + size <= limit
        )

    def _shelve(self, place: Place, path: str, make_room: Callable[[int], bool]) -> Shelved | None:
        """Read a file and put it where it belongs; what cannot be kept is dropped."""
        reading = read(place, self._bounds.file_size)
        text = reading.text if reading is not None else None
        marks = signature(text) if text is not None else None
        with self._lock:
            self._shelf.drop(path)
            if reading is None or text is None or marks is None or self._ended:
                return None
            if not make_room(sys.getsizeof(text)):
                return None
            return self._shelf.put(place, path, text, reading.stamp, marks, reading.end)

    def _scan(self, tour: Tour) -> None:
        try:
            self._read_along(tour)
        finally:
            with self._lock:
                self._thread = self._tour = None
                if self._ended:
                    self._release()

    def _read_along(self, tour: Tour) -> None:
        bounds, shelf = self._bounds, self._shelf
        unseen = dict(shelf.files)  # the ones read last were the farthest: the first to make room
        unfit: dict[str, Stamp] = {}
        files = taken = 0
        full = False

        def make_room(size: int) -> bool:
            nonlocal full
            while shelf.size + size > bounds.total_size or len(shelf.files) >= bounds.files:
                if not unseen:
                    full = True
                    return False
                shelf.drop(unseen.popitem()[0])
            return True

        for place, now in tour:
            path = place.path
            unseen.pop(path, None)
            known = shelf.files.get(path)
            if known is None or known.stamp != now:
                if now[2] > bounds.file_size or self._unfit.get(path) == now:
                    with self._lock:
                        shelf.drop(path)
                    known = None
                else:
                    taken += now[2]
                    known = self._shelve(place, path, make_room)
                if known is None and not full and len(unfit) < bounds.files:
                    unfit[path] = now  # it is not read again while it stays so
            files += known is not None
            if self._ended or full or files >= bounds.files or taken > 4 * bounds.total_size:
                break
        with self._lock:
            self._unfit = unfit
            for path in unseen if tour.complete else ():  # gone, or ignored now
                shelf.drop(path)

    def _release(self) -> None:
        """Close the roots, unless the thread is still in them: then it does so at its end."""
        if self._thread is None and not self._released:
            self._released = True
            for root in self._roots:
                os.close(root.fd)


def _holds(text: str, literals: Sequence[str], fits: Callable[[str], bool] | None) -> bool:
    return any(literal in text for literal in literals) and (fits is None or fits(text))


def _stands(root: Root) -> bool:
    try:
        root.verify()
    except WorkspaceError:
        return False
    return True
