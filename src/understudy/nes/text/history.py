"""What the user did: changes of lines, merged into the edits that a person would name.

Told by the mirrors of all documents of one session, newest last. Knows no texts and suggests nothing. Keeps
the last edits only, and of a very large one nothing but that lines have moved. How two changes make one is
in `merging`.

Changes that are announced: the user took a suggestion, and the client is about to make it.

They move with the text like everything else that stands in it. What became of them is told in `history`.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from understudy.nes.limits import (
    ACCEPTED_EDIT_TIMEOUT_S,
    MAX_EDIT_LINES,
    MAX_EDIT_STATES,
    MAX_HISTORY_CHARS,
    MAX_HISTORY_EDITS,
    MAX_PENDING_ACCEPTED_EDITS,
    TYPING_PAUSE_S,
)
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
from understudy.nes.text.text_types import Splice

__all__ = ["History", "PendingAcceptedEdits"]


class _PendingAcceptedEdit(NamedTuple):
    uri: str
    splice: Splice
    time: float
    is_consequence: bool


class PendingAcceptedEdits:
    def __init__(self) -> None:
        self._pending: list[_PendingAcceptedEdit] = []

    def add(self, uri: str, splice: Splice, now: float, *, is_consequence: bool) -> None:
        self._pending = [
            *self._pending[1 - MAX_PENDING_ACCEPTED_EDITS :],
            _PendingAcceptedEdit(uri, splice, now, is_consequence),
        ]

    def pop_matching(self, uri: str, splice: Splice, now: float) -> bool | None:
        """Whether exactly this change, if it was announced, follows from others; it is awaited no more."""
        if not self._pending:
            return None
        self._pending = [one for one in self._pending if now - one.time <= ACCEPTED_EDIT_TIMEOUT_S]
        found = next((one for one in self._pending if one.uri == uri and one.splice == splice), None)
        if found is not None:
            self._pending.remove(found)
        return None if found is None else found.is_consequence

    def apply_splice(self, uri: str, splice: Splice) -> None:
        """Another change was made. One that was to change the same lines can not come any more."""
        if not self._pending:
            return
        kept: list[_PendingAcceptedEdit] = []
        for one in self._pending:
            line = one.splice.line
            if one.uri == uri:
                line = shift_line(line, len(one.splice.old), splice)
            if line >= 0:
                kept.append(one._replace(splice=one.splice._replace(line=line)))
        self._pending = kept

    def drop_document(self, uri: str) -> None:
        self._pending = [one for one in self._pending if one.uri != uri]


_MERGEABLE_ORIGINS: Final = (EditOrigin.TYPED, EditOrigin.REDONE)
_BOUNDARY_ORIGINS: Final = frozenset((EditOrigin.ACCEPTED, EditOrigin.UNDONE, EditOrigin.EXTERNAL))
"""What ends all that was being done before."""
_EMPTY_STATE_HASH: Final = hash(((), ()))


class _TrackedEdit(Struct, eq=False):
    """One edit, and how it came to be."""

    edit: Edit
    state_hashes: list[int]
    """Hashes of what it was: nothing, and then after each change."""
    char_count: int = 0
    last_touched_offset: int = 0
    """The line that was touched last, counted from where the edit begins."""
    partially_undone: "_TrackedEdit | None" = None
    """For an undo that took back only the last part of an edit: that edit."""


class History:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tracked_edits: list[_TrackedEdit] = []
        self._pending_accepted = PendingAcceptedEdits()
        self._last_serial = 0
        self._char_count = 0
        self._last_merge: tuple[_TrackedEdit, Edit, Splice] | None = (
            None  # the last merge, to take it apart again
        )

    @property
    def edits(self) -> Sequence[Edit]:
        """Newest last. An edit that was undone is gone; that it was undone is an edit of its own."""
        return tuple([thread.edit for thread in self._tracked_edits])

    @property
    def now(self) -> float:
        """The time on the clock of the edits."""
        return self._clock()

    def record_changes(self, uri: str, steps: Iterable[AppliedChange]) -> None:
        """Note all that a change of a document did."""
        for step in steps:
            if step.is_untracked:
                self.invalidate_positions(uri)
            else:
                self._record_change(uri, step)

    def invalidate_positions(self, uri: str) -> None:
        """Nobody tells of this document any more, so where its edits stand is not known from here on."""
        for thread in self._tracked_edits:
            if thread.edit.uri == uri:
                thread.edit.line = -1
        self._pending_accepted.drop_document(uri)
        self._last_merge = None

    def mark_saved(self, uri: str) -> None:
        """Who saves a text is not in the middle of a word."""
        for thread in self._tracked_edits:
            if thread.edit.uri == uri:
                thread.edit.ends_in_keystroke = False

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
    ) -> Edit | None:
        """Take one change in. The edit that it made or became a part of; None if nothing is left of that.

        `told` is for what the client only tells of: it moves no lines, and the same is taken in once.
        """
        step = AppliedChange(splice, above, below, is_full_rewrite, is_keystroke=is_keystroke)
        if not is_reported:
            return self._record_change(uri, step)
        if any(
            one.edit.uri == uri and (one.edit.old, one.edit.new) == splice[1:] for one in self._tracked_edits
        ):
            return None
        return self._evict_oldest(self._start_edit(uri, step, EditOrigin.REPORTED, self._clock()))

    def _record_change(self, uri: str, change: AppliedChange) -> Edit | None:
        now = self._clock()
        splice = change.splice
        self._last_merge = None
        follows = self._pending_accepted.pop_matching(uri, splice, now)
        if follows is not None:
            self._shift_other_edits(uri, splice)
            return self._evict_oldest(
                self._start_edit(uri, change, EditOrigin.ACCEPTED, now, is_consequence=follows)
            )
        touched = self._find_touched(uri, splice)
        for thread in touched:
            merged = merge_change(thread.edit, change)
            if (key := hash((merged.old, merged.new))) in thread.state_hashes and not is_keystroke(splice):
                return self._evict_oldest(self._record_undo_or_redo(thread, key, merged, change, now))
        if not change.is_full_rewrite and (thread := self._find_continued(touched, splice, now)):
            self._shift_other_edits(uri, splice, thread)
            return self._evict_oldest(self._extend_edit(thread, change, now))
        self._shift_other_edits(uri, splice)
        return self._evict_oldest(
            self._start_edit(
                uri, change, EditOrigin.EXTERNAL if change.is_full_rewrite else EditOrigin.TYPED, now
            )
        )

    # What belongs together.

    def _find_touched(self, uri: str, splice: Splice) -> list[_TrackedEdit]:
        """The edits that this change has to do with, newest first. Called at every keystroke."""
        first, last = splice.line, splice.line + len(splice.old)
        near: list[_TrackedEdit] = []
        for thread in self._tracked_edits:
            edit = thread.edit
            if (
                edit.line <= last
                and edit.line + len(edit.new) >= first
                and edit.uri == uri
                and overlaps_or_continues(edit, splice)
            ):
                near.append(thread)
        near.reverse()
        return near

    def _find_continued(
        self, touched: Sequence[_TrackedEdit], splice: Splice, now: float
    ) -> _TrackedEdit | None:
        """The edit that this change belongs to, if it is no undo."""
        for thread in touched:
            if thread.edit.origin is EditOrigin.REPORTED:
                continue
            in_time = (
                now - thread.edit.time <= TYPING_PAUSE_S
            )  # several cursors type in turn, but none of them pauses
            later = [one.edit.origin for one in self._tracked_edits[self._tracked_edits.index(thread) + 1 :]]
            newest = all(origin is EditOrigin.REPORTED for origin in later)
            thread = thread.partially_undone or thread
            edit = thread.edit
            if (
                edit.origin not in _MERGEABLE_ORIGINS
                or not _fits_line_limit(edit, splice)
                or not overlaps_or_continues(edit, splice)
            ):
                return None
            if (
                newest
                and is_single_line_change(splice)
                and splice.line == edit.line + thread.last_touched_offset
            ):
                return thread
            return thread if in_time and _BOUNDARY_ORIGINS.isdisjoint(later) else None
        return None

    def _extend_edit(self, tracked: _TrackedEdit, change: AppliedChange, now: float) -> Edit | None:
        edit, splice = tracked.edit, change.splice
        for undo in [one for one in self._tracked_edits if one.partially_undone is tracked]:
            self._drop_edit(undo)  # after typing, nothing can be redone
        before = replace(edit)
        edit.ends_in_keystroke = _is_made_by_keystroke(change)
        key = self._update_edit(tracked, merge_change(edit, change), now)
        if edit.old == edit.new:
            self._drop_edit(tracked)
            return None
        tracked.last_touched_offset = max(0, splice.line + max(len(splice.new), 1) - 1 - edit.line)
        if key in tracked.state_hashes:  # a letter was typed and deleted again
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
        thread = _TrackedEdit(
            edit, [_EMPTY_STATE_HASH, hash((old, new))], last_touched_offset=max(0, len(new) - 1)
        )
        self._tracked_edits.append(thread)
        self._update_size(thread)
        return edit

    # What is taken back, and brought back.

    def _record_undo_or_redo(
        self, tracked: _TrackedEdit, key: int, merged: MergedEdit, change: AppliedChange, now: float
    ) -> Edit | None:
        """The edit is again what it was before some of its last changes; that alone is told as an edit."""
        uri, base, newest = tracked.edit.uri, tracked.partially_undone, self._tracked_edits[-1]
        origin = EditOrigin.REDONE if tracked.edit.origin is EditOrigin.UNDONE else EditOrigin.UNDONE
        grows = base  # the edit whose end was undone gets it back
        if grows is None and newest.edit.origin is origin and newest.edit.uri == uri:
            grows = (
                newest if overlaps_or_continues(newest.edit, change.splice) else None
            )  # one step of several, in a row
        self._shift_other_edits(uri, change.splice, tracked, grows)
        self._update_edit(tracked, merged, now)
        del tracked.state_hashes[tracked.state_hashes.index(key) + 1 :]
        rest = tracked if len(tracked.state_hashes) > 1 else None
        if rest is None:
            self._drop_edit(tracked)
        if grows is None:
            edit = self._start_edit(uri, change, origin, now)
            if edit is not None and origin is EditOrigin.UNDONE:
                self._tracked_edits[-1].partially_undone = rest
            return edit
        if origin is EditOrigin.UNDONE:
            grows.partially_undone = rest
        grows.state_hashes.append(self._update_edit(grows, merge_change(grows.edit, change), now))
        grows.edit.origin = origin
        if grows.edit.old != grows.edit.new:
            return grows.edit
        self._drop_edit(grows)
        return None

    # What is ours.

    def _find_recorded_accept(self, uri: str, splice: Splice) -> Edit | None:
        """That change, if it is already noted, as typed; it is not any more."""
        if self._last_merge is not None and (self._last_merge[0].edit.uri, self._last_merge[2]) == (
            uri,
            splice,
        ):
            return self._split_last_merge(*self._last_merge)
        for thread in self._tracked_edits[-8:]:
            edit = thread.edit
            alone = edit.origin is EditOrigin.TYPED and len(thread.state_hashes) == 2
            if alone and edit.uri == uri and (edit.line, edit.old, edit.new) == splice:
                edit.origin = EditOrigin.ACCEPTED
                return edit
        return None

    def _split_last_merge(self, tracked: _TrackedEdit, before: Edit, splice: Splice) -> Edit | None:
        self._last_merge = None
        step = AppliedChange(splice, tracked.edit.above, tracked.edit.below)
        time_ = tracked.edit.time
        self._update_edit(
            tracked, MergedEdit(-1, before.old, before.new, before.above, before.below), before.time
        )
        tracked.state_hashes.pop()
        return self._evict_oldest(self._start_edit(before.uri, step, EditOrigin.ACCEPTED, time_))

    # Keeping the books.

    def _update_edit(self, tracked: _TrackedEdit, merged: MergedEdit, now: float) -> int:
        """Change the edit, and give the hash of what it is now."""
        edit = tracked.edit
        edit.line, edit.old, edit.new, edit.above, edit.below = merged
        edit.time = now
        edit.revision += 1
        self._update_size(tracked)
        return hash((edit.old, edit.new))

    def _shift_other_edits(self, uri: str, splice: Splice, *excluded: _TrackedEdit | None) -> None:
        """Where the other edits of this document stand, now that its lines have moved."""
        first, last = splice.line, splice.line + len(splice.old)
        shift = len(splice.new) - len(splice.old)
        for thread in self._tracked_edits:
            edit = thread.edit
            line = edit.line
            if line >= last and not shift:
                continue
            if line >= 0 and line + len(edit.new) > first and edit.uri == uri and thread not in excluded:
                edit.line = shift_line(line, len(edit.new), splice)
        self._pending_accepted.apply_splice(uri, splice)

    def _update_size(self, tracked: _TrackedEdit) -> None:
        size = sum(map(len, tracked.edit.old)) + sum(map(len, tracked.edit.new))
        self._char_count += size - tracked.char_count
        tracked.char_count = size

    def _evict_oldest(self, edit: Edit | None) -> Edit | None:
        """Let the oldest edits go until there are not too many; that may be this one as well."""
        while len(self._tracked_edits) > MAX_HISTORY_EDITS or self._char_count > MAX_HISTORY_CHARS:
            self._drop_edit(self._tracked_edits[0])
        return edit if self._tracked_edits else None

    def _drop_edit(self, tracked: _TrackedEdit) -> None:
        self._tracked_edits.remove(tracked)
        self._char_count -= tracked.char_count
        for other in self._tracked_edits:
            if other.partially_undone is tracked:
                other.partially_undone = None


def _is_made_by_keystroke(change: AppliedChange) -> bool:
    return is_keystroke(change.splice) if change.is_keystroke is None else change.is_keystroke


def _fits_line_limit(edit: Edit, splice: Splice) -> bool:
    return (
        len(edit.old) + len(splice.old) <= MAX_EDIT_LINES
        and len(edit.new) + len(splice.new) <= MAX_EDIT_LINES
    )
