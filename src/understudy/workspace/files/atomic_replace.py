"""Replace a file in one step: a reader, or a crash, sees the old file or the new one, never a part.

The new content gets its name only when it is complete and on the disk. On Linux it has no name at all until
then (O_TMPFILE), so a kill -9 leaves nothing behind; elsewhere it has a temporary name in the same folder.
This module works on an open directory descriptor and a bare name; the caller has decided where that is and
whether it may be written.
"""

import contextlib
import errno
import os
import secrets
from collections.abc import Iterable
from typing import Final

__all__ = ["replace_file"]

_PERMISSION_BITS: Final = 0o777  # never set-user-id, set-group-id or sticky
_HAS_UNNAMED: Final = hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd")
_COPIED_XATTRS: Final = ("user.", "system.posix_acl_access")  # never security.*: it carries capabilities


def replace_file(
    directory: int, name: str, content: Iterable[bytes], *, metadata_fd: int | None, exclusive: bool
) -> None:
    """Store `content` as `name`. Mode, owner and attributes are copied from the open file `metadata_fd`, if
    given.

    With `exclusive`, an existing file is kept and FileExistsError raised.
    """
    fd, temporary = _create_temporary(directory)
    try:
        for part in content:
            _write(fd, part)
        if metadata_fd is not None:
            _copy_metadata(fd, metadata_fd)
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


def _create_temporary(directory: int) -> tuple[int, str | None]:
    """Create a file to write to; return it with its temporary name, None if it needs none."""
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


def _copy_metadata(fd: int, metadata_fd: int) -> None:
    """Copy the mode bits, the owner and the access lists of the file that is replaced."""
    old = os.fstat(metadata_fd)
    new = os.fstat(fd)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with contextlib.suppress(PermissionError):
            os.fchown(fd, old.st_uid, old.st_gid)
    os.fchmod(fd, old.st_mode & _PERMISSION_BITS)
    if not hasattr(os, "listxattr"):
        return
    try:
        for attribute in os.listxattr(metadata_fd):
            if attribute.startswith(_COPIED_XATTRS):
                os.setxattr(fd, attribute, os.getxattr(metadata_fd, attribute))
    except OSError as error:
        if error.errno not in (errno.ENOTSUP, errno.EPERM, errno.EACCES, errno.ENODATA):
            raise
