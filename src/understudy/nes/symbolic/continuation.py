"""Goes on with the last result after the user has accepted a suggestion of it.

The places of the accepted pattern further down were likely enough before, and the acceptance makes them likelier,
so they are not searched for again: the next suggestion of a row is there at once. The engine runs as usual when
none of them is left, and after any other edit.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import structs

from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.limits import SUFFICIENT_PROBABILITY
from understudy.nes.text import (
    Edit,
    EditOrigin,
    LineChange,
    Point,
    Replacement,
    Span,
    group_into_line_changes,
)

__all__ = ["Continuation"]

_NO_EDIT: Final = (-1, -1)


class _Place(NamedTuple):
    candidate: Candidate
    change: LineChange
    """The lines that it changes, as they were when it was proposed."""


class Continuation:
    """The likely edits of the engine's last result."""

    def __init__(self) -> None:
        self._places: list[_Place] = []
        self._newest_edit = _NO_EDIT
        """The serial and the revision of the newest edit when they were proposed."""

    def remember(self, situation: Situation, candidates: Sequence[Candidate]) -> None:
        self._places = []
        if not situation.edits:
            return
        self._newest_edit = situation.edits[-1].serial, situation.edits[-1].revision
        for one in candidates:
            if one.probability < SUFFICIENT_PROBABILITY:
                continue
            snapshot = situation.snapshot_at(one.uri)
            changes = group_into_line_changes(one.edits, snapshot.lines) if snapshot is not None else ()
            if len(changes) == 1:
                self._places.append(_Place(one, changes[0]))

    def take(self, situation: Situation) -> list[Candidate]:
        """Return the places of the accepted pattern below the accepted one, in the order of the last result.

        Return nothing if anything else happened since that result. Asked again, it returns nothing.
        """
        places, self._places = self._places, []
        if len(situation.edits) < 2 or situation.diagnostics or situation.selection is not None:
            return []
        before, accepted = situation.edits[-2:]
        if accepted.origin is not EditOrigin.ACCEPTED or accepted.revision:
            return []
        if (before.serial, before.revision) != self._newest_edit or accepted.uri != situation.snapshot.uri:
            return []
        origin = next((one.candidate for one in places if _is_made_by(accepted, one)), None)
        if origin is None:
            return []
        # Places above are improbable, since the user has passed them: the engine estimates them anew.
        below = (
            _move(one, accepted, situation.snapshot.lines)
            for one in places
            if one.candidate is not origin
            and (one.candidate.family, one.candidate.pattern) == (origin.family, origin.pattern)
            and one.candidate.uri == accepted.uri
        )
        return [one for one in below if one is not None]


def _is_made_by(edit: Edit, place: _Place) -> bool:
    change = place.change
    made = (edit.uri, edit.line, edit.old, edit.new)
    return made == (place.candidate.uri, *change.to_splice())


def _move(place: _Place, accepted: Edit, lines: Sequence[str]) -> Candidate | None:
    """The candidate at its place below the accepted edit; None if its lines have changed."""
    candidate, change = place
    if change.line < accepted.line + len(accepted.old):
        return None
    shift = len(accepted.new) - len(accepted.old)
    line = change.line + shift
    if tuple(lines[line : line + len(change.base)]) != change.base:
        return None
    if not shift:
        return candidate
    edits = tuple(
        Replacement(Span(_move_point(start, shift), _move_point(end, shift)), text)
        for (start, end), text in candidate.edits
    )
    position = candidate.position
    return structs.replace(
        candidate, edits=edits, position=_move_point(position, shift) if position is not None else None
    )


def _move_point(point: Point, lines: int) -> Point:
    return Point(point.line + lines, point.column)
