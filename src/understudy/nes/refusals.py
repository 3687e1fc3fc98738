"""What the user did not want: never offered again at the same place, and how far each lesson is trusted.

Places move with the text. Belongs to one session; across sessions only `memory` counts.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct, field

from understudy.nes.port import Candidate
from understudy.nes.regions import fits, regions
from understudy.nes.values import Splice

__all__ = ["FORGIVEN", "WEIGHTS", "Refusals", "Stamp", "Trust", "Verb"]

Verb = Literal["rejected", "ignored", "replaced", "cancelled", "unsaid"]
Stamp = tuple[int, int]
"""The newest edit's serial and revision: what the user had done by then."""

MOST: Final = 20
MOST_LESSONS: Final = 500
WEIGHTS: Final[dict[Verb, float]] = {
    "rejected": 1.0,
    "unsaid": 1.0,  # a client without reasons mostly means the Escape key
    "ignored": 0.5,
    "replaced": 0.0,
    "cancelled": 0.0,
}
"""How much trust a lesson loses."""
FORGIVEN: Final[frozenset[Verb]] = frozenset({"replaced", "cancelled"})
"""Nobody said no."""


class _Piece(Struct):
    """What would have stood at one place."""

    line: int
    target: tuple[str, ...]


class _Refusal(Struct):
    candidate: Candidate
    pieces: list[_Piece]
    until: Stamp | None
    """It may come again once the user has done something else than this; None: never."""


class Refusals:
    def __init__(self) -> None:
        self._kept: deque[_Refusal] = deque(maxlen=MOST)

    def add(self, candidate: Candidate, verb: Verb, lines: Sequence[str] | None, now: Stamp) -> None:
        """The candidate is in the places of today; `lines` is the text that it was for, if it is known."""
        if verb in FORGIVEN:
            return
        pieces = _pieces(candidate, lines)
        self._kept.append(_Refusal(candidate, pieces, now if verb == "ignored" else None))

    def undone(self, candidate: Candidate, line: int, target: tuple[str, ...]) -> None:
        """The user took it and thought better of it: these lines are not to stand there again."""
        self._kept.append(_Refusal(candidate, [_Piece(line, target)], None))

    def moved(self, uri: str, splice: Splice) -> None:
        for refusal in self._kept:
            if refusal.candidate.uri == uri:
                for piece in refusal.pieces:
                    piece.line = _rebased(piece.line, splice)

    def refuse(self, candidate: Candidate, lines: Callable[[str], Sequence[str] | None], now: Stamp) -> bool:
        """Whether this was refused here. One shared change is enough: nobody wants half of it again."""
        alike = [one for one in self._kept if _alike(one, candidate, now)]
        if not alike:
            return False
        if candidate.kind in ("rename", "searchAndReplace"):
            return True
        wanted = {(piece.line, piece.target) for piece in _pieces(candidate, lines(candidate.uri))}
        return any((piece.line, piece.target) in wanted for one in alike for piece in one.pieces)


def _alike(refusal: _Refusal, candidate: Candidate, now: Stamp) -> bool:
    if refusal.until is not None and refusal.until != now:
        return False
    old = refusal.candidate
    if old.kind != candidate.kind or old.uri != candidate.uri:
        return False
    match candidate.kind:
        case "rename":
            return old.new_name == candidate.new_name
        case "searchAndReplace":
            return (old.search, old.replace) == (candidate.search, candidate.replace)
        case "edit" | "jump":
            return True


def _pieces(candidate: Candidate, lines: Sequence[str] | None) -> list[_Piece]:
    match candidate.kind:
        case "edit" if lines is not None and fits(candidate.edits, lines):
            splices = (region.cut() for region in regions(candidate.edits, lines))
            return [_Piece(splice.line, splice.new) for splice in splices]
        case "jump" if candidate.place is not None:
            return [_Piece(candidate.place.line, ())]
        case _:
            return []


def _rebased(line: int, splice: Splice) -> int:
    """Where that line is now. One that was rewritten is looked for among the new ones."""
    into = line - splice.line
    if into < 0:
        return line
    if into >= len(splice.old):
        return line + len(splice.new) - len(splice.old)
    text = splice.old[into]
    same = [index for index, new in enumerate(splice.new) if new == text]
    if same:
        return splice.line + min(same, key=lambda index: abs(index - into))
    return splice.line + max(min(into, len(splice.new) - 1), 0)


class Trust(Struct):
    """How often suggestions of each lesson and of each topic were taken and refused, in this session."""

    streak: float = 0.0
    """Refusals in a row, since the last one that was taken."""
    _counts: dict[str, list[float]] = field(default_factory=dict[str, list[float]])

    def taken(self, candidate: Candidate) -> None:
        self.streak = 0.0
        for name in _names(candidate):
            self._entry(name)[0] += 1

    def refused(self, candidate: Candidate, verb: Verb) -> None:
        if WEIGHTS[verb]:
            self.streak += WEIGHTS[verb]
            for name in _names(candidate):
                self._entry(name)[1] += WEIGHTS[verb]

    def of(self, name: str) -> tuple[int, int]:
        """Of a lesson or a topic; of all together for ""."""
        taken, refused = self._counts.get(name, (0.0, 0.0))
        return int(taken), int(refused)

    def names(self) -> Iterable[str]:
        return self._counts

    def _entry(self, name: str) -> list[float]:
        entry = self._counts.pop(name, None) or [0.0, 0.0]
        self._counts[name] = entry  # the newest last
        if len(self._counts) > MOST_LESSONS:
            del self._counts[next(iter(self._counts))]
        return entry


def _names(candidate: Candidate) -> set[str]:
    return {candidate.lesson, candidate.topic, ""}
