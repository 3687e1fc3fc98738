"""Changes of accepted suggestions that the client has yet to make. Their lines move with the text.

A client may make the change of one suggestion in parts, such as `Ok(` before an expression and `)` behind it. The
parts are recognized from either end, and are one edit when the last of them is made.
"""

from typing import NamedTuple

from understudy.nes.limits import ACCEPTED_EDIT_TIMEOUT_S, MAX_PENDING_ACCEPTED_EDITS
from understudy.nes.text.documents import AppliedChange, minimal_splice
from understudy.nes.text.edits import shift_line
from understudy.nes.text.line_changes import common_affix_lengths
from understudy.nes.text.text_types import Splice

__all__ = ["MadeEdit", "PendingAcceptedEdits"]


class MadeEdit(NamedTuple):
    """What a change has made of an accepted suggestion."""

    change: AppliedChange | None
    """All of it, as one change; None while parts of it are missing."""
    is_consequence: bool


class _PendingEdit(NamedTuple):
    uri: str
    splice: Splice
    time: float
    is_consequence: bool
    made: tuple[str, ...]
    """What its lines are now."""
    above: str | None = None
    below: str | None = None

    @property
    def is_begun(self) -> bool:
        return self.made != self.splice.old


class PendingAcceptedEdits:
    def __init__(self) -> None:
        self._pending: list[_PendingEdit] = []

    def add(self, uri: str, splice: Splice, now: float, *, is_consequence: bool) -> None:
        self._pending = [
            *self._pending[1 - MAX_PENDING_ACCEPTED_EDITS :],
            _PendingEdit(uri, splice, now, is_consequence, splice.old),
        ]

    def make(self, uri: str, change: AppliedChange, now: float) -> MadeEdit | None:
        """Make a pending edit, or a part of it, by this change; return None if the change is something else.

        The others move with the text, if it is one.
        """
        self._pending = [
            one for one in self._pending if one.is_begun or now - one.time <= ACCEPTED_EDIT_TIMEOUT_S
        ]
        for one in self._pending:
            made = _lines_after(one, change.splice) if one.uri == uri else None
            if made is None:
                continue
            line, old, new = one.splice
            above = change.above if change.splice.line == line else one.above
            ends_here = change.splice.line + len(change.splice.old) == line + len(one.made)
            below = change.below if ends_here else one.below
            if made == new:
                self._pending.remove(one)
                self.apply_splice(uri, change.splice)
                if not one.is_begun:
                    return MadeEdit(change, one.is_consequence)
                whole = change._replace(splice=Splice(line, old, new), above=above, below=below)
                return MadeEdit(whole, one.is_consequence)
            if _is_on_the_way(one, made):
                at = self._pending.index(one)
                del self._pending[at]
                self.apply_splice(uri, change.splice)
                self._pending.insert(at, one._replace(made=made, above=above, below=below))
                return MadeEdit(None, one.is_consequence)
        return None

    def take_unfinished(self, uri: str, splice: Splice, now: float) -> list[tuple[str, AppliedChange]]:
        """Remove the edits of which only a part was made, if another change interrupts them or the time is up.

        Return these parts with the URIs of their documents.
        """
        found = [
            one
            for one in self._pending
            if one.is_begun
            and (
                now - one.time > ACCEPTED_EDIT_TIMEOUT_S
                or (one.uri == uri and shift_line(one.splice.line, len(one.made), splice) < 0)
            )
        ]
        self._pending = [one for one in self._pending if one not in found]
        return [
            (
                one.uri,
                AppliedChange(
                    minimal_splice(one.splice.line, one.splice.old, one.made), one.above, one.below
                ),
            )
            for one in found
        ]

    def apply_splice(self, uri: str, splice: Splice) -> None:
        """Shift the pending edits after another change; one whose lines were changed is dropped."""
        if not self._pending:
            return
        remaining: list[_PendingEdit] = []
        for one in self._pending:
            line = one.splice.line
            if one.uri == uri:
                line = shift_line(line, len(one.made), splice)
            if line >= 0:
                remaining.append(one._replace(splice=one.splice._replace(line=line)))
        self._pending = remaining

    def drop_document(self, uri: str) -> None:
        self._pending = [one for one in self._pending if one.uri != uri]


def _lines_after(one: _PendingEdit, splice: Splice) -> tuple[str, ...] | None:
    """The lines of a pending edit after a change of some of them; None if it changes others."""
    first = splice.line - one.splice.line
    last = first + len(splice.old)
    if first < 0 or last > len(one.made) or one.made[first:last] != splice.old:
        return None
    return (*one.made[:first], *splice.new, *one.made[last:])


def _is_on_the_way(one: _PendingEdit, made: tuple[str, ...]) -> bool:
    """Whether the lines are the old ones up to a place, and the new ones from there on, or the other way round."""
    old, new, now = "\n".join(one.splice.old), "\n".join(one.splice.new), "\n".join(made)
    if not one.splice.old:
        return False
    old_start, old_end = common_affix_lengths(now, old)
    new_start, new_end = common_affix_lengths(now, new)
    is_further = new_start + new_end > sum(common_affix_lengths("\n".join(one.made), new))
    return is_further and (old_start + new_end >= len(now) or new_start + old_end >= len(now))
