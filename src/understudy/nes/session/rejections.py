"""What the user did not want: never offered again at the same place, and how far each lesson is trusted.

Places move with the text. Belongs to one session; across sessions only `memory` counts.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct, field

from understudy.bounded_dict import BoundedDict
from understudy.nes.engine_api import Candidate
from understudy.nes.limits import MAX_FEEDBACK_COUNTERS, MAX_REJECTIONS
from understudy.nes.text import Splice, can_apply, group_into_line_changes

__all__ = [
    "NEUTRAL_REASONS",
    "REJECTION_WEIGHTS",
    "EditRevision",
    "FeedbackCounts",
    "RejectReason",
    "Rejections",
]

RejectReason = Literal["rejected", "ignored", "replaced", "cancelled", "unsaid"]
EditRevision = tuple[int, int]
"""The newest edit's serial and revision: what the user had done by then."""

REJECTION_WEIGHTS: Final[dict[RejectReason, float]] = {
    "rejected": 1.0,
    "unsaid": 1.0,  # a client without reasons mostly means the Escape key
    "ignored": 0.5,
    "replaced": 0.0,
    "cancelled": 0.0,
}
"""How much trust a lesson loses."""
NEUTRAL_REASONS: Final[frozenset[RejectReason]] = frozenset({"replaced", "cancelled"})
"""Nobody said no."""


class _RejectedLines(Struct):
    """What would have stood at one place."""

    line: int
    target: tuple[str, ...]


class _Rejection(Struct):
    candidate: Candidate
    rejected_lines: list[_RejectedLines]
    only_at_revision: EditRevision | None
    """It may come again once the user has done something else than this; None: never."""


class Rejections:
    def __init__(self) -> None:
        self._rejections: deque[_Rejection] = deque(maxlen=MAX_REJECTIONS)

    def add(
        self, candidate: Candidate, reason: RejectReason, lines: Sequence[str] | None, revision: EditRevision
    ) -> None:
        """The candidate is in the places of today; `lines` is the text that it was for, if it is known."""
        if reason in NEUTRAL_REASONS:
            return
        pieces = _find_rejected_lines(candidate, lines)
        self._rejections.append(_Rejection(candidate, pieces, revision if reason == "ignored" else None))

    def add_undone(self, candidate: Candidate, line: int, target: tuple[str, ...]) -> None:
        """The user took it and thought better of it: these lines are not to stand there again."""
        self._rejections.append(_Rejection(candidate, [_RejectedLines(line, target)], None))

    def apply_splice(self, uri: str, splice: Splice) -> None:
        for refusal in self._rejections:
            if refusal.candidate.uri == uri:
                for piece in refusal.rejected_lines:
                    piece.line = _shift_rejected_line(piece.line, splice)

    def is_rejected(
        self, candidate: Candidate, lines: Callable[[str], Sequence[str] | None], revision: EditRevision
    ) -> bool:
        """Whether this was refused here. One shared change is enough: nobody wants half of it again."""
        alike = [one for one in self._rejections if _is_similar(one, candidate, revision)]
        if not alike:
            return False
        if candidate.kind in ("rename", "searchAndReplace"):
            return True
        wanted = {
            (piece.line, piece.target) for piece in _find_rejected_lines(candidate, lines(candidate.uri))
        }
        return any((piece.line, piece.target) in wanted for one in alike for piece in one.rejected_lines)


def _is_similar(rejection: _Rejection, candidate: Candidate, revision: EditRevision) -> bool:
    if rejection.only_at_revision is not None and rejection.only_at_revision != revision:
        return False
    old = rejection.candidate
    if old.kind != candidate.kind or old.uri != candidate.uri:
        return False
    match candidate.kind:
        case "rename":
            return old.new_name == candidate.new_name
        case "searchAndReplace":
            return (old.search, old.replace) == (candidate.search, candidate.replace)
        case "edit" | "jump":
            return True


def _find_rejected_lines(candidate: Candidate, lines: Sequence[str] | None) -> list[_RejectedLines]:
    match candidate.kind:
        case "edit" if lines is not None and can_apply(candidate.edits, lines):
            splices = (region.to_splice() for region in group_into_line_changes(candidate.edits, lines))
            return [_RejectedLines(splice.line, splice.new) for splice in splices]
        case "jump" if candidate.position is not None:
            return [_RejectedLines(candidate.position.line, ())]
        case _:
            return []


def _shift_rejected_line(line: int, splice: Splice) -> int:
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


class FeedbackCounts(Struct):
    """How often suggestions of each lesson and of each topic were taken and refused, in this session."""

    rejection_streak: float = 0.0
    """Refusals in a row, since the last one that was taken."""
    _counts: BoundedDict[str, list[float]] = field(default_factory=lambda: BoundedDict(MAX_FEEDBACK_COUNTERS))

    def record_accept(self, candidate: Candidate) -> None:
        self.rejection_streak = 0.0
        for name in _counter_names(candidate):
            self._touch_counter(name)[0] += 1

    def record_reject(self, candidate: Candidate, reason: RejectReason) -> None:
        if REJECTION_WEIGHTS[reason]:
            self.rejection_streak += REJECTION_WEIGHTS[reason]
            for name in _counter_names(candidate):
                self._touch_counter(name)[1] += REJECTION_WEIGHTS[reason]

    def counts_for(self, name: str) -> tuple[int, int]:
        """Of a lesson or a topic; of all together for ""."""
        taken, refused = self._counts.get(name, (0.0, 0.0))
        return int(taken), int(refused)

    def counter_names(self) -> Iterable[str]:
        return self._counts

    def _touch_counter(self, name: str) -> list[float]:
        counter = self._counts[name] = self._counts.get(name) or [0.0, 0.0]
        return counter


def _counter_names(candidate: Candidate) -> set[str]:
    return {candidate.pattern, candidate.topic, ""}
