"""The edit history of a session: line changes merged into edits as a person would name them.

Receives the changes of all documents, and knows no texts. Keeps only the newest edits; a very large change only
shifts the others. How a change is merged into an edit is in `edits`, which changes accepted suggestions make is in
`accepted_edits`.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from understudy.nes.limits import (
    MAX_EDIT_LINES,
    MAX_EDIT_STATES,
    MAX_HISTORY_CHARS,
    MAX_HISTORY_EDITS,
    TYPING_PAUSE_S,
)
from understudy.nes.text.accepted_edits import PendingAcceptedEdits
from understudy.nes.text.documents import AppliedChange, minimal_splice
from understudy.nes.text.edits import (
    Edit,
    EditOrigin,
    MergedEdit,
    is_keystroke,
    is_single_line_change,
    merge_change,
    overlaps_or_continues,
    shift_line,
)
from understudy.nes.text.line_changes import common_affix_lengths
from understudy.nes.text.text_types import Splice

__all__ = ["History"]


_MERGEABLE_ORIGINS: Final = (EditOrigin.TYPED, EditOrigin.REDONE)
_BOUNDARY_ORIGINS: Final = frozenset((EditOrigin.ACCEPTED, EditOrigin.UNDONE, EditOrigin.EXTERNAL))
"""An edit of such an origin ends every edit before it: nothing is merged across it."""
_EMPTY_STATE_HASH: Final = hash(((), ()))


class _TrackedEdit(Struct, eq=False):
    """An edit and its earlier states."""

    edit: Edit
    state_hashes: list[int]
    """Hashes of its states: empty, then after each change."""
    char_count: int = 0
    last_touched_offset: int = 0
    """The line of the last change, relative to the start of the edit."""
    partially_undone: "_TrackedEdit | None" = None
    """For an undo of only the last part of an edit: that edit."""


class History:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tracked_edits: list[_TrackedEdit] = []
        self._pending_accepted = PendingAcceptedEdits()
        self._last_serial = 0
        self._char_count = 0
        self._last_merge: tuple[_TrackedEdit, Edit, Splice] | None = None  # to split it again

    @property
    def edits(self) -> Sequence[Edit]:
        """Newest last. An undone edit is removed; the undo is an edit itself."""
        return tuple([tracked.edit for tracked in self._tracked_edits])

    @property
    def now(self) -> float:
        """The current time on the clock of `Edit.time`."""
        return self._clock()

    def record_changes(self, uri: str, changes: Iterable[AppliedChange]) -> None:
        """Record the effects of a change event."""
        for change in changes:
            if change.is_untracked:
                self.invalidate_positions(uri)
            else:
                self._record_change(uri, change)

    def invalidate_positions(self, uri: str) -> None:
        """Mark the lines of the document's edits as unknown: its changes are not observed any more."""
        for tracked in self._tracked_edits:
            if tracked.edit.uri == uri:
                tracked.edit.line = -1
        self._pending_accepted.drop_document(uri)
        self._last_merge = None

    def drop_discarded(self, uri: str, lines: Sequence[str]) -> None:
        """Drop the edits that a newly opened text does not have: the user closed it without saving them."""
        for tracked in [one for one in self._tracked_edits if one.edit.uri == uri]:
            old, new = tracked.edit.old, tracked.edit.new
            if old and _has_run(lines, old) and not (new and _has_run(lines, new)):
                self._drop_edit(tracked)
        self._last_merge = None

    def mark_saved(self, uri: str) -> None:
        """Mark the edits of the document as finished: users do not save in the middle of a word."""
        for tracked in self._tracked_edits:
            if tracked.edit.uri == uri:
                tracked.edit.ends_in_keystroke = False

    def expect_accepted_edit(
        self, uri: str, old: tuple[str, ...], new: tuple[str, ...], line: int, *, is_consequence: bool = False
    ) -> None:
        """Announce a change that the client makes next, because the user accepted a suggestion.

        Announce all changes of a suggestion together, with their lines in the current text.
        """
        splice = minimal_splice(line, old, new)
        self._pending_accepted.add(uri, splice, self._clock(), is_consequence=is_consequence)

    def mark_accepted(
        self, uri: str, old: tuple[str, ...], new: tuple[str, ...], line: int, *, is_consequence: bool = False
    ) -> None:
        """Set the origin of a recorded change to ACCEPTED: the client made it before it sent the accept."""
        recorded = self._find_recorded_accept(uri, minimal_splice(line, old, new))
        if recorded is not None:
            recorded.is_consequence = is_consequence

    def record_splice(
        self,
        uri: str,
        splice: Splice,
        above: str | None,
        below: str | None,
        *,
        is_full_rewrite: bool = False,
        is_reported: bool = False,
        is_keystroke: bool | None = None,
        is_inside_line: bool = False,
    ) -> Edit | None:
        """Record one change; return the edit that it started or extended, None if that edit is empty now.

        `is_reported` is for changes from the client's edit history: they shift no lines and are recorded once.
        """
        change = AppliedChange(
            splice,
            above,
            below,
            is_full_rewrite,
            is_keystroke=is_keystroke,
            is_inside_line=is_inside_line,
        )
        if not is_reported:
            return self._record_change(uri, change)
        if any(
            one.edit.uri == uri and (one.edit.old, one.edit.new) == splice[1:] for one in self._tracked_edits
        ):
            return None
        return self._evict_oldest(self._start_edit(uri, change, EditOrigin.REPORTED, self._clock()))

    def _record_change(self, uri: str, change: AppliedChange) -> Edit | None:
        now = self._clock()
        splice = change.splice
        self._last_merge = None
        made = self._pending_accepted.make(uri, change, now)
        if made is not None:
            self._shift_other_edits(uri, splice, is_pending_shifted=True)
            if made.change is None:
                return None
            return self._evict_oldest(
                self._start_edit(
                    uri, made.change, EditOrigin.ACCEPTED, now, is_consequence=made.is_consequence
                )
            )
        for part_uri, part in self._pending_accepted.take_unfinished(uri, splice, now):
            self._evict_oldest(self._start_edit(part_uri, part, EditOrigin.TYPED, now))
        touched = self._find_touched(uri, splice)
        for tracked in touched:
            merged = merge_change(tracked.edit, change)
            if (key := hash((merged.old, merged.new))) in tracked.state_hashes and not is_keystroke(splice):
                return self._evict_oldest(self._record_undo_or_redo(tracked, key, merged, change, now))
        if not change.is_full_rewrite and (tracked := self._find_continued(touched, splice, now)):
            self._shift_other_edits(uri, splice, tracked)
            return self._evict_oldest(self._extend_edit(tracked, change, now))
        self._shift_other_edits(uri, splice)
        return self._evict_oldest(
            self._start_edit(
                uri, change, EditOrigin.EXTERNAL if change.is_full_rewrite else EditOrigin.TYPED, now
            )
        )

    # Merging

    def _find_touched(self, uri: str, splice: Splice) -> list[_TrackedEdit]:
        """Return the edits that this change overlaps or continues, newest first. Called at every keystroke."""
        first, last = splice.line, splice.line + len(splice.old)
        touched: list[_TrackedEdit] = []
        for tracked in self._tracked_edits:
            edit = tracked.edit
            if (
                edit.line <= last
                and edit.line + len(edit.new) >= first
                and edit.uri == uri
                and overlaps_or_continues(edit, splice)
            ):
                touched.append(tracked)
        touched.reverse()
        return touched

    def _find_continued(
        self, touched: Sequence[_TrackedEdit], splice: Splice, now: float
    ) -> _TrackedEdit | None:
        """Return the edit that this change extends, if it is no undo."""
        for tracked in touched:
            if tracked.edit.origin is EditOrigin.REPORTED:
                continue
            in_time = (
                now - tracked.edit.time <= TYPING_PAUSE_S
            )  # several cursors type in turn, without a pause
            later_origins = [
                one.edit.origin for one in self._tracked_edits[self._tracked_edits.index(tracked) + 1 :]
            ]
            newest = all(origin is EditOrigin.REPORTED for origin in later_origins)
            tracked = tracked.partially_undone or tracked
            edit = tracked.edit
            if (
                edit.origin not in _MERGEABLE_ORIGINS
                or not _fits_line_limit(edit, splice)
                or not overlaps_or_continues(edit, splice)
            ):
                return None
            if (
                newest
                and is_single_line_change(splice)
                and splice.line == edit.line + tracked.last_touched_offset
            ):
                return tracked
            return tracked if in_time and _BOUNDARY_ORIGINS.isdisjoint(later_origins) else None
        return None

    def _extend_edit(self, tracked: _TrackedEdit, change: AppliedChange, now: float) -> Edit | None:
        edit, splice = tracked.edit, change.splice
        for undo in [one for one in self._tracked_edits if one.partially_undone is tracked]:
            self._drop_edit(undo)  # after typing, nothing can be redone
        before = replace(edit)
        edit.ends_in_keystroke = _is_made_by_keystroke(change)
        edit.ends_in_deletion = _is_deletion(splice)
        key = self._update_edit(tracked, merge_change(edit, change), now)
        if edit.old == edit.new:
            self._drop_edit(tracked)
            return None
        tracked.last_touched_offset = max(0, splice.line + max(len(splice.new), 1) - 1 - edit.line)
        if key in tracked.state_hashes:  # a character was typed and deleted again
            del tracked.state_hashes[tracked.state_hashes.index(key) + 1 :]
            return edit
        tracked.state_hashes.append(key)
        if len(tracked.state_hashes) > MAX_EDIT_STATES:
            del tracked.state_hashes[1]
        self._last_merge = (tracked, before, splice)
        return edit

    def _start_edit(
        self, uri: str, change: AppliedChange, origin: EditOrigin, now: float, *, is_consequence: bool = False
    ) -> Edit | None:
        line, old, new = change.splice
        if old == new or max(len(old), len(new)) > MAX_EDIT_LINES:
            return None
        self._last_serial += 1
        edit = Edit(self._last_serial, uri, line, old, new, change.above, change.below, origin, now)
        edit.ends_in_keystroke, edit.is_consequence = (
            origin is EditOrigin.TYPED and _is_made_by_keystroke(change),
            is_consequence,
        )
        edit.ends_in_deletion = _is_deletion(change.splice)
        edit.is_inside_line = change.is_inside_line
        tracked = _TrackedEdit(
            edit, [_EMPTY_STATE_HASH, hash((old, new))], last_touched_offset=max(0, len(new) - 1)
        )
        self._tracked_edits.append(tracked)
        self._update_size(tracked)
        return edit

    # Undo and redo

    def _record_undo_or_redo(
        self, tracked: _TrackedEdit, key: int, merged: MergedEdit, change: AppliedChange, now: float
    ) -> Edit | None:
        """The edit is back in an earlier state: record only the way back as an edit."""
        uri, base, newest = tracked.edit.uri, tracked.partially_undone, self._tracked_edits[-1]
        origin = EditOrigin.REDONE if tracked.edit.origin is EditOrigin.UNDONE else EditOrigin.UNDONE
        extended = base  # the partially undone edit gets its end back
        if extended is None and newest.edit.origin is origin and newest.edit.uri == uri:
            extended = (
                newest if overlaps_or_continues(newest.edit, change.splice) else None
            )  # one of several changes in a row
        self._shift_other_edits(uri, change.splice, tracked, extended)
        self._update_edit(tracked, merged, now)
        del tracked.state_hashes[tracked.state_hashes.index(key) + 1 :]
        rest = tracked if len(tracked.state_hashes) > 1 else None
        if rest is None:
            self._drop_edit(tracked)
        if extended is None:
            edit = self._start_edit(uri, change, origin, now)
            if edit is not None and origin is EditOrigin.UNDONE:
                self._tracked_edits[-1].partially_undone = rest
            return edit
        if origin is EditOrigin.UNDONE:
            extended.partially_undone = rest
        extended.state_hashes.append(self._update_edit(extended, merge_change(extended.edit, change), now))
        extended.edit.origin = origin
        if extended.edit.old != extended.edit.new:
            return extended.edit
        self._drop_edit(extended)
        return None

    # Accepted suggestions

    def _find_recorded_accept(self, uri: str, splice: Splice) -> Edit | None:
        """Return the recorded edit that equals the change, with its origin set to ACCEPTED; None if there is
        none."""
        if self._last_merge is not None and (self._last_merge[0].edit.uri, self._last_merge[2]) == (
            uri,
            splice,
        ):
            return self._split_last_merge(*self._last_merge)
        for tracked in self._tracked_edits[-8:]:
            edit = tracked.edit
            alone = edit.origin is EditOrigin.TYPED and len(tracked.state_hashes) == 2
            if alone and edit.uri == uri and (edit.line, edit.old, edit.new) == splice:
                edit.origin = EditOrigin.ACCEPTED
                return edit
        return None

    def _split_last_merge(self, tracked: _TrackedEdit, before: Edit, splice: Splice) -> Edit | None:
        self._last_merge = None
        change = AppliedChange(splice, tracked.edit.above, tracked.edit.below)
        time_ = tracked.edit.time
        self._update_edit(
            tracked, MergedEdit(-1, before.old, before.new, before.above, before.below), before.time
        )
        tracked.state_hashes.pop()
        return self._evict_oldest(self._start_edit(before.uri, change, EditOrigin.ACCEPTED, time_))

    # Bookkeeping

    def _update_edit(self, tracked: _TrackedEdit, merged: MergedEdit, now: float) -> int:
        """Update the edit and return the hash of its new state."""
        edit = tracked.edit
        edit.line, edit.old, edit.new, edit.above, edit.below = merged
        edit.time = now
        edit.revision += 1
        self._update_size(tracked)
        return hash((edit.old, edit.new))

    def _shift_other_edits(
        self,
        uri: str,
        splice: Splice,
        *excluded: _TrackedEdit | None,
        is_pending_shifted: bool = False,
    ) -> None:
        """Shift the other edits of the document after a change."""
        first, last = splice.line, splice.line + len(splice.old)
        shift = len(splice.new) - len(splice.old)
        for tracked in self._tracked_edits:
            edit = tracked.edit
            line = edit.line
            if line >= last and not shift:
                continue
            if line >= 0 and line + len(edit.new) > first and edit.uri == uri and tracked not in excluded:
                edit.line = shift_line(line, len(edit.new), splice)
        if not is_pending_shifted:
            self._pending_accepted.apply_splice(uri, splice)

    def _update_size(self, tracked: _TrackedEdit) -> None:
        size = sum(map(len, tracked.edit.old)) + sum(map(len, tracked.edit.new))
        self._char_count += size - tracked.char_count
        tracked.char_count = size

    def _evict_oldest(self, edit: Edit | None) -> Edit | None:
        """Drop the oldest edits while the limits are exceeded; that may include this one."""
        while len(self._tracked_edits) > MAX_HISTORY_EDITS or self._char_count > MAX_HISTORY_CHARS:
            self._drop_edit(self._tracked_edits[0])
        return edit if self._tracked_edits else None

    def _drop_edit(self, tracked: _TrackedEdit) -> None:
        self._tracked_edits.remove(tracked)
        self._char_count -= tracked.char_count
        for other in self._tracked_edits:
            if other.partially_undone is tracked:
                other.partially_undone = None


def _has_run(lines: Sequence[str], run: Sequence[str]) -> bool:
    """Whether the lines of `run` are in the text, one after the other."""
    wanted = tuple(run)
    return any(
        line == wanted[0] and tuple(lines[at : at + len(wanted)]) == wanted for at, line in enumerate(lines)
    )


def _is_made_by_keystroke(change: AppliedChange) -> bool:
    return is_keystroke(change.splice) if change.is_keystroke is None else change.is_keystroke


def _is_deletion(splice: Splice) -> bool:
    """Whether nothing was written: a key that is typed over a selection is no deletion."""
    old, new = ("".join(line + "\n" for line in lines) for lines in (splice.old, splice.new))
    return len(new) < len(old) and sum(common_affix_lengths(old, new)) == len(new)


def _fits_line_limit(edit: Edit, splice: Splice) -> bool:
    return (
        len(edit.old) + len(splice.old) <= MAX_EDIT_LINES
        and len(edit.new) + len(splice.new) <= MAX_EDIT_LINES
    )
