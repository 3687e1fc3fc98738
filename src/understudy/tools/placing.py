"""Putting a change in its place: through the editor where that may be, else on the disk in one step.

Owns the last looks before the editor writes, and what a dry run must find out without writing. What the
new content is was decided before.
"""

import errno
import os
from collections.abc import Iterable

from understudy.tools.changes import changed
from understudy.tools.current import MOST_SHARED, Current, require_in_place
from understudy.tools.editor import Buffers
from understudy.workspace import InvalidArgument
from understudy.workspace.saving import Target, already_exists
from understudy.workspace.scope import refuse

__all__ = ["require_room", "save"]


def require_room(target: Target, current: Current, size: int) -> None:
    """For a dry run: refuse what `save` would fail with, a folder that nothing can be put into."""
    if target.folder is not None:
        if _editor(current, size) is None:
            _require_writable(target.folder, target.sent)
        return
    longest = os.fpathconf(target.place.root.fd, "PC_NAME_MAX")
    if any(len(os.fsencode(name)) > longest > 0 for name in target.place.relative.split("/")):
        refuse(OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG)), target.sent)
    fd = _nearest(target)
    try:
        _require_writable(fd, target.sent)
    finally:
        os.close(fd)


def save(
    target: Target,
    current: Current,
    content: Iterable[bytes],
    size: int,
    *,
    exclusive: bool = False,
    judged: bool = False,
) -> None:
    """Put `content` of `size` bytes into the file's place, through the editor where that may be.

    `exclusive`: nothing may be there. `judged`: the change depends on what was there, so it must not have
    changed. What the editor does with its text between our reading and writing it is the editor's to guard.
    """
    editor = _editor(current, size)
    if editor is None:
        try:
            new = exclusive or (judged and target.old is None)
            target.save(content, exclusive=new, over_old=judged)
        except InvalidArgument as error:
            if error.reason != "already_exists" or exclusive:
                raise
            raise changed(target.sent, "is there now and was not before") from None
        return
    text = b"".join(content).decode()
    _require_same(target, current, exclusive=exclusive, judged=judged)
    editor.write(target.place.path, text)
    target.made.clear()


def _editor(current: Current, size: int) -> Buffers | None:
    return current.writer if size <= MOST_SHARED else None


def _require_same(target: Target, current: Current, *, exclusive: bool, judged: bool) -> None:
    """The last look before the editor writes: still the same folder, and the same file in it."""
    now = require_in_place(target.place, target.sent)
    parent = target.place.parent()
    try:
        fd = parent.open(os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        refuse(error, target.sent)
    try:
        if target.folder is None or not os.path.sameopenfile(fd, target.folder):
            refuse(OSError(errno.EXDEV, os.strerror(errno.EXDEV)), target.sent)
    finally:
        os.close(fd)
    if now is not None and target.old is None and (exclusive or judged):
        raise already_exists(target.sent) if exclusive else changed(target.sent, "is there now")
    if judged and not current.from_editor and _marks(now) != _marks(target.seen):
        raise changed(target.sent, "was changed by someone else just now")


def _marks(status: os.stat_result | None) -> tuple[int, ...] | None:
    return None if status is None else (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _nearest(target: Target) -> int:
    """The first folder above the file that is there: where the missing ones would be made."""
    folder = target.place.parent()
    while True:
        try:
            return folder.open(os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError as error:
            if folder.relative == ".":
                refuse(error, target.sent)
            folder = folder.parent()
        except OSError as error:
            refuse(error, target.sent)


def _require_writable(folder: int, sent: str) -> None:
    effective = os.access in os.supports_effective_ids
    if not os.access(".", os.W_OK | os.X_OK, dir_fd=folder, effective_ids=effective):
        refuse(PermissionError(errno.EACCES, os.strerror(errno.EACCES)), sent)
