"""The unified diff of two texts that differ in one stretch, at a cost that does not grow with the rest of them."""

import re
from typing import Final

from understudy.client.editor.text import minimal_splice
from understudy.workspace.diffing import unified_diff

__all__ = ["single_change_diff"]

CONTEXT_LINES: Final = 4
"""Lines on each side that are looked at: one more than a diff shows."""
_HUNK_HEADER: Final = re.compile(r"^@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@$", re.MULTILINE)


def single_change_diff(before: str, after: str, name: str, max_chars: int) -> str | None:
    """None if they are equal, or if it has more than `most` characters."""
    splice = minimal_splice(before, after)
    if splice is None or len(splice.new) > max_chars or splice.end - splice.start > max_chars:
        return None
    first, last = splice.start, splice.end
    for _ in range(CONTEXT_LINES):
        first = before.rfind("\n", 0, max(first - 1, 0)) + 1
        last = before.find("\n", last) + 1 or len(before)
    tail = len(before) - last
    diff = unified_diff(before[first:last], after[first : len(after) - tail], name, 2 * max_chars)
    above = before.count("\n", 0, first)
    return None if len(diff) > max_chars else _HUNK_HEADER.sub(lambda head: _shift_hunk_header(head, above), diff)


def _shift_hunk_header(head: re.Match[str], lines: int) -> str:
    old, old_size, new, new_size = head.groups("")
    return f"@@ -{int(old) + lines}{old_size} +{int(new) + lines}{new_size} @@"
