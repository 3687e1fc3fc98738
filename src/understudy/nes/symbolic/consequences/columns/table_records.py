"""A column was added to a table: the record of the program that has its rows gets a field.

The record is called like the table, and most of its fields like the columns. The field is written like that of
another column of the same type; without one, only the place is known.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.columns.added_columns import ChangedColumn, find_changed_column
from understudy.nes.symbolic.consequences.columns.table_definitions import Table, TableColumn
from understudy.nes.symbolic.consequences.limits import (
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_TEXTS,
    MIN_FIELD_COVERAGE,
)
from understudy.nes.symbolic.consequences.queries import has_snake_case
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import (
    Member,
    NameReplacement,
    TypeDeclaration,
    find_declarations,
    name_parts,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["TableRecord", "find_table_records", "propose_table_fields"]


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """What the field looks like is not known."""


PROBABILITY: Final = RuleProbability(
    0.82, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, jump=-0.8)
)

_RECORD_ENDINGS: Final = ("", "row", "record", "model", "entity")
"""What the name of a record may have behind that of the table."""
_END: Final = re.compile(r"\s*([,;]?)")


class TableRecord(NamedTuple):
    text: SourceText
    declaration: TypeDeclaration
    fields: dict[str, Member]
    """By the column, in lower case."""


def propose_table_fields(context: RuleContext) -> list[Candidate]:
    """Propose the field of a new column in the record of its table."""
    column = context.once(find_changed_column)
    if column is None or not column.is_added:
        return []
    found = find_table_records(context, column.table, column.text.snapshot.uri)
    lacking = [one for one in found if column.name.lower() not in one.fields]
    return [_candidate(context, column, one) for one in lacking][:MAX_VALUE_CANDIDATES]


def find_table_records(context: RuleContext, table: Table, near: str) -> list[TableRecord]:
    """Return the records of the workspace that have the rows of a table."""
    names = _record_names(table.name)
    snapshots = context.situation.workspace_texts.find_containing([*names.values()], near, MAX_VALUE_TEXTS)
    found: list[TableRecord] = []
    for text in map(context.source_text, snapshots):
        if text.tree is None or context.is_past_deadline:
            continue
        for declaration in find_declarations(text.tree, text.joined, 0, len(text.joined)):
            if declaration.kind == "record" and "".join(name_parts(declaration.name)) in names:
                fields = _fields_of(table, declaration)
                if fields is not None:
                    found.append(TableRecord(text, declaration, fields))
    return found


def _record_names(table: str) -> dict[str, str]:
    """The names that the record of a table may have, and how a type of that name begins."""
    *first, last = name_parts(table) or ("",)
    names: dict[str, str] = {}
    for noun in dict.fromkeys((last, *_singular(last))):
        parts = (*first, noun)
        names |= {
            "".join((*parts, ending)): "".join(map(str.capitalize, parts)) for ending in _RECORD_ENDINGS
        }
    return names


def _singular(noun: str) -> Iterator[str]:
    for ending, replacement in (("ies", "y"), ("es", ""), ("s", "")):
        if noun.endswith(ending) and len(noun) > len(ending) + 1:
            yield noun.removesuffix(ending) + replacement


def _fields_of(table: Table, declaration: TypeDeclaration) -> dict[str, Member] | None:
    """The fields of a record by the columns that they have; None if it is not one of the table."""
    by_name = {"".join(name_parts(one.name)): one.name.lower() for one in table.columns}
    fields: dict[str, Member] = {}
    for one in declaration.members:
        column = by_name.get("".join(name_parts(one.name)))
        if column is not None:
            fields[column] = one
    count = len(fields)
    is_covered = count >= MIN_FIELD_COVERAGE * max(len(declaration.members), len(table.columns) - 1)
    return fields if count > 1 and is_covered else None


def _candidate(context: RuleContext, column: ChangedColumn, record: TableRecord) -> Candidate:
    anchor = next((one.name.lower() for one in column.before if one.name.lower() in record.fields), "")
    edit = _new_field(column, record, anchor) if anchor else None
    near = record.fields[anchor] if anchor else next(iter(record.fields.values()))
    return Candidate(
        kind="edit" if edit is not None else "jump",
        uri=record.text.snapshot.uri,
        family="table-column",
        pattern=f"field {column.name} of {record.declaration.name}",
        topic=column.name,
        why=f"The table of {record.declaration.name} has the column {column.name}.",
        edits=(edit,) if edit is not None else (),
        position=record.text.point_at(near.end) if edit is None else None,
        probability=PROBABILITY.estimate(
            _Features(column.change.age, float(record.text is not context.current_text), float(edit is None))
        ),
    )


def _new_field(column: ChangedColumn, record: TableRecord, anchor: str) -> Replacement | None:
    text, like = record.text, _like_column(column, record)
    if like is None:
        return None
    example, above = record.fields[like.name.lower()], record.fields[anchor]
    if "\n" in example.text or "\n" in above.text:
        return None
    if text.language.family == "python" and above.is_optional != example.is_optional:
        return None  # a field without a default behind one with a default
    written = NameReplacement(like.name, column.name, (), has_snake_case(text)).apply(example.text)
    if written is None or written == example.text:
        return None
    first, last = text.point_at(above.start), text.point_at(above.end)
    before = text.raw[first.line][: first.column]
    if before.strip() and "(" in before:
        return Replacement(Span(last, last), f", {written}")
    shown = text.point_at(example.start)
    prefix = text.raw[shown.line][: shown.column]
    end = _END.match(text.raw[last.line], last.column)
    place = Point(last.line, len(text.raw[last.line]))
    return Replacement(Span(place, place), f"\n{prefix}{written}{end[1] if end is not None else ''}")


def _like_column(column: ChangedColumn, record: TableRecord) -> TableColumn | None:
    """The nearest column of the same type whose field shows how one of that type is written."""
    new = column.column
    columns: Sequence[TableColumn] = [*column.before, *column.table.columns]
    alike = (
        one
        for one in columns
        if one.name.lower() in record.fields
        and (one.type_name, one.is_required, one.is_key) == (new.type_name, new.is_required, False)
        and len(name_parts(one.name)) > 0
    )
    return next(alike, None) if new.type_name else None
