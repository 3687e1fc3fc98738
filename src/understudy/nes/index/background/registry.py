"""The indexes of this process: one for each set of roots, shared by all sessions that name the same roots.

An index lives while a session uses it. It is safe to share because its table changes only under its lock, and a
search returns texts that nobody changes. What a session sees of it (URIs as its client spells them, its open
documents) stays with the session.
"""

import os
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from understudy.nes.index.store import IndexLimits, IndexStore, StoredIndex
from understudy.nes.limits import MIN_STORED_FILES
from understudy.workspace import Root

if TYPE_CHECKING:
    from understudy.nes.index.background.disk_watch import DiskWatch
    from understudy.nes.index.background.name_search import NameSearch

__all__ = ["IndexOptions", "SharedIndex", "acquire_index", "release_index"]


@dataclass(frozen=True, slots=True)
class IndexOptions:
    """What an index may do in the background. The defaults do nothing but scan."""

    store_folder: str | None = None
    """The folder that keeps indexes between starts; None keeps none."""
    min_stored_files: int = MIN_STORED_FILES
    watches_disk: bool = False
    """Whether changes on disk are noticed when they happen."""
    searches_names: bool = False
    """Whether files that the index does not know are searched for the names that requests look for."""


@dataclass(slots=True, eq=False)
class SharedIndex:
    """An index and what works for it in the background."""

    index: IndexStore
    name_search: "NameSearch | None" = None
    disk_watch: "DiskWatch | None" = None
    user_count: int = 0

    def close(self) -> None:
        for part in (self.name_search, self.disk_watch, self.index):
            if part is not None:
                part.close()


_lock = threading.Lock()
_shared: dict[Hashable, SharedIndex] = {}


def acquire_index(
    roots: tuple[Root, ...],
    limits: IndexLimits,
    clock: Callable[[], float] = time.monotonic,
    options: IndexOptions | None = None,
) -> SharedIndex:
    """Return the index of these roots, a new one if no session has it open. The caller keeps its roots."""
    options = options or IndexOptions()
    identity = tuple((root.path, root.device, root.inode, root.private) for root in roots)
    key = (identity, limits, clock, options)
    with _lock:
        shared = _shared.get(key)
        if shared is None:
            own_roots = tuple(replace(root, declared=root.path, fd=os.dup(root.fd)) for root in roots)
            shared = _shared[key] = _open(own_roots, limits, clock, options)
        shared.user_count += 1
        return shared


def release_index(shared: SharedIndex) -> None:
    """Give an index back. The last one closes it, which may take a moment."""
    with _lock:
        shared.user_count -= 1
        if shared.user_count:
            return
        del _shared[next(key for key, one in _shared.items() if one is shared)]
    shared.close()


def _open(
    roots: tuple[Root, ...], limits: IndexLimits, clock: Callable[[], float], options: IndexOptions
) -> SharedIndex:
    open_stored = partial(_open_stored, options) if options.store_folder and roots else None
    shared = SharedIndex(IndexStore(roots, limits, clock, open_stored))
    if options.searches_names and roots:
        from understudy.nes.index.background.name_search import NameSearch

        shared.name_search = NameSearch(shared.index, clock)
    if options.watches_disk and roots:
        from understudy.nes.index.background.disk_watch import open_disk_watch

        shared.disk_watch = open_disk_watch(shared.index)
    return shared


def _open_stored(options: IndexOptions) -> StoredIndex:
    from understudy.nes.index.background.disk_store import DiskStore  # called in the thread of the scan

    return DiskStore(options.store_folder or "", options.min_stored_files)
