"""Line numbers of diffs, from lines of the file to lines of the excerpt. Pure functions.

A prompt does not say where its excerpt begins in the file. It is found from the newest edit whose lines are in the
excerpt exactly once; the numbers of the edits above the excerpt, and all numbers if no edit is found, are left out.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.model.formats import RecentEdit

__all__ = ["place_in_excerpt"]

_HUNK_HEADER: Final = re.compile(r"@@ -(\d{1,9})(,\d{1,9})? \+(\d{1,9})(,\d{1,9})? @@")
_UNNUMBERED_HEADER: Final = "@@ @@"


def place_in_excerpt(edits: Sequence[RecentEdit], path: str, excerpt: Sequence[str]) -> list[RecentEdit]:
    """Return the edits, those of `path` with line numbers in the excerpt."""
    first = next(
        (
            found
            for edit in reversed(edits)
            if edit.path == path and (found := _find_excerpt_start(edit.diff, excerpt)) is not None
        ),
        None,
    )
    return [
        RecentEdit(edit.path, _shift_headers(edit.diff, first), edit.accepted) if edit.path == path else edit
        for edit in edits
    ]


def _find_excerpt_start(diff: str, excerpt: Sequence[str]) -> int | None:
    """Return the line of the file, from 0, that the excerpt begins with; None if the diff does not tell."""
    start: int | None = None
    new_side: list[str] = []
    for line in [*diff.removesuffix("\n").split("\n"), "@@"]:
        if not line.startswith("@@"):
            if line[:1] in (" ", "+"):
                new_side.append(line[1:])
            elif not line:
                new_side.append("")
            continue
        if start is not None:
            at = _find_once(new_side, excerpt)
            if at is not None:
                return start - at
        header = _HUNK_HEADER.match(line)
        start, new_side = (int(header[3]) - 1 if header else None), []
    return None


def _find_once(wanted: Sequence[str], lines: Sequence[str]) -> int | None:
    if not any(line.strip() for line in wanted):
        return None
    # The hunk may reach beyond the excerpt, but a part of it would be a guess.
    length, found = len(wanted), -1
    for at in range(len(lines) - length + 1):
        if lines[at] == wanted[0] and list(lines[at : at + length]) == list(wanted):
            if found >= 0:
                return None
            found = at
    return found if found >= 0 else None


def _shift_headers(diff: str, first: int | None) -> str:
    lines = diff.split("\n")
    for index, line in enumerate(lines):
        header = _HUNK_HEADER.match(line)
        if header is None:
            continue
        old, new = (int(header[1]) - (first or 0), int(header[3]) - (first or 0))
        lines[index] = (
            _UNNUMBERED_HEADER
            if first is None or old < 0 or new < 0
            else f"@@ -{old}{header[2] or ''} +{new}{header[4] or ''} @@"
        )
    return "\n".join(lines)
