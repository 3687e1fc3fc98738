"""What is selected: the change the user made to something like it, made to the selection."""

from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import short
from understudy.nes.symbolic.placing import replacement
from understudy.nes.values import Replacement, Span

__all__ = ["selected"]

LIKELIER: Final = 2.5
"""How much better the odds are for a place that the user has selected: they want something done there."""
LEAST: Final = 0.15


def selected(drafts: Sequence[Draft], situation: Situation) -> Iterator[Candidate]:
    """One candidate that does all of the selection, for the lesson that fits it best."""
    span = situation.selection
    if span is None or span.start == span.end:
        return
    inside = [draft for draft in drafts if _inside(draft, situation, span)]
    best = max(inside, key=lambda draft: draft.chance, default=None)
    if best is None or best.chance < LEAST:
        return
    edits: list[Replacement] = []
    taken: set[int] = set()
    for draft in sorted(inside, key=lambda draft: (draft.lesson != best.lesson, -draft.chance)):
        lines = set(range(draft.line, draft.line + max(1, draft.count)))
        if lines & taken or draft.topic != best.topic:
            continue
        taken |= lines
        edits.append(replacement(draft))
    odds = LIKELIER * best.chance / (1 - min(best.chance, 0.999))
    yield Candidate(
        kind="edit",
        uri=situation.page.uri,
        chance=odds / (1 + odds),
        family=best.family,
        lesson=best.lesson,
        topic=best.topic,
        why=f"Done to your selection: {short(best.why, 80)}",
        edits=tuple(sorted(edits)),
    )


def _inside(draft: Draft, situation: Situation, span: Span) -> bool:
    if draft.page.uri != situation.page.uri:
        return False
    last = span.end.line if span.end.column or span.end.line == span.start.line else span.end.line - 1
    return span.start.line <= draft.line and draft.line + max(1, draft.count) - 1 <= last
