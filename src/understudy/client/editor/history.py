"""What the user did, as an agent that asks for it is told: edits as unified diffs, and single actions.

Keystrokes that belong together make one edit: those on the same lines, and those on the next ones that follow
at once. Knows nothing of the wire but the shapes; how much is sent is decided in `context`.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from understudy.client.editor.diffs import diff_of
from understudy.client.editor.document import Document
from understudy.client.editor.text import Splice, Text, shifted
from understudy.schema import acp

__all__ = ["MOST_ACTIONS", "MOST_EDITS", "Actions", "EditHistory"]

MOST_EDITS: Final = 30
MOST_LINES: Final = 40
"""Lines that one edit grows over; what goes on beyond is the next one."""
MOST_DIFF: Final = 20_000
"""Characters. A larger change was not made by hand, and is left out."""
MOST_ACTIONS: Final = 100
PAUSE: Final = 2.0
"""Seconds after which typing on the next line is something new."""


@dataclass(slots=True)
class _Going:
    """The edit that the user is at: the text before it and after it, and the lines that it is on now."""

    document: Document
    name: str
    before: str
    after: str
    first: int
    last: int
    at: float

    def entry(self) -> acp.NesEditHistoryEntry | None:
        diff = diff_of(self.before, self.after, self.name, MOST_DIFF)
        return None if diff is None else acp.NesEditHistoryEntry(uri=self.document.uri, diff=diff)


class EditHistory:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._done: deque[acp.NesEditHistoryEntry] = deque(maxlen=MOST_EDITS)
        self._going: _Going | None = None

    def note(
        self, document: Document, name: str, before: Text, splices: Sequence[Splice], *, alone: bool = False
    ) -> None:
        """Take in a change that was just made. `alone`: it belongs to nothing before or after it."""
        after, now = document.content, self._now()
        first, last = before.place(splices[0].start).line, before.place(splices[-1].end).line
        going = self._going
        if going is None or alone or not self._goes_on(going, document, first, last, now):
            self.settle()
            end = after.place(shifted(splices)).line
            self._going = _Going(document, name, before.whole, after.whole, first, end, now)
        else:
            grown = len(after.starts) - len(before.starts)
            going.first, going.last = min(going.first, first), max(going.last, last) + grown
            going.after, going.at = after.whole, now
        if alone:
            self.settle()

    def settle(self) -> None:
        """What comes next is another edit."""
        going, self._going = self._going, None
        if going is not None and (entry := going.entry()):
            self._done.append(entry)

    def entries(self, most: int) -> list[acp.NesEditHistoryEntry]:
        """The last ones, the newest at the end."""
        going = self._going.entry() if self._going else None
        found = [*self._done, going] if going else list(self._done)
        return found[-most:] if most > 0 else []

    @staticmethod
    def _goes_on(going: _Going, document: Document, first: int, last: int, now: float) -> bool:
        if going.document is not document or max(going.last, last) - min(going.first, first) >= MOST_LINES:
            return False
        reach = 1 if now - going.at <= PAUSE else 0
        return first <= going.last + reach and last >= going.first - reach


class Actions:
    """The last things that the user did, each with its place and time. In the words of both dialects."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._kept: deque[acp.NesUserAction] = deque(maxlen=MOST_ACTIONS)

    def note(self, action: str, uri: str, position: acp.Position) -> None:
        told = acp.NesUserAction(
            action=action,
            uri=uri,
            position=position,
            timestamp_ms=int(self._now() * 1000),
            line=position.line,
            offset=position.character,
        )
        self._kept.append(told)

    def note_change(self, document: Document, splices: Sequence[Splice]) -> None:
        end = document.content.position(shifted(splices), document.encoding)
        self.note(_named(splices), document.uri, end)

    def last(self, most: int) -> list[acp.NesUserAction]:
        return list(self._kept)[-most:] if most > 0 else []


def _named(splices: Sequence[Splice]) -> str:
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
