"""A row is unpacked into one more value: the list of its SELECT gets the column.

In Go that is an argument of `Scan`, in Python and Ruby a name of a loop or an assignment. The name of the column
is that of the value in snake case, where all other columns are named after their values; otherwise only the place
is known. The other direction, a new column first: see `queries/selected_columns`.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_PASSED_LISTS, MAX_VALUE_CANDIDATES
from understudy.nes.symbolic.consequences.names import case_forms
from understudy.nes.symbolic.consequences.queries import (
    RowReader,
    Statement,
    find_row_readers,
    find_selected_items,
    find_statement,
    is_sql,
)
from understudy.nes.symbolic.consequences.rule_context import (
    IDENTIFIER,
    Change,
    RuleContext,
    SourceText,
    identifiers_in,
)
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.text import Replacement, Span

__all__ = ["propose_unselected_columns"]


class _Features(NamedTuple):
    stale: float = 0
    jump: float = 0
    """The name of the column is not known."""


PROBABILITY: Final = RuleProbability(0.85, _Features(stale=STALE_SHIFT / 3, jump=-0.7))

_FAMILIES: Final = frozenset({"go", "python", "ruby"})
_READING: Final = ("SELECT", "select", "RETURNING", "returning")
_COLUMN: Final = re.compile(r"([A-Za-z_]\w*)[\"`\]]?\Z")
_HOLE: Final = "\0"


class _Missing(NamedTuple):
    """A list of columns that lacks those of some values."""

    statement: Statement
    columns: Sequence[tuple[int, int]]
    reader: RowReader
    at: int
    added: int


def propose_unselected_columns(context: RuleContext) -> list[Candidate]:
    """Propose the columns of a query whose rows are unpacked into new values."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        added = _added_words(change)
        text = context.text_at(change.edit.uri) if added else None
        if text is None or text.language.family not in _FAMILIES or context.is_past_deadline:
            continue
        if is_sql(text) or not change.is_current(text):
            continue
        candidates += (_candidate(text, change, one) for one in _find_missing(text, change, added))
    return candidates[:MAX_VALUE_CANDIDATES]


def _added_words(change: Change) -> frozenset[str]:
    """The words that an edit added to lists, if it took none away."""
    old, new = change.edit.old, change.edit.new
    if not new or not any("," in line for line in new):
        return frozenset()
    before, after = identifiers_in(old), identifiers_in(new)
    return after - before if before <= after else frozenset()


def _find_missing(text: SourceText, change: Change, added: frozenset[str]) -> Iterator[_Missing]:
    lines = {line for word in _READING for line in text.raw_lookup.iterate_containing(word)}
    seen: set[int] = set()
    for line in sorted(lines, key=lambda one: abs(one - change.edit.line))[:MAX_PASSED_LISTS]:
        column = min(at for word in _READING if (at := text.raw[line].find(word)) >= 0)
        statement = find_statement(text, text.offset_at(line, column + 1))
        if statement is None or statement.start in seen:
            continue
        seen.add(statement.start)
        columns = find_selected_items(statement.written)
        for reader in find_row_readers(text, statement) if columns else ():
            new = [at for at, one in enumerate(reader.items) if _is_added(change, one.span, one.text, added)]
            is_run = bool(new) and new[-1] - new[0] + 1 == len(new)
            if is_run and len(reader.items) == len(columns) + len(new):
                yield _Missing(statement, columns, reader, new[0], len(new))


def _is_added(change: Change, span: Span, written: str, added: frozenset[str]) -> bool:
    words = IDENTIFIER.findall(written)
    return span.start.line in change.current_lines and bool(words) and words[-1] in added


def _candidate(text: SourceText, change: Change, missing: _Missing) -> Candidate:
    names = [_column_name(one.text) for one in missing.reader.items[missing.at : missing.at + missing.added]]
    edit = _insertion(text, missing, names)
    at = missing.columns[min(missing.at, len(missing.columns) - 1)][1]
    name = ", ".join(names)
    return Candidate(
        kind="edit" if edit is not None else "jump",
        uri=text.snapshot.uri,
        family="selected-column",
        pattern=f"column {name}",
        topic=name,
        why=f"The rows of the query are unpacked into {name}, too.",
        edits=(edit,) if edit is not None else (),
        position=None if edit is not None else text.point_at(missing.statement.start + at),
        probability=PROBABILITY.estimate(_Features(change.age, float(edit is None))),
    )


def _column_name(value: str) -> str:
    """The name of a column for a value: `customer_id` for `&order.CustomerID`."""
    words = IDENTIFIER.findall(value)
    return case_forms(words[-1])[0] if words else ""


def _insertion(text: SourceText, missing: _Missing, names: Sequence[str]) -> Replacement | None:
    """The edit that adds the columns; None if the others are not named after their values."""
    written, items, at = missing.statement.written, missing.columns, missing.at
    values = [*missing.reader.items[:at], *missing.reader.items[at + missing.added :]]
    shapes: set[str] = set()
    for (first, last), value in zip(items, values, strict=True):
        column = _COLUMN.search(written[first:last])
        if column is None or column[1].lower() != _column_name(value.text):
            return None
        shapes.add(
            f"{written[first : first + column.start(1)]}{_HOLE}{written[first + column.end(1) : last]}"
        )
    if len(shapes) != 1:
        return None
    shape = shapes.pop()
    between = {written[one[1] : other[0]] for one, other in pairwise(items)}
    has_lines = bool(between) and all("\n" in one and not one.strip(", \t\n") for one in between)
    separator = min(between) if has_lines else ", "
    joined = separator.join(shape.replace(_HOLE, name) for name in names)
    start = missing.statement.start + (items[at][0] if at < len(items) else items[-1][1])
    place = Span(text.point_at(start), text.point_at(start))
    return Replacement(place, f"{joined}{separator}" if at < len(items) else f"{separator}{joined}")
