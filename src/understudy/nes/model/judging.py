"""Whether a region's new text looks like an edit that a person would make, or like a model that went astray.

The last checks of every suggestion are the service's gate; these know the region and what is around it.
"""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from understudy.nes.model.prompting import ModelContext

__all__ = ["find_reply_problem"]

MAX_DROPPED_LINES: Final = 6
"""Lines that may go in one place without others instead."""
MAX_ADDED_LINES: Final = 40
MAX_LINE_REPETITIONS: Final = 4
"""Times that one line may be written again."""
MIN_DISTINCTIVE_CHARS: Final = 6
"""Characters that a single line must have for its repetition to be no accident."""


def find_reply_problem(new: str, context: ModelContext) -> str | None:
    """A sentence if the reply is not to be shown. The new text differs from the old."""
    old, lines = list(context.region), new.split("\n")
    if len(lines) - len(old) > MAX_ADDED_LINES:
        return f"it adds more than {MAX_ADDED_LINES} lines"
    # Blank lines at the end are the region's own.
    if new.rstrip() and context.region_text.rstrip().startswith(new.rstrip() + "\n"):
        return "it breaks off before the end of the region"
    if sum(map(bool, old)) - sum(map(bool, lines)) > MAX_DROPPED_LINES:
        return f"it drops more than {MAX_DROPPED_LINES} lines without others instead"
    for kind, start, end, begin, stop in _line_changes(old, lines):
        if kind != "insert" and (end - start) - (stop - begin) > MAX_DROPPED_LINES:
            return f"it drops more than {MAX_DROPPED_LINES} lines without others instead"
    if _repeats_context(old, lines, context.after):
        return "it repeats the text behind the region"
    if _repeats_context(old[::-1], lines[::-1], context.before[::-1]):
        return "it repeats the text before the region"
    counted = Counter(line for line in lines if line.strip())
    before = Counter(old)
    if any(count - before[line] >= MAX_LINE_REPETITIONS and _is_distinctive(line) for line, count in counted.items()):
        return "it repeats itself"
    return None


def _line_changes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [found for found in matcher.get_opcodes() if found[0] != "equal"]


def _repeats_context(old: Sequence[str], new: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether the new text ends with what comes behind it, while the old one did not."""
    tail, head, was = _first_nonblank_lines(new[::-1]), _first_nonblank_lines(behind), _first_nonblank_lines(old[::-1])
    if not head:
        return False
    for size in range(min(3, len(head), len(tail)), 0, -1):
        same = tail[:size][::-1] == head[:size]
        if same and was[:size] != tail[:size] and (size > 1 or _is_distinctive(tail[0])):
            return True
    return False


def _first_nonblank_lines(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()][:3]


def _is_distinctive(line: str) -> bool:
    return len(line.strip()) >= MIN_DISTINCTIVE_CHARS
