"""Putting a change in its place: through the editor where that may be, else on the disk in one step.

Owns the last looks before the editor writes, and what a dry run must find out without writing. What the
new content is was decided before.
"""

import errno
import os
from collections.abc import Iterable

from understudy.tools.current_content import CurrentContent, require_unmoved
from understudy.tools.editor_api import EditorBuffers
from understudy.tools.file_changes import changed_error
from understudy.tools.limits import MAX_EDITOR_TEXT_BYTES
from understudy.workspace import InvalidArgument
from understudy.workspace.files.write_target import WriteTarget, already_exists_error
from understudy.workspace.paths.resolution import raise_for_os_error

__all__ = ["require_savable", "save_content"]


def require_savable(target: WriteTarget, current: CurrentContent, size: int) -> None:
    """For a dry run: refuse what `save` would fail with, a folder that nothing can be put into."""
    if target.folder_fd is not None:
        if _editor_for(current, size) is None:
            _require_writable(target.folder_fd, target.requested_path)
        return
    longest = os.fpathconf(target.place.root.fd, "PC_NAME_MAX")
    if any(len(os.fsencode(name)) > longest > 0 for name in target.place.relative.split("/")):
        raise_for_os_error(
            OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG)), target.requested_path
        )
    fd = _open_nearest_folder(target)
    try:
        _require_writable(fd, target.requested_path)
    finally:
        os.close(fd)


def save_content(
    target: WriteTarget,
    current: CurrentContent,
    content: Iterable[bytes],
    size: int,
    *,
    exclusive: bool = False,
    depends_on_old: bool = False,
) -> None:
    """Put `content` of `size` bytes into the file's place, through the editor where that may be.

    `exclusive`: nothing may be there. `judged`: the change depends on what was there, so it must not have
    changed. What the editor does with its text between our reading and writing it is the editor's to guard.
    """
    editor = _editor_for(current, size)
    if editor is None:
        try:
            new = exclusive or (depends_on_old and target.old_fd is None)
            target.save(content, exclusive=new, require_unchanged=depends_on_old)
        except InvalidArgument as error:
            if error.reason != "already_exists" or exclusive:
                raise
            raise changed_error(target.requested_path, "is there now and was not before") from None
        return
    text = b"".join(content).decode()
    _require_unchanged(target, current, exclusive=exclusive, depends_on_old=depends_on_old)
    editor.write(target.place.path, text)
    target.created_folders.clear()


def _editor_for(current: CurrentContent, size: int) -> EditorBuffers | None:
    return current.editor if size <= MAX_EDITOR_TEXT_BYTES else None


def _require_unchanged(
    target: WriteTarget, current: CurrentContent, *, exclusive: bool, depends_on_old: bool
) -> None:
    """The last look before the editor writes: still the same folder, and the same file in it."""
    now = require_unmoved(target.place, target.requested_path)
    parent = target.place.parent()
    try:
        fd = parent.open(os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise_for_os_error(error, target.requested_path)
    try:
        if target.folder_fd is None or not os.path.sameopenfile(fd, target.folder_fd):
            raise_for_os_error(OSError(errno.EXDEV, os.strerror(errno.EXDEV)), target.requested_path)
    finally:
        os.close(fd)
    if now is not None and target.old_fd is None and (exclusive or depends_on_old):
        raise (
            already_exists_error(target.requested_path)
            if exclusive
            else changed_error(target.requested_path, "is there now")
        )
    if depends_on_old and not current.from_editor and _fingerprint(now) != _fingerprint(target.old_status):
        raise changed_error(target.requested_path, "was changed by someone else just now")


def _fingerprint(status: os.stat_result | None) -> tuple[int, ...] | None:
    return None if status is None else (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _open_nearest_folder(target: WriteTarget) -> int:
    """The first folder above the file that is there: where the missing ones would be made."""
    folder = target.place.parent()
    while True:
        try:
            return folder.open(os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError as error:
            if folder.relative == ".":
                raise_for_os_error(error, target.requested_path)
            folder = folder.parent()
        except OSError as error:
            raise_for_os_error(error, target.requested_path)


def _require_writable(folder: int, requested_path: str) -> None:
    effective = os.access in os.supports_effective_ids
    if not os.access(".", os.W_OK | os.X_OK, dir_fd=folder, effective_ids=effective):
        raise_for_os_error(PermissionError(errno.EACCES, os.strerror(errno.EACCES)), requested_path)
