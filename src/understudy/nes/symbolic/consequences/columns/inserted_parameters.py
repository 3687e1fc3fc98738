"""A column was added to an INSERT whose values are parameters of the function around it: that gets one, too.

The parameter is written like that of another column of the same type. What the call then passes: see
`queries/inserted_columns`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.columns.table_definitions import find_table
from understudy.nes.symbolic.consequences.functions import (
    FunctionHeader,
    find_enclosing_function,
    find_value_in_scope,
)
from understudy.nes.symbolic.consequences.queries import (
    ChangedStatement,
    find_changed_run,
    find_changed_statements,
    find_value_lists,
    has_snake_case,
    parse_changed_insert,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import NameReplacement, name_parts
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_inserted_parameters"]


class _Features(NamedTuple):
    stale: float = 0
    jump: float = 0
    """What the parameter looks like is not known."""


PROBABILITY: Final = RuleProbability(0.86, _Features(stale=STALE_SHIFT / 3, jump=-0.9))


class _Inserting(NamedTuple):
    """A function that inserts its parameters into a table, and lacks the one for a new column."""

    text: SourceText
    change: Change
    header: FunctionHeader
    table: str
    columns: Sequence[str]
    """Those that have a parameter, in their order."""
    parameters: Sequence[int]
    """The parameters of the columns, by their position in the header."""
    new: str
    at: int
    """Where the new column is among the others."""


def propose_inserted_parameters(context: RuleContext) -> list[Candidate]:
    """Propose the parameter for a new column of an INSERT."""
    for changed in context.once(find_changed_statements):
        found = _find_function(changed) if changed.follows("into") and not context.is_past_deadline else None
        if found is not None:
            return [_candidate(context, found)]
    return []


def _find_function(changed: ChangedStatement) -> _Inserting | None:
    text = changed.text
    inserts = parse_changed_insert(changed) if text.language.functions is not None else None
    if inserts is None:
        return None
    before, after = inserts
    run = find_changed_run(before.columns, after.columns)
    if run is None or run.added != 1 or len(after.rows) != 1:
        return None
    new, columns = after.columns[run.at], before.columns
    for values in find_value_lists(text, changed.statement):
        items = values.site.arguments
        header = find_enclosing_function(text.language, text.raw, text.code, values.site.opening.line)
        if header is None or values.is_bound or values.is_named or len(items) != len(columns):
            continue
        names = header.parameter_names()
        is_passed = all(
            item.text in names and name_parts(item.text) == name_parts(column)
            for item, column in zip(items, columns, strict=True)
        )
        if not is_passed or any(find_value_in_scope(text, values.site, one) for one in _spellings(new)):
            continue
        parameters = [names.index(item.text) for item in items]
        return _Inserting(text, changed.change, header, after.table, columns, parameters, new, run.at)
    return None


def _spellings(column: str) -> list[str]:
    first, *others = name_parts(column)
    return [column, "".join([first, *map(str.capitalize, others)])]


def _candidate(context: RuleContext, found: _Inserting) -> Candidate:
    items, near = found.header.items, found.parameters[max(found.at - 1, 0)]
    written = _new_parameter(context, found)
    edit = _insertion(found, near, written) if written is not None else None
    return Candidate(
        kind="edit" if edit is not None else "jump",
        uri=found.text.snapshot.uri,
        family="inserted-column",
        pattern=f"parameter {found.new}",
        topic=found.new,
        why=f"The INSERT has the column {found.new}, and {found.header.name} has parameters for the others.",
        edits=(edit,) if edit is not None else (),
        position=items[near].span.end if edit is None else None,
        probability=PROBABILITY.estimate(_Features(found.change.age, float(edit is None))),
    )


def _new_parameter(context: RuleContext, found: _Inserting) -> str | None:
    """The parameter, like one that all others are like, or like that of a column of the same type."""
    made = [_written_like(found, at) for at in range(len(found.columns))]
    if len({*made}) == 1:
        return made[0]
    table = find_table(context, found.table, found.text.snapshot.uri)
    types = {one.name.lower(): one.type_name for one in table.columns} if table is not None else {}
    wanted = types.get(found.new.lower())
    alike = {made[at] for at, one in enumerate(found.columns) if wanted and types.get(one.lower()) == wanted}
    return alike.pop() if len(alike) == 1 else None


def _written_like(found: _Inserting, at: int) -> str | None:
    written = found.header.items[found.parameters[at]].text
    is_plain = not any(sign in written for sign in "=*\n") and not found.header.is_variadic
    has_underscores = has_snake_case(found.text) or any("_" in one for one in found.header.parameter_names())
    name = _spellings(found.new)[0 if has_underscores else -1]
    new = NameReplacement(found.columns[at], name, (), has_underscores).apply(written)
    return new if is_plain and new != written else None


def _insertion(found: _Inserting, near: int, written: str) -> Replacement | None:
    """The new parameter behind that of the column before, as far as those with a default allow it."""
    items = found.header.items
    if any(one.is_optional for one in found.header.parameters[: near + 1]):
        return None
    if found.at == 0:
        place = items[near].span.start
        return Replacement(Span(place, place), f"{written}, ")
    place = items[near].span.end
    return Replacement(Span(place, place), f"{_separator(found, place)}{written}")


def _separator(found: _Inserting, place: Point) -> str:
    items, header = found.header.items, found.header
    is_broken = header.opening.line < place.line and len({one.span.start.line for one in items}) == len(items)
    indent = found.text.raw[place.line][: found.text.raw[place.line].find(items[0].text[:1])]
    return f",\n{indent}" if is_broken and not indent.strip() else ", "
