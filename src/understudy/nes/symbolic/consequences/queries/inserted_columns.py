"""A column was added to the list of an INSERT, or removed from it: its placeholder and its value follow.

The statement stands in a file of SQL or in string literals of another language. What is missing is read from the
current text, so that the value follows whether the placeholder was accepted or typed.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import CallSite
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_CANDIDATES
from understudy.nes.symbolic.consequences.queries.changed_list import (
    ChangedRun,
    ChangedStatement,
    find_changed_run,
    find_changed_statements,
)
from understudy.nes.symbolic.consequences.queries.guessed_values import guess_value, has_snake_case
from understudy.nes.symbolic.consequences.queries.insert_statements import (
    INSERT,
    Insert,
    NewPlaceholders,
    find_placeholders,
    make_placeholders,
    parse_insert,
    placeholder_of,
)
from understudy.nes.symbolic.consequences.queries.statements import INTERPOLATION
from understudy.nes.symbolic.consequences.queries.value_lists import (
    ValueList,
    find_value_lists,
    insert_value,
    remove_value,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.text import Replacement, Span

__all__ = ["parse_changed_insert", "propose_inserted_columns"]


class _Features(NamedTuple):
    stale: float = 0
    jump: float = 0
    """What is missing there is not known."""
    is_guessed: float = 0
    """The value is a member that is not known to exist."""


PROBABILITY: Final = RuleProbability(0.88, _Features(stale=STALE_SHIFT / 3, jump=-0.9, is_guessed=-0.5))

Row = Sequence[tuple[int, int]]


class _Place(NamedTuple):
    """An edit, or the offset of a jump."""

    edits: tuple[Replacement, ...]
    offset: int
    is_guessed: bool = False


class _InsertChange(NamedTuple):
    context: RuleContext
    text: SourceText
    change: Change
    changed: ChangedStatement
    insert: Insert
    before: Insert
    run: ChangedRun

    @property
    def written(self) -> str:
        return self.changed.statement.written

    @property
    def columns(self) -> Sequence[str]:
        """The columns that were added or removed."""
        names = self.insert.columns if self.run.added else self.before.columns
        return names[self.run.at : self.run.at + max(self.run.added, self.run.removed)]

    def offset_of(self, at: int) -> int:
        return self.changed.statement.start + at

    def span(self, start: int, end: int) -> Span:
        return Span(self.text.point_at(self.offset_of(start)), self.text.point_at(self.offset_of(end)))

    def raw(self, start: int, end: int) -> str:
        return self.text.joined[self.offset_of(start) : self.offset_of(end)]


def propose_inserted_columns(context: RuleContext) -> list[Candidate]:
    """Propose what the rows of an INSERT, and the values that are passed to it, lack or have too much."""
    for changed in context.once(find_changed_statements):
        found = _find_change(context, changed) if changed.follows("into") else None
        if found is not None and not context.is_past_deadline:
            candidates = list(_candidates(found))
            if candidates:
                return candidates[:MAX_VALUE_CANDIDATES]
    return []


def _find_change(context: RuleContext, changed: ChangedStatement) -> _InsertChange | None:
    inserts = parse_changed_insert(changed)
    if inserts is None:
        return None
    before, insert = inserts
    run = find_changed_run(before.columns, insert.columns)
    if run is None:
        return None
    return _InsertChange(context, changed.text, changed.change, changed, insert, before, run)


def parse_changed_insert(changed: ChangedStatement) -> tuple[Insert, Insert] | None:
    """Return the INSERT that an edit changed, before and after it."""
    start = max(
        (one.start() for one in INSERT.finditer(changed.before) if one.end() <= changed.at), default=-1
    )
    insert, before = parse_insert(changed.statement.written, start), parse_insert(changed.before, start)
    return (before, insert) if start >= 0 and insert is not None and before is not None else None


def _candidates(found: _InsertChange) -> Iterator[Candidate]:
    pending = [row for row in found.insert.rows if len(row) == len(found.before.columns)]
    places = [_row_place(found, row) for row in pending[:MAX_VALUE_CANDIDATES]]
    by_line: dict[int, list[_Place]] = {}
    value = _value_place(found, is_pending=bool(pending)) if len(found.insert.rows) == 1 else None
    for one in (*places, *([value] if value is not None else [])):
        line = found.text.point_at(one.offset).line if not one.edits else one.edits[0].span.start.line
        by_line.setdefault(line, []).append(one)
    for group in by_line.values():
        edits = sorted((edit for one in group for edit in one.edits), key=lambda one: one.span)
        is_guessed = any(one.is_guessed for one in group)
        if edits:
            yield _candidate(found, _Place(tuple(edits), group[0].offset, is_guessed))
        else:
            yield _candidate(found, group[0])


def _candidate(found: _InsertChange, place: _Place) -> Candidate:
    name = ", ".join(found.columns)
    return Candidate(
        kind="edit" if place.edits else "jump",
        uri=found.text.snapshot.uri,
        family="inserted-column",
        pattern=f"column {name}",
        topic=name,
        why=f"The INSERT {'has' if found.run.added else 'no longer has'} the column {name}.",
        edits=place.edits,
        position=None if place.edits else found.text.point_at(place.offset),
        probability=PROBABILITY.estimate(
            _Features(found.change.age, float(not place.edits), float(place.is_guessed))
        ),
    )


# The rows of the statement


def _row_place(found: _InsertChange, row: Row) -> _Place:
    at = found.run.at
    offset = found.offset_of(row[at][0] if at < len(row) else row[-1][1])
    if found.run.removed:
        return _removed_items(found, row, offset)
    made = _new_items(found, row)
    if made is None:
        return _Place((), offset)
    written, renumbered, is_guessed = made
    span = Span(found.text.point_at(offset), found.text.point_at(offset))
    separator = _separator(found, row)
    joined = separator.join(written)
    insertion = f"{joined}{separator}" if at < len(row) else f"{separator}{joined}"
    moved = [Replacement(found.span(start, end), new) for start, end, new in renumbered]
    if moved and moved[0].span.start == span.start:
        moved[0] = Replacement(moved[0].span, insertion + moved[0].text)
        return _Place(tuple(moved), offset, is_guessed)
    return _Place((Replacement(span, insertion), *moved), offset, is_guessed)


def _separator(found: _InsertChange, row: Row) -> str:
    """What stands between the items of a row: line breaks only if all of them have one."""
    between = {found.raw(first[1], second[0]) for first, second in pairwise(row)}
    if between and all("\n" in one and not one.strip(", \t\n") for one in between):
        return min(between)
    return ", "


def _new_items(
    found: _InsertChange, row: Row
) -> tuple[list[str], Sequence[tuple[int, int, str]], bool] | None:
    """The items for new columns, the placeholders to renumber, and whether one of the items is a guess."""
    old = found.before.columns
    if found.insert.is_select:
        made = _new_reads(found, row)
        return (made, (), True) if made is not None else None
    if any(INTERPOLATION * 2 in found.written[first:last] for first, last in row):
        known = [(name, found.raw(*one)) for name, one in zip(old, row, strict=True)]
        point = found.text.point_at(found.changed.statement.start)
        values = [
            guess_value(found.context, found.text, CallSite(point, point, (), 0, {}), known, column)
            for column in found.columns
        ]
        known_values = [one for one in values if one is not None]
        if len(known_values) != len(values):
            return None
        return [one.written for one in known_values], (), not all(one.is_certain for one in known_values)
    placeholders = _new_placeholders(found, row)
    if placeholders is None or (placeholders.written[0][1:].isdigit() and len(found.insert.rows) > 1):
        return None
    return list(placeholders.written), placeholders.renumbered, False


def _new_placeholders(found: _InsertChange, row: Row) -> NewPlaceholders | None:
    return make_placeholders(
        found.written,
        row,
        found.before.columns,
        found.run.at,
        found.columns,
        is_snake_case=has_snake_case(found.text),
    )


def _new_reads(found: _InsertChange, row: Row) -> list[str] | None:
    """The items of the SELECT that a statement inserts, if all are the columns of that name."""
    items = [found.written[first:last] for first, last in row]
    shapes = {
        item.removesuffix(name) if item.endswith(name) else None
        for name, item in zip(found.before.columns, items, strict=True)
    }
    shape = shapes.pop()
    if shapes or shape is None or (shape and not shape.endswith(".")) or len(items) < len(("two", "items")):
        return None
    return [f"{shape}{column}" for column in found.columns]


def _removed_items(found: _InsertChange, row: Row, offset: int) -> _Place:
    first, last = found.run.at, found.run.at + found.run.removed
    span = (row[first][0], row[last][0]) if last < len(row) else (row[first - 1][1], row[last - 1][1])
    if not found.raw(*span).strip(", \t\n") or (found.run.at == 0 and last >= len(row)):
        return _Place((), offset)
    moved: list[Replacement] = []
    removed = [
        one for one in find_placeholders(found.written) if row[first][0] <= one.start < row[last - 1][1]
    ]
    sign = found.written[removed[0].start :][:2] if removed else ""
    if sign[1:].isdigit():
        for one in find_placeholders(found.written):
            if one.number > removed[-1].number:
                end = one.start + 1 + len(str(one.number + 1))
                new = f"{sign[0]}{one.number + 1 - len(removed)}"
                moved.append(Replacement(found.span(one.start, end), new))
    return _Place((Replacement(found.span(*span), ""), *moved), offset)


# The values that are passed


def _value_place(found: _InsertChange, *, is_pending: bool) -> _Place | None:
    placeholders = find_placeholders(found.written)
    count = max((one.number + 1 for one in placeholders), default=0)
    if not is_pending and len(found.insert.rows[0]) != len(found.insert.columns):
        return None
    if found.insert.is_select:
        return None
    if found.run.removed:
        return _removed_value(found, is_pending=is_pending, count=count)
    size = found.run.added
    row, at = found.insert.rows[0], found.run.at
    if is_pending:
        made = _new_placeholders(found, row)
        if made is None:
            return None
        new_items = [*made.written]
        index, others = made.value_index, list(zip(found.before.columns, row, strict=True))
    else:
        new = row[at : at + size]
        new_items = [found.written[first:last] for first, last in new]
        if any(placeholder_of(one) is None for one in new_items):
            return None
        numbers = [one.number for one in placeholders if new[0][0] <= one.start < new[0][1]]
        index = numbers[0] if numbers else -1
        count -= size if numbers else 0
        others = list(zip(found.insert.columns, row, strict=True))
        del others[at : at + size]
    values = _find_values(found, count if index >= 0 else -1)
    if values is None or not values.site.arguments:
        return None
    known = _known_values(found, values, others, index if not is_pending else -1, size)
    names = [
        match["name"] or column
        for column, item in zip(found.columns, new_items, strict=False)
        if (match := placeholder_of(item)) is not None
    ]
    return _new_value(found, values, index, known, names)


def _find_values(found: _InsertChange, count: int) -> ValueList | None:
    """The list of so many values; with a negative count, the one of values with names."""
    for values in find_value_lists(found.text, found.changed.statement):
        if values.is_named == (count < 0) and (count < 0 or len(values.site.arguments) == count):
            return values
    return None


def _known_values(
    found: _InsertChange,
    values: ValueList,
    others: Sequence[tuple[str, tuple[int, int]]],
    index: int,
    size: int,
) -> list[tuple[str, str]]:
    """The names of other columns, and what is passed for them. `index`: that of the missing value, or -1."""
    items = values.site.arguments
    numbers = {one.start: one.number for one in find_placeholders(found.written)}
    known: list[tuple[str, str]] = []
    for name, (first, last) in others:
        match = placeholder_of(found.written[first:last])
        if match is None:
            continue
        if match["name"]:
            entry = [
                one.text for one in items if match["name"] in one.text.replace('"', " ").replace("'", " ")
            ]
            known += [(match["name"], one) for one in entry[:1]]
        elif first in numbers:
            number = numbers[first] - (size if 0 <= index < numbers[first] else 0)
            if 0 <= number < len(items):
                known.append((name, items[number].text))
    return known


def _new_value(
    found: _InsertChange,
    values: ValueList,
    index: int,
    known: Sequence[tuple[str, str]],
    names: Sequence[str],
) -> _Place | None:
    items, size = values.site.arguments, len(found.columns)
    at = index if index >= 0 else min(found.run.at, len(items))
    if at > len(items) or (size > 1 and values.is_bound):
        return None
    made = [guess_value(found.context, found.text, values.site, known, name) for name in names]
    written = [one.written for one in made if one is not None]
    if index < 0 and any(one.text in written for one in items):
        return None
    edit = insert_value(found.text, values, at, ", ".join(written)) if len(written) == size else None
    point = items[at].span.start if at < len(items) else items[-1].span.end
    offset = found.text.offset_at(point.line, point.column)
    is_guessed = any(one is not None and not one.is_certain for one in made)
    return _Place((edit,) if edit is not None else (), offset, is_guessed)


def _removed_value(found: _InsertChange, *, is_pending: bool, count: int) -> _Place | None:
    before = find_placeholders(found.changed.before)
    row, first = found.before.rows[0], found.run.at
    if len(row) != len(found.before.columns) or found.run.removed > 1:
        return None
    removed = [one for one in before if row[first][0] <= one.start < row[first][1]]
    values = _find_values(found, count + (0 if is_pending else 1)) if removed else None
    edit = remove_value(found.text, values, removed[0].number) if values is not None else None
    if edit is None:
        return None
    return _Place((edit,), found.text.offset_at(edit.span.start.line, edit.span.start.column))
