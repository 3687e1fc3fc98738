"""Changing a file: look at the old one, decide, replace it in one step.

Owns the way to a file that may not exist yet (and to its missing parents) beneath its root, and the hash
by which a caller proves which content it has seen. It does not decide whether the change is allowed.
"""

import contextlib
import errno
import hashlib
import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from understudy.workspace.atomic import replace_file
from understudy.workspace.errors import InvalidArgument, NotFound
from understudy.workspace.names import shown
from understudy.workspace.scope import O_PATH, Place, refuse
from understudy.workspace.workspace import Workspace

__all__ = ["Target", "digest", "open_target", "require_hash"]

CHUNK: Final = 4 << 20


@dataclass(slots=True)
class Target:
    """A file about to be written: its folder is open, and so is the old file if there is one."""

    place: Place
    sent: str
    folder: int
    old: int | None
    made: list[Place]
    """Folders that were made for it, outermost first."""

    def save(self, content: Iterable[bytes], *, exclusive: bool = False) -> None:
        try:
            replace_file(self.folder, self.place.name, content, like=self.old, exclusive=exclusive)
        except FileExistsError:
            raise already_exists(self.sent) from None
        except OSError as error:
            refuse(error, self.sent)
        self.made.clear()


@contextmanager
def open_target(workspace: Workspace, path: str, *, create_folders: bool = False) -> Generator[Target]:
    """Open the way to `path`. Folders made on the way vanish again unless something was saved."""
    place = workspace.locate(path)
    if path.endswith("/") or place.relative == ".":
        raise InvalidArgument(f"{shown(path)!r} names a folder, not a file.", "not_a_file", path=shown(path))
    made: list[Place] = []
    old: int | None = None
    try:
        folder = _open_parent(place, path, made if create_folders else None)
    except OSError as error:
        _unmake(made)
        refuse(error, path)
    try:
        old = _open_old(workspace, place, path)
        yield Target(place, path, folder, old, made)
    finally:
        if old is not None:
            os.close(old)
        os.close(folder)
        _unmake(made)


def digest(fd: int) -> str:
    """The hash of an open file's whole content, as readFile reports it."""
    state = hashlib.sha256()
    offset = 0
    while data := os.pread(fd, CHUNK, offset):
        state.update(data)
        offset += len(data)
    return state.hexdigest()


def require_hash(current: str | None, expected: str, path: str) -> None:
    """Refuse if the file is not the one that the caller has seen."""
    if current == expected.lower():
        return
    now = "is gone" if current is None else "has changed"
    raise InvalidArgument(
        f"{shown(path)!r} {now} since it was read. Read it again and redo the change.",
        "changed_since_read",
        path=shown(path),
        currentHash=current,
        expectedHash=expected,
    )


def already_exists(path: str) -> InvalidArgument:
    return InvalidArgument(
        f"{shown(path)!r} exists already, and mode 'create' never replaces a file. "
        "Use mode 'overwrite' or another name.",
        "already_exists",
        path=shown(path),
    )


def _open_parent(place: Place, path: str, made: list[Place] | None) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY
    parent = place.parent()
    try:
        return parent.open(flags)
    except FileNotFoundError:
        if made is None:
            raise NotFound(
                f"The folder of {shown(path)!r} does not exist. Set createDirectories, or create it first.",
                "missing",
                path=shown(path),
            ) from None
    current = Place(place.root, ".")
    for name in parent.relative.split("/"):
        folder = current.open(flags)
        current = current.child(name)
        try:
            with contextlib.suppress(FileExistsError):
                os.mkdir(name, 0o777, dir_fd=folder)
                made.append(current)
                os.fsync(folder)
        finally:
            os.close(folder)
    return current.open(flags)


def _unmake(made: list[Place]) -> None:
    for place in reversed(made):
        with contextlib.suppress(OSError):
            folder = place.parent().open(os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.rmdir(place.name, dir_fd=folder)
            finally:
                os.close(folder)


def _open_old(workspace: Workspace, place: Place, path: str) -> int | None:
    try:
        fd = place.open(O_PATH)
        try:
            workspace.require_file(os.fstat(fd), path)
        finally:
            os.close(fd)
        return place.open(os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.EACCES:
            error = PermissionError(errno.EACCES, "it may not be read, so it cannot be replaced safely")
        refuse(error, path)
