"""A copy of the guarded repository files, and putting them back when a command changed them.

It is the only protection under Landlock, which cannot make a file read-only inside a writable folder, and
the second one under bubblewrap. It works below the root's descriptor without following links, so that a
command cannot have us write somewhere else by planting one.
"""

import os
import shutil
import stat
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from understudy.workspace.commands.repository import Guarded

__all__ = ["Guard"]

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_MOST_BYTES: Final = 1 << 20
_MOST_ENTRIES: Final = 500
_DEPTH: Final = 4


@dataclass(frozen=True, slots=True)
class _File:
    data: bytes
    mode: int


@dataclass(frozen=True, slots=True)
class _Link:
    target: str


@dataclass(frozen=True, slots=True)
class _Folder:
    mode: int
    entries: "Mapping[str, _Entry]"


@dataclass(frozen=True, slots=True)
class _Unknown:
    """Too large or too odd to copy; equal only to itself as the system identifies it."""

    identity: tuple[int, ...]


_Entry = _File | _Link | _Folder | _Unknown | None


@dataclass(frozen=True, slots=True)
class _Copy:
    guarded: Guarded
    identity: tuple[int, int]
    entries: Mapping[str, _Entry]


class Guard:
    """The state of guarded places before a command."""

    def __init__(self, places: Iterable[Guarded]) -> None:
        self._copies: list[_Copy] = []
        for place in places:
            folder = _open(place)
            if folder is None:
                continue
            try:
                entries = {name: _capture(folder, name) for name in place.names}
                self._copies.append(_Copy(place, _identity(folder), entries))
            finally:
                os.close(folder)

    def restore(self, *, mounted: bool) -> list[str]:
        """Undo every change and say what was changed.

        With `mounted`, names that existed were read-only mounts. If their folder is still the same one, a
        change came from the user's side, not from the command, and stays.
        """
        changed: list[str] = []
        for copy in self._copies:
            try:
                changed += _restore(copy, mounted=mounted)
            except OSError as error:
                # The others still have their turn, and this one must not pass in silence.
                changed.append(f"{copy.guarded.path}, which could not be put back: {error.strerror}")
        return changed


def _restore(copy: _Copy, *, mounted: bool) -> list[str]:
    place = copy.guarded
    folder = _open(place)
    changed: list[str] = []
    if folder is None:
        if not _put_back(place, copy.identity):
            # The whole folder is gone, and with it what could be trusted.
            return changed
        changed.append(place.path)
        folder = _open(place)
        if folder is None:
            return changed
    try:
        held = mounted and place.pinned and _identity(folder) == copy.identity
        for name, before in copy.entries.items():
            if held and isinstance(before, _File | _Folder | _Unknown):
                continue
            if _capture(folder, name) == before or isinstance(before, _Unknown):
                continue
            _remove(folder, name)
            _write(folder, name, before)
            changed.append(os.path.join(place.path, name))
    finally:
        os.close(folder)
    return changed


def _put_back(place: Guarded, identity: tuple[int, int]) -> bool:
    """Clear the way to a guarded folder that something else now stands in for; False if it is just gone."""
    try:
        current = os.open(place.root, _FOLDER)
    except OSError:
        return False
    cleared = False
    try:
        for part in _parts(place):
            try:
                below = os.open(part, _FOLDER, dir_fd=current)
            except FileNotFoundError:
                if not cleared:
                    return False
                os.mkdir(part, dir_fd=current)
                below = os.open(part, _FOLDER, dir_fd=current)
            except OSError:
                # A link or a file took the folder's place. Often the folder itself was only renamed.
                os.unlink(part, dir_fd=current)
                _bring_home(current, part, identity)
                cleared = True
                below = os.open(part, _FOLDER, dir_fd=current)
            os.close(current)
            current = below
    finally:
        os.close(current)
    return cleared


def _bring_home(parent: int, name: str, identity: tuple[int, int]) -> None:
    for other in os.listdir(parent):
        found = os.stat(other, dir_fd=parent, follow_symlinks=False)
        if (found.st_dev, found.st_ino) == identity and stat.S_ISDIR(found.st_mode):
            os.rename(other, name, src_dir_fd=parent, dst_dir_fd=parent)
            return
    os.mkdir(name, dir_fd=parent)


def _open(place: Guarded) -> int | None:
    """The guarded folder without following a link on the way; None when it is not there as a folder."""
    try:
        current = os.open(place.root, _FOLDER)
        for part in _parts(place):
            above = current
            try:
                current = os.open(part, _FOLDER, dir_fd=above)
            finally:
                os.close(above)
    except OSError:
        return None
    return current


def _parts(place: Guarded) -> list[str]:
    return place.folder.split("/") if place.folder else []


def _identity(folder: int) -> tuple[int, int]:
    found = os.fstat(folder)
    return found.st_dev, found.st_ino


def _capture(folder: int, name: str, depth: int = 0) -> _Entry:
    """What stands under the name, to be put back. What is too large is known only by its marks."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISLNK(found.st_mode):
            return _Link(os.readlink(name, dir_fd=folder))
        if stat.S_ISREG(found.st_mode) and found.st_size <= _MOST_BYTES:
            fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
            with open(fd, "rb") as file:
                return _File(file.read(_MOST_BYTES), stat.S_IMODE(found.st_mode))
        if stat.S_ISDIR(found.st_mode) and depth < _DEPTH:
            below = os.open(name, _FOLDER, dir_fd=folder)
            try:
                names = os.listdir(below)
                if len(names) <= _MOST_ENTRIES:
                    entries = {entry: _capture(below, entry, depth + 1) for entry in names}
                    return _Folder(stat.S_IMODE(found.st_mode), entries)
            finally:
                os.close(below)
    except FileNotFoundError:
        return None
    except OSError:
        return _Unknown(())
    return _Unknown((found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns))


def _remove(folder: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return
    except OSError:
        try:
            shutil.rmtree(name, dir_fd=folder)
        except (OSError, RecursionError):
            # Made to be hard to remove. What counts is that it no longer has the trusted name.
            refused = f"refused-{os.urandom(6).hex()}"
            os.rename(name, refused, src_dir_fd=folder, dst_dir_fd=folder)
            # `rm` goes as deep as it takes; below the descriptor, so that no link can lead it elsewhere.
            subprocess.run(
                ["rm", "-rf", "--", refused], cwd=f"/proc/self/fd/{folder}", pass_fds=(folder,), check=False
            )


def _write(folder: int, name: str, entry: _Entry) -> None:
    match entry:
        case _File(data, mode):
            fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600, dir_fd=folder)
            with open(fd, "wb") as file:
                file.write(data)
                os.fchmod(fd, mode)
        case _Link(target):
            os.symlink(target, name, dir_fd=folder)
        case _Folder(mode, entries):
            os.mkdir(name, 0o700, dir_fd=folder)
            below = os.open(name, _FOLDER, dir_fd=folder)
            try:
                for inner, value in entries.items():
                    _write(below, inner, value)
                os.fchmod(below, mode)
            finally:
                os.close(below)
        case _:
            pass
