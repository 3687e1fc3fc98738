"""The current content of a file: the editor's text, unsaved edits included, or the file on the disk.

This module decides which of the two a call works on, and whether a change may go through the editor. It
changes nothing itself. The editor is used only if no byte can be lost: the file on the disk must be UTF-8
text of limited size, with one name only (an editor writes in place, and so into every other hard link).
Otherwise the disk is used, for reading and for writing alike, so that a hash means the same text in every
tool.
"""

import codecs
import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from understudy.tools.editor_api import EditorBuffers
from understudy.tools.limits import MAX_EDITOR_TEXT_BYTES
from understudy.tools.tool import Call
from understudy.workspace import InvalidArgument, Place, Workspace, escape_filename
from understudy.workspace.commands import is_encodable
from understudy.workspace.files import binary_file_error, read_all, replace_undecodable
from understudy.workspace.paths import O_PATH, raise_for_os_error

__all__ = ["CurrentContent", "open_current", "require_unmoved"]


@dataclass(frozen=True, slots=True)
class CurrentContent:
    """The content that a call reads or changes."""

    fd: int | None
    """An open file with the content; None if the file exists neither on the disk nor in the editor."""
    from_editor: bool = False
    """Whether it is the editor's text, which may differ from the disk."""
    is_exact: bool = True
    """False if the editor's text has lone surrogates, which no file and no message can contain."""
    editor: EditorBuffers | None = None
    """The editor, if a change must go through it."""

    def require_exact(self, requested_path: str) -> None:
        """Raise InvalidArgument for a text that could not be written back unchanged."""
        if not self.is_exact:
            raise InvalidArgument(
                f"The editor's text of {escape_filename(requested_path)!r} has half of a surrogate pair, "
                "which cannot be kept.",
                "not_encodable",
                advice="Ask the user to remove it, or replace the whole file with writeFile.",
                path=escape_filename(requested_path),
            )


@contextmanager
def open_current(
    call: Call, place: Place, disk_fd: int | None, requested_path: str
) -> Generator[CurrentContent]:
    """The current content of the file at `place`. `disk_fd` is the open regular file, None if there is none."""
    buffers = call.buffers
    data = (
        b"" if disk_fd is None else read_all(disk_fd, MAX_EDITOR_TEXT_BYTES) if buffers is not None else None
    )
    if buffers is None or data is None or not _is_utf8(data) or not is_encodable(place.path):
        yield CurrentContent(disk_fd)
        return
    text = _read_from_editor(buffers, call, place, requested_path) if buffers.can_read else None
    if disk_fd is None and text == "":
        text = None  # some editors return an empty text for a missing file
    writer = buffers if buffers.can_write and (disk_fd is None or os.fstat(disk_fd).st_nlink == 1) else None
    if text is None:
        # It is unknown whether this editor counts a byte order mark as text, so it would be lost or doubled.
        yield CurrentContent(disk_fd, editor=None if data.startswith(codecs.BOM_UTF8) else writer)
        return
    encodable = replace_undecodable(text)
    content = encodable.encode()
    if b"\0" in content:
        raise binary_file_error(content, len(content), requested_path)
    with _temporary_file(content) as fd:
        yield CurrentContent(fd, from_editor=True, is_exact=encodable == text, editor=writer)


def require_unmoved(place: Place, requested_path: str) -> os.stat_result | None:
    """Raise if the path now leads elsewhere, because an editor follows the path alone.

    Returns the status of the regular file at the place, None if there is none.

    Example: `require_unmoved(workspace.resolve("a.txt"), "a.txt")`.
    """
    place.root.verify_identity()
    try:
        fd = place.open(O_PATH)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise_for_os_error(error, requested_path)
    try:
        status = os.fstat(fd)
    finally:
        os.close(fd)
    Workspace.require_regular_file(status, requested_path)
    return status


def _read_from_editor(buffers: EditorBuffers, call: Call, place: Place, requested_path: str) -> str | None:
    call.stop.check()
    text = buffers.read(place.path)
    call.stop.check()
    # The editor may have read through a path that was replaced meanwhile: such a text is not used.
    require_unmoved(place, requested_path)
    return text


def _is_utf8(data: bytes) -> bool:
    if b"\0" in data:
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@contextmanager
def _temporary_file(content: bytes) -> Generator[int]:
    """The content as an open file without a name, so that it can be read like any other file."""
    with os.fdopen(_create_unnamed_file(), "w+b") as file:
        file.write(content)
        file.flush()
        yield file.fileno()


def _create_unnamed_file() -> int:
    if sys.platform == "linux":
        return os.memfd_create("understudy-buffer")
    fd, name = tempfile.mkstemp(prefix="understudy-buffer-")
    os.unlink(name)
    return fd
