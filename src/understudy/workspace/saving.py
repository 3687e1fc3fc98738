"""Changing a file: look at the old one, decide, replace it in one step.

Owns the way to a file that may not exist yet (and to its missing parents) beneath its root, and the hash
by which a caller proves which content it has seen. It does not decide whether the change is allowed.
"""

import contextlib
import errno
import hashlib
import os
import threading
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from understudy.workspace.atomic import replace_file
from understudy.workspace.errors import InvalidArgument, NotFound
from understudy.workspace.names import shown
from understudy.workspace.reading import chunks
from understudy.workspace.scope import Place, refuse
from understudy.workspace.stop import Stop
from understudy.workspace.workspace import Workspace

__all__ = ["Target", "already_exists", "digest", "open_target", "require_hash"]

MAX_TRIES: Final = 8


@dataclass(slots=True)
class Target:
    """A file about to be written: its folder is open, and so is the old file if there is one."""

    place: Place
    sent: str
    folder: int | None
    """None only where nothing will be saved and the folder is not there."""
    old: int | None
    seen: os.stat_result | None
    """The old file's marks when it was opened, before anything was read."""
    made: list[Place]
    """Folders that were made for it, outermost first."""

    def save(self, content: Iterable[bytes], *, exclusive: bool = False, over_old: bool = False) -> None:
        """Put `content` in the file's place; with `over_old` only if the old file is still there unchanged."""
        if self.folder is None:
            raise ValueError("a target that was opened to look at cannot be saved")
        try:
            if (
                over_old
                and self.seen is not None
                and not _still_there(self.folder, self.place.name, self.seen)
            ):
                raise InvalidArgument(
                    f"{shown(self.sent)!r} was changed by someone else just now. Read it again and redo it.",
                    "changed_since_read",
                    path=shown(self.sent),
                )
            replace_file(self.folder, self.place.name, content, like=self.old, exclusive=exclusive)
        except FileExistsError:
            raise already_exists(self.sent) from None
        except OSError as error:
            refuse(error, self.sent)
        self.made.clear()


@contextmanager
def open_target(
    workspace: Workspace,
    place: Place,
    sent: str,
    stop: Stop,
    *,
    create_folders: bool = False,
    only_look: bool = False,
    side: str = "",
) -> Generator[Target]:
    """Open the way to `place` and keep other calls of this process away from it meanwhile.

    Folders made on the way vanish again unless something was saved. With `only_look` none is made. `side`
    tells two halves of one process apart: an agent that holds a file may be waiting for its client to write it.
    """
    if sent.endswith(("/", "/.")) or place.relative == ".":
        raise InvalidArgument(f"{shown(sent)!r} names a folder, not a file.", "not_a_file", path=shown(sent))
    with _alone((side, place.path), stop):
        made: list[Place] = []
        old: int | None = None
        try:
            folder = _open_parent(place, sent, made if create_folders else None, only_look)
        except OSError as error:
            _unmake(made)
            refuse(error, sent)
        try:
            old = None if folder is None else _open_old(workspace, place, sent)
            yield Target(place, sent, folder, old, None if old is None else os.fstat(old), made)
        finally:
            for fd in (old, folder):
                if fd is not None:
                    os.close(fd)
            _unmake(made)


class _Turn:
    """A lock on one path, and how many want it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.users = 0


_turns: dict[tuple[str, str], _Turn] = {}
_turns_lock = threading.Lock()


@contextmanager
def _alone(key: tuple[str, str], stop: Stop) -> Generator[None]:
    """One change of a file at a time: what is read is what gets replaced."""
    with _turns_lock:
        turn = _turns.setdefault(key, _Turn())
        turn.users += 1
    try:
        while not turn.lock.acquire(timeout=0.05):
            stop.check()
        try:
            yield
        finally:
            turn.lock.release()
    finally:
        with _turns_lock:
            turn.users -= 1
            if not turn.users:
                del _turns[key]


def _still_there(folder: int, name: str, then: os.stat_result) -> bool:
    """Whether the name still means the file that was opened, with the content that it had."""
    try:
        now = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns) == (
        then.st_dev,
        then.st_ino,
        then.st_size,
        then.st_mtime_ns,
    )


def digest(fd: int, stop: Stop) -> str:
    """The hash of an open file's whole content, as readFile reports it."""
    state = hashlib.sha256()
    for data in chunks(fd, stop.check):
        state.update(data)
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


def _open_parent(place: Place, path: str, made: list[Place] | None, only_look: bool) -> int | None:
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
        if only_look:
            return None
    for _ in range(MAX_TRIES - 1):
        with contextlib.suppress(FileNotFoundError):  # another call gave up and took its folders with it
            return _make(parent, made)
    return _make(parent, made)


def _make(folder: Place, made: list[Place]) -> int:
    """Make the folder and what is missing above it, and open it."""
    flags = os.O_RDONLY | os.O_DIRECTORY
    current = Place(folder.root, ".")
    for name in folder.relative.split("/"):
        above = current.open(flags)
        current = current.child(name)
        try:
            with contextlib.suppress(FileExistsError):
                os.mkdir(name, 0o777, dir_fd=above)
                made.append(current)
                os.fsync(above)
        finally:
            os.close(above)
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
        return workspace.open_regular(place, path)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.EACCES:
            error = PermissionError(errno.EACCES, "it may not be read, so it cannot be replaced safely")
        refuse(error, path)
