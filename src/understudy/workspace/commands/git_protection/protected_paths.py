"""Find the files of repositories that programs trust: configuration, hooks, and the pointers to them.

A process that can write them runs code as the user at the next `git status`. A bounded scan of the roots finds
them; the sandboxes and `restorer` protect them.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from understudy.workspace.commands.folders import contains, outermost_folders
from understudy.workspace.limits import MAX_PROTECTED_REPOSITORIES, MAX_SCAN_DEPTH, MAX_SCANNED_FOLDERS
from understudy.workspace.sensitive import find_git_programs

__all__ = ["GIT_FOLDER_NAMES", "ProtectedPaths", "find_protected_paths", "is_git_folder"]

_SKIPPED_FOLDERS: Final = frozenset({"node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"})
_TRUSTED_NAMES: Final = ("config", "config.worktree", "commondir", "hooks")
GIT_FOLDER_NAMES: Final = ("HEAD", "commondir", "objects", "refs")
"""The names by which git recognizes a git folder."""
_WORKTREE_NAMES: Final = ("config.worktree", "commondir", "gitdir")


@dataclass(frozen=True, slots=True)
class ProtectedPaths:
    """Names in one folder that a command must not change or create."""

    root: str
    folder: str
    """Relative to the root; empty for the root itself."""
    names: tuple[str, ...]
    use_mounts: bool = True
    """Whether a sandbox should protect the folder and its names by mounts."""

    @property
    def path(self) -> str:
        return os.path.join(self.root, self.folder) if self.folder else self.root


def find_protected_paths(
    roots: Iterable[str], cwd: str, check: Callable[[], None] = lambda: None
) -> list[ProtectedPaths]:
    """Find the protected paths in the roots and on the path from them to `cwd`, each once.

    The git folders of the roots themselves come first and are never left out. Then follow the others, the less deep
    before the deeper, so that nobody can push them over a limit by creating repositories; then the worktrees and
    submodules of all these. `check` is called at every folder and may raise.
    """
    outer_roots = outermost_folders(roots)
    all_roots = sorted(set(roots), key=len)
    by_key: dict[tuple[str, str], ProtectedPaths] = {}
    for folder in all_roots:
        by_key |= {(paths.path, paths.names[0]): paths for paths in _protected_in_folder(folder, outer_roots)}
    for folder in _folders_below(all_roots, outer_roots, cwd):
        check()
        if len(by_key) >= MAX_PROTECTED_REPOSITORIES:
            break
        for paths in _protected_in_folder(folder, outer_roots):
            by_key.setdefault((paths.path, paths.names[0]), paths)
    inner: dict[tuple[str, str], ProtectedPaths] = {}
    for paths in by_key.values():
        if paths.names == _TRUSTED_NAMES:
            remaining = MAX_PROTECTED_REPOSITORIES - len(inner)
            inner |= {
                (found.path, found.names[0]): found
                for found in islice(_protected_inside(paths, check), remaining)
            }
    return [*by_key.values(), *(paths for key, paths in inner.items() if key not in by_key)]


def _folders_below(roots: list[str], outer_roots: list[str], cwd: str) -> Iterator[str]:
    """The folders below the roots, level by level, and the path to the working folder, which may be deeper."""
    outer_root = next((outer_root for outer_root in outer_roots if contains(outer_root, cwd)), cwd)
    path_to_cwd: list[str] = []
    while cwd != outer_root:
        path_to_cwd.append(cwd)
        cwd = os.path.dirname(cwd)
    path_to_cwd.reverse()
    remaining = MAX_SCANNED_FOLDERS
    level, seen = roots, set(roots)
    for depth in range(MAX_SCAN_DEPTH):
        below: list[str] = []
        for folder in level:
            if remaining == 0:
                break
            remaining -= 1
            below += [path for path in _subfolders(folder) if path not in seen]
        below = below[:MAX_SCANNED_FOLDERS]
        seen.update(below)
        yield from path_to_cwd[depth : depth + 1]
        yield from below
        level = below
    yield from path_to_cwd[MAX_SCAN_DEPTH:]


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


def _protected_in_folder(folder: str, outer_roots: list[str]) -> Iterator[ProtectedPaths]:
    git_path = os.path.join(folder, ".git")
    if os.path.islink(git_path) or os.path.isfile(git_path):
        # The pointer decides which configuration git uses, so it is protected like the configuration.
        root = next(outer_root for outer_root in outer_roots if contains(outer_root, folder))
        yield ProtectedPaths(root, _relative_path(folder, root), (".git",))
        target = _pointer_target(git_path)
        if target is not None:
            yield from _protected_git_folder(target, outer_roots)
            yield from _protected_programs(folder, outer_roots)
    elif os.path.isdir(git_path):
        yield from _protected_git_folder(git_path, outer_roots)
        yield from _protected_programs(folder, outer_roots)
    elif _is_bare_git_folder(folder):
        yield from _protected_git_folder(folder, outer_roots)


def _protected_git_folder(path: str, outer_roots: list[str]) -> Iterator[ProtectedPaths]:
    root = next((outer_root for outer_root in outer_roots if contains(outer_root, path)), None)
    if root is not None:
        # Outside the roots nothing is writable.
        yield ProtectedPaths(root, _relative_path(path, root), _TRUSTED_NAMES)


def _protected_programs(tree: str, outer_roots: list[str]) -> Iterator[ProtectedPaths]:
    """Folders of hooks in the roots, and configuration that is included from there, for the work tree at `tree`.

    Without mounts: programs rewrite them as they were.
    """
    programs = find_git_programs(tree)
    hooks = [path for path in programs.hook_folders if os.path.isdir(path) and not contains(path, tree)]
    for path in dict.fromkeys([*hooks, *filter(os.path.isfile, programs.included_files)]):
        root = next((outer_root for outer_root in outer_roots if contains(outer_root, path)), None)
        parent, name = os.path.split(path)
        # A git folder's own hooks are protected with the folder.
        if root is not None and not _is_bare_git_folder(parent):
            yield ProtectedPaths(root, _relative_path(parent, root), (name,), use_mounts=False)


def _protected_inside(repository: ProtectedPaths, check: Callable[[], None]) -> Iterator[ProtectedPaths]:
    """The worktrees and submodules inside a git folder."""
    root, path = repository.root, repository.path
    for worktree in _subfolders(os.path.join(path, "worktrees")):
        yield ProtectedPaths(root, _relative_path(worktree, root), _WORKTREE_NAMES, use_mounts=False)
    unvisited = [(os.path.join(path, "modules"), 0)]
    remaining = MAX_SCANNED_FOLDERS
    while unvisited and remaining > 0:
        check()
        remaining -= 1
        folder, depth = unvisited.pop()
        for module in _subfolders(folder):
            if os.path.exists(os.path.join(module, "HEAD")):
                yield ProtectedPaths(root, _relative_path(module, root), _TRUSTED_NAMES)
                unvisited.append((os.path.join(module, "modules"), depth + 1))
            elif depth < MAX_SCAN_DEPTH:
                # A submodule's name may contain slashes.
                unvisited.append((module, depth + 1))


def _relative_path(path: str, root: str) -> str:
    return "" if path == root else os.path.relpath(path, root)


def _is_bare_git_folder(folder: str) -> bool:
    # The first check is false for nearly every folder.
    return os.path.lexists(os.path.join(folder, "HEAD")) and is_git_folder(
        name for name in GIT_FOLDER_NAMES if os.path.lexists(os.path.join(folder, name))
    )


def is_git_folder(names: Iterable[str]) -> bool:
    """Whether git would recognize a folder with these names as a repository."""
    existing = set(names)
    return "HEAD" in existing and ("commondir" in existing or {"objects", "refs"} <= existing)


def _pointer_target(pointer: str) -> str | None:
    """The canonical target of a `.git` link or `gitdir:` file; None if it does not exist."""
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
        named_path = os.fsdecode(text.removeprefix(b"gitdir:").strip(b" \r\n"))
        target = (
            os.path.realpath(os.path.join(os.path.dirname(pointer), named_path))
            if "\0" not in named_path
            else ""
        )
    return target if os.path.isdir(target) else None
