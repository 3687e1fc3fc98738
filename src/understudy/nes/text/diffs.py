"""Parser for the unified diffs in a client's edit history.

A diff is untrusted input: only the signs at the beginning of its lines matter, and invalid parts give no hunks. The
document is named next to the diff, so the file names in its header are ignored.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.limits import MAX_DIFF_CHARS, MAX_DIFF_HUNKS
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.text_types import Splice

__all__ = ["Hunk", "parse_diff"]


_HUNK_HEADER: Final = re.compile(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_BARE_HUNK_HEADER: Final = re.compile(r"@@(?: |$)")
_GIT_HEADER_PREFIXES: Final = (
    "diff ",
    "index ",
    "similarity ",
    "rename ",
    "new file ",
    "deleted file ",
    "old mode ",
    "new mode ",
)


class Hunk(NamedTuple):
    """Adjacent changed lines, and the context lines above and below."""

    splice: Splice
    """`line` is the position of the new lines after the whole diff; -1 if the diff does not say."""
    above: str | None
    below: str | None


def parse_diff(diff: str) -> list[Hunk]:
    """Return the changes of a diff, from top to bottom."""
    if len(diff) > MAX_DIFF_CHARS:
        return []
    lines = [line.removesuffix("\r") for line in diff.removesuffix("\n").split("\n")]
    hunks: list[Hunk] = []
    for line, body in _split_hunk_bodies(lines):
        hunks += _parse_hunk_body(line, body)
        if len(hunks) >= MAX_DIFF_HUNKS:
            return hunks[:MAX_DIFF_HUNKS]
    return hunks


def _split_hunk_bodies(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the first line of each hunk in the new text, and its lines with their signs."""
    if not any(line.startswith("@@") for line in lines):
        body = lines[2:] if _is_file_header(lines, 0) else lines
        if all(line[:1] in ("", " ", "+", "-", "\\") for line in body):
            yield -1, body
        return
    at = 0
    while at < len(lines):
        if not _BARE_HUNK_HEADER.match(lines[at]):
            at += 1
            continue
        head = _HUNK_HEADER.match(lines[at])
        start = -1
        old_left = new_left = 0
        if head:
            old_left, new_left = int(head[1] or "1"), int(head[3] or "1")
            start = int(head[2]) - (1 if new_left else 0)
        at += 1
        body: list[str] = []
        while at < len(lines) and not _is_hunk_end(lines, at, old_left, new_left):
            sign = lines[at][:1]
            old_left -= sign in ("", " ", "-")
            new_left -= sign in ("", " ", "+")
            body.append(lines[at])
            at += 1
        yield max(start, -1), body


def _is_hunk_end(lines: list[str], at: int, old_left: int, new_left: int) -> bool:
    """Whether the hunk ends before this line. Its counts decide only if the lines are ambiguous."""
    line = lines[at]
    if line[:1] not in ("", " ", "+", "-", "\\") or line.startswith(_GIT_HEADER_PREFIXES):
        return True
    if old_left <= 0 and new_left <= 0 and not line:
        return True  # an empty line between two hunks, not part of the text
    if not _is_file_header(lines, at):
        return False
    # A removed and an added line can look like the header of the next file; then they complete the counts.
    return old_left <= 0 or ((old_left, new_left) != (1, 1) and _is_hunk_header(lines, at + 2))


def _is_file_header(lines: list[str], at: int) -> bool:
    return lines[at].startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ ")


def _is_hunk_header(lines: list[str], at: int) -> bool:
    return at < len(lines) and _BARE_HUNK_HEADER.match(lines[at]) is not None


def _parse_hunk_body(line: int, body: list[str]) -> Iterator[Hunk]:
    """Yield the runs of changed lines between the context lines."""
    above: str | None = None
    old: list[str] = []
    new: list[str] = []
    for signed in body:
        sign, text = signed[:1], signed[1:]
        match sign:
            case "-":
                old.append(text)
            case "+":
                new.append(text)
            case "\\":
                pass  # "No newline at end of file"
            case _:
                if old != new:
                    yield _build_hunk(line, old, new, above, text)
                line += len(new) + 1 if line >= 0 else 0
                above, old, new = text, [], []
    if old != new:
        yield _build_hunk(line, old, new, above, None)


def _build_hunk(line: int, old: list[str], new: list[str], above: str | None, below: str | None) -> Hunk:
    splice = minimal_splice(max(line, 0), old, new)
    equal = splice.line - max(line, 0)
    tail = len(old) - equal - len(splice.old)
    return Hunk(
        splice if line >= 0 else splice._replace(line=-1),
        old[equal - 1] if equal else above,
        old[len(old) - tail] if tail else below,
    )
