"""Taking names out of an import statement, or the whole statement out of the text."""

from collections.abc import Collection, Sequence

from understudy.nes.symbolic.consequences.imports.model import Bound, Statement
from understudy.nes.syntax import Family
from understudy.nes.syntax.lists import taken
from understudy.nes.values import Point, Replacement, Span

__all__ = ["cut", "thinned"]


def cut(raw: Sequence[str], first: int, last: int) -> Replacement:
    """Those lines go, and of the blank lines around them as many as would be one gap too many."""
    above = 0
    while first - above > 0 and not raw[first - above - 1].strip():
        above += 1
    below = 0
    while last + below + 1 < len(raw) - 1 and not raw[last + below + 1].strip():
        below += 1
    at_top = first - above == 0
    end = last + 1 + (below if at_top else min(above, below))
    if end < len(raw):
        return Replacement(Span(Point(first, 0), Point(end, 0)), "")
    start = Point(first - 1, len(raw[first - 1])) if first else Point(0, 0)
    return Replacement(Span(start, Point(len(raw) - 1, len(raw[-1]))), "")


def thinned(
    kind: Family, raw: Sequence[str], statement: Statement, out: Collection[Bound]
) -> Replacement | None:
    """The statement without those names; None where it is not clear how that is written."""
    left = [bound for bound in statement.bounds if bound not in out]
    if not left:
        return cut(raw, statement.first, statement.last) if statement.whole else None
    if kind == "script" and any(bound.nth < 0 for bound in (*left, *out)):
        return _without_braces(raw, statement, left, out)
    gone = {bound.nth for bound in out}
    if -1 in gone or any(bound.nth in gone for bound in left) or len(gone) == len(statement.listed):
        return None
    if kind == "rust" and len(statement.listed) - len(gone) == 1:
        return _unbraced(statement, left)
    if len(gone) == 1:
        return Replacement(taken(raw, statement.listed, gone.pop()), "")
    if any(item.span.start.line != statement.first for item in statement.listed):
        ordered = sorted(gone)
        if ordered != list(range(ordered[0], ordered[-1] + 1)):
            return None
        spans = [taken(raw, statement.listed, index) for index in ordered]
        if any(span.start.column or span.end.column for span in spans):
            return None
        return Replacement(Span(spans[0].start, spans[-1].end), "")
    kept = [item.text for index, item in enumerate(statement.listed) if index not in gone]
    start, end = statement.listed[0].span.start, statement.listed[-1].span.end
    return Replacement(Span(start, end), ", ".join(kept))


def _without_braces(
    raw: Sequence[str], statement: Statement, left: Sequence[Bound], out: Collection[Bound]
) -> Replacement | None:
    """`import Default, { a } from "m"`: either side goes, with its comma."""
    first = statement.bounds[0]
    if first.span is None or statement.opening is None or statement.closing is None:
        return None
    if first in out and len(out) == 1:
        return Replacement(Span(first.span.start, statement.opening), "")
    if first in left and len(left) == 1 and statement.first == statement.last:
        end = Point(statement.closing.line, statement.closing.column + 1)
        return Replacement(Span(first.span.end, end), "")
    if first in left and len(out) == 1:
        return Replacement(taken(raw, statement.listed, next(iter(out)).nth), "")
    return None


def _unbraced(statement: Statement, left: Sequence[Bound]) -> Replacement | None:
    """`a::{b, c}` with one name left is `a::b`."""
    if statement.opening is None or statement.closing is None:
        return None
    kept = statement.listed[left[0].nth].text
    if kept == "self" or kept.startswith("self "):
        return None
    return Replacement(
        Span(statement.opening, Point(statement.closing.line, statement.closing.column + 1)), kept
    )
