"""The edits of a session, and merging a change of lines into an earlier edit.

Pure functions. `history` decides which changes belong together.
"""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from understudy.nes.text.documents import AppliedChange, minimal_splice
from understudy.nes.text.text_types import Splice

__all__ = [
    "Edit",
    "EditOrigin",
    "MergedEdit",
    "is_keystroke",
    "is_single_line_change",
    "merge_change",
    "overlaps_or_continues",
    "shift_line",
    "with_accepted_changes",
]


class EditOrigin(Enum):
    """How an edit came about."""

    TYPED = "typed"
    ACCEPTED = "accepted"
    """The user accepted a suggestion of ours."""
    UNDONE = "undone"
    """The reverse of an earlier edit."""
    REDONE = "redone"
    EXTERNAL = "outside"
    """The whole text was replaced: by a formatter, a branch switch, another program."""
    REPORTED = "told"
    """Known only from the client's `editHistory`."""


class Edit(Struct, eq=False):
    """An edit as a person would name it: the lines `old` became the lines `new`. Merged from keystrokes."""

    serial: int
    """Increases with every edit of the session."""
    uri: str
    line: int
    """The line where `new` begins now. It moves with later edits above it; -1 once later edits overwrite it."""
    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None = None
    """The line above the edit when it was made; None at the beginning of the file."""
    below: str | None = None
    """The line below the edit when it was made; None at the end of the file."""
    origin: EditOrigin = EditOrigin.TYPED
    time: float = 0.0
    """Seconds on a monotonic clock, of the last keystroke."""
    revision: int = 0
    """Increases each time a change is merged into this edit."""
    ends_in_keystroke: bool = False
    """Whether its last change is one that a single key makes, and the document was not saved since."""
    is_inside_line: bool = False
    """Whether its first change was of a part of one line."""
    ends_in_deletion: bool = False
    """Whether its last change only removed something."""
    is_consequence: bool = False
    """For an accepted suggestion: whether a rule derived it from another edit. Such an edit teaches no pattern."""

    @property
    def is_typed(self) -> bool:
        """Whether it was made at the keyboard, and not as whole lines, which are pasted or written by a program."""
        return bool(self.revision) or self.ends_in_keystroke or self.is_inside_line


class MergedEdit(NamedTuple):
    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None
    below: str | None


def overlaps_or_continues(edit: Edit, splice: Splice) -> bool:
    """Whether the change overlaps the new lines of the edit, or directly continues it.

    Lines inserted next to the edit continue it, and so do lines deleted next to deleted lines. A change of a
    neighbouring line does not: people change one line after the other, and each is an example of its own.
    """
    start, stop = edit.line, edit.line + len(edit.new)
    first, last = splice.line, splice.line + len(splice.old)
    if start < 0 or first > stop or last < start:
        return False
    if first == last or (first < stop and last > start):
        return True
    return start == stop and not splice.new


def merge_change(edit: Edit, change: AppliedChange) -> MergedEdit:
    """Merge the change into the edit that precedes it. They must overlap or touch."""
    splice, above, below = change.splice, change.above, change.below
    start, stop = edit.line, edit.line + len(edit.new)
    first, last = splice.line, splice.line + len(splice.old)
    old, new = edit.old, splice.new
    if first < start:
        old = splice.old[: start - first] + old
    elif first > start:
        new = edit.new[: first - start] + new
    if last > stop:
        old = old + splice.old[stop - first if stop > first else 0 :]
    elif last < stop:
        new = new + edit.new[last - start :]
    begin = min(start, first)
    line, left, right = minimal_splice(begin, old, new)
    equal = line - begin
    tail = len(old) - equal - len(left)
    if equal:
        above = old[equal - 1]
    elif first >= start:
        above = edit.above
    if tail:
        below = old[len(old) - tail]
    elif last <= stop:
        below = edit.below
    return MergedEdit(line, left, right, above, below)


def shift_line(line: int, length: int, splice: Splice) -> int:
    """Return the line number after a change elsewhere; -1 if the change overlaps the lines."""
    first, last = splice.line, splice.line + len(splice.old)
    if last <= line:
        return line + len(splice.new) - len(splice.old)
    return line if first >= line + length else -1


def with_accepted_changes(edit: Edit, edits: Iterable[Edit]) -> Edit:
    """Return an edit that accepted suggestions overwrote, with what they made of its lines.

    Other edits are returned as they are. `edits` are those of the session in their order.
    """
    if edit.line >= 0:
        return edit
    line, new = -1, edit.new
    for later in edits:
        if later.origin is not EditOrigin.ACCEPTED or later.serial <= edit.serial or later.uri != edit.uri:
            continue
        if not later.old or len(later.old) != len(later.new):
            continue
        if (at := _find_run(later.old, new)) >= 0:
            new = later.new[at : at + len(new)]
            line = later.line + at if later.line >= 0 else -1
        elif (at := _find_run(new, later.old)) >= 0:
            new = (*new[:at], *later.new, *new[at + len(later.new) :])
            line = later.line - at if later.line >= 0 else -1
    return edit if new == edit.new else replace(edit, line=line, new=new)


def _find_run(lines: tuple[str, ...], run: tuple[str, ...]) -> int:
    """Return where the lines of `run` are, one after the other; -1 if they are nowhere, or there are none."""
    size = len(run)
    return next((at for at in range(len(lines) - size + 1) if size and lines[at : at + size] == run), -1)


def is_single_line_change(splice: Splice) -> bool:
    return len(splice.old) == 1 and len(splice.new) == 1


def is_keystroke(splice: Splice) -> bool:
    """Whether one key could make the change: one character more or less, or one line break with indentation."""
    if not splice.old or not splice.new:
        return len(splice.old) + len(splice.new) == 1 and not "".join(splice.old + splice.new).strip()
    short, long = sorted(("\n".join(splice.old), "\n".join(splice.new)), key=len)
    if not 1 <= len(long) - len(short) <= 200:
        return False
    same = 0
    while same < len(short) and short[same] == long[same]:
        same += 1
    more = long[same : same + len(long) - len(short)]
    if long[same + len(more) :] != short[same:]:
        return False
    return len(more) == 1 or (more.count("\n") == 1 and not more.strip())
