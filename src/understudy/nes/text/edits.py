"""How a change of lines and an edit before it lie to each other, and what they are together.

Pure. Which changes belong together is decided in `history`.
"""

from typing import NamedTuple

from understudy.nes.engine_api import Edit
from understudy.nes.text.documents import AppliedChange, minimal_splice
from understudy.nes.text.text_types import Splice

__all__ = [
    "MergedEdit",
    "is_keystroke",
    "is_single_line_change",
    "merge_change",
    "overlaps_or_continues",
    "shift_line",
]


class MergedEdit(NamedTuple):
    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None
    below: str | None


def overlaps_or_continues(edit: Edit, splice: Splice) -> bool:
    """Whether the change overlaps what the edit has put, or directly continues it.

    Lines put beside it continue it, and so do lines taken beside lines taken. A neighbouring line that is
    changed is something else: people change one line after the other, and each is an example of its own.
    """
    start, stop = edit.line, edit.line + len(edit.new)
    first, last = splice.line, splice.line + len(splice.old)
    if start < 0 or first > stop or last < start:
        return False
    if first == last or (first < stop and last > start):
        return True
    return start == stop and not splice.new


def merge_change(edit: Edit, change: AppliedChange) -> MergedEdit:
    """The edit with the change after it. They must touch."""
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
    """Where lines stand after a change elsewhere; -1 if it was not elsewhere."""
    first, last = splice.line, splice.line + len(splice.old)
    if last <= line:
        return line + len(splice.new) - len(splice.old)
    return line if first >= line + length else -1


def is_single_line_change(splice: Splice) -> bool:
    return len(splice.old) == 1 and len(splice.new) == 1


def is_keystroke(splice: Splice) -> bool:
    """Whether one key could have made it: one letter more or less, or one line end with the space after it."""
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
