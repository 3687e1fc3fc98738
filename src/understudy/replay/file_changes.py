"""What a user changed, file by file: from a git working tree, or from a patch. Reads texts, changes none."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from understudy.nes.text import Hunk, parse_diff
from understudy.replay.errors import ReplayError
from understudy.replay.git import Repository
from understudy.replay.limits import MAX_CHANGED_FILES, MAX_PATCH_CHARS, MAX_SOURCE_FILE_BYTES

__all__ = ["FileChange", "changes_from_patch", "changes_from_working_tree", "read_text"]

_FILE_HEADER: Final = re.compile(
    r"^--- (?P<old>[^\t\n]+)[^\n]*\n\+\+\+ (?P<new>[^\t\n]+)[^\n]*\n", re.MULTILINE
)


class FileChange(msgspec.Struct, frozen=True):
    """A file as it was and as it is."""

    path: Path
    old: str
    new: str


def read_text(path: Path) -> str:
    """A file as an editor would open it. Raises ReplayError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_SOURCE_FILE_BYTES + 1)
    except OSError as error:
        raise ReplayError("bad_file", f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > MAX_SOURCE_FILE_BYTES:
        raise ReplayError("bad_file", f"{path} has more than {MAX_SOURCE_FILE_BYTES >> 20} MiB.")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise ReplayError("bad_file", f"{path} is no text in UTF-8.") from None


def changes_from_working_tree(repository: Repository) -> list[FileChange]:
    """What differs from HEAD, the file that was written last at the end. What is no text is passed over."""
    found: list[tuple[float, FileChange]] = []
    with repository.open_blobs() as contents:
        for change in repository.changed_files()[:MAX_CHANGED_FILES]:
            path = repository.root / change.path
            old = contents.read_text(change.old_blob, MAX_SOURCE_FILE_BYTES)
            try:
                new = read_text(path)
                time = os.stat(path).st_mtime
            except (ReplayError, OSError):
                continue
            if old is not None and old != new:
                found.append((time, FileChange(path, old, new)))
    return [changed for _, changed in sorted(found, key=lambda pair: pair[0])]


def changes_from_patch(patch: str, root: Path) -> list[FileChange]:
    """What a patch changes of the files below `root`, whether it was applied to them already or not."""
    if len(patch) > MAX_PATCH_CHARS:
        raise ReplayError("bad_patch", f"The patch has more than {MAX_PATCH_CHARS >> 20} MiB.")
    changes = [_resolve_change(name, parse_diff(diff), root) for name, diff in _split_patch(patch)]
    if not changes:
        raise ReplayError(
            "bad_patch", "The patch changes no file. A unified diff is wanted, as git diff prints it."
        )
    return changes


def _split_patch(patch: str) -> Iterator[tuple[str, str]]:
    """Each file's name, and its part of the patch."""
    heads = list(_FILE_HEADER.finditer(patch.replace("\r\n", "\n")))
    for number, head in enumerate(heads):
        if head["new"] == "/dev/null" or head["old"] == "/dev/null":
            continue  # a file that came or went has no lines to learn from
        stop = heads[number + 1].start() if number + 1 < len(heads) else len(head.string)
        name = head["new"]
        if name.startswith("b/") and head["old"].startswith("a/"):
            name = name[2:]
        yield name, head.string[head.start() : stop]


def _resolve_change(name: str, hunks: Sequence[Hunk], root: Path) -> FileChange:
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts:
        raise ReplayError("bad_patch", f"The patch names {name}, which is not below {root}.")
    path = root / name
    now = read_text(path)
    lines = now.split("\n")
    if (before := _apply_hunks(lines, hunks, reverse=True)) is not None:
        return FileChange(path, "\n".join(before), now)
    if (after := _apply_hunks(lines, hunks, reverse=False)) is not None:
        return FileChange(path, now, "\n".join(after))
    raise ReplayError("bad_patch", f"The patch fits {path} neither before nor after it is applied.")


def _apply_hunks(lines: Sequence[str], hunks: Sequence[Hunk], *, reverse: bool) -> list[str] | None:
    """The text with the patch applied, or taken back; None if it does not fit."""
    result, moved = list(lines), 0
    ends = "\r" if lines and lines[0].endswith("\r") else ""
    for hunk in hunks:
        old, new = ([line + ends for line in side] for side in (hunk.splice.old, hunk.splice.new))
        gone, come = (new, old) if reverse else (old, new)
        # Lines are counted in the text after the whole patch: taking back moves what is below each hunk.
        at = hunk.splice.line + (moved if reverse else 0)
        if hunk.splice.line < 0 or result[at : at + len(gone)] != gone:
            return None
        result[at : at + len(gone)] = come
        moved += len(come) - len(gone)
    return result
