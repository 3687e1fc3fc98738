"""A place that is rewritten as the examples show: its probability, and the candidate for it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MIN_REWRITE_EXAMPLES
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.passed_places import PassedPlaces
from understudy.nes.text import Point, Replacement

__all__ = ["PROBABILITY", "RewriteFeatures", "RewritePattern", "rewrite_candidate"]


class RewriteFeatures(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    examples: float = 0
    """Of the user, above two."""
    skipped: float = 0
    """The user has passed the place and left it."""
    jump: float = 0


PROBABILITY: Final = RuleProbability(
    0.8, RewriteFeatures(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT, examples=0.2, skipped=-1.5, jump=-0.5)
)


class RewritePattern(NamedTuple):
    """What all places of one rewriting have in common."""

    family: str
    pattern: str
    topic: str
    why: str
    agreeing: int
    """How many examples agree."""
    age: int
    """The edits since the newest one."""
    first_serial: int


def rewrite_candidate(
    context: RuleContext,
    text: SourceText,
    pattern: RewritePattern,
    start: Point,
    edits: Sequence[Replacement],
) -> Candidate:
    """Return the candidate for a line; a jump to `start` if it has no edits."""
    passed = PassedPlaces(text.snapshot.uri, context.situation.edits)
    return Candidate(
        kind="edit" if edits else "jump",
        uri=text.snapshot.uri,
        family=pattern.family,
        pattern=pattern.pattern,
        topic=pattern.topic,
        why=pattern.why,
        edits=tuple(edits),
        position=None if edits else start,
        probability=PROBABILITY.estimate(
            RewriteFeatures(
                stale=pattern.age,
                elsewhere=text is not context.current_text,
                examples=pattern.agreeing - MIN_REWRITE_EXAMPLES,
                skipped=passed.features(start.line, pattern.first_serial).get("skipped", 0.0),
                jump=not edits,
            )
        ),
    )
