"""Restore protected repository files after a command changed them.

`Restorer` is the only protection under Landlock, which cannot make a file read-only in a writable folder, and the
second one under bubblewrap, also for paths without a mount. Entry by entry, it restores what was copied and removes
what is new; what was not copied is never modified, and reported if it has changed. It works below the descriptor of
the root and follows no links, so that a command cannot redirect its writes with one.

`BareRepoGuard` reverts roots that a command turned into bare repositories. Git treats a folder with HEAD, objects
and refs as a repository if it has no valid `.git`, and then trusts the `config` beside them. Only the roots are
checked: below them a command may create repositories, and `.git` in a root is protected by `Restorer`.
"""

import contextlib
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from understudy.workspace.commands.folders import (
    FOLDER_FLAGS,
    file_identity,
    open_below_without_links,
    open_without_links,
)
from understudy.workspace.commands.git_protection import snapshot
from understudy.workspace.commands.git_protection.protected_paths import (
    GIT_FOLDER_NAMES,
    ProtectedPaths,
    is_git_folder,
)
from understudy.workspace.commands.git_protection.snapshot import (
    Entry,
    File,
    Fingerprinted,
    Folder,
    Identity,
    Link,
    SnapshotBudget,
    capture,
    fingerprint_of,
    is_unchanged,
    rename_aside,
)
from understudy.workspace.limits import MAX_OPEN_PROTECTED_FOLDERS

__all__ = ["BareRepoGuard", "RestoreResult", "Restorer"]


@dataclass(slots=True)
class RestoreResult:
    """What a command had changed, as paths, some with a remark."""

    reverted: list[str] = field(default_factory=list[str])
    not_reverted: list[str] = field(default_factory=list[str])
    """Changes that remain: there was no copy, or it could not be restored."""
    moved_aside: list[str] = field(default_factory=list[str])
    """The new paths of what was moved aside (only with `move_aside`)."""


@dataclass(frozen=True, slots=True)
class _ProtectedCopy:
    paths: ProtectedPaths
    identity: Identity
    entries: Mapping[str, Entry]
    fd: int | None
    """The open folder, which is found by this descriptor even if it was moved."""


class Restorer:
    """A copy of protected paths before a command. Keeps descriptors open until `close`.

    `move_aside`: nothing is deleted, only renamed to something that no program trusts. For callers who cannot tell
    changes of the command from changes of the user.
    """

    def __init__(
        self,
        places: Iterable[ProtectedPaths],
        check: Callable[[], None] = lambda: None,
        *,
        move_aside: bool = False,
    ) -> None:
        self._move_aside = move_aside
        self._budget = SnapshotBudget(check)
        self._copies: list[_ProtectedCopy] = []
        try:
            for paths in places:
                folder = _open_protected(paths)
                if folder is not None:
                    self._capture(paths, folder)
        except BaseException:
            self.close()
            raise

    def _capture(self, paths: ProtectedPaths, folder: int) -> None:
        kept_fd = None
        try:
            entries = {name: capture(folder, name, self._budget) for name in paths.names}
            kept_fd = folder if len(self._copies) < MAX_OPEN_PROTECTED_FOLDERS else None
            self._copies.append(_ProtectedCopy(paths, file_identity(folder), entries, kept_fd))
        finally:
            if kept_fd is None:
                os.close(folder)

    def close(self) -> None:
        for copy in self._copies:
            if copy.fd is not None:
                os.close(copy.fd)
        self._copies.clear()

    def restore(self, *, read_only_mounts: Collection[str]) -> RestoreResult:
        """Undo every change that can be undone, and report all of them.

        `read_only_mounts` are the paths that the command could not write. If their folder is still the same, a
        change was made by the user, not by the command, and is left alone.
        """
        result = RestoreResult()
        for copy in self._copies:
            try:
                self._restore_copy(copy, read_only_mounts, result)
            except OSError as error:
                # Report this one, and go on with the others.
                result.not_reverted.append(f"{copy.paths.path} ({error.strerror})")
        return result

    def _restore_copy(
        self, copy: _ProtectedCopy, read_only_mounts: Collection[str], result: RestoreResult
    ) -> None:
        paths = copy.paths
        folder = _open_protected(paths)
        if folder is None:
            if self._remove_obstacles(paths, copy.identity, result):
                result.reverted.append(paths.path)
            folder = _open_protected(paths)
        moved = folder is None or file_identity(folder) != copy.identity
        if folder is not None:
            try:
                for name, before in copy.entries.items():
                    path = os.path.join(paths.path, name)
                    if moved or path not in read_only_mounts:
                        self._restore_entry(folder, name, before, path, result)
            finally:
                os.close(folder)
        if moved and copy.fd is not None and (new_path := _current_path(copy.fd)) is not None:
            # The next command could move it back, with a change in it.
            for name, before in copy.entries.items():
                self._restore_entry(copy.fd, name, before, os.path.join(new_path, name), result)

    def _remove_obstacles(self, paths: ProtectedPaths, identity: Identity, result: RestoreResult) -> bool:
        """Remove what replaced a protected folder or a parent of it. Return False if the folder is only missing."""
        current = os.open(paths.root, FOLDER_FLAGS)
        cleared = False
        try:
            for part in _path_parts(paths):
                try:
                    below = snapshot.open_folder(current, part)
                except FileNotFoundError:
                    if not cleared:
                        return False
                    os.mkdir(part, dir_fd=current)
                    below = os.open(part, FOLDER_FLAGS, dir_fd=current)
                except OSError:
                    # A link or a file replaced the folder. Often the folder itself was only renamed.
                    self._remove(current, part, paths.path, result)
                    if not snapshot.restore_name(current, part, identity):
                        os.mkdir(part, dir_fd=current)
                    cleared = True
                    below = os.open(part, FOLDER_FLAGS, dir_fd=current)
                os.close(current)
                current = below
        finally:
            os.close(current)
        return cleared

    def _restore_entry(self, folder: int, name: str, before: Entry, path: str, result: RestoreResult) -> None:
        try:
            match before:
                case Folder():
                    self._restore_folder(folder, name, before, path, result)
                case Fingerprinted():
                    if fingerprint_of(folder, name) != before.fingerprint:
                        result.not_reverted.append(path)
                case _:
                    if not is_unchanged(folder, name, before):
                        self._replace(folder, name, before, path, result)
        except OSError as error:
            result.not_reverted.append(f"{path} ({error.strerror})")

    def _restore_folder(
        self, folder: int, name: str, before: Folder, path: str, result: RestoreResult
    ) -> None:
        """Restore the folder, except entries that were not copied."""
        try:
            below = snapshot.open_folder(folder, name)
        except OSError:
            below = None
        replaced = below is None or file_identity(below) != before.identity
        if replaced and snapshot.is_in_folder(folder, before.identity):
            if below is not None:
                os.close(below)
            self._remove(folder, name, path, result)
            snapshot.restore_name(folder, name, before.identity)
            below = os.open(name, FOLDER_FLAGS, dir_fd=folder)
        elif below is None:
            self._remove(folder, name, path, result)
            os.mkdir(name, 0o700, dir_fd=folder)
            below = os.open(name, FOLDER_FLAGS, dir_fd=folder)
        # If the folder was replaced as a whole, only the folder is reported.
        inner_result = RestoreResult()
        try:
            self._restore_renamed(below, before, path, inner_result)
            for extra in sorted(set(os.listdir(below)) - before.entries.keys()):
                extra_path = os.path.join(path, extra)
                self._remove(below, extra, extra_path, inner_result)
                inner_result.reverted.append(extra_path)
            for inner, entry in before.entries.items():
                self._restore_entry(below, inner, entry, os.path.join(path, inner), inner_result)
            if os.fstat(below).st_mode & 0o7777 != before.mode:
                os.fchmod(below, before.mode)
                inner_result.reverted.append(path)
        finally:
            os.close(below)
        result.not_reverted += inner_result.not_reverted
        result.moved_aside += inner_result.moved_aside
        result.reverted += [path] if replaced else inner_result.reverted

    def _restore_renamed(self, folder: int, before: Folder, path: str, result: RestoreResult) -> None:
        """Rename entries back that were not copied and were only renamed."""
        for name, entry in before.entries.items():
            if (
                isinstance(entry, Fingerprinted)
                and entry.identity
                and fingerprint_of(folder, name)[:2] != entry.identity
            ):
                if not snapshot.is_in_folder(folder, entry.identity):
                    continue
                self._remove(folder, name, os.path.join(path, name), result)
                snapshot.restore_name(folder, name, entry.identity)

    def _replace(
        self, folder: int, name: str, before: File | Link | None, path: str, result: RestoreResult
    ) -> None:
        # Write it under another name first: a full disk must not destroy the existing file.
        temporary_name = f".understudy-{os.urandom(6).hex()}"
        try:
            match before:
                case File(data, mode):
                    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
                    fd = os.open(temporary_name, flags, 0o600, dir_fd=folder)
                    with open(fd, "wb") as file:
                        file.write(data)
                        os.fchmod(fd, mode)
                case Link(target):
                    os.symlink(target, temporary_name, dir_fd=folder)
                case None:
                    pass
            self._remove(folder, name, path, result)
            if before is not None:
                os.rename(temporary_name, name, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(temporary_name, dir_fd=folder)
            raise
        result.reverted.append(path)

    def _remove(self, folder: int, name: str, path: str, result: RestoreResult) -> None:
        if self._move_aside:
            if fingerprint_of(folder, name):
                result.moved_aside.append(
                    os.path.join(os.path.dirname(path), snapshot.rename_aside(folder, name))
                )
            return
        aside = snapshot.remove(folder, name, self._budget)
        if aside is not None:
            result.not_reverted.append(f"{path} (kept as {aside})")


def _open_protected(paths: ProtectedPaths) -> int | None:
    """Open the protected folder without following links; None if there is no folder at its path."""
    try:
        return open_below_without_links(os.open(paths.root, FOLDER_FLAGS), _path_parts(paths))
    except OSError:
        return None


def _current_path(folder: int) -> str | None:
    """The current path of an open folder; None if it was deleted."""
    try:
        path = os.readlink(f"/proc/self/fd/{folder}")
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return path if (status.st_dev, status.st_ino) == file_identity(folder) else None


def _path_parts(paths: ProtectedPaths) -> list[str]:
    return paths.folder.split("/") if paths.folder else []


_GIT_NAMES: Final = (*GIT_FOLDER_NAMES, "config")
# Small files first; folders are renamed only if that was not enough.
_RENAME_STEPS: Final = (("HEAD", "commondir", "config"), ("objects", "refs"))


class BareRepoGuard:
    """The names of a git folder that existed in the roots before a command."""

    def __init__(self, roots: Iterable[str]) -> None:
        self._names_before = {root: _existing_git_names(root) for root in roots}

    def revert(self) -> list[str]:
        """Rename new files that make a root a bare repository. Return each path with its new name."""
        renamed: list[str] = []
        for root, before in self._names_before.items():
            now = _existing_git_names(root)
            if is_git_folder(before) or not is_git_folder(now):
                continue
            folder = open_without_links(root)
            try:
                for step in _RENAME_STEPS:
                    new = [name for name in step if name in now - before]
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
