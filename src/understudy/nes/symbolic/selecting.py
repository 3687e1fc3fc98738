"""What is selected: the change the user made to something like it, made to the selection."""

from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.drafts import UnscoredCandidate
from understudy.nes.symbolic.evidence import truncate_text
from understudy.nes.symbolic.placing import minimal_replacement
from understudy.nes.values import Replacement, Span

__all__ = ["selection_candidates"]

SELECTION_ODDS_FACTOR: Final = 2.5
"""How much better the odds are for a place that the user has selected: they want something done there."""
MIN_SELECTION_PROBABILITY: Final = 0.15


def selection_candidates(unscored: Sequence[UnscoredCandidate], situation: Situation) -> Iterator[Candidate]:
    """One candidate that does all of the selection, for the lesson that fits it best."""
    span = situation.selection
    if span is None or span.start == span.end:
        return
    inside = [draft for draft in unscored if _is_inside_selection(draft, situation, span)]
    best = max(inside, key=lambda draft: draft.probability, default=None)
    if best is None or best.probability < MIN_SELECTION_PROBABILITY:
        return
    edits: list[Replacement] = []
    taken: set[int] = set()
    for draft in sorted(inside, key=lambda draft: (draft.pattern != best.pattern, -draft.probability)):
        lines = set(range(draft.line, draft.line + max(1, draft.line_count)))
        if lines & taken or draft.topic != best.topic:
            continue
        taken |= lines
        edits.append(minimal_replacement(draft))
    odds = SELECTION_ODDS_FACTOR * best.probability / (1 - min(best.probability, 0.999))
    yield Candidate(
        kind="edit",
        uri=situation.snapshot.uri,
        probability=odds / (1 + odds),
        family=best.family,
        pattern=best.pattern,
        topic=best.topic,
        why=f"Done to your selection: {truncate_text(best.why, 80)}",
        edits=tuple(sorted(edits)),
    )


def _is_inside_selection(unscored: UnscoredCandidate, situation: Situation, span: Span) -> bool:
    if unscored.snapshot.uri != situation.snapshot.uri:
        return False
    last = span.end.line if span.end.column or span.end.line == span.start.line else span.end.line - 1
    return span.start.line <= unscored.line and unscored.line + max(1, unscored.line_count) - 1 <= last
