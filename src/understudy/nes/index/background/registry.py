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

from understudy.nes.index.store import IndexLimits, IndexStore, StoredIndex
from understudy.nes.limits import MIN_STORED_FILES
from understudy.workspace import Root

__all__ = ["IndexOptions", "acquire_index", "release_index"]


@dataclass(frozen=True, slots=True)
class IndexOptions:
    """What an index may do in the background. The defaults do nothing but scan."""

    store_folder: str | None = None
    """The folder that keeps indexes between starts; None keeps none."""
    min_stored_files: int = MIN_STORED_FILES


@dataclass(slots=True)
class _SharedIndex:
    index: IndexStore
    user_count: int


_lock = threading.Lock()
_shared: dict[Hashable, _SharedIndex] = {}


def acquire_index(
    roots: tuple[Root, ...],
    limits: IndexLimits,
    clock: Callable[[], float] = time.monotonic,
    options: IndexOptions | None = None,
) -> IndexStore:
    """Return the index of these roots, a new one if no session has it open. The caller keeps its roots."""
    options = options or IndexOptions()
    identity = tuple((root.path, root.device, root.inode, root.private) for root in roots)
    key = (identity, limits, clock, options)
    with _lock:
        shared = _shared.get(key)
        if shared is None:
            own_roots = tuple(replace(root, declared=root.path, fd=os.dup(root.fd)) for root in roots)
            open_stored = partial(_open_stored, options) if options.store_folder and roots else None
            shared = _shared[key] = _SharedIndex(IndexStore(own_roots, limits, clock, open_stored), 0)
        shared.user_count += 1
        return shared.index


def release_index(index: IndexStore) -> None:
    """Give an index back. The last one closes it, which may take a moment."""
    with _lock:
        key = next(key for key, shared in _shared.items() if shared.index is index)
        shared = _shared[key]
        shared.user_count -= 1
        if shared.user_count:
            return
        del _shared[key]
    index.close()


def _open_stored(options: IndexOptions) -> StoredIndex:
    from understudy.nes.index.background.disk_store import DiskStore  # called in the thread of the scan

    return DiskStore(options.store_folder or "", options.min_stored_files)
