"""A file's text for an agent, and back: lines cut out of it, its encoding kept.

Runs in worker threads, below roots that the workspace has opened.
"""

from typing import Final

from understudy.workspace import InvalidArgument, Place, Stop, TooLarge, Workspace
from understudy.workspace.commands.environment import is_encodable
from understudy.workspace.files.encoding import decode, encode
from understudy.workspace.files.text_reader import LineWindow, read_all, read_window
from understudy.workspace.files.write_target import WriteTarget, open_target
from understudy.workspace.paths.filename_text import escape_filename

__all__ = ["read_text", "slice_lines", "write_text"]

_REPLACEMENT_CHAR: Final = "\ufffd"


def read_text(workspace: Workspace, path: str, line: int | None, limit: int | None, stop: Stop) -> str:
    """The text of a file, from a line (counted from 1), so many lines."""
    if limit == 0:
        with workspace.open_file(path):
            return ""
    first = max(line or 1, 1)
    window = LineWindow(first, None if limit is None else first + limit - 1)
    most = workspace.limits.max_file_size
    with workspace.open_file(path) as file:
        reading = read_window(file.fd, window, most, stop.check, path)
    if reading.remaining is not None:
        raise TooLarge(
            f"{escape_filename(path)!r}: that is more than {most} bytes of text. Ask for less at once with line and limit.",
            "too_large",
            path=escape_filename(path),
            limit=most,
            totalLines=reading.total_lines,
        )
    return reading.content


def slice_lines(text: str, line: int | None, limit: int | None) -> str:
    """The same cut, from a text that an editor holds."""
    if line is None and limit is None:
        return text
    lines = text.split("\n")
    first = max(line or 1, 1) - 1
    last = len(lines) if limit is None else first + limit
    return "\n".join(lines[first:last]) + ("\n" if first < last < len(lines) else "")


def write_text(workspace: Workspace, place: Place, path: str, text: str, stop: Stop) -> None:
    """Make `text` the file's content, in the encoding that it had; in one step, or not at all."""
    if not is_encodable(text):
        raise InvalidArgument("The content has half of a surrogate pair, which is no text.", "not_encodable")
    most = workspace.limits.max_write_size
    if len(text) > most or len(text.encode()) > most:
        raise TooLarge(f"The content is larger than {most} bytes.", "too_large", limit=most)
    with open_target(workspace, place, path, stop, create_folders=True, lock_scope="client") as target:
        data = _encode_like_existing(target, text, most, path)
        stop.check()
        target.save([data])


def _encode_like_existing(target: WriteTarget, text: str, max_bytes: int, path: str) -> bytes:
    old = None if target.old_fd is None else read_all(target.old_fd, max_bytes)
    before = None if not old else decode(old)
    if before is None:
        return text.encode()
    was, encoding = before
    if encoding.codec == "utf-8" and _REPLACEMENT_CHAR in text and not is_encodable(was):
        # The agent saw U+FFFD for bytes that are no text; written back, it would take their place.
        raise InvalidArgument(
            f"{escape_filename(path)!r} has bytes that are no UTF-8, which would be lost. It was not changed.",
            "not_encodable",
            path=escape_filename(path),
        )
    if encoding.bom:
        text = text.removeprefix("\ufeff")
    try:
        return encode(text, encoding)
    except InvalidArgument:
        raise InvalidArgument(
            f"{escape_filename(path)!r} is {encoding.name}, which has not every character of the new content. "
            "It was not changed.",
            "not_encodable",
            path=escape_filename(path),
            encoding=encoding.name,
        ) from None
