"""Puts a file back to an earlier content, or away if there was none, if it is still as it was left.

Used to take a turn's changes back; it is no tool of the seven. Which content belongs to which turn is up to the
caller, and so is the question whether the user wants it.
"""

import hashlib
import os

from understudy.tools.current_content import open_current
from understudy.tools.editor_api import FileChange
from understudy.tools.file_changes import announce_change, require_savable, save_content
from understudy.tools.tool import Call
from understudy.workspace import Workspace
from understudy.workspace.files import hash_file, open_target

__all__ = ["RestoreConflict", "hash_current", "restore_file"]


class RestoreConflict(Exception):
    """The file is not as it was left, so nothing was changed. The message says how, without the path.

    Example: `except RestoreConflict as conflict: print(f"{path} {conflict}")`.
    """


def restore_file(
    workspace: Workspace,
    path: str,
    content: bytes | None,
    *,
    old_hash: str | None,
    left_hash: str,
    call: Call | None = None,
    dry_run: bool = False,
) -> FileChange | None:
    """Write `content`, or remove the file if it is None; return the change, None if it is undone already.

    `left_hash` is the SHA-256 that the file must have now, `old_hash` that of `content`. Raises RestoreConflict if
    the file has another content, in the editor or on the disk, and WorkspaceError if it cannot be written.

    Example: `restore_file(workspace, "a.txt", b"old", old_hash=before, left_hash=after)`.
    """
    call = call or Call()
    changes: list[FileChange] = []
    call.on_change = changes.append
    workspace.require_writable(path)
    place = workspace.resolve(path)
    with (
        open_target(
            workspace, place, path, call.stop, create_folders=content is not None, dry_run=dry_run
        ) as target,
        open_current(call, place, target.old_fd, path) as current,
    ):
        now = None if current.fd is None else hash_file(current.fd, call.stop)
        if now == old_hash:
            return None
        if now is None:
            raise RestoreConflict("was deleted since")
        if now != left_hash:
            raise RestoreConflict("was changed since")
        announce_change(workspace, call, place, current, content or b"")
        if content is not None:
            if dry_run:
                require_savable(target, current, len(content))
            else:
                save_content(target, current, [content], len(content), depends_on_old=True)
        elif target.old_fd is None or _hash(target.old_fd) != left_hash:
            raise RestoreConflict("is not saved in the editor, so it cannot be removed")
        elif not dry_run and target.folder_fd is not None:
            os.unlink(place.name, dir_fd=target.folder_fd)
    return changes[0]


def _hash(fd: int) -> str:
    with os.fdopen(os.dup(fd), "rb") as file:
        file.seek(0)
        return hashlib.file_digest(file, "sha256").hexdigest()


def hash_current(workspace: Workspace, path: str, call: Call | None = None) -> str | None:
    """Return the SHA-256 of the file as it is now, in the editor or on the disk; None if there is none.

    Example: `hash_current(workspace, "README.md")`.
    """
    call = call or Call()
    place = workspace.resolve(path)
    with (
        open_target(workspace, place, path, call.stop, dry_run=True) as target,
        open_current(call, place, target.old_fd, path) as current,
    ):
        return None if current.fd is None else hash_file(current.fd, call.stop)
