"""What the user is looking at: a suggestion keeps its id while it holds, and moves and shrinks as the user types.

Every change of a text is told to it. Whether a suggestion is still worth showing is not decided here.
"""

import secrets
from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from understudy.nes.documents import cut
from understudy.nes.port import Candidate, Edit, Trigger
from understudy.nes.refusals import Stamp
from understudy.nes.regions import alike, narrowed, regions
from understudy.nes.values import Point, Replacement, Span, Splice

__all__ = ["Showing", "Shown"]

MOST: Final = 8
"""Suggestions of late whose verdict may still come."""
_CLOSERS: Final = frozenset(")]}>\"'`")


class _Piece(Struct):
    """A stretch of lines: what it was, what it is now that the user typed into it, and what it is to be."""

    line: int
    base: tuple[str, ...]
    now: tuple[str, ...]
    target: tuple[str, ...]
    edits: tuple[Replacement, ...]
    """As the engine made them, counted from `line`."""

    def replacements(self) -> list[Replacement]:
        if self.now == self.target:
            return []
        if self.now != self.base:
            return [narrowed(self.line, self.now, self.target)]
        return [_shifted(edit, self.line) for edit in self.edits]

    def moved(self, splice: Splice) -> bool | None:
        """Whether the user typed into it; None if it does not hold any more."""
        first, after = splice.line, splice.line + len(splice.old)
        end = self.line + len(self.now)
        if not splice.old and first in (self.line, end):
            typed = (*splice.new, *self.now) if first == self.line else (*self.now, *splice.new)
            if self._on_the_way(typed):
                self.now = typed
                return True
        if after <= self.line:
            self.line += len(splice.new) - len(splice.old)
            return False
        if first >= end:
            return False
        if first < self.line or after > end:
            return None
        typed = (*self.now[: first - self.line], *splice.new, *self.now[after - self.line :])
        if not typed or not self._on_the_way(typed):  # no line is not one that is empty
            return None
        self.now = typed
        return True

    def _on_the_way(self, lines: tuple[str, ...]) -> bool:
        """Whether the lines are between what was and what is to be: the new text begun, the old text part gone."""
        base, target, now = "\n".join(self.base), "\n".join(self.target), "\n".join(lines)
        head, tail = alike(base, target)
        if len(now) < head + tail or now[:head] != base[:head]:
            return False
        if now[len(now) - tail :] != base[len(base) - tail :]:
            return False
        old, new = base[head : len(base) - tail], target[head : len(target) - tail]
        middle = now[head : len(now) - tail]
        begun = alike(middle, new)[0]
        rest = middle[begun:]
        if old.endswith(rest) or old.startswith(middle):
            return True
        # Editors close what is opened: the end of the new text may be there before its middle.
        return _CLOSERS.issuperset(rest) and new.endswith(rest) and begun + len(rest) <= len(new)


class Shown(Struct, eq=False):
    id: str
    candidate: Candidate
    """As it was proposed. `current` has it as it is now."""
    chance: float
    threshold: float
    trigger: Trigger
    asked: str
    """The document that the user was in."""
    selection: Span | None
    stamp: Stamp
    """What the user had done when it was shown, or when they last typed into it."""
    pieces: list[_Piece]
    place: Point | None
    valid: bool = True

    @property
    def fulfilled(self) -> bool:
        """The text is as it was to be: the user typed it all, or took it."""
        return bool(self.pieces) and all(piece.now == piece.target for piece in self.pieces)

    def current(self) -> Candidate:
        """The candidate in the places of today, without what is done already."""
        edits = tuple(edit for piece in self.pieces for edit in piece.replacements())
        return msgspec.structs.replace(self.candidate, edits=edits, place=self.place, chance=self.chance)

    def changes(self) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
        """Line, old and new lines of each stretch: from what is to what is to be, or, when done, was to is."""
        done = self.fulfilled
        return [(piece.line, piece.base if done else piece.now, piece.target) for piece in self.pieces]

    def same(self, candidate: Candidate, lines: Sequence[str]) -> bool:
        """Whether a candidate that fits those lines does what this one does."""
        mine = self.candidate
        if mine.kind != candidate.kind or mine.uri != candidate.uri:
            return False
        match mine.kind:
            case "edit":
                left = [splice for piece in self.pieces if (splice := _splice(piece)).old or splice.new]
                wanted = [region.cut() for region in regions(candidate.edits, lines)]
                return left == [splice for splice in wanted if splice.old or splice.new]
            case "jump":
                return (
                    self.place is not None
                    and candidate.place is not None
                    and (self.place.line == candidate.place.line)
                )
            case "rename":
                return mine.new_name == candidate.new_name and self.place == candidate.place
            case "searchAndReplace":
                return (mine.search, mine.replace) == (candidate.search, candidate.replace)

    def moved(self, splice: Splice, stamp: Stamp) -> None:
        match self.candidate.kind:
            case "edit":
                self._edit_moved(splice, stamp)
            case "jump" | "rename":
                self._place_moved(splice)
            case "searchAndReplace":
                pass

    def _edit_moved(self, splice: Splice, stamp: Stamp) -> None:
        grown = len(splice.new) - len(splice.old)
        first, last = self.pieces[0].line, self.pieces[-1].line
        typed = False
        for piece in self.pieces:
            if typed:  # one stretch took the change; those below it only move
                piece.line += grown
                continue
            into = piece.moved(splice)
            if into is None:
                self.valid = False
                return
            typed = into
        if typed:
            self.stamp = stamp
        elif self.place is not None and self.pieces[0].line != first:
            self.place = Point(self.place.line + grown, self.place.column)
        elif splice.line < last:
            self.place = None

    def _place_moved(self, splice: Splice) -> None:
        place = self.place
        if place is None or place.line < splice.line:
            return
        if place.line < splice.line + len(splice.old):
            self.valid = False
            return
        self.place = Point(place.line + len(splice.new) - len(splice.old), place.column)


class Showing:
    def __init__(self) -> None:
        self._recent: dict[str, Shown] = {}
        self._taken: deque[Shown] = deque(maxlen=MOST)
        self._visited: set[tuple[str, int]] = set()
        self.current: Shown | None = None
        """What is on the screen, as far as we know."""

    def show(
        self,
        candidate: Candidate,
        lines: Sequence[str],
        *,
        threshold: float,
        trigger: Trigger,
        asked: str,
        selection: Span | None,
        stamp: Stamp,
    ) -> Shown:
        shown = Shown(
            id=f"sug_{secrets.token_hex(8)}",
            candidate=candidate,
            chance=candidate.chance,
            threshold=threshold,
            trigger=trigger,
            asked=asked,
            selection=selection,
            stamp=stamp,
            pieces=_pieces(candidate, lines),
            place=candidate.place,
        )
        self.current = self._recent[shown.id] = shown
        while len(self._recent) > MOST:
            del self._recent[next(iter(self._recent))]
        return shown

    def moved(self, uri: str, splice: Splice, stamp: Stamp) -> None:
        self._visited.clear()
        for shown in self._recent.values():
            if shown.valid and shown.candidate.uri == uri:
                shown.moved(splice, stamp)

    def lost(self, uri: str) -> None:
        """Where things are in that text is not known any more."""
        for shown in self._recent.values():
            if shown.candidate.uri == uri:
                shown.valid = False

    def hide(self) -> None:
        self.current = None

    def settle(self, suggestion_id: str) -> Shown | None:
        """The user's verdict came: the suggestion, once; None if nobody knows it."""
        shown = self._recent.pop(suggestion_id, None)
        if shown is not None and shown is self.current:
            self.current = None
        return shown

    def took(self, shown: Shown) -> None:
        if shown.candidate.kind == "edit":
            self._taken.append(shown)
        elif shown.candidate.kind == "jump" and shown.place is not None:
            self._visited.add((shown.candidate.uri, shown.place.line))

    def visited(self, candidate: Candidate) -> bool:
        """Whether the user was sent there, went, and has changed nothing anywhere since."""
        place = candidate.place if candidate.kind == "jump" else None
        return place is not None and (candidate.uri, place.line) in self._visited

    def undone(self, edit: Edit) -> Shown | None:
        """The suggestion that the user took before and has undone by this edit."""
        for shown in self._taken:
            if shown.candidate.uri == edit.uri and any(
                cut(0, old, new)[1:] == (edit.new, edit.old) for _, old, new in shown.changes()
            ):
                self._taken.remove(shown)
                return shown
        return None


def _pieces(candidate: Candidate, lines: Sequence[str]) -> list[_Piece]:
    if candidate.kind != "edit":
        return []
    found: list[_Piece] = []
    for region in regions(candidate.edits, lines):
        last = region.line + len(region.base) - 1
        inside = [edit for edit in candidate.edits if region.line <= edit.span.start.line <= last]
        edits = tuple(_shifted(edit, -region.line) for edit in inside)
        found.append(_Piece(region.line, region.base, region.base, region.target, edits))
    return found


def _splice(piece: _Piece) -> Splice:
    return cut(piece.line, piece.now, piece.target)


def _shifted(edit: Replacement, lines: int) -> Replacement:
    (start, end), text = edit
    return Replacement(
        Span(Point(start.line + lines, start.column), Point(end.line + lines, end.column)), text
    )
