"""The folder and the files of the store: permissions, the lock file, and setting a damaged database aside.

Knows names, modes and one lock, never the content of the database. It never opens an existing database file: when
any descriptor of the file is closed, POSIX drops the locks that SQLite holds on it in the same process.
"""

import contextlib
import errno
import fcntl
import os
import stat
import time
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from understudy.chat.limits import FILE_LOCK_POLL_INTERVAL_S
from understudy.chat.store import StoreBusy, StoreDenied, StoreError, StoreFailed, StoreFull

__all__ = ["StoreFiles"]

_SIDECAR_SUFFIXES: Final = ("-wal", "-shm", "-journal")


class StoreFiles:
    """The paths of one store."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.abspath(folder))
        self.file = self.folder / "sessions.db"
        self._lock_path = self.folder / "sessions.lock"
        self._suspect_marker = self.folder / "sessions.suspect"

    @contextlib.contextmanager
    def locked(self, timeout_s: float) -> Generator[None]:
        """Hold the lock for opening, migrating and setting aside; one process and thread at a time.

        Creates the folder if it does not exist. Raises StoreBusy after `timeout_s`.
        """
        with _translate_os_errors(self.folder):
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            self.folder.mkdir(mode=0o700, exist_ok=True)
        with _translate_os_errors(self._lock_path):
            fd = os.open(self._lock_path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            self._acquire_lock(fd, time.monotonic() + timeout_s)
            yield
        finally:
            os.close(fd)

    def _acquire_lock(self, fd: int, deadline: float) -> None:
        while True:
            with _translate_os_errors(self._lock_path):
                try:
                    return fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    pass
            if time.monotonic() >= deadline:
                raise StoreBusy(
                    f"Another process has been opening the session store in {self.folder} for too long. Try again."
                )
            time.sleep(FILE_LOCK_POLL_INTERVAL_S)

    def prepare(self) -> Path | None:
        """Check the existing files, and create an empty database file if there is none.

        A write-ahead log without its database is set aside, because SQLite would delete it; return its new path.
        """
        found = _stat_own_file(self.file)
        sidecars = {suffix: _stat_own_file(self._sidecar_path(suffix)) for suffix in _SIDECAR_SUFFIXES}
        log = sidecars["-wal"]
        orphaned = not (found and found.st_size) and bool(log and log.st_size)
        moved = self.move_aside() if orphaned else None
        if found is None or orphaned:
            with _translate_os_errors(self.file):
                os.close(os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        elif stat.S_IMODE(found.st_mode) & 0o077:
            with _translate_os_errors(self.file):
                os.chmod(self.file, 0o600)  # SQLite creates its other files with the same mode
        return moved

    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the database file; None if it does not exist."""
        try:
            found = os.stat(self.file, follow_symlinks=False)
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def move_aside(self) -> Path:
        """Rename the database and its sidecar files. Overwrites and deletes nothing."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        target = self.folder / f"{self.file.name}.damaged-{stamp}"
        while any(os.path.lexists(f"{target}{end}") for end in ("", *_SIDECAR_SUFFIXES)):
            target = target.with_name(target.name + "-2")
        with _translate_os_errors(self.file):
            for end in ("", *_SIDECAR_SUFFIXES):
                with contextlib.suppress(FileNotFoundError):
                    os.rename(f"{self.file}{end}", f"{target}{end}")
        self.clear_suspect()
        return target

    def mark_suspect(self) -> None:
        """Mark the store as possibly damaged, so that the next process that opens it checks every page."""
        with contextlib.suppress(OSError):
            os.close(
                os.open(self._suspect_marker, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            )

    def is_suspect(self) -> bool:
        return os.path.lexists(self._suspect_marker)

    def clear_suspect(self) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._suspect_marker)

    def _sidecar_path(self, suffix: str) -> Path:
        return self.file.with_name(self.file.name + suffix)


def _stat_own_file(path: Path) -> os.stat_result | None:
    """Stat a file; None if it does not exist. Raises StoreDenied unless it is a regular file of this user."""
    with _translate_os_errors(path):
        try:
            found = os.stat(path, follow_symlinks=False)
        except FileNotFoundError:
            return None
    if not stat.S_ISREG(found.st_mode):
        raise StoreDenied(
            f"{path} is not a regular file. Move it away, or choose another folder for the store."
        )
    if os.geteuid() not in (found.st_uid, 0):
        raise StoreDenied(f"{path} belongs to another user. Choose another folder for the store.")
    return found


@contextlib.contextmanager
def _translate_os_errors(path: Path) -> Generator[None]:
    """Raise an OSError as the matching StoreError."""
    try:
        yield
    except OSError as error:
        raise _store_error(path, error) from None


def _store_error(path: Path, error: OSError) -> StoreError:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return StoreFull(f"{path} cannot be written: {error.strerror}. Make room and try again.")
        case errno.EROFS:
            return StoreFull(
                f"{path} is on a disk that cannot be written. Choose another folder for the store."
            )
        case errno.EIO:
            return StoreFailed(f"{path} cannot be used: {error.strerror}. Check the disk.")
        case _:
            return StoreDenied(
                f"{path} cannot be used: {error.strerror}. Correct it, or choose another folder for the store."
            )
