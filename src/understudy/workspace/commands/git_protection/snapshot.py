"""Copies of protected repository files, made before a command within a budget, and the removal of what it planted.

What is too large to copy, or comes after the budget is used up, is only fingerprinted: enough to detect a change,
not to undo it. Removal never deletes something of which no copy exists. Everything happens below a descriptor, and
no link is followed. Restoring is the task of `restorer`.
"""

import os
import shutil
import stat
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from understudy.workspace.commands.folders import FOLDER_FLAGS
from understudy.workspace.limits import (
    MAX_PROTECTED_FILE_BYTES,
    MAX_SNAPSHOT_DEPTH,
    MAX_SNAPSHOT_FILE_BYTES,
    MAX_UNCOPIED_SCAN_ENTRIES,
)

__all__ = [
    "Entry",
    "File",
    "Fingerprinted",
    "Folder",
    "Identity",
    "Link",
    "SnapshotBudget",
    "capture",
    "fingerprint_of",
    "is_in_folder",
    "is_unchanged",
    "open_folder",
    "remove",
    "rename_aside",
    "restore_name",
]

_READ_FLAGS: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

Identity = tuple[int, int]


@dataclass(frozen=True, slots=True)
class File:
    """A copied file."""

    data: bytes
    mode: int


@dataclass(frozen=True, slots=True)
class Link:
    target: str


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder with the copies of its entries."""

    mode: int
    identity: Identity
    entries: "Mapping[str, Entry]"


@dataclass(frozen=True, slots=True)
class Fingerprinted:
    """Not copied. The last part of the fingerprint, the ctime, is set by the kernel and cannot be set back."""

    fingerprint: tuple[int, ...]
    is_folder: bool

    @property
    def identity(self) -> Identity | None:
        return (self.fingerprint[0], self.fingerprint[1]) if self.fingerprint else None


Entry = File | Link | Folder | Fingerprinted | None
"""None: nothing existed under the name."""


@dataclass(slots=True)
class SnapshotBudget:
    """The limits of one command's snapshot. `check_stop` is called at every entry and may raise."""

    check_stop: Callable[[], None]
    copied_bytes_left: int = 32 << 20
    copies_left: int = 5_000
    entries_left: int = 25_000
    """All entries; those beyond the copies are fingerprinted."""
    uncopied: set[Identity] = field(default_factory=set[Identity])
    """Files and folders that were not copied, and so exist only once."""
    all_uncopied_known: bool = True
    """False if a folder was not scanned, so that `uncopied` is incomplete."""

    def spend_entry(self) -> None:
        self.check_stop()
        self.copies_left -= 1
        self.entries_left -= 1


def capture(folder: int, name: str, budget: SnapshotBudget, depth: int = 0) -> Entry:
    """Copy or fingerprint the entry with this name."""
    budget.spend_entry()
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    except OSError:
        return Fingerprinted((), False)
    try:
        if stat.S_ISDIR(status.st_mode):
            entries = _capture_entries(folder, name, budget, depth)
            if entries is not None:
                return Folder(stat.S_IMODE(status.st_mode), (status.st_dev, status.st_ino), entries)
        elif budget.copies_left >= 0 and stat.S_ISLNK(status.st_mode):
            return Link(os.readlink(name, dir_fd=folder))
        elif budget.copies_left >= 0 and stat.S_ISREG(status.st_mode):
            max_bytes = min(
                MAX_SNAPSHOT_FILE_BYTES if depth else MAX_PROTECTED_FILE_BYTES, budget.copied_bytes_left
            )
            data = _read_file(folder, name, max_bytes) if status.st_size <= max_bytes else None
            if data is not None:
                budget.copied_bytes_left -= len(data)
                return File(data, stat.S_IMODE(status.st_mode))
    except OSError:
        # It cannot be read, or it is being removed: keep the fingerprint.
        pass
    is_folder = stat.S_ISDIR(status.st_mode)
    budget.uncopied.add((status.st_dev, status.st_ino))
    budget.all_uncopied_known &= not is_folder
    return Fingerprinted(_fingerprint_of_status(status), is_folder)


def _capture_entries(folder: int, name: str, budget: SnapshotBudget, depth: int) -> dict[str, Entry] | None:
    if depth >= MAX_SNAPSHOT_DEPTH:
        return None
    below = os.open(name, FOLDER_FLAGS, dir_fd=folder)
    try:
        with os.scandir(below) as listing:
            names = [entry.name for entry in islice(listing, max(0, budget.entries_left) + 1)]
        if len(names) > budget.entries_left:
            return None
        return {entry: capture(below, entry, budget, depth + 1) for entry in sorted(names)}
    finally:
        os.close(below)


def is_unchanged(folder: int, name: str, before: File | Link | None) -> bool:
    """Whether the entry with this name still equals its copy."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        match before:
            case None:
                return False
            case Link(target):
                return stat.S_ISLNK(status.st_mode) and os.readlink(name, dir_fd=folder) == target
            case File(data, mode):
                return (
                    stat.S_ISREG(status.st_mode)
                    and (stat.S_IMODE(status.st_mode), status.st_size) == (mode, len(data))
                    and _read_file(folder, name, len(data)) == data
                )
    except FileNotFoundError:
        return before is None
    except OSError:
        return False


def fingerprint_of(folder: int, name: str) -> tuple[int, ...]:
    """A fingerprint that differs for another file, and for the same file after a change; empty if there is none."""
    try:
        return _fingerprint_of_status(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except OSError:
        return ()


def _fingerprint_of_status(status: os.stat_result) -> tuple[int, ...]:
    return (
        status.st_dev,
        status.st_ino,
        status.st_mode,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
    )


def _read_file(folder: int, name: str, max_bytes: int) -> bytes | None:
    """Read the whole file; None if it is larger than `max_bytes`."""
    with open(os.open(name, _READ_FLAGS, dir_fd=folder), "rb", buffering=0) as file:
        parts: list[bytes] = []
        remaining = max_bytes + 1
        while remaining > 0 and (part := file.read(remaining)):
            parts.append(part)
            remaining -= len(part)
    return b"".join(parts) if remaining > 0 else None


def open_folder(parent: int, name: str) -> int:
    """Open a folder, even one without any permissions."""
    try:
        return os.open(name, FOLDER_FLAGS, dir_fd=parent)
    except PermissionError:
        path_fd = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
        try:
            os.chmod(f"/proc/self/fd/{path_fd}", 0o700)
            return os.open(".", FOLDER_FLAGS, dir_fd=path_fd)
        finally:
            os.close(path_fd)


def is_in_folder(folder: int, identity: Identity) -> bool:
    return _find_by_identity(folder, identity) is not None


def restore_name(folder: int, name: str, identity: Identity) -> bool:
    """Rename an entry that was renamed within its folder back. Return False if it is not in the folder."""
    current_name = _find_by_identity(folder, identity)
    if current_name is None:
        return False
    os.rename(current_name, name, src_dir_fd=folder, dst_dir_fd=folder)
    return True


def _find_by_identity(folder: int, identity: Identity) -> str | None:
    with os.scandir(folder) as entries:
        for entry in entries:
            # Only a match is worth another system call.
            if entry.inode() == identity[1] and entry.stat(follow_symlinks=False).st_dev == identity[0]:
                return entry.name
    return None


def remove(folder: int, name: str, budget: SnapshotBudget) -> str | None:
    """Remove the entry with this name. If it may contain something that was not copied, rename it instead.

    Returns the new name then.
    """
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if _may_contain_uncopied(folder, name, status, budget):
        return rename_aside(folder, name)
    if not stat.S_ISDIR(status.st_mode):
        os.unlink(name, dir_fd=folder)
        return None
    try:
        shutil.rmtree(name, dir_fd=folder)
    except (OSError, RecursionError):
        # Built to be hard to remove. What matters is that it loses the trusted name.
        new_name = rename_aside(folder, name)
        # `rm` has no recursion limit; it runs below the descriptor, so that no link can redirect it.
        subprocess.run(
            ["rm", "-rf", "--", new_name],
            cwd=f"/proc/self/fd/{folder}",
            pass_fds=(folder,),
            check=False,
            stderr=subprocess.DEVNULL,
        )
    return None


def rename_aside(folder: int, name: str) -> str:
    """Rename an entry to something that no program trusts. Return the new name."""
    new_name = f"refused-{os.urandom(6).hex()}"
    os.rename(name, new_name, src_dir_fd=folder, dst_dir_fd=folder)
    return new_name


def _may_contain_uncopied(folder: int, name: str, status: os.stat_result, budget: SnapshotBudget) -> bool:
    if not budget.uncopied:
        return False
    if (status.st_dev, status.st_ino) in budget.uncopied or not budget.all_uncopied_known:
        return True
    if not stat.S_ISDIR(status.st_mode):
        return False
    scanned = 0
    try:
        for _, folders, files, fd in os.fwalk(name, dir_fd=folder, onerror=_raise):
            for inner in (*folders, *files):
                scanned += 1
                entry = os.stat(inner, dir_fd=fd, follow_symlinks=False)
                if (entry.st_dev, entry.st_ino) in budget.uncopied or scanned > MAX_UNCOPIED_SCAN_ENTRIES:
                    return True
    except (OSError, RecursionError):
        # It cannot be scanned, so assume that it does.
        return True
    return False


def _raise(error: OSError) -> None:
    raise error
