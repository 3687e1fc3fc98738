"""The edits that are only known from the client's `editHistory`: made before the session began, or in other files.

Edits that the session observed itself are left out, without parsing their diffs. Each request repeats the whole
history, so only the serial numbers and the parsed diffs are kept.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import structs

from understudy.bounded_dict import BoundedDict
from understudy.nes.engine_api import UserAction
from understudy.nes.limits import (
    HUNK_SEARCH_RADIUS_LINES,
    MAX_CACHED_DIFFS,
    MAX_CLIENT_EDITS,
    MAX_CLIENT_HISTORY_CHARS,
    MAX_CLIENT_HISTORY_ENTRIES,
    MAX_DIFF_HUNKS,
    MAX_HUNKS_PER_ENTRY,
)
from understudy.nes.text import Edit, EditOrigin, Hunk, LineLookup, Splice, parse_diff
from understudy.schema.acp import NesEditHistoryEntry

__all__ = ["ClientHistory", "mark_typed_edit"]

FIRST_SERIAL: Final = -1_000_000_000
"""Reported edits count as older than all observed ones."""

_TYPING_ACTIONS: Final = frozenset({"insertchar", "insert", "insertion", "type", "typing", "edit"})
_DELETION_ACTIONS: Final = frozenset({"delete", "deletion", "deletechar", "backspace"})

_EntryKey = tuple[str, str]


class ClientHistory:
    def __init__(self) -> None:
        self._first_serials: BoundedDict[_EntryKey, int] = BoundedDict(MAX_CACHED_DIFFS)
        self._parsed_diffs: BoundedDict[_EntryKey, list[Hunk]] = BoundedDict(MAX_CACHED_DIFFS)
        self.next_serial = FIRST_SERIAL
        """Increases with every edit that is reported for the first time."""
        self._included_entries: BoundedDict[_EntryKey, None] = BoundedDict(MAX_CACHED_DIFFS)

    def build_edits(
        self,
        entries: Sequence[NesEditHistoryEntry],
        session_edits: Sequence[Edit],
        is_tracked: Callable[[str], bool],
        lines: LineLookup,
    ) -> list[Edit]:
        """Return the reported edits, oldest first. `is_tracked`: whether the session observes the changes of a
        text."""
        known: set[tuple[str, tuple[str, ...], tuple[str, ...]]] | None = None
        found: list[Edit] = []
        for entry in _newest_entries(entries):
            key = (entry.uri, entry.diff)
            serial = self._reserve_serials(key)
            if is_tracked(entry.uri) and key not in self._included_entries:
                continue
            self._included_entries[key] = None
            if known is None:  # most entries are about texts that the session observes
                known = {(edit.uri, edit.old, edit.new) for edit in session_edits}
            hunks = self._parse_entry(key)
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

    def _reserve_serials(self, key: _EntryKey) -> int:
        """Return the serial number of the first edit of an entry: in the order in which entries are reported."""
        serial = self._first_serials.get(key)
        if serial is None:
            serial = self._first_serials[key] = self.next_serial
            self.next_serial += MAX_DIFF_HUNKS
        return serial

    def _parse_entry(self, key: _EntryKey) -> list[Hunk]:
        hunks = self._parsed_diffs.get(key)
        if hunks is None:
            hunks = self._parsed_diffs[key] = parse_diff(key[1])
        return hunks


def mark_typed_edit(
    edits: tuple[Edit, ...], actions: Sequence[UserAction], now: float, now_since_epoch: float
) -> tuple[Edit, ...]:
    """Set the time of the newest edit to that of its last key, if the client's user actions report such a key.

    For a document without change events: the edit itself does not tell how it was made, nor when.
    """
    keys = [one for one in actions if one.action.lower() in _TYPING_ACTIONS | _DELETION_ACTIONS]
    newest = max(keys, key=lambda one: one.time, default=None)
    edit = edits[-1] if edits else None
    if newest is None or edit is None or edit.origin not in (EditOrigin.REPORTED, EditOrigin.TYPED):
        return edits
    if newest.uri != edit.uri or not edit.line <= newest.position.line < edit.line + max(1, len(edit.new)):
        return edits
    elapsed = max(now_since_epoch - newest.time / 1000, 0.0)
    typed = structs.replace(
        edit,
        time=now - elapsed,
        ends_in_keystroke=True,
        ends_in_deletion=newest.action.lower() in _DELETION_ACTIONS,
    )
    return (*edits[:-1], typed)


def _newest_entries(entries: Sequence[NesEditHistoryEntry]) -> list[NesEditHistoryEntry]:
    """Return the newest entries within the limits, oldest first."""
    chars_left = MAX_CLIENT_HISTORY_CHARS
    selected: list[NesEditHistoryEntry] = []
    for entry in reversed(entries[-MAX_CLIENT_HISTORY_ENTRIES:]):
        chars_left -= len(entry.diff)
        if chars_left < 0:
            break
        selected.append(entry)
    return selected[::-1]


def _build_edit(uri: str, hunk: Hunk, serial: int) -> Edit:
    line, old, new = hunk.splice
    return Edit(serial, uri, line, old, new, hunk.above, hunk.below, EditOrigin.REPORTED)


def _shift_edits(edits: Sequence[Edit], uri: str, splice: Splice) -> None:
    """Shift the older edits of the text by a later change; -1 for those that it overwrites."""
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
    """Find the current line of the edit in the text: the line numbers of the diff may be outdated."""
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
