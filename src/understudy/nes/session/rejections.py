"""Rejected suggestions, which are not shown again at the same place, and feedback counts per pattern and topic.

Positions move with the text. Belongs to one session; `feedback_store` counts across sessions.
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
"""Serial and revision of the newest edit."""

REJECTION_WEIGHTS: Final[dict[RejectReason, float]] = {
    "rejected": 1.0,
    "unsaid": 1.0,  # from a client without reasons, mostly the Escape key
    "ignored": 0.5,
    "replaced": 0.0,
    "cancelled": 0.0,
}
"""How much a rejection counts against the pattern."""
NEUTRAL_REASONS: Final[frozenset[RejectReason]] = frozenset({"replaced", "cancelled"})
"""Reasons that are no rejection by the user."""


class _RejectedLines(Struct):
    """The lines that a rejected suggestion would have put at a line."""

    line: int
    target: tuple[str, ...]


class _Rejection(Struct):
    candidate: Candidate
    rejected_lines: list[_RejectedLines]
    only_at_revision: EditRevision | None
    """The rejection counts only while this is the newest edit; None: forever."""


class Rejections:
    def __init__(self) -> None:
        self._rejections: deque[_Rejection] = deque(maxlen=MAX_REJECTIONS)

    def add(
        self, candidate: Candidate, reason: RejectReason, lines: Sequence[str] | None, revision: EditRevision
    ) -> None:
        """Record a rejection. The candidate is at its current position; `lines` is its text, if known."""
        if reason in NEUTRAL_REASONS:
            return
        rejected_lines = _find_rejected_lines(candidate, lines)
        self._rejections.append(
            _Rejection(candidate, rejected_lines, revision if reason == "ignored" else None)
        )

    def add_undone(self, candidate: Candidate, line: int, target: tuple[str, ...]) -> None:
        """Record that the user undid an accepted suggestion, which would put `target` at `line`."""
        self._rejections.append(_Rejection(candidate, [_RejectedLines(line, target)], None))

    def apply_splice(self, uri: str, splice: Splice) -> None:
        for rejection in self._rejections:
            if rejection.candidate.uri == uri:
                for rejected in rejection.rejected_lines:
                    rejected.line = _shift_rejected_line(rejected.line, splice)

    def is_rejected(
        self, candidate: Candidate, lines: Callable[[str], Sequence[str] | None], revision: EditRevision
    ) -> bool:
        """Whether the user rejected this here. One common change is enough, so half of it is not suggested
        again."""
        similar = [one for one in self._rejections if _is_similar(one, candidate, revision)]
        if not similar:
            return False
        if candidate.kind in ("rename", "searchAndReplace"):
            return True
        proposed = {
            (rejected.line, rejected.target)
            for rejected in _find_rejected_lines(candidate, lines(candidate.uri))
        }
        return any(
            (rejected.line, rejected.target) in proposed for one in similar for rejected in one.rejected_lines
        )


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
            splices = (change.to_splice() for change in group_into_line_changes(candidate.edits, lines))
            return [_RejectedLines(splice.line, splice.new) for splice in splices]
        case "jump" if candidate.position is not None:
            return [_RejectedLines(candidate.position.line, ())]
        case _:
            return []


def _shift_rejected_line(line: int, splice: Splice) -> int:
    """Return the current number of a line. A rewritten line is searched among the new ones."""
    offset = line - splice.line
    if offset < 0:
        return line
    if offset >= len(splice.old):
        return line + len(splice.new) - len(splice.old)
    text = splice.old[offset]
    same = [index for index, new in enumerate(splice.new) if new == text]
    if same:
        return splice.line + min(same, key=lambda index: abs(index - offset))
    return splice.line + max(min(offset, len(splice.new) - 1), 0)


class FeedbackCounts(Struct):
    """How often the user accepted and rejected suggestions of each pattern and topic, in this session.

    A jump counts only for itself: whether the user wants to be taken to a place says nothing about edits.
    """

    rejection_streak: float = 0.0
    """The weighted rejections since the last accepted suggestion, without jumps."""
    _counts: BoundedDict[str, list[float]] = field(default_factory=lambda: BoundedDict(MAX_FEEDBACK_COUNTERS))

    def record_accept(self, candidate: Candidate) -> None:
        if candidate.kind != "jump":
            self.rejection_streak = 0.0
        for name in _counter_names(candidate):
            self._touch_counter(name)[0] += 1

    def record_reject(self, candidate: Candidate, reason: RejectReason) -> None:
        if REJECTION_WEIGHTS[reason]:
            if candidate.kind != "jump":
                self.rejection_streak += REJECTION_WEIGHTS[reason]
            for name in _counter_names(candidate):
                self._touch_counter(name)[1] += REJECTION_WEIGHTS[reason]

    def counts_for(self, name: str) -> tuple[int, int]:
        """Return the accepted and rejected count of a pattern or topic; of all for ""."""
        accepted, rejected = self._counts.get(name, (0.0, 0.0))
        return int(accepted), int(rejected)

    def counter_names(self) -> Iterable[str]:
        return self._counts

    def _touch_counter(self, name: str) -> list[float]:
        counter = self._counts[name] = self._counts.get(name) or [0.0, 0.0]
        return counter


def _counter_names(candidate: Candidate) -> set[str]:
    return {candidate.pattern} if candidate.kind == "jump" else {candidate.pattern, candidate.topic, ""}
