"""Roots that a command turned into bare repositories, and turning them back.

Git takes a folder with HEAD, objects and refs for a repository when it has no valid `.git`, and then trusts
the `config` beside them. Only the roots themselves are looked at: below them a command may make
repositories of its own, and `.git` in a root is the guard's and `git init`'s business.
"""

import os
from collections.abc import Iterable
from typing import Final

from understudy.workspace.commands.git_protection.protected_paths import GIT_FOLDER_NAMES, is_git_folder
from understudy.workspace.commands.git_protection.removal import rename_aside
from understudy.workspace.commands.git_protection.snapshot import fingerprint_of
from understudy.workspace.commands.root_descriptors import open_without_links

__all__ = ["BareRepoGuard"]

_GIT_NAMES: Final = (*GIT_FOLDER_NAMES, "config")
# Small files first; folders are renamed only if the files were there before.
_RENAME_STEPS: Final = (("HEAD", "commondir", "config"), ("objects", "refs"))


class BareRepoGuard:
    """Which of git's names the roots had before a command."""

    def __init__(self, roots: Iterable[str]) -> None:
        self._names_before = {root: _existing_git_names(root) for root in roots}

    def revert(self) -> list[str]:
        """Give new names that make a root a bare repository other names; what was renamed, as path and name."""
        renamed: list[str] = []
        for root, before in self._names_before.items():
            now = _existing_git_names(root)
            if is_git_folder(before) or not is_git_folder(now):
                continue
            folder = open_without_links(root)
            try:
                for turn in _RENAME_STEPS:
                    new = [name for name in turn if name in now - before]
                    renamed += [f"{root}/{name} (now {rename_aside(folder, name)})" for name in new]
                    if not is_git_folder(_existing_git_names(root)):
                        break
            finally:
                os.close(folder)
        return renamed


def _existing_git_names(root: str) -> frozenset[str]:
    try:
        folder = open_without_links(root)
    except OSError:
        return frozenset()
    try:
        return frozenset(name for name in _GIT_NAMES if fingerprint_of(folder, name))
    finally:
        os.close(folder)
