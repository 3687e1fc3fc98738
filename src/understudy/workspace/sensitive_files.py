"""Sensitive files: files that another program executes or trusts later.

This module owns the list. Writing such a file needs a person's consent even where edits are approved
automatically; who asks, and how, is not known here.
"""

import errno
import os
from collections.abc import Iterable
from typing import Final

from understudy.workspace.paths import O_PATH, Place, Root

__all__ = ["sensitivity_reason"]

_SENSITIVE_FOLDERS: Final = {
    ".git": "git runs its hooks and obeys its configuration",
    ".hg": "Mercurial runs its hooks and obeys its configuration",
    ".husky": "git hooks run from it",
    ".vscode": "the editor runs its tasks and obeys its settings",
    ".idea": "the editor runs its configurations",
    ".zed": "the editor runs its tasks and obeys its settings",
    ".devcontainer": "it decides what runs when a container starts",
    ".cursor": "the editor starts the servers that it names",
    ".windsurf": "the editor starts the servers that it names",
    ".kiro": "the editor starts the servers that it names",
    ".continue": "an agent obeys its settings",
    ".opencode": "an agent obeys its settings",
    ".jj": "Jujutsu obeys its configuration",
    ".mise": "the shell obeys it on entering the folder",
    ".roo": "an agent obeys its settings",
    ".amazonq": "an agent obeys its settings",
    ".claude": "an agent obeys its settings and runs its hooks",
    ".codex": "an agent obeys its settings",
    ".gemini": "an agent obeys its settings",
    ".ssh": "it decides who may log in and what ssh runs",
    ".config": "programs obey what is in it",
    ".helix": "the editor starts the servers that it names",
    ".cargo": "cargo runs what it names",
    ".trae": "an agent obeys its settings",
    ".junie": "an agent obeys its settings",
    ".clinerules": "an agent obeys it",
    ".aider": "an agent obeys its settings",
}
_SENSITIVE_FILES: Final = {
    ".git": "git follows it to another repository",
    ".gitconfig": "git obeys it",
    ".gitmodules": "git fetches what it names",
    ".mcp.json": "agents start the servers that it names",
    "opencode.json": "an agent obeys its settings",
    "opencode.jsonc": "an agent obeys its settings",
    ".envrc": "the shell runs it on entering the folder",
    "mise.toml": "the shell obeys it on entering the folder",
    ".mise.toml": "the shell obeys it on entering the folder",
    ".npmrc": "npm obeys it",
    ".pnpmfile.cjs": "pnpm runs it",
    ".yarnrc": "yarn runs what it names",
    ".yarnrc.yml": "yarn runs what it names",
    ".exrc": "the editor runs it",
    ".nvimrc": "the editor runs it",
    ".nvim.lua": "the editor runs it",
    ".dir-locals.el": "the editor obeys it",
    ".gdbinit": "the debugger runs it",
    ".lldbinit": "the debugger runs it",
    ".bashrc": "the shell runs it",
    ".bash_profile": "the shell runs it",
    ".bash_login": "the shell runs it",
    ".zprofile": "the shell runs it",
    ".profile": "the shell runs it",
    ".zshenv": "the shell runs it",
    ".zshrc": "the shell runs it",
    ".zlogin": "the shell runs it",
    ".zlogout": "the shell runs it",
    ".bash_aliases": "the shell runs it",
    ".bash_logout": "the shell runs it",
    ".inputrc": "the shell obeys it",
    ".vimrc": "the editor runs it",
    ".gvimrc": "the editor runs it",
    ".emacs": "the editor runs it",
    ".lazy.lua": "the editor runs it",
    ".tmux.conf": "the terminal multiplexer runs it",
    ".aider.conf.yml": "an agent obeys its settings",
    ".clinerules": "an agent obeys it",
    ".pre-commit-config.yaml": "git hooks run what it names",
    "lefthook.yml": "git hooks run what it names",
    ".lefthook.yml": "git hooks run what it names",
}
_WORKSPACE_FILE_SUFFIXES: Final = (".code-workspace", ".sublime-project")


def sensitivity_reason(place: Place, roots: Iterable[Root]) -> str | None:
    """Why writing to `place` needs consent, or None if it does not.

    The path is taken from the outermost root that contains it: a root inside another root's `.vscode` is
    still in that folder. Names are compared case-insensitively, because some file systems open them so.
    """
    outermost = min((root for root in roots if root.contains(place.path)), key=lambda root: len(root.path))
    inside = place.path[len(outermost.path.rstrip("/")) + 1 :].casefold().split("/")
    for part in inside[:-1]:
        if part in _SENSITIVE_FOLDERS:
            return _SENSITIVE_FOLDERS[part]
    if inside[-1] in _SENSITIVE_FILES:
        return _SENSITIVE_FILES[inside[-1]]
    if inside[-1].endswith(_WORKSPACE_FILE_SUFFIXES):
        return _SENSITIVE_FOLDERS[".vscode"]
    seen_from_outside = Place(outermost, place.path[len(outermost.path.rstrip("/")) + 1 :])
    return _SENSITIVE_FOLDERS[".git"] if _in_repository(place) or _in_repository(seen_from_outside) else None


def _in_repository(place: Place) -> bool:
    """Whether a git folder of any name contains the place, or would after the write.

    That is a bare repository, or the target of a gitdir file.
    """
    below, folder = place, place.parent()
    while True:
        if _is_repository(folder, below.name.casefold()):
            return True
        if folder.relative == ".":
            return False
        below, folder = folder, folder.parent()


def _is_repository(folder: Place, written_name: str) -> bool:
    def has(name: str) -> bool:
        return written_name == name.casefold() or _exists(folder.child(name))

    return has("HEAD") and ((has("objects") and has("refs")) or has("commondir"))


def _exists(place: Place) -> bool:
    """Whether the place exists; an undecidable case counts as yes."""
    try:
        os.close(place.open(O_PATH))
    except FileNotFoundError:
        return False
    except OSError as error:
        return error.errno not in (errno.ENOTDIR, errno.EXDEV)  # beyond a mount point its own root decides
    return True
