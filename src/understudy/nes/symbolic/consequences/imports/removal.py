"""Removal of names from an import statement, or of the whole statement."""

from collections.abc import Collection, Sequence

from understudy.languages import Language
from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement
from understudy.nes.syntax import removal_span
from understudy.nes.text import Point, Replacement, Span

__all__ = ["remove_lines", "remove_names"]


def remove_lines(raw: Sequence[str], first: int, last: int) -> Replacement:
    """Remove the lines, and as many of the blank lines around them as would leave a doubled gap."""
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
    language: Language,
    raw: Sequence[str],
    statement: ImportStatement,
    removed: Collection[ImportedName],
) -> Replacement | None:
    """Return the edit that removes the names; None if it is not clear how the rest is written."""
    remaining = [name for name in statement.imported_names if name not in removed]
    if not remaining:
        has_unknown_names = len({name.item_index for name in removed}) < len(statement.items)  # a glob
        if has_unknown_names or not statement.fills_its_lines:
            return None
        return remove_lines(raw, statement.first_line, statement.last_line)
    if any(name.item_index < 0 for name in (*remaining, *removed)):
        return _remove_default_or_braces(raw, statement, remaining, removed)
    indexes = {name.item_index for name in removed}
    if any(name.item_index in indexes for name in remaining):
        return None
    syntax = language.imports.syntax if language.imports is not None else ""
    if syntax == "use_path" and len(statement.items) - len(indexes) == 1:
        return _unwrap_braces(statement, remaining)
    if len(indexes) == 1:
        return Replacement(removal_span(raw, statement.items, indexes.pop()), "")
    if any(item.span.start.line != statement.first_line for item in statement.items):
        ordered = sorted(indexes)
        if ordered != list(range(ordered[0], ordered[-1] + 1)):
            return None
        spans = [removal_span(raw, statement.items, index) for index in ordered]
        if any(span.end.column for span in spans):  # not of whole lines
            return None
        return Replacement(Span(spans[0].start, spans[-1].end), "")
    texts = [item.text for index, item in enumerate(statement.items) if index not in indexes]
    start, end = statement.items[0].span.start, statement.items[-1].span.end
    return Replacement(Span(start, end), ", ".join(texts))


def _remove_default_or_braces(
    raw: Sequence[str],
    statement: ImportStatement,
    remaining: Sequence[ImportedName],
    removed: Collection[ImportedName],
) -> Replacement | None:
    """Remove either side of `import Default, { a } from "m"`, with its comma."""
    first = statement.imported_names[0]
    if first.span is None or statement.opening is None or statement.closing is None:
        return None
    if first in removed and len(removed) == 1:
        return Replacement(Span(first.span.start, statement.opening), "")
    if first in remaining and len(remaining) == 1 and statement.first_line == statement.last_line:
        end = Point(statement.closing.line, statement.closing.column + 1)
        return Replacement(Span(first.span.end, end), "")
    if len(removed) == 1:
        return Replacement(removal_span(raw, statement.items, next(iter(removed)).item_index), "")
    return None


def _unwrap_braces(statement: ImportStatement, remaining: Sequence[ImportedName]) -> Replacement | None:
    """Write `a::{b, c}` with one name left as `a::b`."""
    if statement.opening is None or statement.closing is None:
        return None
    text = statement.items[remaining[0].item_index].text
    if text == "self" or text.startswith("self "):
        return None
    return Replacement(
        Span(statement.opening, Point(statement.closing.line, statement.closing.column + 1)), text
    )
