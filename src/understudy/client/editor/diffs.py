"""The unified diff of two texts that differ in one stretch, at a cost that does not grow with the rest of them."""

import re
from typing import Final

from understudy.client.editor.text import difference
from understudy.workspace.diffing import unified_diff

__all__ = ["diff_of"]

AROUND: Final = 4
"""Lines on each side that are looked at: one more than a diff shows."""
_HEAD: Final = re.compile(r"^@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@$", re.MULTILINE)


def diff_of(before: str, after: str, name: str, most: int) -> str | None:
    """None if they are equal, or if it has more than `most` characters."""
    splice = difference(before, after)
    if splice is None or len(splice.new) > most or splice.end - splice.start > most:
        return None
    first, last = splice.start, splice.end
    for _ in range(AROUND):
        first = before.rfind("\n", 0, max(first - 1, 0)) + 1
        last = before.find("\n", last) + 1 or len(before)
    tail = len(before) - last
    diff = unified_diff(before[first:last], after[first : len(after) - tail], name, 2 * most)
    above = before.count("\n", 0, first)
    return None if len(diff) > most else _HEAD.sub(lambda head: _moved(head, above), diff)


def _moved(head: re.Match[str], lines: int) -> str:
    old, old_size, new, new_size = head.groups("")
    return f"@@ -{int(old) + lines}{old_size} +{int(new) + lines}{new_size} @@"
