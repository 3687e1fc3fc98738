"""The edits that are only known from the client's `editHistory`: made before the session began, or in other files.

What the session saw itself is not repeated here. Each request tells everything again, so nothing is kept but
the serial numbers and what was read of the diffs.
"""

from collections.abc import Callable, Sequence
from typing import Final

from understudy.bounded_dict import BoundedDict
from understudy.nes.limits import (
    HUNK_SEARCH_RADIUS_LINES,
    MAX_CACHED_DIFFS,
    MAX_CLIENT_EDITS,
    MAX_CLIENT_HISTORY_CHARS,
    MAX_CLIENT_HISTORY_ENTRIES,
    MAX_HUNKS_PER_ENTRY,
)
from understudy.nes.text import Edit, EditOrigin, Hunk, LineLookup, Splice, parse_diff
from understudy.schema.acp import NesEditHistoryEntry

__all__ = ["ClientHistory"]

FIRST_SERIAL: Final = -1_000_000_000
"""What was told is older than all that was seen."""

_EntryKey = tuple[str, str]


class ClientHistory:
    def __init__(self) -> None:
        self._parsed_diffs: BoundedDict[_EntryKey, tuple[int, list[Hunk]]] = BoundedDict(MAX_CACHED_DIFFS)
        self._next_serial = FIRST_SERIAL
        self._included_entries: BoundedDict[_EntryKey, None] = BoundedDict(MAX_CACHED_DIFFS)

    def build_edits(
        self,
        entries: Sequence[NesEditHistoryEntry],
        session_edits: Sequence[Edit],
        is_tracked: Callable[[str], bool],
        lines: LineLookup,
    ) -> list[Edit]:
        """Oldest first. `followed` says of which texts the session saw the changes itself."""
        known = {(edit.uri, edit.old, edit.new) for edit in session_edits}
        found: list[Edit] = []
        for entry in _newest_entries(entries):
            key = (entry.uri, entry.diff)
            serial, hunks = self._parse_entry(key)
            if is_tracked(entry.uri) and key not in self._included_entries:
                continue
            self._included_entries[key] = None
            if len(hunks) > MAX_HUNKS_PER_ENTRY:
                _invalidate_positions(found, entry.uri)
                continue
            for index, hunk in enumerate(hunks):
                _shift_edits(found, entry.uri, hunk.splice)
                if (entry.uri, hunk.splice.old, hunk.splice.new) not in known:
                    found.append(_build_edit(entry.uri, hunk, serial + index))
            found = found[-MAX_CLIENT_EDITS:]
        for edit in found:
            edit.line = _resolve_line(edit, lines(edit.uri))
        return found

    def _parse_entry(self, key: _EntryKey) -> tuple[int, list[Hunk]]:
        read = self._parsed_diffs.get(key)
        if read is None:
            hunks = parse_diff(key[1])
            read = self._parsed_diffs[key] = (self._next_serial, hunks)
            self._next_serial += len(hunks)
        return read


def _newest_entries(entries: Sequence[NesEditHistoryEntry]) -> list[NesEditHistoryEntry]:
    """The last ones that fit, the oldest first."""
    left = MAX_CLIENT_HISTORY_CHARS
    kept: list[NesEditHistoryEntry] = []
    for entry in reversed(entries[-MAX_CLIENT_HISTORY_ENTRIES:]):
        left -= len(entry.diff)
        if left < 0:
            break
        kept.append(entry)
    return kept[::-1]


def _build_edit(uri: str, hunk: Hunk, serial: int) -> Edit:
    line, old, new = hunk.splice
    return Edit(serial, uri, line, old, new, hunk.above, hunk.below, EditOrigin.REPORTED)


def _shift_edits(edits: Sequence[Edit], uri: str, splice: Splice) -> None:
    """Older edits of that text, now that lines above them came or went, or lines of theirs were written over."""
    for edit in edits:
        if edit.uri != uri or edit.line < 0 or splice.line < 0:
            continue
        if splice.line + len(splice.old) <= edit.line:
            edit.line += len(splice.new) - len(splice.old)
        elif splice.line < edit.line + len(edit.new):
            edit.line = -1


def _invalidate_positions(edits: Sequence[Edit], uri: str) -> None:
    for edit in edits:
        if edit.uri == uri:
            edit.line = -1


def _resolve_line(edit: Edit, lines: Sequence[str] | None) -> int:
    """Where the edit really stands, if the text is at hand: a diff's line numbers may be of another moment."""
    if lines is None:
        return edit.line
    new = list(edit.new)
    if not new:
        return edit.line if 0 <= edit.line <= len(lines) else -1
    if edit.line >= 0 and lines[edit.line : edit.line + len(new)] == new:
        return edit.line
    first, last = max(edit.line - HUNK_SEARCH_RADIUS_LINES, 0), max(edit.line, 0) + HUNK_SEARCH_RADIUS_LINES
    places = [at for at in range(first, min(last, len(lines))) if lines[at] == new[0]]
    places = [at for at in places if lines[at : at + len(new)] == new]
    return places[0] if len(places) == 1 else -1
