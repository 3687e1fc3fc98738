"""What the user is looking at: a suggestion keeps its id while it holds, and moves and shrinks as the user types.

Every change of a text is told to it. Whether a suggestion is still worth showing is not decided here.
"""

import secrets
from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from understudy.bounded_dict import BoundedDict
from understudy.nes.engine_api import Candidate, Trigger
from understudy.nes.limits import MAX_RECENT_SUGGESTIONS
from understudy.nes.session.rejections import EditRevision
from understudy.nes.text import (
    Edit,
    Point,
    Replacement,
    Span,
    Splice,
    common_affix_lengths,
    group_into_line_changes,
    minimal_replacement,
    minimal_splice,
)

__all__ = ["DisplayState", "DisplayedSuggestion"]

_CLOSING_CHARS: Final = frozenset(")]}>\"'`")


class _DisplayedLineChange(Struct):
    """A stretch of lines: what it was, what it is now that the user typed into it, and what it is to be."""

    line: int
    base: tuple[str, ...]
    current: tuple[str, ...]
    target: tuple[str, ...]
    relative_edits: tuple[Replacement, ...]
    """As the engine made them, counted from `line`."""

    def replacements(self) -> list[Replacement]:
        if self.current == self.target:
            return []
        if self.current != self.base:
            return [minimal_replacement(self.line, self.current, self.target)]
        return [_shift_replacement(edit, self.line) for edit in self.relative_edits]

    def apply_splice(self, splice: Splice) -> bool | None:
        """Whether the user typed into it; None if it does not hold any more."""
        first, after = splice.line, splice.line + len(splice.old)
        end = self.line + len(self.current)
        if not splice.old and first in (self.line, end):
            typed = (*splice.new, *self.current) if first == self.line else (*self.current, *splice.new)
            if self._is_partially_typed(typed):
                self.current = typed
                return True
        if after <= self.line:
            self.line += len(splice.new) - len(splice.old)
            return False
        if first >= end:
            return False
        if first < self.line or after > end:
            return None
        typed = (*self.current[: first - self.line], *splice.new, *self.current[after - self.line :])
        if not typed or not self._is_partially_typed(typed):  # no line is not one that is empty
            return None
        self.current = typed
        return True

    def _is_partially_typed(self, lines: tuple[str, ...]) -> bool:
        """Whether the lines are between what was and what is to be: the new text begun, the old text part gone."""
        base, target, now = "\n".join(self.base), "\n".join(self.target), "\n".join(lines)
        head, tail = common_affix_lengths(base, target)
        if len(now) < head + tail or now[:head] != base[:head]:
            return False
        if now[len(now) - tail :] != base[len(base) - tail :]:
            return False
        old, new = base[head : len(base) - tail], target[head : len(target) - tail]
        middle = now[head : len(now) - tail]
        begun = common_affix_lengths(middle, new)[0]
        rest = middle[begun:]
        if old.endswith(rest) or old.startswith(middle):
            return True
        # Editors close what is opened: the end of the new text may be there before its middle.
        return _CLOSING_CHARS.issuperset(rest) and new.endswith(rest) and begun + len(rest) <= len(new)


class DisplayedSuggestion(Struct, eq=False):
    id: str
    candidate: Candidate
    """As it was proposed. `current` has it as it is now."""
    probability: float
    min_probability: float
    trigger: Trigger
    requested_uri: str
    """The document that the user was in."""
    selection: Span | None
    revision: EditRevision
    """What the user had done when it was shown, or when they last typed into it."""
    line_changes: list[_DisplayedLineChange]
    position: Point | None
    is_valid: bool = True

    @property
    def is_fulfilled(self) -> bool:
        """The text is as it was to be: the user typed it all, or took it."""
        return bool(self.line_changes) and all(piece.current == piece.target for piece in self.line_changes)

    def current_candidate(self) -> Candidate:
        """The candidate in the places of today, without what is done already."""
        edits = tuple(edit for piece in self.line_changes for edit in piece.replacements())
        return msgspec.structs.replace(
            self.candidate, edits=edits, position=self.position, probability=self.probability
        )

    def line_replacements(self) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
        """Line, old and new lines of each stretch: from what is to what is to be, or, when done, was to is."""
        done = self.is_fulfilled
        return [
            (piece.line, piece.base if done else piece.current, piece.target) for piece in self.line_changes
        ]

    def is_equivalent_to(self, candidate: Candidate, lines: Sequence[str]) -> bool:
        """Whether a candidate that fits those lines does what this one does."""
        mine = self.candidate
        if mine.kind != candidate.kind or mine.uri != candidate.uri:
            return False
        match mine.kind:
            case "edit":
                left = [
                    splice
                    for piece in self.line_changes
                    if (splice := _remaining_splice(piece)).old or splice.new
                ]
                wanted = [region.to_splice() for region in group_into_line_changes(candidate.edits, lines)]
                return left == [splice for splice in wanted if splice.old or splice.new]
            case "jump":
                return (
                    self.position is not None
                    and candidate.position is not None
                    and (self.position.line == candidate.position.line)
                )
            case "rename":
                return mine.new_name == candidate.new_name and self.position == candidate.position
            case "searchAndReplace":
                return (mine.search, mine.replace) == (candidate.search, candidate.replace)

    def apply_splice(self, splice: Splice, revision: EditRevision) -> None:
        match self.candidate.kind:
            case "edit":
                self._apply_splice_to_edit(splice, revision)
            case "jump" | "rename":
                self._apply_splice_to_position(splice)
            case "searchAndReplace":
                pass

    def _apply_splice_to_edit(self, splice: Splice, revision: EditRevision) -> None:
        grown = len(splice.new) - len(splice.old)
        first, last = self.line_changes[0].line, self.line_changes[-1].line
        typed = False
        for piece in self.line_changes:
            if typed:  # one stretch took the change; those below it only move
                piece.line += grown
                continue
            into = piece.apply_splice(splice)
            if into is None:
                self.is_valid = False
                return
            typed = into
        if typed:
            self.revision = revision
        elif self.position is not None and self.line_changes[0].line != first:
            self.position = Point(self.position.line + grown, self.position.column)
        elif splice.line < last:
            self.position = None

    def _apply_splice_to_position(self, splice: Splice) -> None:
        place = self.position
        if place is None or place.line < splice.line:
            return
        if place.line < splice.line + len(splice.old):
            self.is_valid = False
            return
        self.position = Point(place.line + len(splice.new) - len(splice.old), place.column)


class DisplayState:
    def __init__(self) -> None:
        self._recent: BoundedDict[str, DisplayedSuggestion] = BoundedDict(MAX_RECENT_SUGGESTIONS)
        self._accepted: deque[DisplayedSuggestion] = deque(maxlen=MAX_RECENT_SUGGESTIONS)
        self._visited_jumps: set[tuple[str, int]] = set()
        self.current: DisplayedSuggestion | None = None
        """What is on the screen, as far as we know."""

    def show(
        self,
        candidate: Candidate,
        lines: Sequence[str],
        *,
        min_probability: float,
        trigger: Trigger,
        requested_uri: str,
        selection: Span | None,
        revision: EditRevision,
    ) -> DisplayedSuggestion:
        shown = DisplayedSuggestion(
            id=f"sug_{secrets.token_hex(8)}",
            candidate=candidate,
            probability=candidate.probability,
            min_probability=min_probability,
            trigger=trigger,
            requested_uri=requested_uri,
            selection=selection,
            revision=revision,
            line_changes=_build_displayed_changes(candidate, lines),
            position=candidate.position,
        )
        self.current = self._recent[shown.id] = shown
        return shown

    def apply_splice(self, uri: str, splice: Splice, revision: EditRevision) -> None:
        self._visited_jumps.clear()
        for shown in self._recent.values():
            if shown.is_valid and shown.candidate.uri == uri:
                shown.apply_splice(splice, revision)

    def invalidate(self, uri: str) -> None:
        """Where things are in that text is not known any more."""
        for shown in self._recent.values():
            if shown.candidate.uri == uri:
                shown.is_valid = False

    def hide(self) -> None:
        self.current = None

    def pop(self, suggestion_id: str) -> DisplayedSuggestion | None:
        """The user's verdict came: the suggestion, once; None if nobody knows it."""
        shown = self._recent.pop(suggestion_id, None)
        if shown is not None and shown is self.current:
            self.current = None
        return shown

    def record_accept(self, displayed: DisplayedSuggestion) -> None:
        if displayed.candidate.kind == "edit":
            self._accepted.append(displayed)
        elif displayed.candidate.kind == "jump" and displayed.position is not None:
            self._visited_jumps.add((displayed.candidate.uri, displayed.position.line))

    def was_visited(self, candidate: Candidate) -> bool:
        """Whether the user was sent there, went, and has changed nothing anywhere since."""
        place = candidate.position if candidate.kind == "jump" else None
        return place is not None and (candidate.uri, place.line) in self._visited_jumps

    def pop_undone(self, edit: Edit) -> DisplayedSuggestion | None:
        """The suggestion that the user took before and has undone by this edit."""
        for shown in self._accepted:
            if shown.candidate.uri == edit.uri and any(
                minimal_splice(0, old, new)[1:] == (edit.new, edit.old)
                for _, old, new in shown.line_replacements()
            ):
                self._accepted.remove(shown)
                return shown
        return None


def _build_displayed_changes(candidate: Candidate, lines: Sequence[str]) -> list[_DisplayedLineChange]:
    if candidate.kind != "edit":
        return []
    found: list[_DisplayedLineChange] = []
    for region in group_into_line_changes(candidate.edits, lines):
        last = region.line + len(region.base) - 1
        inside = [edit for edit in candidate.edits if region.line <= edit.span.start.line <= last]
        edits = tuple(_shift_replacement(edit, -region.line) for edit in inside)
        found.append(_DisplayedLineChange(region.line, region.base, region.base, region.target, edits))
    return found


def _remaining_splice(change: _DisplayedLineChange) -> Splice:
    return minimal_splice(change.line, change.current, change.target)


def _shift_replacement(edit: Replacement, lines: int) -> Replacement:
    (start, end), text = edit
    return Replacement(
        Span(Point(start.line + lines, start.column), Point(end.line + lines, end.column)), text
    )
