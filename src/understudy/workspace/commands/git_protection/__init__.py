"""Repository files that a command must not change: finding them, copying them, restoring them."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.workspace.commands.git_protection import protected_paths
    from understudy.workspace.commands.git_protection.planted_repositories import find_planted_repositories
    from understudy.workspace.commands.git_protection.protected_paths import (
        ProtectedPaths,
        find_protected_paths,
    )
    from understudy.workspace.commands.git_protection.restorer import BareRepoGuard, Restorer, RestoreResult

__all__ = [
    "BareRepoGuard",
    "ProtectedPaths",
    "RestoreResult",
    "Restorer",
    "find_planted_repositories",
    "find_protected_paths",
    "protected_paths",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "planted_repositories": ("find_planted_repositories",),
        "protected_paths": ("ProtectedPaths", "find_protected_paths"),
        "restorer": ("BareRepoGuard", "RestoreResult", "Restorer"),
    },
)
