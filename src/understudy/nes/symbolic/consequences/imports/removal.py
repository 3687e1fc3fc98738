"""Taking names out of an import statement, or the whole statement out of the text."""

from collections.abc import Collection, Sequence

from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement
from understudy.nes.syntax import LanguageFamily, removal_span
from understudy.nes.text import Point, Replacement, Span

__all__ = ["remove_lines", "remove_names"]


def remove_lines(raw: Sequence[str], first: int, last: int) -> Replacement:
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


def remove_names(
    language_family: LanguageFamily,
    raw: Sequence[str],
    statement: ImportStatement,
    removed: Collection[ImportedName],
) -> Replacement | None:
    """The statement without those names; None where it is not clear how that is written."""
    left = [bound for bound in statement.imported_names if bound not in removed]
    if not left:
        return (
            remove_lines(raw, statement.first_line, statement.last_line)
            if statement.fills_its_lines
            else None
        )
    if language_family == "script" and any(bound.item_index < 0 for bound in (*left, *removed)):
        return _remove_default_or_braces(raw, statement, left, removed)
    gone = {bound.item_index for bound in removed}
    if -1 in gone or any(bound.item_index in gone for bound in left) or len(gone) == len(statement.items):
        return None
    if language_family == "rust" and len(statement.items) - len(gone) == 1:
        return _unwrap_braces(statement, left)
    if len(gone) == 1:
        return Replacement(removal_span(raw, statement.items, gone.pop()), "")
    if any(item.span.start.line != statement.first_line for item in statement.items):
        ordered = sorted(gone)
        if ordered != list(range(ordered[0], ordered[-1] + 1)):
            return None
        spans = [removal_span(raw, statement.items, index) for index in ordered]
        if any(span.start.column or span.end.column for span in spans):
            return None
        return Replacement(Span(spans[0].start, spans[-1].end), "")
    kept = [item.text for index, item in enumerate(statement.items) if index not in gone]
    start, end = statement.items[0].span.start, statement.items[-1].span.end
    return Replacement(Span(start, end), ", ".join(kept))


def _remove_default_or_braces(
    raw: Sequence[str],
    statement: ImportStatement,
    remaining: Sequence[ImportedName],
    removed: Collection[ImportedName],
) -> Replacement | None:
    """`import Default, { a } from "m"`: either side goes, with its comma."""
    first = statement.imported_names[0]
    if first.span is None or statement.opening is None or statement.closing is None:
        return None
    if first in removed and len(removed) == 1:
        return Replacement(Span(first.span.start, statement.opening), "")
    if first in remaining and len(remaining) == 1 and statement.first_line == statement.last_line:
        end = Point(statement.closing.line, statement.closing.column + 1)
        return Replacement(Span(first.span.end, end), "")
    if first in remaining and len(removed) == 1:
        return Replacement(removal_span(raw, statement.items, next(iter(removed)).item_index), "")
    return None


def _unwrap_braces(statement: ImportStatement, remaining: Sequence[ImportedName]) -> Replacement | None:
    """`a::{b, c}` with one name left is `a::b`."""
    if statement.opening is None or statement.closing is None:
        return None
    kept = statement.items[remaining[0].item_index].text
    if kept == "self" or kept.startswith("self "):
        return None
    return Replacement(
        Span(statement.opening, Point(statement.closing.line, statement.closing.column + 1)), kept
    )
