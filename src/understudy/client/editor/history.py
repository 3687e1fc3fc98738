"""The user's edits as unified diffs, and the user's actions, for agents that request them.

Keystrokes are merged into one edit if they are on the same lines, or follow soon on adjacent lines. How much is
sent is decided by `suggest_context`.
"""

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.client.editor.document import Document
from understudy.client.editor.text import Splice, Text, end_after_splices, minimal_splice
from understudy.client.limits import (
    EDIT_MERGE_INTERVAL_S,
    MAX_EDIT_DIFF_CHARS,
    MAX_EDIT_ENTRIES,
    MAX_EDIT_LINES,
    MAX_USER_ACTIONS,
)
from understudy.schema import acp
from understudy.workspace.files import unified_diff

__all__ = ["EditHistory", "UserActions", "single_change_diff"]

CONTEXT_LINES: Final = 4
"""Lines on each side that are compared: one more than a diff shows."""
_HUNK_HEADER: Final = re.compile(r"^@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@$", re.MULTILINE)


def single_change_diff(before: str, after: str, name: str, max_chars: int) -> str | None:
    """The unified diff of two texts that differ in one place, at a cost independent of the rest of the text.

    None if they are equal, or if the diff has more than `max_chars` characters.
    """
    splice = minimal_splice(before, after)
    if splice is None or len(splice.new) > max_chars or splice.end - splice.start > max_chars:
        return None
    first, last = splice.start, splice.end
    for _ in range(CONTEXT_LINES):
        first = before.rfind("\n", 0, max(first - 1, 0)) + 1
        last = before.find("\n", last) + 1 or len(before)
    tail = len(before) - last
    diff = unified_diff(before[first:last], after[first : len(after) - tail], name, 2 * max_chars)
    lines_above = before.count("\n", 0, first)
    return (
        None
        if len(diff) > max_chars
        else _HUNK_HEADER.sub(lambda header: _shift_hunk_header(header, lines_above), diff)
    )


def _shift_hunk_header(header: re.Match[str], lines: int) -> str:
    old, old_size, new, new_size = header.groups("")
    return f"@@ -{int(old) + lines}{old_size} +{int(new) + lines}{new_size} @@"


@dataclass(slots=True)
class _CurrentEdit:
    """The edit in progress: the text before and after it, and its current lines."""

    document: Document
    name: str
    before: str
    after: str
    first_line: int
    last_line: int
    changed_at: float

    def to_entry(self) -> acp.NesEditHistoryEntry | None:
        diff = single_change_diff(self.before, self.after, self.name, MAX_EDIT_DIFF_CHARS)
        return None if diff is None else acp.NesEditHistoryEntry(uri=self.document.uri, diff=diff)


class EditHistory:
    """The last edits of all documents."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._finished: deque[acp.NesEditHistoryEntry] = deque(maxlen=MAX_EDIT_ENTRIES)
        self._current: _CurrentEdit | None = None

    def record(
        self,
        document: Document,
        name: str,
        before: Text,
        splices: Sequence[Splice],
        *,
        standalone: bool = False,
    ) -> None:
        """Record a change that was just applied. `standalone`: do not merge it with other edits."""
        after, now = document.content, self._now()
        first, last = before.line_column(splices[0].start).line, before.line_column(splices[-1].end).line
        current = self._current
        if current is None or standalone or not self._continues(current, document, first, last, now):
            self.finish_current()
            end = after.line_column(end_after_splices(splices)).line
            self._current = _CurrentEdit(document, name, before.full_text, after.full_text, first, end, now)
        else:
            grown = len(after.line_starts) - len(before.line_starts)
            current.first_line, current.last_line = (
                min(current.first_line, first),
                max(current.last_line, last) + grown,
            )
            current.after, current.changed_at = after.full_text, now
        if standalone:
            self.finish_current()

    def finish_current(self) -> None:
        """End the edit in progress: the next change begins another one."""
        current, self._current = self._current, None
        if current is not None and (entry := current.to_entry()):
            self._finished.append(entry)

    def entries(self, max_entries: int) -> list[acp.NesEditHistoryEntry]:
        """The last edits, the newest at the end."""
        current = self._current.to_entry() if self._current else None
        entries = [*self._finished, current] if current else list(self._finished)
        return entries[-max_entries:] if max_entries > 0 else []

    @staticmethod
    def _continues(current: _CurrentEdit, document: Document, first: int, last: int, now: float) -> bool:
        if (
            current.document is not document
            or max(current.last_line, last) - min(current.first_line, first) >= MAX_EDIT_LINES
        ):
            return False
        reach = 1 if now - current.changed_at <= EDIT_MERGE_INTERVAL_S else 0
        return first <= current.last_line + reach and last >= current.first_line - reach


class UserActions:
    """The last actions of the user, each with position and time, in the fields of both dialects of the protocol."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._actions: deque[acp.NesUserAction] = deque(maxlen=MAX_USER_ACTIONS)

    def record(self, action: str, uri: str, position: acp.Position) -> None:
        entry = acp.NesUserAction(
            action=action,
            uri=uri,
            position=position,
            timestamp_ms=int(self._now() * 1000),
            line=position.line,
            offset=position.character,
        )
        self._actions.append(entry)

    def record_change(self, document: Document, splices: Sequence[Splice]) -> None:
        end = document.content.position(end_after_splices(splices), document.encoding)
        self.record(_action_name(splices), document.uri, end)

    def latest(self, max_actions: int) -> list[acp.NesUserAction]:
        return list(self._actions)[-max_actions:] if max_actions > 0 else []


def _action_name(splices: Sequence[Splice]) -> str:
    if len(splices) > 1:
        return "replaceText"
    ((start, end, new),) = splices
    match end - start, len(new):
        case 0, 1:
            return "insertChar"
        case 1, 0:
            return "deleteChar"
        case 0, _:
            return "insertText"
        case _, 0:
            return "deleteText"
        case _:
            return "replaceText"
