"""Files that are more than text: writing them makes another program run or trust something later.

Owns the list. Such a write needs a person's consent even where edits are approved as a matter of course;
who asks, and whom, is not known here.
"""

import os
from typing import Final

from understudy.workspace.scope import O_PATH, Place

__all__ = ["why_sensitive"]

_FOLDERS: Final = {
    ".git": "git runs its hooks and obeys its configuration",
    ".husky": "git hooks run from it",
    ".vscode": "the editor runs its tasks and obeys its settings",
    ".idea": "the editor runs its configurations",
    ".zed": "the editor runs its tasks and obeys its settings",
    ".devcontainer": "it decides what runs when a container starts",
    ".cursor": "the editor starts the servers that it names",
    ".claude": "an agent obeys its settings and runs its hooks",
}
_FILES: Final = {
    ".git": "git follows it to another repository",
    ".gitmodules": "git fetches what it names",
    ".mcp.json": "agents start the servers that it names",
    ".envrc": "the shell runs it on entering the folder",
    ".npmrc": "npm obeys it",
    ".yarnrc.yml": "yarn runs what it names",
}
_REPOSITORY: Final = ("HEAD", "objects", "refs")
_INTERNALS: Final = ("config", "config.worktree", "hooks", "info", "modules", "worktrees")


def why_sensitive(place: Place) -> str | None:
    """Why writing to `place` needs consent, or None if it does not.

    Names are compared without regard to case, because some file systems open them so.
    """
    parts = [part.casefold() for part in place.path.split("/")]
    inside = parts[len(place.root.path.rstrip("/").split("/")) :]
    for part in inside[:-1]:
        if part in _FOLDERS:
            return _FOLDERS[part]
    if inside and inside[-1] in _FILES:
        return _FILES[inside[-1]]
    if any(part in _INTERNALS for part in inside) and _in_repository(place):
        return _FOLDERS[".git"]
    return None


def _in_repository(place: Place) -> bool:
    """Whether a git folder of any name (a bare one, or the target of a gitdir file) holds the place."""
    folder = place.parent()
    while True:
        if all(_exists(folder.child(name)) for name in _REPOSITORY):
            return True
        if folder.relative == ".":
            return False
        folder = folder.parent()


def _exists(place: Place) -> bool:
    try:
        os.close(place.open(O_PATH))
    except OSError:
        return False
    return True
