"""Moves a file, a link or a folder from one open folder to another, which may be on another file system.

Everything is addressed by descriptors of folders and single names, and no link is followed: whoever replaces a
folder on the way by a link meanwhile leads neither a read nor a write elsewhere. Nothing is replaced at the target.
Knows no roots and no trash; raises OSError.
"""

import errno
import os
import shutil
import stat
from typing import Final

__all__ = ["move_entry"]

_FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE_FLAGS: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC


def move_entry(source_fd: int, source: str, target_fd: int, target: str) -> None:
    """Move an entry; a target that exists raises FileExistsError, or ENOTEMPTY for a folder with entries."""
    try:
        _rename(source_fd, source, target_fd, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _copy_and_remove(source_fd, source, target_fd, target)


def _rename(source_fd: int, source: str, target_fd: int, target: str) -> None:
    """Rename without replacing: a file gets its second name before it loses the first."""
    status = os.stat(source, dir_fd=source_fd, follow_symlinks=False)
    if stat.S_ISDIR(status.st_mode):
        # Fails on a file or a folder with entries that appeared meanwhile.
        os.rename(source, target, src_dir_fd=source_fd, dst_dir_fd=target_fd)
        return
    try:
        os.link(source, target, src_dir_fd=source_fd, dst_dir_fd=target_fd, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno == errno.EXDEV:
            raise
        # The file system has no hard links.
        os.rename(source, target, src_dir_fd=source_fd, dst_dir_fd=target_fd)
        return
    os.unlink(source, dir_fd=source_fd)


def _copy_and_remove(source_fd: int, source: str, target_fd: int, target: str) -> None:
    """Remove the source only after all of it was copied; a copy that fails is removed."""
    if _exists(target_fd, target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
    try:
        _copy(source_fd, source, target_fd, target)
    except FileExistsError:
        raise
    except OSError:
        _remove(target_fd, target)
        raise
    _remove(source_fd, source)


def _copy(source_fd: int, source: str, target_fd: int, target: str) -> None:
    status = os.stat(source, dir_fd=source_fd, follow_symlinks=False)
    if stat.S_ISLNK(status.st_mode):
        os.symlink(os.readlink(source, dir_fd=source_fd), target, dir_fd=target_fd)
    elif stat.S_ISDIR(status.st_mode):
        _copy_folder(source_fd, source, target_fd, target)
    elif stat.S_ISREG(status.st_mode):
        _copy_file(source_fd, source, target_fd, target)
    else:
        raise OSError(errno.EOPNOTSUPP, "a pipe, socket or device cannot be copied", source)


def _copy_folder(source_fd: int, source: str, target_fd: int, target: str) -> None:
    from_fd = os.open(source, _FOLDER_FLAGS, dir_fd=source_fd)
    try:
        os.mkdir(target, 0o700, dir_fd=target_fd)
        to_fd = os.open(target, _FOLDER_FLAGS, dir_fd=target_fd)
        try:
            for name in os.listdir(from_fd):
                _copy(from_fd, name, to_fd, name)
            _copy_metadata(from_fd, to_fd)
        finally:
            os.close(to_fd)
    finally:
        os.close(from_fd)


def _copy_file(source_fd: int, source: str, target_fd: int, target: str) -> None:
    from_fd = os.open(source, _FILE_FLAGS, dir_fd=source_fd)
    with os.fdopen(from_fd, "rb") as reading:
        if not stat.S_ISREG(os.fstat(from_fd).st_mode):  # replaced since it was looked at
            raise OSError(errno.EOPNOTSUPP, "not a regular file", source)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(target, flags, 0o600, dir_fd=target_fd), "wb") as writing:
            shutil.copyfileobj(reading, writing, 1 << 20)
            writing.flush()
            _copy_metadata(from_fd, writing.fileno())


def _copy_metadata(from_fd: int, to_fd: int) -> None:
    """The permissions, without setuid and setgid, and the times."""
    status = os.fstat(from_fd)
    os.fchmod(to_fd, stat.S_IMODE(status.st_mode) & 0o1777)
    os.utime(to_fd, ns=(status.st_atime_ns, status.st_mtime_ns))


def _exists(folder_fd: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder_fd, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _remove(folder_fd: int, name: str) -> None:
    try:
        status = os.stat(name, dir_fd=folder_fd, follow_symlinks=False)
    except FileNotFoundError:
        return
    if stat.S_ISDIR(status.st_mode):
        shutil.rmtree(name, dir_fd=folder_fd)
    else:
        os.unlink(name, dir_fd=folder_fd)
