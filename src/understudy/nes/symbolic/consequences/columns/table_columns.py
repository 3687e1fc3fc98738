"""A column was added to a table or removed from it where the table is created: statements about the table follow.

A removed column leaves the lists of INSERT and SELECT; a new one that needs a value comes into those of INSERT,
and one that the record of the table has into the lists of SELECT that have all its other fields. What statements
read and insert: see `queries`.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.columns.added_columns import ChangedColumn, find_changed_column
from understudy.nes.symbolic.consequences.columns.table_definitions import read_table
from understudy.nes.symbolic.consequences.columns.table_records import find_table_records
from understudy.nes.symbolic.consequences.limits import (
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_PLACES,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.queries import (
    INSERT,
    Statement,
    blank_comments_and_strings,
    find_owners,
    find_selected_items,
    find_statement,
    split_items,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.text import Replacement, Span

__all__ = ["propose_table_columns"]


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """The list has nothing but the removed column."""


PROBABILITY: Final = RuleProbability(
    0.85, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.7)
)

_INTO: Final = re.compile(r"(?i)\binto\s+([\w.]+)\s*(?:as\s+\w+\s*)?\(\Z")
_ITEM: Final = re.compile(r"(?:(\w+)\s*\.\s*)?[\"`\[]?([A-Za-z_]\w*)[\"`\]]?\Z")


class _Item(NamedTuple):
    start: int
    end: int
    owner: str
    name: str


def propose_table_columns(context: RuleContext) -> list[Candidate]:
    """Propose to add a column of a table to the lists of statements, or to remove it."""
    column = context.once(find_changed_column)
    return list(_candidates(context, column))[:MAX_VALUE_CANDIDATES] if column is not None else []


def _candidates(context: RuleContext, column: ChangedColumn) -> Iterator[Candidate]:
    text, table = column.text, column.table.name
    rows = _record_rows(context, column)
    if column.is_added and not rows and not column.column.needs_value:
        return
    others = context.situation.workspace_texts.find_containing([table], text.snapshot.uri, MAX_VALUE_TEXTS)
    for other in (text, *map(context.source_text, others)):
        seen: set[int] = set()
        for line in other.raw_lookup.lines_containing(table)[:MAX_VALUE_PLACES]:
            at = other.raw[line].find(table)
            statement = find_statement(other, other.offset_at(line, at))
            if statement is None or statement.start in seen or context.is_past_deadline:
                continue
            seen.add(statement.start)
            written = blank_comments_and_strings(statement.written)
            for items in (_inserted_items(written, column), _selected_items(written, column, rows)):
                candidate = _followed(context, other, statement, items, column)
                if candidate is not None:
                    yield candidate


def _record_rows(context: RuleContext, column: ChangedColumn) -> list[set[str]]:
    """The other columns of each record that has a field for the new one already."""
    records = find_table_records(context, column.table, column.text.snapshot.uri) if column.is_added else []
    name = column.name.lower()
    return [{*one.fields} - {name} for one in records if name in one.fields]


def _inserted_items(written: str, column: ChangedColumn) -> list[_Item]:
    """The list of an INSERT into the table."""
    if column.is_added and not column.column.needs_value:
        return []
    match = INSERT.search(written)
    into = _INTO.search(written, 0, match.end()) if match is not None else None
    if match is None or into is None or into[1].rpartition(".")[2].lower() != column.table.name:
        return []
    return _items(written, split_items(written, match.end())[0])


def _selected_items(written: str, column: ChangedColumn, rows: list[set[str]]) -> list[_Item]:
    """The list of a SELECT of the table which has a removed column, or all fields of a record but the new one."""
    if (column.is_added and not rows) or read_table(written) is not None:
        return []
    items = _items(written, find_selected_items(written))
    if column.is_added:
        wanted = {one.name.lower() for one in items} in rows
        found = items[-1] if wanted else None
    else:
        found = next((one for one in items if one.name.lower() == column.name.lower()), None)
    owners = find_owners(written, found.start, found.owner.lower()) if found is not None else None
    return items if owners is not None and set(owners) == {column.table.name} else []


def _items(written: str, ranges: list[tuple[int, int]]) -> list[_Item]:
    """The items of a list; none if one has no name."""
    found = [(first, last, _ITEM.match(written[first:last])) for first, last in ranges]
    return [
        _Item(first, last, match[1] or "" if match is not None else "", match[2] if match is not None else "")
        for first, last, match in found
    ]


def _followed(
    context: RuleContext, text: SourceText, statement: Statement, items: list[_Item], column: ChangedColumn
) -> Candidate | None:
    at = next((at for at, one in enumerate(items) if one.name.lower() == column.name.lower()), None)
    edit: Replacement | None = None
    if column.is_added:
        if at is not None or not items or not all(one.name for one in items):
            return None
        names = [one.name.lower() for one in items]
        place = next(
            (names.index(one.name.lower()) for one in column.before if one.name.lower() in names),
            len(items) - 1,
        )
        position = statement.start + items[place].end
        owner = f"{items[place].owner}." if items[place].owner else ""
        edit = _replace(text, position, position, f", {owner}{column.name}")
    else:
        if at is None:
            return None
        position = statement.start + items[at].start
        if len(items) > 1:
            first, last = (
                (items[at].start, items[at + 1].start)
                if at + 1 < len(items)
                else (items[at - 1].end, items[at].end)
            )
            edit = _replace(text, statement.start + first, statement.start + last, "")
    table = column.table.name
    return Candidate(
        kind="edit" if edit is not None else "jump",
        uri=text.snapshot.uri,
        family="table-column",
        pattern=f"column {column.name} of {table}",
        topic=column.name,
        why=f"The table {table} {'has' if column.is_added else 'no longer has'} the column {column.name}.",
        edits=(edit,) if edit is not None else (),
        position=text.point_at(position) if edit is None else None,
        probability=PROBABILITY.estimate(
            _Features(column.change.age, float(text is not context.current_text), float(edit is None))
        ),
    )


def _replace(text: SourceText, start: int, end: int, new: str) -> Replacement:
    return Replacement(Span(text.point_at(start), text.point_at(end)), new)
