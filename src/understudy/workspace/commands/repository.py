"""Finding the parts of repositories that programs trust: configuration, hooks, and the pointers to them.

Whoever can write them runs code as the user at the next `git status`. A bounded look through the roots
finds them; `guard` and the sandboxes protect them.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from understudy.workspace.commands.hidden import contains

__all__ = ["Guarded", "find", "outermost"]

_LEVELS: Final = 6
_FOLDERS: Final = 3000
_REPOSITORIES: Final = 200
_SKIPPED: Final = frozenset({"node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"})
_TRUSTED: Final = ("config", "config.worktree", "commondir", "hooks")
_OF_WORKTREE: Final = ("config.worktree", "commondir", "gitdir")


@dataclass(frozen=True, slots=True)
class Guarded:
    """Names inside one folder that a command must not change, whether they exist or not."""

    root: str
    folder: str
    """Relative to the root; empty for the root itself."""
    names: tuple[str, ...]
    pinned: bool = True
    """Whether a sandbox should hold the folder and its names in place by mounts."""

    @property
    def path(self) -> str:
        return os.path.join(self.root, self.folder) if self.folder else self.root


def outermost(roots: Iterable[str]) -> list[str]:
    """The roots that lie in no other root: whoever may write to these may write to all of them."""
    found: list[str] = []
    for root in sorted(set(roots), key=len):
        if not any(contains(other, root) for other in found):
            found.append(root)
    return found


def find(roots: Iterable[str], cwd: str) -> list[Guarded]:
    """Every guarded place found in the roots and on the way from them to `cwd`, each once."""
    tops = outermost(roots)
    found: dict[tuple[str, str, bool], Guarded] = {}
    for folder in _folders(tops, roots, cwd):
        for guarded in _in_folder(folder, tops):
            # A worktree's own folder may be met twice; the stricter view stays.
            found.setdefault((guarded.path, guarded.names[0], guarded.pinned), guarded)
        if len(found) >= _REPOSITORIES:
            break
    return list(found.values())


def _folders(tops: Iterable[str], roots: Iterable[str], cwd: str) -> Iterator[str]:
    """Breadth first below each root, then the line from the root down to the working folder."""
    for top in tops:
        if contains(top, cwd):
            path: str = cwd
            while contains(top, path):
                yield path
                if path == "/":
                    break
                path = os.path.dirname(path)
    left = _FOLDERS
    level = sorted(set(roots), key=len)
    for _ in range(_LEVELS + 1):
        below: list[str] = []
        for folder in level:
            if left == 0:
                return
            left -= 1
            yield folder
            below += _subfolders(folder)
        level = below


def _subfolders(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [
                entry.path
                for entry in entries
                if entry.name != ".git" and entry.name not in _SKIPPED and entry.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return []


def _in_folder(folder: str, tops: list[str]) -> Iterator[Guarded]:
    inside = os.path.join(folder, ".git")
    if os.path.islink(inside) or os.path.isfile(inside):
        # The pointer decides which configuration counts, so it is as good as the configuration.
        root = next(top for top in tops if contains(top, folder))
        yield Guarded(root, _relative(folder, root), (".git",))
        target = _target(inside)
        if target is not None:
            yield from _git_folder(target, tops)
    elif os.path.isdir(inside):
        yield from _git_folder(inside, tops)
    elif _is_git_folder(folder):
        yield from _git_folder(folder, tops)


def _git_folder(path: str, tops: list[str]) -> Iterator[Guarded]:
    root = next((top for top in tops if contains(top, path)), None)
    if root is None:
        # Nothing is writable there anyway.
        return
    yield Guarded(root, _relative(path, root), _TRUSTED)
    for worktree in _subfolders(os.path.join(path, "worktrees")):
        yield Guarded(root, _relative(worktree, root), _OF_WORKTREE, pinned=False)
    waiting = [(os.path.join(path, "modules"), 0)]
    while waiting:
        folder, depth = waiting.pop()
        for module in _subfolders(folder):
            if os.path.exists(os.path.join(module, "HEAD")):
                yield Guarded(root, _relative(module, root), _TRUSTED)
                waiting.append((os.path.join(module, "modules"), depth + 1))
            elif depth < _LEVELS:
                # A submodule's name may contain slashes.
                waiting.append((module, depth + 1))


def _relative(path: str, root: str) -> str:
    return "" if path == root else os.path.relpath(path, root)


def _is_git_folder(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "HEAD")) and all(
        os.path.isdir(os.path.join(folder, name)) for name in ("objects", "refs")
    )


def _target(pointer: str) -> str | None:
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
