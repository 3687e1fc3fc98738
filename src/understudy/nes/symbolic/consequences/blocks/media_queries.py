"""The breakpoint of a media query moved: the query for the other side of it moves along.

`@media (min-width: 768px)` and `@media (max-width: 767px)` do not overlap and leave no gap. The other side is equal
or up to a pixel further, also as `767.98px`, in `em`, or as `(width < 768px)`. Not where another query of this side
keeps the old width: the other side may belong to that one. The width of an element is no query.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_CANDIDATES, MAX_VALUE_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_media_queries"]

PROBABILITY: Final = RuleProbability(0.8, StaleFeatures(stale=STALE_SHIFT / 3))

_SHEETS: Final = (".css", ".scss", ".sass", ".less", ".vue", ".svelte", ".html", ".htm")
_QUERY: Final = re.compile(
    r"\(\s*(?:(?P<side>min|max)-(?P<axis>width|height)\s*:|(?P<range>width|height)\s*(?P<sign>[<>]=?))\s*"
    r"(?P<number>\d+(?:\.\d+)?)(?P<unit>px|r?em)\s*\)"
)
_PIXEL: Final = {"px": Decimal(1), "em": Decimal(1) / 16, "rem": Decimal(1) / 16}
"""The size of a pixel in each unit."""


class _Query(NamedTuple):
    is_min: bool
    axis: str
    number: Decimal
    unit: str
    start: int
    end: int
    """Where the number is written."""


class _Moved(NamedTuple):
    change: Change
    text: SourceText
    before: _Query
    after: _Query


def propose_media_queries(context: RuleContext) -> list[Candidate]:
    """Propose the other side of a breakpoint that moved."""
    for change in context.without_dormant(context.cause_changes):
        if not change.edit.uri.lower().endswith(_SHEETS):
            continue
        text = context.text_at(change.edit.uri)
        moved = _find_moved(text, change) if text is not None else None
        if moved is not None and not context.is_past_deadline:
            return [_candidate(moved, *place) for place in _other_sides(moved)][:MAX_VALUE_CANDIDATES]
    return []


def _find_moved(text: SourceText, change: Change) -> _Moved | None:
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1 or "(" not in edit.new[0] or not change.is_current(text):
        return None
    before, after = list(_queries(edit.old[0])), list(_queries(edit.new[0]))
    if len(before) != len(after):
        return None
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one[:4] != other[:4]]
    if len(changed) != 1 or changed[0][0]._replace(number=changed[0][1].number)[:4] != changed[0][1][:4]:
        return None
    return _Moved(change, text, *changed[0])


def _queries(line: str) -> Iterator[_Query]:
    if len(line) <= MAX_VALUE_LINE_CHARS:
        for one in _QUERY.finditer(line):
            is_min = one["side"] == "min" or (one["sign"] or "").startswith(">")
            yield _Query(
                is_min,
                one["axis"] or one["range"],
                Decimal(one["number"]),
                one["unit"],
                *one.span("number"),
            )


def _other_sides(moved: _Moved) -> list[tuple[int, _Query, Decimal]]:
    """Return the lines with the other side of the breakpoint, and the number that each gets."""
    before, own = moved.before, moved.change.edit.line
    found: list[tuple[int, _Query, Decimal]] = []
    for line in moved.text.raw_lookup.iterate_containing(before.unit):
        if line == own:
            continue
        for one in _queries(moved.text.raw[line]):
            if one.axis != before.axis or one.unit != before.unit:
                continue
            if one.is_min == before.is_min and one.number == before.number:
                return []
            distance = before.number - one.number if before.is_min else one.number - before.number
            if one.is_min != before.is_min and 0 <= distance <= _PIXEL[one.unit]:
                found.append((line, one, one.number + moved.after.number - before.number))
    return found


def _candidate(moved: _Moved, line: int, query: _Query, number: Decimal) -> Candidate:
    written, new = f"{query.number}{query.unit}", f"{number}{query.unit}"
    return Candidate(
        kind="edit",
        uri=moved.text.snapshot.uri,
        family="media-query",
        pattern=f"{written} → {new}",
        topic=written,
        why=f"The breakpoint at {moved.before.number}{moved.before.unit} moved, and this is its other side.",
        edits=(Replacement(Span(Point(line, query.start), Point(line, query.end)), str(number)),),
        probability=PROBABILITY.estimate(StaleFeatures(moved.change.age)),
    )
