"""A column was added to a table or removed from it where the table is created: statements about the table follow.

A removed column leaves the lists of INSERT and SELECT; a new one that needs a value comes into those of INSERT.
What the statements read and insert: see `queries`.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_PLACES,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.queries import (
    INSERT,
    ChangedStatement,
    Statement,
    blank_comments_and_strings,
    find_changed_run,
    find_changed_statements,
    find_owners,
    find_selected_items,
    find_statement,
    is_sql,
    split_items,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
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

_TABLE: Final = re.compile(
    r"(?i)\bcreate\s+(?:temp(?:orary)?\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)\s*\("
)
_NAME: Final = re.compile(r"[\"`\[]?([A-Za-z_]\w*)")
_CONSTRAINT: Final = re.compile(
    r"(?i)(?:primary|foreign|unique|check|constraint|exclude|key|index|fulltext|like|period)\b"
)
_NEEDS_VALUE: Final = re.compile(r"(?i)\bnot\s+null\b")
_MADE: Final = re.compile(r"(?i)\b(?:default|generated|\w*serial|auto_?increment|identity|as)\b")
_INTO: Final = re.compile(r"(?i)\binto\s+([\w.]+)\s*(?:as\s+\w+\s*)?\(\Z")
_ITEM: Final = re.compile(r"(?:(\w+)\s*\.\s*)?[\"`\[]?([A-Za-z_]\w*)[\"`\]]?\Z")


class _Column(NamedTuple):
    table: str
    name: str
    before: tuple[str, ...]
    """The columns in front of a new one, the nearest first."""
    is_added: bool
    change: Change


class _Item(NamedTuple):
    start: int
    end: int
    owner: str
    name: str


def propose_table_columns(context: RuleContext) -> list[Candidate]:
    """Propose to add a column of a table to the lists of statements, or to remove it."""
    for changed in context.once(find_changed_statements):
        text = changed.text
        is_script = is_sql(text) and text.snapshot.uri.lower().endswith(".sql")
        column = _changed_column(changed) if is_script and not context.is_past_deadline else None
        if column is not None:
            return list(_candidates(context, text, column))[:MAX_VALUE_CANDIDATES]
    return []


def _changed_column(changed: ChangedStatement) -> _Column | None:
    if not changed.follows("table"):
        return None
    after, before = _definitions(changed.statement.written), _definitions(changed.before)
    if after is None or before is None or after[0] != before[0]:
        return None
    run = find_changed_run([name for name, _ in before[1]], [name for name, _ in after[1]])
    if run is None or run.added + run.removed != 1:
        return None
    name, written = (after[1] if run.added else before[1])[run.at]
    if run.added and (not _NEEDS_VALUE.search(written) or _MADE.search(written)):
        return None
    columns = tuple(one for one, _ in after[1][: run.at])
    return _Column(after[0], name, columns[::-1], bool(run.added), changed.change)


def _definitions(written: str) -> tuple[str, list[tuple[str, str]]] | None:
    """The table that a statement creates, and its columns with what is written of them."""
    match = _TABLE.search(written)
    if match is None:
        return None
    items, _ = split_items(written, match.end())
    found = [written[first:last] for first, last in items]
    named = [(name[1], one) for one in found if (name := _NAME.match(one)) and not _CONSTRAINT.match(one)]
    return match[1].rpartition(".")[2].lower(), named


def _candidates(context: RuleContext, text: SourceText, column: _Column) -> Iterator[Candidate]:
    others = context.situation.workspace_texts.find_containing(
        [column.table], text.snapshot.uri, MAX_VALUE_TEXTS
    )
    for other in (text, *map(context.source_text, others)):
        seen: set[int] = set()
        for line in other.raw_lookup.lines_containing(column.table)[:MAX_VALUE_PLACES]:
            at = other.raw[line].find(column.table)
            statement = find_statement(other, other.offset_at(line, at))
            if statement is None or statement.start in seen or context.is_past_deadline:
                continue
            seen.add(statement.start)
            written = blank_comments_and_strings(statement.written)
            for items in (_inserted_items(written, column), _selected_items(written, column)):
                candidate = _followed(context, other, statement, items, column)
                if candidate is not None:
                    yield candidate


def _inserted_items(written: str, column: _Column) -> list[_Item]:
    """The list of an INSERT into the table."""
    match = INSERT.search(written)
    into = _INTO.search(written, 0, match.end()) if match is not None else None
    if match is None or into is None or into[1].rpartition(".")[2].lower() != column.table:
        return []
    return _items(written, split_items(written, match.end())[0])


def _selected_items(written: str, column: _Column) -> list[_Item]:
    """The list of a SELECT of the table, in which a removed column is searched."""
    if column.is_added or _TABLE.search(written) is not None:
        return []
    items = _items(written, find_selected_items(written))
    for one in items:
        if one.name.lower() == column.name.lower():
            owners = find_owners(written, one.start, one.owner.lower())
            return items if owners is not None and set(owners) == {column.table} else []
    return []


def _items(written: str, ranges: list[tuple[int, int]]) -> list[_Item]:
    """The items of a list; none if one has no name."""
    found = [(first, last, _ITEM.match(written[first:last])) for first, last in ranges]
    return [
        _Item(first, last, match[1] or "" if match is not None else "", match[2] if match is not None else "")
        for first, last, match in found
    ]


def _followed(
    context: RuleContext, text: SourceText, statement: Statement, items: list[_Item], column: _Column
) -> Candidate | None:
    at = next((at for at, one in enumerate(items) if one.name.lower() == column.name.lower()), None)
    edit: Replacement | None = None
    if column.is_added:
        if at is not None or not items or not all(one.name for one in items):
            return None
        names = [one.name.lower() for one in items]
        place = next(
            (names.index(one.lower()) for one in column.before if one.lower() in names), len(items) - 1
        )
        position = statement.start + items[place].end
        edit = _replace(text, position, position, f", {column.name}")
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
    return Candidate(
        kind="edit" if edit is not None else "jump",
        uri=text.snapshot.uri,
        family="table-column",
        pattern=f"column {column.name} of {column.table}",
        topic=column.name,
        why=f"The table {column.table} {'has' if column.is_added else 'no longer has'} the column {column.name}.",
        edits=(edit,) if edit is not None else (),
        position=text.point_at(position) if edit is None else None,
        probability=PROBABILITY.estimate(
            _Features(column.change.age, float(text is not context.current_text), float(edit is None))
        ),
    )


def _replace(text: SourceText, start: int, end: int, new: str) -> Replacement:
    return Replacement(Span(text.point_at(start), text.point_at(end)), new)
