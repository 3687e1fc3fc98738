"""What keeps an index useful between requests: sharing by sessions, the store on disk, notices of changes, and the
search for a name in files that the index does not know."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.index.background.disk_store import delete_stored_indexes
    from understudy.nes.index.background.registry import IndexOptions, acquire_index, release_index

__all__ = ["IndexOptions", "acquire_index", "delete_stored_indexes", "release_index"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "disk_store": ("delete_stored_indexes",),
        "registry": ("IndexOptions", "acquire_index", "release_index"),
    },
)
