"""Replacing a file in one step: whoever looks, or crashes, sees the old file or the new one, never a part.

The new content gets its name only when it is complete and on the disk. On Linux it has no name at all
until then (O_TMPFILE), so a kill -9 leaves nothing behind; elsewhere a temporary name in the same folder.
Works on an open directory descriptor and a bare name; where that is and who may write is decided before.
"""

import contextlib
import errno
import os
import secrets
from collections.abc import Iterable
from typing import Final

__all__ = ["replace_file"]

_PERMISSIONS: Final = 0o777  # never set-user-id, set-group-id or sticky
_HAS_UNNAMED: Final = hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd")
_KEPT_ATTRIBUTES: Final = ("user.", "system.posix_acl_access")  # never security.*: it carries capabilities


def replace_file(
    directory: int, name: str, content: Iterable[bytes], *, like: int | None, exclusive: bool
) -> None:
    """Put `content` under `name`. Mode, owner and attributes come from the open file `like`, if given.

    With `exclusive` an existing file is kept and FileExistsError raised.
    """
    fd, temporary = _unnamed(directory)
    try:
        for part in content:
            _write(fd, part)
        if like is not None:
            _resemble(fd, like)
        os.fsync(fd)
        if exclusive and temporary is None:
            _link(fd, directory, name)
        else:
            if temporary is None:
                temporary = _temporary_name()
                _link(fd, directory, temporary)
            if exclusive:
                os.link(temporary, name, src_dir_fd=directory, dst_dir_fd=directory, follow_symlinks=False)
            else:
                os.rename(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
                temporary = None
    finally:
        os.close(fd)
        if temporary is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary, dir_fd=directory)
    os.fsync(directory)


def _unnamed(directory: int) -> tuple[int, str | None]:
    """A new file to write to, and its temporary name if it needs one."""
    flags = os.O_RDWR | os.O_CLOEXEC
    if _HAS_UNNAMED:
        with contextlib.suppress(OSError):
            return os.open(".", flags | os.O_TMPFILE, 0o666, dir_fd=directory), None
    name = _temporary_name()
    return os.open(name, flags | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666, dir_fd=directory), name


def _link(fd: int, directory: int, name: str) -> None:
    os.link(f"/proc/self/fd/{fd}", name, dst_dir_fd=directory, follow_symlinks=True)


def _temporary_name() -> str:
    return f".understudy-{secrets.token_hex(8)}.tmp"


def _write(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _resemble(fd: int, like: int) -> None:
    """Give the new file the mode bits, owner and access lists of the one that it replaces."""
    old = os.fstat(like)
    new = os.fstat(fd)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with contextlib.suppress(PermissionError):
            os.fchown(fd, old.st_uid, old.st_gid)
    os.fchmod(fd, old.st_mode & _PERMISSIONS)
    if not hasattr(os, "listxattr"):
        return
    try:
        for attribute in os.listxattr(like):
            if attribute.startswith(_KEPT_ATTRIBUTES):
                os.setxattr(fd, attribute, os.getxattr(like, attribute))
    except OSError as error:
        if error.errno not in (errno.ENOTSUP, errno.EPERM, errno.EACCES, errno.ENODATA):
            raise
