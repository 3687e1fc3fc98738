"""Open a path beneath a directory descriptor without ever leaving that directory.

Two implementations with the same guarantee: one `openat2` call on Linux (no symbolic link, no magic link, no
mount point, nothing above the start), and elsewhere a walk of `O_NOFOLLOW` opens. This module knows no roots
and no messages for users: it raises OSError, with ELOOP for a link and EXDEV for a mount point.
"""

import ctypes
import errno
import os
import stat
import sys
from typing import Final

from understudy.workspace.limits import MAX_OPENAT2_ATTEMPTS

__all__ = ["open_beneath"]

_SYS_OPENAT2: Final = 437  # the same number on every Linux architecture
_NO_XDEV, _NO_MAGICLINKS, _NO_SYMLINKS, _BENEATH = 0x01, 0x02, 0x04, 0x08
_RESOLVE_FLAGS: Final = _NO_XDEV | _NO_MAGICLINKS | _NO_SYMLINKS | _BENEATH
# O_PATH needs no right to read the folder, only to pass through it, and is cheaper to open.
_STEP_FLAGS: Final = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_AT_EMPTY_PATH: Final = 0x1000
_STATX_MNT_ID: Final = 0x1000


class _OpenHow(ctypes.Structure):
    _fields_ = (("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64))


class _Statx(ctypes.Structure):
    """The kernel's `struct statx`, of which only the mask and the mount id are read."""

    _fields_ = (
        ("mask", ctypes.c_uint32),
        ("_before_mount_id", ctypes.c_char * 140),
        ("mount_id", ctypes.c_uint64),
        ("_after_mount_id", ctypes.c_char * 104),
    )


_OPEN_HOW_BYTES: Final = ctypes.sizeof(_OpenHow)
_open_how_cache: dict[tuple[int, int], _OpenHow] = {}

if sys.platform == "linux":
    _libc = ctypes.CDLL(None, use_errno=True)
    _syscall = _libc.syscall
    _syscall.argtypes = (
        ctypes.c_long,
        ctypes.c_int,
        ctypes.c_char_p,
        ctypes.POINTER(_OpenHow),
        ctypes.c_size_t,
    )
    _syscall.restype = ctypes.c_long
    _statx = getattr(_libc, "statx", None)  # absent before glibc 2.28 and musl 1.2.5
    if _statx is not None:
        _statx.argtypes = (
            ctypes.c_int,
            ctypes.c_char_p,
            ctypes.c_int,
            ctypes.c_uint,
            ctypes.POINTER(_Statx),
        )
        _statx.restype = ctypes.c_int
else:
    _statx = None


def open_beneath(directory: int, relative: str, flags: int, mode: int = 0) -> int:
    """Open `relative` (no leading slash, "." for the directory itself) beneath `directory`."""
    if _openat2_works:
        return _openat2(directory, relative, flags | os.O_CLOEXEC, mode)
    return _open_by_walking(directory, relative, flags | os.O_CLOEXEC, mode)


def _openat2(directory: int, relative: str, flags: int, mode: int) -> int:
    how = _open_how_cache.get((flags, mode))
    if how is None:
        how = _open_how_cache[flags, mode] = _OpenHow(flags, mode, _RESOLVE_FLAGS)
    path = os.fsencode(relative)
    number = errno.EAGAIN
    for _ in range(MAX_OPENAT2_ATTEMPTS):
        descriptor = _syscall(_SYS_OPENAT2, directory, path, how, _OPEN_HOW_BYTES)
        if descriptor >= 0:
            return descriptor
        number = ctypes.get_errno()
        # EAGAIN: a concurrent rename made the result uncertain. Retry a few times, then fail closed.
        if number not in (errno.EAGAIN, errno.EINTR):
            break
    raise OSError(number, os.strerror(number), relative)


def _open_by_walking(directory: int, relative: str, flags: int, mode: int) -> int:
    """Open one component at a time, never through a link and never onto another mount."""
    mount = _mount_id(directory)
    *parents, last = [part for part in relative.split("/") if part not in ("", ".")] or ["."]
    if ".." in parents or last == "..":
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), relative)
    current = os.dup(directory)
    try:
        for name in parents:
            step = os.open(name, _STEP_FLAGS, dir_fd=current)
            os.close(current)
            current = step
            # Checked at every step: behind a mount point nothing may be created or be reported as missing.
            if _mount_id(current) != mount:
                raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), relative)
        opened = os.open(last, flags | os.O_NOFOLLOW, mode, dir_fd=current)
    except OSError as error:
        # O_DIRECTORY|O_NOFOLLOW on a link fails with ENOTDIR on Linux; report it as a link.
        if error.errno == errno.ENOTDIR and _has_link(current, relative):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), relative) from None
        raise
    finally:
        os.close(current)
    # O_PATH|O_NOFOLLOW opens the link itself, and a mount on the last name is detected only here.
    crossed = _mount_id(opened) != mount
    if crossed or stat.S_ISLNK(os.fstat(opened).st_mode):
        os.close(opened)
        number = errno.EXDEV if crossed else errno.ELOOP
        raise OSError(number, os.strerror(number), relative)
    return opened


def _mount_id(fd: int) -> object:
    """The identity of the mount that an open file is on.

    Linux's mount id where statx reports it (5.8 and later, about 5 µs), else from /proc (about 100 µs). The
    device number is the last resort only, since a bind mount has the device of its source.
    """
    if _statx is not None:
        status = _Statx()
        if not _statx(fd, b"", _AT_EMPTY_PATH, _STATX_MNT_ID, status) and status.mask & _STATX_MNT_ID:
            return int(status.mount_id)
    return _mount_id_from_proc(fd)


def _mount_id_from_proc(fd: int) -> object:
    try:
        with open(f"/proc/self/fdinfo/{fd}") as about:
            return next(line for line in about if line.startswith("mnt_id:"))
    except (OSError, StopIteration):
        return os.fstat(fd).st_dev


def _has_link(directory: int, relative: str) -> bool:
    for name in relative.split("/"):
        try:
            if stat.S_ISLNK(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode):
                return True
        except OSError:
            continue
    return False


def _probe_openat2() -> bool:
    if sys.platform != "linux":
        return False
    try:
        start = os.open("/", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        os.close(_openat2(start, ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, 0))
    except OSError:  # ENOSYS before Linux 5.6, EPERM under some seccomp filters
        return False
    finally:
        os.close(start)
    return True


_openat2_works = _probe_openat2()
