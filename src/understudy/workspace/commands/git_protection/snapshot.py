"""A copy of what stands under the guarded names of repositories, made before a command within a budget.

What is too large to copy, or comes after the budget is spent, is known by its marks only: enough to see
that it was changed, not to undo it. Nothing is written here; `guard` puts back.

Taking away what a command planted in a guarded place, without losing what exists only there.

Everything happens below a descriptor, and no link is followed.
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
    data: bytes
    mode: int


@dataclass(frozen=True, slots=True)
class Link:
    target: str


@dataclass(frozen=True, slots=True)
class Folder:
    mode: int
    identity: Identity
    entries: "Mapping[str, Entry]"


@dataclass(frozen=True, slots=True)
class Fingerprinted:
    """Not copied. The last mark, the time of change, is the kernel's and cannot be set back."""

    fingerprint: tuple[int, ...]
    is_folder: bool

    @property
    def identity(self) -> Identity | None:
        return (self.fingerprint[0], self.fingerprint[1]) if self.fingerprint else None


Entry = File | Link | Folder | Fingerprinted | None
"""None: there was nothing."""


@dataclass(slots=True)
class SnapshotBudget:
    """What one command's snapshot may cost in all. `check` is asked at every entry and may raise."""

    check_stop: Callable[[], None]
    copied_bytes_left: int = 32 << 20
    copies_left: int = 5_000
    entries_left: int = 25_000
    """Entries in all; after the copies, by their marks."""
    uncopied: set[Identity] = field(default_factory=set[Identity])
    """What exists only once, because it was not copied."""
    all_uncopied_known: bool = True
    """False when there was a folder into which nobody looked."""

    def spend_entry(self) -> None:
        self.check_stop()
        self.copies_left -= 1
        self.entries_left -= 1


def capture(folder: int, name: str, budget: SnapshotBudget, depth: int = 0) -> Entry:
    """What stands under the name, to be compared with later and to be put back."""
    budget.spend_entry()
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    except OSError:
        return Fingerprinted((), False)
    try:
        if stat.S_ISDIR(found.st_mode):
            entries = _capture_entries(folder, name, budget, depth)
            if entries is not None:
                return Folder(stat.S_IMODE(found.st_mode), (found.st_dev, found.st_ino), entries)
        elif budget.copies_left >= 0 and stat.S_ISLNK(found.st_mode):
            return Link(os.readlink(name, dir_fd=folder))
        elif budget.copies_left >= 0 and stat.S_ISREG(found.st_mode):
            most = min(
                MAX_SNAPSHOT_FILE_BYTES if depth else MAX_PROTECTED_FILE_BYTES, budget.copied_bytes_left
            )
            data = _read_file(folder, name, most) if found.st_size <= most else None
            if data is not None:
                budget.copied_bytes_left -= len(data)
                return File(data, stat.S_IMODE(found.st_mode))
    except OSError:
        # It may not be read, or it goes away just now: what was seen of it is kept.
        pass
    is_folder = stat.S_ISDIR(found.st_mode)
    budget.uncopied.add((found.st_dev, found.st_ino))
    budget.all_uncopied_known &= not is_folder
    return Fingerprinted(_fingerprint_of_status(found), is_folder)


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
    """Whether what was copied still stands under the name just so."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        match before:
            case None:
                return False
            case Link(target):
                return stat.S_ISLNK(found.st_mode) and os.readlink(name, dir_fd=folder) == target
            case File(data, mode):
                return (
                    stat.S_ISREG(found.st_mode)
                    and (stat.S_IMODE(found.st_mode), found.st_size) == (mode, len(data))
                    and _read_file(folder, name, len(data)) == data
                )
    except FileNotFoundError:
        return before is None
    except OSError:
        return False


def fingerprint_of(folder: int, name: str) -> tuple[int, ...]:
    """What tells a thing that was not copied from any other and from itself after a change."""
    try:
        return _fingerprint_of_status(os.stat(name, dir_fd=folder, follow_symlinks=False))
    except OSError:
        return ()


def _fingerprint_of_status(found: os.stat_result) -> tuple[int, ...]:
    return (
        found.st_dev,
        found.st_ino,
        found.st_mode,
        found.st_size,
        found.st_mtime_ns,
        found.st_ctime_ns,
    )


def _read_file(folder: int, name: str, max_bytes: int) -> bytes | None:
    """The whole file, or None when it is larger than `most`."""
    with open(os.open(name, _READ_FLAGS, dir_fd=folder), "rb", buffering=0) as file:
        parts: list[bytes] = []
        left = max_bytes + 1
        while left > 0 and (part := file.read(left)):
            parts.append(part)
            left -= len(part)
    return b"".join(parts) if left > 0 else None


def open_folder(parent: int, name: str) -> int:
    """A folder, also one from which all rights were taken."""
    try:
        return os.open(name, FOLDER_FLAGS, dir_fd=parent)
    except PermissionError:
        place = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
        try:
            os.chmod(f"/proc/self/fd/{place}", 0o700)
            return os.open(".", FOLDER_FLAGS, dir_fd=place)
        finally:
            os.close(place)


def is_in_folder(folder: int, wanted: Identity) -> bool:
    return _find_by_identity(folder, wanted) is not None


def restore_name(folder: int, name: str, wanted: Identity) -> bool:
    """Give something that was renamed within its folder its name back; False if it is not there."""
    other = _find_by_identity(folder, wanted)
    if other is None:
        return False
    os.rename(other, name, src_dir_fd=folder, dst_dir_fd=folder)
    return True


def _find_by_identity(folder: int, wanted: Identity) -> str | None:
    with os.scandir(folder) as entries:
        for entry in entries:
            # Only what matches is asked for more than its number.
            if entry.inode() == wanted[1] and entry.stat(follow_symlinks=False).st_dev == wanted[0]:
                return entry.name
    return None


def remove(folder: int, name: str, budget: SnapshotBudget) -> str | None:
    """Remove what stands under the name. If something precious may be in it, it only loses the name.

    Returns the new name then.
    """
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if _may_contain_uncopied(folder, name, found, budget):
        return rename_aside(folder, name)
    if not stat.S_ISDIR(found.st_mode):
        os.unlink(name, dir_fd=folder)
        return None
    try:
        shutil.rmtree(name, dir_fd=folder)
    except (OSError, RecursionError):
        # Made to be hard to remove. What counts is that it no longer has the trusted name.
        refused = rename_aside(folder, name)
        # `rm` goes as deep as it takes; below the descriptor, so that no link can lead it elsewhere.
        subprocess.run(
            ["rm", "-rf", "--", refused],
            cwd=f"/proc/self/fd/{folder}",
            pass_fds=(folder,),
            check=False,
            stderr=subprocess.DEVNULL,
        )
    return None


def rename_aside(folder: int, name: str) -> str:
    """Rename to something that nobody trusts."""
    refused = f"refused-{os.urandom(6).hex()}"
    os.rename(name, refused, src_dir_fd=folder, dst_dir_fd=folder)
    return refused


def _may_contain_uncopied(folder: int, name: str, found: os.stat_result, budget: SnapshotBudget) -> bool:
    if not budget.uncopied:
        return False
    if (found.st_dev, found.st_ino) in budget.uncopied or not budget.all_uncopied_known:
        return True
    if not stat.S_ISDIR(found.st_mode):
        return False
    looked = 0
    try:
        for _, folders, files, fd in os.fwalk(name, dir_fd=folder, onerror=_raise):
            for inner in (*folders, *files):
                looked += 1
                entry = os.stat(inner, dir_fd=fd, follow_symlinks=False)
                if (entry.st_dev, entry.st_ino) in budget.uncopied or looked > MAX_UNCOPIED_SCAN_ENTRIES:
                    return True
    except (OSError, RecursionError):
        # It cannot be looked through, so nobody knows.
        return True
    return False


def _raise(error: OSError) -> None:
    raise error
