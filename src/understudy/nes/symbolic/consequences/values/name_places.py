"""The candidates of a rename that is found by its text: what the rules for SQL and for stylesheets share."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import RuleProbability, StaleFeatures
from understudy.nes.text import Replacement

__all__ = ["NamePlace", "RenamedName", "rename_candidates"]


class RenamedName(NamedTuple):
    kind: str
    """What the name is for the user, such as a column or a class."""
    old: str
    new: str
    change: Change


class NamePlace(NamedTuple):
    text: SourceText
    line: int
    edits: tuple[Replacement, ...]


def rename_candidates(
    context: RuleContext,
    family: str,
    name: RenamedName,
    places: Sequence[NamePlace],
    probability: RuleProbability[StaleFeatures],
) -> Iterator[Candidate]:
    """Yield a candidate for each place: below the cursor first, then above it, then in other texts."""
    cursor, current = context.situation.cursor.line, context.current_text
    ordered = sorted(
        places, key=lambda one: (one.text is not current, one.text is current and one.line < cursor)
    )
    for text, _, edits in ordered:
        yield Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family=family,
            pattern=f"{name.kind} {name.old} → {name.new}",
            topic=name.old,
            why=f"The {name.kind} {name.old} is called {name.new} now.",
            edits=edits,
            probability=probability.estimate(StaleFeatures(name.change.age, float(text is not current))),
        )
