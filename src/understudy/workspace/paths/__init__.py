"""Resolve paths inside roots, match globs and walk trees without leaving a root.

File content is not read here, except .gitignore files during a walk.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.workspace.paths.globs import compile_globs
    from understudy.workspace.paths.resolution import (
        O_PATH,
        PATH_MAX,
        Place,
        raise_for_os_error,
        resolve_path,
    )
    from understudy.workspace.paths.roots import (
        Root,
        find_deepest_root,
        is_within,
        list_mounts_below,
        open_roots,
    )
    from understudy.workspace.paths.walk import EntryKind, FolderEntries, GitIgnore, Walk, WalkFilter

__all__ = [
    "O_PATH",
    "PATH_MAX",
    "EntryKind",
    "FolderEntries",
    "GitIgnore",
    "Place",
    "Root",
    "Walk",
    "WalkFilter",
    "compile_globs",
    "find_deepest_root",
    "is_within",
    "list_mounts_below",
    "open_roots",
    "raise_for_os_error",
    "resolve_path",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "globs": ("compile_globs",),
        "resolution": ("O_PATH", "PATH_MAX", "Place", "raise_for_os_error", "resolve_path"),
        "roots": ("Root", "find_deepest_root", "is_within", "list_mounts_below", "open_roots"),
        "walk": ("EntryKind", "FolderEntries", "GitIgnore", "Walk", "WalkFilter"),
    },
)
