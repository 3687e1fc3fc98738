"""A unified diff of two texts and the length of their common prefix, in bounded time and size."""

import difflib
from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

from understudy.workspace.files.encoding import replace_undecodable
from understudy.workspace.limits import DIFF_CONTEXT_LINES, MAX_COMPARED_LINE_PAIRS

__all__ = ["common_prefix_length", "common_suffix_length", "unified_diff"]

S = TypeVar("S", str, bytes, list[str])


def common_prefix_length(one: S, other: S, max_length: int) -> int:
    """The length of the common prefix, up to `max_length`. Comparing slices is much faster than comparing
    items.
    """
    low, high = 0, min(len(one), len(other), max_length)
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_suffix_length(one: S, other: S, max_length: int) -> int:
    """The length of the common suffix, up to `max_length`, which neither may be shorter than."""
    low, high = 0, max_length
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def unified_diff(old: str, new: str, path: str, max_chars: int) -> str:
    """The change from `old` to `new` as `diff -u` prints it, truncated after `max_chars` characters."""
    parts: list[str] = []
    size = 0
    for part in _diff_parts(_split_lines(old), _split_lines(new), path):
        size += len(part)
        if size > max_chars:
            parts.append("… the rest of the diff is left out …\n")
            break
        parts.append(part)
    return replace_undecodable("".join(parts))


def _split_lines(text: str) -> list[str]:
    """Split at "\\n" only, unlike str.splitlines."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _diff_parts(before: list[str], after: list[str], path: str) -> Iterator[str]:
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    if same == len(before) == len(after):
        return
    first, tail = max(0, same - DIFF_CONTEXT_LINES), max(0, tail - DIFF_CONTEXT_LINES)
    old, new = before[first : len(before) - tail], after[first : len(after) - tail]
    yield f"--- a/{path}\n+++ b/{path}\n"
    if _count_equal_pairs(old, new) > MAX_COMPARED_LINE_PAIRS:
        yield f"@@ -{first + 1},{len(old)} +{first + 1},{len(new)} @@\n"
        for mark, lines in (("-", old), ("+", new)):
            yield from (_diff_line(mark, line) for line in lines)
        return
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(
        DIFF_CONTEXT_LINES
    ):
        yield _hunk_header(
            group[0][1] + first, group[-1][2] + first, group[0][3] + first, group[-1][4] + first
        )
        for kind, i, j, k, m in group:
            if kind == "equal":
                yield from (_diff_line(" ", line) for line in old[i:j])
            else:
                yield from (_diff_line("-", line) for line in old[i:j])
                yield from (_diff_line("+", line) for line in new[k:m])


def _count_equal_pairs(old: list[str], new: list[str]) -> int:
    """The number of pairs of equal lines, which determines the time of the comparison."""
    before, after = Counter(old), Counter(new)
    return len(old) + len(new) + sum(count * after[line] for line, count in before.items())


def _hunk_header(i: int, j: int, k: int, m: int) -> str:
    return f"@@ -{_hunk_range(i, j)} +{_hunk_range(k, m)} @@\n"


def _hunk_range(start: int, stop: int) -> str:
    size = stop - start
    if size == 1:
        return str(start + 1)
    return f"{start + 1 if size else start},{size}"


def _diff_line(mark: str, line: str) -> str:
    return f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"
