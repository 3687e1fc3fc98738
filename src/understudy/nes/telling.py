"""The edits that are only known from the client's `editHistory`: made before the session began, or in other files.

What the session saw itself is not repeated here. Each request tells everything again, so nothing is kept but
the serial numbers and what was read of the diffs.
"""

from collections.abc import Callable, Sequence
from typing import Final

from understudy.nes.context import Lines
from understudy.nes.diffs import Hunk, parse
from understudy.nes.port import Edit, Origin
from understudy.nes.values import Splice
from understudy.schema.acp import NesEditHistoryEntry

__all__ = ["Told"]

MOST_ENTRIES: Final = 30
MOST_EDITS: Final = 50
MOST_HUNKS: Final = 20
"""Of one diff. Who changes more places at once did not do it by hand, so nothing is learned from it."""
MOST_CHARACTERS: Final = 100_000
MOST_KEPT: Final = 128
NEAR: Final = 200
"""Lines around the place that a diff names, in which its new text is looked for."""
FIRST_SERIAL: Final = -1_000_000_000
"""What was told is older than all that was seen."""

_Key = tuple[str, str]


class Told:
    def __init__(self) -> None:
        self._hunks: dict[_Key, tuple[int, list[Hunk]]] = {}
        self._serial = FIRST_SERIAL
        self._before: dict[_Key, None] = {}

    def edits(
        self,
        entries: Sequence[NesEditHistoryEntry],
        own: Sequence[Edit],
        followed: Callable[[str], bool],
        lines: Lines,
    ) -> list[Edit]:
        """Oldest first. `followed` says of which texts the session saw the changes itself."""
        known = {(edit.uri, edit.old, edit.new) for edit in own}
        found: list[Edit] = []
        for entry in _newest(entries):
            key = (entry.uri, entry.diff)
            serial, hunks = self._read(key)
            if followed(entry.uri) and key not in self._before:
                continue
            self._keep_before(key)
            if len(hunks) > MOST_HUNKS:
                _lose(found, entry.uri)
                continue
            for index, hunk in enumerate(hunks):
                _move(found, entry.uri, hunk.splice)
                if (entry.uri, hunk.splice.old, hunk.splice.new) not in known:
                    found.append(_edit(entry.uri, hunk, serial + index))
            found = found[-MOST_EDITS:]
        for edit in found:
            edit.line = _settled(edit, lines(edit.uri))
        return found

    def _read(self, key: _Key) -> tuple[int, list[Hunk]]:
        read = self._hunks.get(key)
        if read is None:
            hunks = parse(key[1])
            read = self._hunks[key] = (self._serial, hunks)
            self._serial += len(hunks)
            _bound(self._hunks)
        return read

    def _keep_before(self, key: _Key) -> None:
        self._before[key] = None
        _bound(self._before)


def _bound(kept: dict[_Key, tuple[int, list[Hunk]]] | dict[_Key, None]) -> None:
    if len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]


def _newest(entries: Sequence[NesEditHistoryEntry]) -> list[NesEditHistoryEntry]:
    """The last ones that fit, the oldest first."""
    left = MOST_CHARACTERS
    kept: list[NesEditHistoryEntry] = []
    for entry in reversed(entries[-MOST_ENTRIES:]):
        left -= len(entry.diff)
        if left < 0:
            break
        kept.append(entry)
    return kept[::-1]


def _edit(uri: str, hunk: Hunk, serial: int) -> Edit:
    line, old, new = hunk.splice
    return Edit(serial, uri, line, old, new, hunk.above, hunk.below, Origin.TOLD)


def _move(edits: Sequence[Edit], uri: str, splice: Splice) -> None:
    """Older edits of that text, now that lines above them came or went, or lines of theirs were written over."""
    for edit in edits:
        if edit.uri != uri or edit.line < 0 or splice.line < 0:
            continue
        if splice.line + len(splice.old) <= edit.line:
            edit.line += len(splice.new) - len(splice.old)
        elif splice.line < edit.line + len(edit.new):
            edit.line = -1


def _lose(edits: Sequence[Edit], uri: str) -> None:
    for edit in edits:
        if edit.uri == uri:
            edit.line = -1


def _settled(edit: Edit, lines: Sequence[str] | None) -> int:
    """Where the edit really stands, if the text is at hand: a diff's line numbers may be of another moment."""
    if lines is None:
        return edit.line
    new = list(edit.new)
    if not new:
        return edit.line if 0 <= edit.line <= len(lines) else -1
    if edit.line >= 0 and lines[edit.line : edit.line + len(new)] == new:
        return edit.line
    first, last = max(edit.line - NEAR, 0), max(edit.line, 0) + NEAR
    places = [at for at in range(first, min(last, len(lines))) if lines[at] == new[0]]
    places = [at for at in places if lines[at : at + len(new)] == new]
    return places[0] if len(places) == 1 else -1
