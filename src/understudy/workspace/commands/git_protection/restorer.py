"""Putting guarded repository files back when a command changed them.

It is the only protection under Landlock, which cannot make a file read-only inside a writable folder, and
the second one under bubblewrap, also for what is not mounted there. Entry by entry, what was copied is put
back and what is new is removed; what was not copied is never touched, and said if it was changed. It works
below the root's descriptor without following links, so that a command cannot have us write somewhere else
by planting one.

Roots that a command turned into bare repositories, and turning them back.

Git takes a folder with HEAD, objects and refs for a repository when it has no valid `.git`, and then trusts
the `config` beside them. Only the roots themselves are looked at: below them a command may make
repositories of its own, and `.git` in a root is the guard's and `git init`'s business.
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
    """What a command had changed, as paths and remarks."""

    reverted: list[str] = field(default_factory=list[str])
    not_reverted: list[str] = field(default_factory=list[str])
    """Changed, and still so: there was no copy, or it could not be put back."""
    moved_aside: list[str] = field(default_factory=list[str])
    """Where what stood in the way is now, if the guard keeps such things."""


@dataclass(frozen=True, slots=True)
class _ProtectedCopy:
    paths: ProtectedPaths
    identity: Identity
    entries: Mapping[str, Entry]
    fd: int | None
    """The folder itself, so that it is found again when it was moved."""


class Restorer:
    """The state of guarded places before a command. Descriptors are held until `close()`.

    `keep`: nothing is deleted, it only gets a name that nobody trusts. For whoever cannot know that it was the
    command's doing and not the user's.
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
            for place in places:
                folder = _open_protected(place)
                if folder is not None:
                    self._capture(place, folder)
        except BaseException:
            self.close()
            raise

    def _capture(self, place: ProtectedPaths, folder: int) -> None:
        kept = None
        try:
            entries = {name: capture(folder, name, self._budget) for name in place.names}
            kept = folder if len(self._copies) < MAX_OPEN_PROTECTED_FOLDERS else None
            self._copies.append(_ProtectedCopy(place, file_identity(folder), entries, kept))
        finally:
            if kept is None:
                os.close(folder)

    def close(self) -> None:
        for copy in self._copies:
            if copy.fd is not None:
                os.close(copy.fd)
        self._copies.clear()

    def restore(self, *, read_only_mounts: Collection[str]) -> RestoreResult:
        """Undo every change that can be undone, and say what was changed.

        `held` are the paths that were read-only mounts for the command. If their folder is still the same
        one, a change came from the user's side, not from the command, and stays.
        """
        result = RestoreResult()
        for copy in self._copies:
            try:
                self._restore_copy(copy, read_only_mounts, result)
            except OSError as error:
                # The others still have their turn, and this one must not pass in silence.
                result.not_reverted.append(f"{copy.paths.path} ({error.strerror})")
        return result

    def _restore_copy(
        self, copy: _ProtectedCopy, read_only_mounts: Collection[str], result: RestoreResult
    ) -> None:
        place = copy.paths
        folder = _open_protected(place)
        if folder is None:
            if self._remove_obstacles(place, copy.identity, result):
                result.reverted.append(place.path)
            folder = _open_protected(place)
        moved = folder is None or file_identity(folder) != copy.identity
        if folder is not None:
            try:
                for name, before in copy.entries.items():
                    path = os.path.join(place.path, name)
                    if moved or path not in read_only_mounts:
                        self._restore_entry(folder, name, before, path, result)
            finally:
                os.close(folder)
        if moved and copy.fd is not None and (where := _current_path(copy.fd)) is not None:
            # Moved with a change in it, it could be moved back by the next command.
            for name, before in copy.entries.items():
                self._restore_entry(copy.fd, name, before, os.path.join(where, name), result)

    def _remove_obstacles(self, place: ProtectedPaths, wanted: Identity, result: RestoreResult) -> bool:
        """Remove what stands in for a guarded folder or on the way to it; False if it is just gone."""
        current = os.open(place.root, FOLDER_FLAGS)
        cleared = False
        try:
            for part in _path_parts(place):
                try:
                    below = snapshot.open_folder(current, part)
                except FileNotFoundError:
                    if not cleared:
                        return False
                    os.mkdir(part, dir_fd=current)
                    below = os.open(part, FOLDER_FLAGS, dir_fd=current)
                except OSError:
                    # A link or a file took the folder's place. Often the folder itself was only renamed.
                    self._remove(current, part, place.path, result)
                    if not snapshot.restore_name(current, part, wanted):
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
        """Make the folder what it was, leaving alone what was not copied."""
        try:
            below = snapshot.open_folder(folder, name)
        except OSError:
            below = None
        anew = below is None or file_identity(below) != before.identity
        if anew and snapshot.is_in_folder(folder, before.identity):
            if below is not None:
                os.close(below)
            self._remove(folder, name, path, result)
            snapshot.restore_name(folder, name, before.identity)
            below = os.open(name, FOLDER_FLAGS, dir_fd=folder)
        elif below is None:
            self._remove(folder, name, path, result)
            os.mkdir(name, 0o700, dir_fd=folder)
            below = os.open(name, FOLDER_FLAGS, dir_fd=folder)
        # Of a folder that was another one altogether only the folder is named.
        inside = RestoreResult()
        try:
            self._restore_renamed(below, before, path, inside)
            for extra in sorted(set(os.listdir(below)) - before.entries.keys()):
                extra_path = os.path.join(path, extra)
                self._remove(below, extra, extra_path, inside)
                inside.reverted.append(extra_path)
            for inner, entry in before.entries.items():
                self._restore_entry(below, inner, entry, os.path.join(path, inner), inside)
            if os.fstat(below).st_mode & 0o7777 != before.mode:
                os.fchmod(below, before.mode)
                inside.reverted.append(path)
        finally:
            os.close(below)
        result.not_reverted += inside.not_reverted
        result.moved_aside += inside.moved_aside
        result.reverted += [path] if anew else inside.reverted

    def _restore_renamed(self, folder: int, before: Folder, path: str, result: RestoreResult) -> None:
        """What was not copied and only renamed gets its name back."""
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
        # Complete under another name first: a full disk must not cost what is there.
        fresh = f".understudy-{os.urandom(6).hex()}"
        try:
            match before:
                case File(data, mode):
                    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
                    fd = os.open(fresh, flags, 0o600, dir_fd=folder)
                    with open(fd, "wb") as file:
                        file.write(data)
                        os.fchmod(fd, mode)
                case Link(target):
                    os.symlink(target, fresh, dir_fd=folder)
                case None:
                    pass
            self._remove(folder, name, path, result)
            if before is not None:
                os.rename(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(fresh, dir_fd=folder)
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


def _open_protected(place: ProtectedPaths) -> int | None:
    """The guarded folder without following a link on the way; None when it is not there as a folder."""
    try:
        return open_below_without_links(os.open(place.root, FOLDER_FLAGS), _path_parts(place))
    except OSError:
        return None


def _current_path(folder: int) -> str | None:
    """Where an open folder is now; None if it was deleted."""
    try:
        path = os.readlink(f"/proc/self/fd/{folder}")
        found = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return path if (found.st_dev, found.st_ino) == file_identity(folder) else None


def _path_parts(place: ProtectedPaths) -> list[str]:
    return place.folder.split("/") if place.folder else []


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
