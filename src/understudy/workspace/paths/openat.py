"""Opening a path beneath a directory descriptor without ever leaving it.

Owns the two ways of doing so: one `openat2` call on Linux (no symbolic link, no magic link, no mount
point, nothing above the start), and a walk of `O_NOFOLLOW` opens elsewhere. It knows no roots and
gives no friendly errors: it raises OSError, with ELOOP for a link and EXDEV for a mount point.
"""

import ctypes
import errno
import os
import stat
import sys
from typing import Final

__all__ = ["has_openat2", "open_beneath"]

_SYS_OPENAT2: Final = 437  # the same number on every Linux architecture
_NO_XDEV, _NO_MAGICLINKS, _NO_SYMLINKS, _BENEATH = 0x01, 0x02, 0x04, 0x08
_RESOLVE_FLAGS: Final = _NO_XDEV | _NO_MAGICLINKS | _NO_SYMLINKS | _BENEATH


class _OpenHow(ctypes.Structure):
    _fields_ = (("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64))


_OPEN_HOW_BYTES: Final = ctypes.sizeof(_OpenHow)
_open_how_cache: dict[tuple[int, int], _OpenHow] = {}

if sys.platform == "linux":
    _syscall = ctypes.CDLL(None, use_errno=True).syscall
    _syscall.argtypes = (
        ctypes.c_long,
        ctypes.c_int,
        ctypes.c_char_p,
        ctypes.POINTER(_OpenHow),
        ctypes.c_size_t,
    )
    _syscall.restype = ctypes.c_long


def open_beneath(directory: int, relative: str, flags: int, mode: int = 0) -> int:
    """Open `relative` (no leading slash, "." for the directory itself) beneath `directory`."""
    if _openat2_works:
        return _openat2(directory, relative, flags | os.O_CLOEXEC, mode)
    return _open_by_walking(directory, relative, flags | os.O_CLOEXEC, mode)


def has_openat2() -> bool:
    """Whether the kernel itself keeps us beneath."""
    return _openat2_works


def _openat2(directory: int, relative: str, flags: int, mode: int) -> int:
    how = _open_how_cache.get((flags, mode))
    if how is None:
        how = _open_how_cache[flags, mode] = _OpenHow(flags, mode, _RESOLVE_FLAGS)
    path = os.fsencode(relative)
    number = errno.EAGAIN
    for _ in range(8):
        descriptor = _syscall(_SYS_OPENAT2, directory, path, how, _OPEN_HOW_BYTES)
        if descriptor >= 0:
            return descriptor
        number = ctypes.get_errno()
        # EAGAIN: a rename elsewhere made the kernel unsure; a few tries, then fail closed.
        if number not in (errno.EAGAIN, errno.EINTR):
            break
    raise OSError(number, os.strerror(number), relative)


def _open_by_walking(directory: int, relative: str, flags: int, mode: int) -> int:
    """The same promise by hand: one component at a time, never through a link or onto another device."""
    mount = _mount_id(directory)
    *parents, last = [part for part in relative.split("/") if part not in ("", ".")] or ["."]
    if ".." in parents or last == "..":
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), relative)
    current = os.dup(directory)
    try:
        for name in parents:
            step = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=current)
            os.close(current)
            current = step
            if _mount_id(current) != mount:
                raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), relative)
        opened = os.open(last, flags | os.O_NOFOLLOW, mode, dir_fd=current)
    except OSError as error:
        # O_DIRECTORY|O_NOFOLLOW on a link says ENOTDIR on Linux; tell the caller that it is a link.
        if error.errno == errno.ENOTDIR and _has_link(current, relative):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), relative) from None
        raise
    finally:
        os.close(current)
    # O_PATH|O_NOFOLLOW opens the link itself, and a mount on the last name is caught only here.
    crossed = _mount_id(opened) != mount
    if crossed or stat.S_ISLNK(os.fstat(opened).st_mode):
        os.close(opened)
        number = errno.EXDEV if crossed else errno.ELOOP
        raise OSError(number, os.strerror(number), relative)
    return opened


def _mount_id(fd: int) -> object:
    """What tells one mount from another: Linux's number for it (a bind mount keeps the device), or the device."""
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
