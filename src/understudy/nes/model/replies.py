"""What all formats do to a reply before it is the new text of a region. Pure; nothing here raises.

Whether a region's new text looks like an edit that a person would make, or like a model that went astray.

The last checks of every suggestion are the service's gate; these know the region and what is around it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from understudy.nes.model.limits import (
    MAX_ADDED_LINES,
    MAX_DROPPED_LINES,
    MAX_LINE_REPETITIONS,
    MIN_DISTINCTIVE_CHARS,
)
from understudy.nes.model.prompt_types import ModelContext, contains_token

__all__ = ["clean_region", "find_reply_problem", "strip_code_fence", "text_between"]


def strip_code_fence(reply: str) -> str | None:
    """The text inside the code fence around a whole reply; the reply if there is none; None if it is left open."""
    text = reply.strip("\n")
    if not text.startswith("```"):
        return reply
    opening, _, body = text.partition("\n")
    fence = opening[: len(opening) - len(opening.lstrip("`"))]
    lines = body.split("\n")
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].rstrip() == fence), None)
    return None if last is None else "\n".join(lines[:last])


def text_between(text: str, start: str, end: str) -> str | None:
    """What follows `start`, up to `end` or to the end of the text; None if `start` is not there just once."""
    if text.count(start) != 1:
        return None
    inner = text.partition(start)[2]
    return inner.partition(end)[0]


def clean_region(
    text: str, context: ModelContext, special_tokens: Sequence[str], cursor_markers: Iterable[str] = ()
) -> str | None:
    """The region's new text, or None if it is the old one or cannot be trusted.

    Stray cursor markers go; any other special token that is left means that the model lost the thread. Models
    are careless with blank lines at both ends: those of the region stay as they are.
    """
    for marker in cursor_markers:
        text = text.replace(marker, "")
    text = text.replace("\r\n", "\n")
    if "\r" in text or "\0" in text or any(contains_token(text, token) for token in special_tokens):
        return None
    old = context.region_text
    kept = text.rstrip("\n")
    if not old.startswith("\n"):
        kept = kept.lstrip("\n")
    blanks = old[len(old.rstrip("\n")) :]
    new = kept + blanks
    return None if new == old else new


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
    if any(
        count - before[line] >= MAX_LINE_REPETITIONS and _is_distinctive(line)
        for line, count in counted.items()
    ):
        return "it repeats itself"
    return None


def _line_changes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [found for found in matcher.get_opcodes() if found[0] != "equal"]


def _repeats_context(old: Sequence[str], new: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether the new text ends with what comes behind it, while the old one did not."""
    tail, head, was = (
        _first_nonblank_lines(new[::-1]),
        _first_nonblank_lines(behind),
        _first_nonblank_lines(old[::-1]),
    )
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
