"""The displayed suggestion: it keeps its id while it is valid, and moves and shrinks as the user types.

Receives every change of a text. Whether a suggestion is still worth showing is decided in `nes.selection`.
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
    """A group of lines: before the suggestion, now with what the user typed, and after the suggestion."""

    line: int
    base: tuple[str, ...]
    current: tuple[str, ...]
    target: tuple[str, ...]
    relative_edits: tuple[Replacement, ...]
    """The replacements of the engine, with lines relative to `line`."""

    def replacements(self) -> list[Replacement]:
        if self.current == self.target:
            return []
        if self.current != self.base:
            return [minimal_replacement(self.line, self.current, self.target)]
        return [_shift_replacement(edit, self.line) for edit in self.relative_edits]

    def apply_splice(self, splice: Splice) -> bool | None:
        """Return whether the change typed a part of the suggestion; None if it invalidates the suggestion."""
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
        if not typed or not self._is_partially_typed(typed):  # no line differs from one empty line
            return None
        self.current = typed
        return True

    def _is_partially_typed(self, lines: tuple[str, ...]) -> bool:
        """Whether the lines are on the way from `base` to `target`: new text begun, old text partly deleted."""
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
        # Editors insert closing brackets: the end of the new text may be there before its middle.
        return _CLOSING_CHARS.issuperset(rest) and new.endswith(rest) and begun + len(rest) <= len(new)


class DisplayedSuggestion(Struct, eq=False):
    id: str
    candidate: Candidate
    """As it was proposed. `current` has it as it is now."""
    probability: float
    min_probability: float
    trigger: Trigger
    requested_uri: str
    """The document of the request."""
    selection: Span | None
    revision: EditRevision
    """The newest edit when it was displayed, or when the user last typed a part of it."""
    line_changes: list[_DisplayedLineChange]
    position: Point | None
    is_valid: bool = True

    @property
    def is_fulfilled(self) -> bool:
        """Whether the text is as suggested: the user typed all of it, or the client applied it."""
        return bool(self.line_changes) and all(
            change.current == change.target for change in self.line_changes
        )

    def current_candidate(self) -> Candidate:
        """Return the candidate at its current position, without the parts that are typed already."""
        edits = tuple(edit for change in self.line_changes for edit in change.replacements())
        return msgspec.structs.replace(
            self.candidate, edits=edits, position=self.position, probability=self.probability
        )

    def fits(self, lines: Sequence[str]) -> bool:
        """Whether those lines are still the text that the suggestion changes.

        A text that is not open changes without an event: on the disk, or before it is opened.
        """
        return all(
            tuple(lines[change.line : change.line + len(change.current)]) == change.current
            for change in self.line_changes
        )

    def line_replacements(self) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
        """Return line, old and new lines of each group: the remaining change, or the whole one if it is
        fulfilled."""
        is_fulfilled = self.is_fulfilled
        return [
            (change.line, change.base if is_fulfilled else change.current, change.target)
            for change in self.line_changes
        ]

    def is_equivalent_to(self, candidate: Candidate, lines: Sequence[str]) -> bool:
        """Whether a candidate for those lines makes the same remaining change."""
        own = self.candidate
        if own.kind != candidate.kind or own.uri != candidate.uri:
            return False
        match own.kind:
            case "edit":
                remaining = [
                    splice
                    for change in self.line_changes
                    if (splice := _remaining_splice(change)).old or splice.new
                ]
                proposed = [
                    line_change.to_splice() for line_change in group_into_line_changes(candidate.edits, lines)
                ]
                return remaining == [splice for splice in proposed if splice.old or splice.new]
            case "jump":
                return (
                    self.position is not None
                    and candidate.position is not None
                    and (self.position.line == candidate.position.line)
                )
            case "rename":
                return own.new_name == candidate.new_name and self.position == candidate.position
            case "searchAndReplace":
                return (own.search, own.replace) == (candidate.search, candidate.replace)

    def apply_splice(self, splice: Splice, revision: EditRevision) -> None:
        match self.candidate.kind:
            case "edit":
                self._apply_splice_to_edit(splice, revision)
            case "jump" | "rename":
                self._apply_splice_to_position(splice)
            case "searchAndReplace":
                pass

    def _apply_splice_to_edit(self, splice: Splice, revision: EditRevision) -> None:
        growth = len(splice.new) - len(splice.old)
        first, last = self.line_changes[0].line, self.line_changes[-1].line
        typed = False
        for change in self.line_changes:
            if typed:  # one group took the change; those below only move
                change.line += growth
                continue
            into = change.apply_splice(splice)
            if into is None:
                self.is_valid = False
                return
            typed = into
        if typed:
            self.revision = revision
        elif self.position is not None and self.line_changes[0].line != first:
            self.position = Point(self.position.line + growth, self.position.column)
        elif splice.line < last:
            self.position = None

    def _apply_splice_to_position(self, splice: Splice) -> None:
        position = self.position
        if position is None or position.line < splice.line:
            return
        if position.line < splice.line + len(splice.old):
            self.is_valid = False
            return
        self.position = Point(position.line + len(splice.new) - len(splice.old), position.column)


class DisplayState:
    def __init__(self) -> None:
        self._recent: BoundedDict[str, DisplayedSuggestion] = BoundedDict(MAX_RECENT_SUGGESTIONS)
        self._accepted: deque[DisplayedSuggestion] = deque(maxlen=MAX_RECENT_SUGGESTIONS)
        self._visited_lines: set[tuple[str, int]] = set()
        """Where the user went by accepted jumps since the newest edit."""
        self._unused_jumps: BoundedDict[tuple[str, int, str], None] = BoundedDict(MAX_RECENT_SUGGESTIONS)
        """Accepted jumps, with their patterns, at whose places the user has edited nothing."""
        self.current: DisplayedSuggestion | None = None
        """The suggestion on the screen, as far as the client's messages tell."""

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
        displayed = DisplayedSuggestion(
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
        self.current = self._recent[displayed.id] = displayed
        return displayed

    def apply_splice(self, uri: str, splice: Splice, revision: EditRevision) -> None:
        self._visited_lines.clear()
        self._move_unused_jumps(uri, splice)
        for displayed in self._recent.values():
            if displayed.is_valid and displayed.candidate.uri == uri:
                displayed.apply_splice(splice, revision)

    def invalidate(self, uri: str) -> None:
        """Invalidate the suggestions for that text: positions in it are unknown now."""
        for displayed in self._recent.values():
            if displayed.candidate.uri == uri:
                displayed.is_valid = False
        for key in [key for key in self._unused_jumps if key[0] == uri]:
            del self._unused_jumps[key]

    def hide(self) -> None:
        self.current = None

    def find(self, suggestion_id: str) -> DisplayedSuggestion | None:
        """Return a suggestion that was sent and that the user has neither accepted nor rejected."""
        return self._recent.get(suggestion_id)

    def pop(self, suggestion_id: str) -> DisplayedSuggestion | None:
        """Remove and return the suggestion that the user accepted or rejected; None if the id is unknown."""
        displayed = self._recent.pop(suggestion_id, None)
        if displayed is not None and displayed is self.current:
            self.current = None
        return displayed

    def record_accept(self, displayed: DisplayedSuggestion) -> None:
        if displayed.candidate.kind == "edit":
            self._accepted.append(displayed)
        elif displayed.candidate.kind == "jump" and displayed.position is not None:
            uri, line = displayed.candidate.uri, displayed.position.line
            self._visited_lines.add((uri, line))
            self._unused_jumps[uri, line, displayed.candidate.pattern] = None

    def was_visited(self, candidate: Candidate) -> bool:
        """Whether the user accepted a jump to this line and has edited nothing since, or accepted this jump and has
        not edited the place."""
        position = candidate.position if candidate.kind == "jump" else None
        if position is None:
            return False
        uri, line = candidate.uri, position.line
        return (uri, line) in self._visited_lines or (uri, line, candidate.pattern) in self._unused_jumps

    def _move_unused_jumps(self, uri: str, splice: Splice) -> None:
        """Forget those whose line or the line next to it was edited, and move those below."""
        for key in [key for key in self._unused_jumps if key[0] == uri]:
            _, line, pattern = key
            if line < splice.line - 1:
                continue
            del self._unused_jumps[key]
            if line > splice.line + len(splice.old):
                moved = line + len(splice.new) - len(splice.old)
                self._unused_jumps[uri, moved, pattern] = None

    def pop_undone(self, edit: Edit) -> DisplayedSuggestion | None:
        """Remove and return the accepted suggestion that this edit undoes."""
        for displayed in self._accepted:
            if displayed.candidate.uri == edit.uri and any(
                minimal_splice(0, old, new)[1:] == (edit.new, edit.old)
                for _, old, new in displayed.line_replacements()
            ):
                self._accepted.remove(displayed)
                return displayed
        return None


def _build_displayed_changes(candidate: Candidate, lines: Sequence[str]) -> list[_DisplayedLineChange]:
    if candidate.kind != "edit":
        return []
    found: list[_DisplayedLineChange] = []
    for line_change in group_into_line_changes(candidate.edits, lines):
        last = line_change.line + len(line_change.base) - 1
        inside = [edit for edit in candidate.edits if line_change.line <= edit.span.start.line <= last]
        edits = tuple(_shift_replacement(edit, -line_change.line) for edit in inside)
        found.append(
            _DisplayedLineChange(
                line_change.line, line_change.base, line_change.base, line_change.target, edits
            )
        )
    return found


def _remaining_splice(change: _DisplayedLineChange) -> Splice:
    return minimal_splice(change.line, change.current, change.target)


def _shift_replacement(edit: Replacement, lines: int) -> Replacement:
    (start, end), text = edit
    return Replacement(
        Span(Point(start.line + lines, start.column), Point(end.line + lines, end.column)), text
    )
