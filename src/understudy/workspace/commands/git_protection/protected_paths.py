"""Finding the parts of repositories that programs trust: configuration, hooks, and the pointers to them.

Whoever can write them runs code as the user at the next `git status`. A bounded look through the roots
finds them; `guard` and the sandboxes protect them.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from understudy.workspace.commands.folders import contains, outermost_folders
from understudy.workspace.limits import MAX_PROTECTED_REPOSITORIES, MAX_SCAN_DEPTH, MAX_SCANNED_FOLDERS

__all__ = ["GIT_FOLDER_NAMES", "ProtectedPaths", "find_protected_paths", "is_git_folder"]

_SKIPPED_FOLDERS: Final = frozenset({"node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"})
_TRUSTED_NAMES: Final = ("config", "config.worktree", "commondir", "hooks")
GIT_FOLDER_NAMES: Final = ("HEAD", "commondir", "objects", "refs")
"""The names by which git recognises a git folder."""
_WORKTREE_NAMES: Final = ("config.worktree", "commondir", "gitdir")


@dataclass(frozen=True, slots=True)
class ProtectedPaths:
    """Names inside one folder that a command must not change, whether they exist or not."""

    root: str
    folder: str
    """Relative to the root; empty for the root itself."""
    names: tuple[str, ...]
    use_mounts: bool = True
    """Whether a sandbox should hold the folder and its names in place by mounts."""

    @property
    def path(self) -> str:
        return os.path.join(self.root, self.folder) if self.folder else self.root


def find_protected_paths(
    roots: Iterable[str], cwd: str, check: Callable[[], None] = lambda: None
) -> list[ProtectedPaths]:
    """Every guarded place found in the roots and on the way from them to `cwd`, each once.

    What makes the roots themselves repositories comes first and is never left out; then what is less deep
    comes before what is deeper, so that nobody can push it over a limit by planting repositories; then
    the worktrees and submodules of all these. `check` is asked at every folder and may raise.
    """
    tops = outermost_folders(roots)
    firsts = sorted(set(roots), key=len)
    own: dict[tuple[str, str], ProtectedPaths] = {}
    for folder in firsts:
        own |= {(place.path, place.names[0]): place for place in _protected_in_folder(folder, tops)}
    for folder in _folders_below(firsts, tops, cwd):
        check()
        if len(own) >= MAX_PROTECTED_REPOSITORIES:
            break
        for place in _protected_in_folder(folder, tops):
            own.setdefault((place.path, place.names[0]), place)
    inner: dict[tuple[str, str], ProtectedPaths] = {}
    for place in own.values():
        if place.names == _TRUSTED_NAMES:
            left = MAX_PROTECTED_REPOSITORIES - len(inner)
            inner |= {
                (found.path, found.names[0]): found for found in islice(_protected_inside(place, check), left)
            }
    return [*own.values(), *(place for key, place in inner.items() if key not in own)]


def _folders_below(firsts: list[str], tops: list[str], cwd: str) -> Iterator[str]:
    """Level by level below the roots, with the way to the working folder, which may be longer."""
    top = next((top for top in tops if contains(top, cwd)), cwd)
    way: list[str] = []
    while cwd != top:
        way.append(cwd)
        cwd = os.path.dirname(cwd)
    way.reverse()
    left = MAX_SCANNED_FOLDERS
    level, seen = firsts, set(firsts)
    for depth in range(MAX_SCAN_DEPTH):
        below: list[str] = []
        for folder in level:
            if left == 0:
                break
            left -= 1
            below += [path for path in _subfolders(folder) if path not in seen]
        below = below[:MAX_SCANNED_FOLDERS]
        seen.update(below)
        yield from way[depth : depth + 1]
        yield from below
        level = below
    yield from way[MAX_SCAN_DEPTH:]


def _subfolders(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [
                entry.path
                for entry in entries
                if entry.name != ".git"
                and entry.name not in _SKIPPED_FOLDERS
                and entry.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return []


def _protected_in_folder(folder: str, tops: list[str]) -> Iterator[ProtectedPaths]:
    inside = os.path.join(folder, ".git")
    if os.path.islink(inside) or os.path.isfile(inside):
        # The pointer decides which configuration counts, so it is as good as the configuration.
        root = next(top for top in tops if contains(top, folder))
        yield ProtectedPaths(root, _relative_path(folder, root), (".git",))
        target = _pointer_target(inside)
        if target is not None:
            yield from _protected_git_folder(target, tops)
    elif os.path.isdir(inside):
        yield from _protected_git_folder(inside, tops)
    elif _is_bare_git_folder(folder):
        yield from _protected_git_folder(folder, tops)


def _protected_git_folder(path: str, tops: list[str]) -> Iterator[ProtectedPaths]:
    root = next((top for top in tops if contains(top, path)), None)
    if root is not None:
        # Outside the roots nothing is writable anyway.
        yield ProtectedPaths(root, _relative_path(path, root), _TRUSTED_NAMES)


def _protected_inside(repository: ProtectedPaths, check: Callable[[], None]) -> Iterator[ProtectedPaths]:
    """The worktrees and submodules that a git folder keeps in itself."""
    root, path = repository.root, repository.path
    for worktree in _subfolders(os.path.join(path, "worktrees")):
        yield ProtectedPaths(root, _relative_path(worktree, root), _WORKTREE_NAMES, use_mounts=False)
    waiting = [(os.path.join(path, "modules"), 0)]
    left = MAX_SCANNED_FOLDERS
    while waiting and left > 0:
        check()
        left -= 1
        folder, depth = waiting.pop()
        for module in _subfolders(folder):
            if os.path.exists(os.path.join(module, "HEAD")):
                yield ProtectedPaths(root, _relative_path(module, root), _TRUSTED_NAMES)
                waiting.append((os.path.join(module, "modules"), depth + 1))
            elif depth < MAX_SCAN_DEPTH:
                # A submodule's name may contain slashes.
                waiting.append((module, depth + 1))


def _relative_path(path: str, root: str) -> str:
    return "" if path == root else os.path.relpath(path, root)


def _is_bare_git_folder(folder: str) -> bool:
    # Nearly every folder is done with at the first look.
    return os.path.lexists(os.path.join(folder, "HEAD")) and is_git_folder(
        name for name in GIT_FOLDER_NAMES if os.path.lexists(os.path.join(folder, name))
    )


def is_git_folder(names: Iterable[str]) -> bool:
    """Whether git would take a folder in which these names exist for a repository by itself."""
    there = set(names)
    return "HEAD" in there and ("commondir" in there or {"objects", "refs"} <= there)


def _pointer_target(pointer: str) -> str | None:
    """Where a `.git` link or a `gitdir:` file leads, canonical; None when it leads nowhere."""
    if os.path.islink(pointer):
        target = os.path.realpath(pointer)
    else:
        try:
            with open(pointer, "rb") as file:
                text = file.read(4096)
        except OSError:
            return None
        if not text.startswith(b"gitdir:"):
            return None
        written = os.fsdecode(text.removeprefix(b"gitdir:").strip(b" \r\n"))
        target = (
            os.path.realpath(os.path.join(os.path.dirname(pointer), written)) if "\0" not in written else ""
        )
    return target if os.path.isdir(target) else None
