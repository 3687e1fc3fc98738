"""The target of a write: open the folder and the old file, and replace the file in one step.

Owns opening a file that may not exist yet (and creating its missing parents) beneath its root, and the hash
by which a caller proves which content it has read. It does not decide whether the change is allowed.
"""

import contextlib
import errno
import hashlib
import os
import threading
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

from understudy.workspace.display_text import escape_filename
from understudy.workspace.errors import InvalidArgument, NotFound
from understudy.workspace.files.atomic_replace import replace_file
from understudy.workspace.files.text_reader import read_chunks
from understudy.workspace.limits import MAX_FOLDER_CREATION_ATTEMPTS
from understudy.workspace.paths import Place, raise_for_os_error
from understudy.workspace.stop import Stop
from understudy.workspace.workspace import Workspace

__all__ = [
    "WriteTarget",
    "already_exists_error",
    "hash_file",
    "is_same_content",
    "open_target",
    "require_hash",
]


@dataclass(slots=True)
class WriteTarget:
    """A file about to be written: its folder is open, and so is the old file if there is one."""

    place: Place
    requested_path: str
    folder_fd: int | None
    """None only in a dry run in which the folder does not exist."""
    old_fd: int | None
    old_status: os.stat_result | None
    """The old file's status when it was opened, before anything was read."""
    created_folders: list[Place]
    """Folders that were created for it, outermost first."""

    def save(
        self, content: Iterable[bytes], *, exclusive: bool = False, require_unchanged: bool = False
    ) -> None:
        """Replace the file with `content`.

        `require_unchanged`: only if the old file still exists unchanged; `exclusive`: only if no file exists.
        """
        if self.folder_fd is None:
            raise ValueError("a target that was opened to look at cannot be saved")
        try:
            if (
                require_unchanged
                and self.old_status is not None
                and not _is_unchanged(self.folder_fd, self.place.name, self.old_status)
            ):
                raise InvalidArgument(
                    f"{escape_filename(self.requested_path)!r} was changed by someone else just now.",
                    "changed_since_read",
                    advice="Read it again and redo it.",
                    path=escape_filename(self.requested_path),
                )
            replace_file(
                self.folder_fd, self.place.name, content, metadata_fd=self.old_fd, exclusive=exclusive
            )
        except FileExistsError:
            raise already_exists_error(self.requested_path) from None
        except OSError as error:
            raise_for_os_error(error, self.requested_path)
        self.created_folders.clear()


@contextmanager
def open_target(
    workspace: Workspace,
    place: Place,
    requested_path: str,
    stop: Stop,
    *,
    create_folders: bool = False,
    dry_run: bool = False,
    lock_scope: str = "",
) -> Generator[WriteTarget]:
    """Open the folder and the old file of `place`; other calls of this process to the same path wait
    meanwhile.

    Folders that were created are removed again unless something was saved. With `dry_run` none is created.
    `lock_scope` separates two halves of one process: an agent that holds a file may be waiting for its client
    to write it.
    """
    if requested_path.endswith(("/", "/.")) or place.relative == ".":
        raise InvalidArgument(
            f"{escape_filename(requested_path)!r} names a folder, not a file.",
            "not_a_file",
            path=escape_filename(requested_path),
        )
    with _exclusive_access((lock_scope, place.path), stop):
        created: list[Place] = []
        old: int | None = None
        try:
            folder = _open_parent(place, requested_path, created if create_folders else None, dry_run)
        except OSError as error:
            _remove_created_folders(created)
            raise_for_os_error(error, requested_path)
        try:
            old = None if folder is None else _open_existing(workspace, place, requested_path)
            yield WriteTarget(
                place, requested_path, folder, old, None if old is None else os.fstat(old), created
            )
        finally:
            for fd in (old, folder):
                if fd is not None:
                    os.close(fd)
            _remove_created_folders(created)


class _PathLock:
    """A lock on one path, and the number of its users."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.users = 0


_path_locks: dict[tuple[str, str], _PathLock] = {}
_path_locks_lock = threading.Lock()


@contextmanager
def _exclusive_access(key: tuple[str, str], stop: Stop) -> Generator[None]:
    """Hold the lock of a path, so that the content that was read is the content that is replaced."""
    with _path_locks_lock:
        path_lock = _path_locks.setdefault(key, _PathLock())
        path_lock.users += 1
    try:
        while not path_lock.lock.acquire(timeout=0.05):
            stop.check()
        try:
            yield
        finally:
            path_lock.lock.release()
    finally:
        with _path_locks_lock:
            path_lock.users -= 1
            if not path_lock.users:
                del _path_locks[key]


def _is_unchanged(folder: int, name: str, then: os.stat_result) -> bool:
    """Whether the name still refers to the file that was opened, with unchanged content."""
    try:
        now = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return is_same_content(now, then)


def is_same_content(one: os.stat_result | None, other: os.stat_result | None) -> bool:
    """Whether both statuses are of one file with the same content, as far as a status tells; None: no file."""
    return _fingerprint(one) == _fingerprint(other)


def _fingerprint(status: os.stat_result | None) -> tuple[int, ...] | None:
    return None if status is None else (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def hash_file(fd: int, stop: Stop) -> str:
    """The SHA-256 of an open file's whole content, as readFile reports it."""
    state = hashlib.sha256()
    for data in read_chunks(fd, stop.check):
        state.update(data)
    return state.hexdigest()


def require_hash(current: str | None, expected: str, path: str) -> None:
    """Raise InvalidArgument if the file is not the one that the caller has read."""
    if current == expected.lower():
        return
    now = "is gone" if current is None else "has changed"
    raise InvalidArgument(
        f"{escape_filename(path)!r} {now} since it was read.",
        "changed_since_read",
        advice="Read it again and redo the change.",
        path=escape_filename(path),
        currentHash=current,
        expectedHash=expected,
    )


def already_exists_error(path: str) -> InvalidArgument:
    return InvalidArgument(
        f"{escape_filename(path)!r} exists already, and mode 'create' never replaces a file. "
        "Use mode 'overwrite' or another name.",
        "already_exists",
        path=escape_filename(path),
    )


def _open_parent(place: Place, path: str, created_folders: list[Place] | None, dry_run: bool) -> int | None:
    flags = os.O_RDONLY | os.O_DIRECTORY
    parent = place.parent()
    try:
        return parent.open(flags)
    except FileNotFoundError:
        if created_folders is None:
            raise NotFound(
                f"The folder of {escape_filename(path)!r} does not exist.",
                "missing",
                advice="Set createDirectories, or create it first.",
                path=escape_filename(path),
            ) from None
        if dry_run:
            return None
    for _ in range(MAX_FOLDER_CREATION_ATTEMPTS - 1):
        with contextlib.suppress(
            FileNotFoundError
        ):  # another call failed and removed the folders that it had created
            return _create_folders(parent, created_folders)
    return _create_folders(parent, created_folders)


def _create_folders(folder: Place, created_folders: list[Place]) -> int:
    """Create the folder and its missing parents, and open it."""
    flags = os.O_RDONLY | os.O_DIRECTORY
    current = Place(folder.root, ".")
    for name in folder.relative.split("/"):
        above = current.open(flags)
        current = current.child(name)
        try:
            with contextlib.suppress(FileExistsError):
                os.mkdir(name, 0o777, dir_fd=above)
                created_folders.append(current)
                os.fsync(above)
        finally:
            os.close(above)
    return current.open(flags)


def _remove_created_folders(created_folders: list[Place]) -> None:
    for place in reversed(created_folders):
        with contextlib.suppress(OSError):
            folder = place.parent().open(os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.rmdir(place.name, dir_fd=folder)
            finally:
                os.close(folder)


def _open_existing(workspace: Workspace, place: Place, path: str) -> int | None:
    try:
        return workspace.open_regular(place, path)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.EACCES:
            error = PermissionError(errno.EACCES, "it may not be read, so it cannot be replaced safely")
        raise_for_os_error(error, path)
