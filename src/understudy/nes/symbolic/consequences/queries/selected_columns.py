"""A column was added to the list of a SELECT, or removed from it: what its rows are unpacked into follows.

In Go that are the arguments of `Scan`, in Python and Ruby the names that a loop or an assignment gives the columns.
Values that are read by their position or by their name are left alone.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    find_enclosing_function,
    indent_width,
    parse_call,
)
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_CANDIDATES
from understudy.nes.symbolic.consequences.queries.changed_list import (
    ChangedRun,
    ChangedStatement,
    find_changed_run,
    find_changed_statements,
)
from understudy.nes.symbolic.consequences.queries.guessed_values import guess_value, guessed_name
from understudy.nes.symbolic.consequences.queries.scopes import without_brackets
from understudy.nes.symbolic.consequences.queries.statement_calls import StatementCall, find_statement_calls
from understudy.nes.symbolic.consequences.queries.statements import (
    Statement,
    find_from,
    is_sql,
    split_items,
)
from understudy.nes.symbolic.consequences.queries.value_lists import ValueList, insert_value, remove_value
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.syntax import ListItem, find_closing_bracket
from understudy.nes.text import Replacement, Span

__all__ = ["RowReader", "find_row_readers", "find_selected_items", "propose_selected_columns"]


class _Features(NamedTuple):
    stale: float = 0
    jump: float = 0
    """What reads the column is not known."""
    is_guessed: float = 0
    """It is a member that is not known to exist."""


PROBABILITY: Final = RuleProbability(0.85, _Features(stale=STALE_SHIFT / 3, jump=-0.7, is_guessed=-0.5))

_SELECT: Final = re.compile(r"\b(?:select(?:\s+distinct)?|returning)\s", re.I)
_NAME: Final = re.compile(r"([A-Za-z_]\w*)[\"`\]]?\Z")
_RESULT: Final = re.compile(r"(?<![\w.])(\w+)(?:\s*,\s*\w+)*\s*(?::=|=)\s*(?:await\s+)?[\w.()]*\Z")
_SCAN_BEHIND: Final = re.compile(r"\s*\.\s*Scan\(")
_NAMES: Final = r"\(?[ \t]*([A-Za-z_]\w*(?:[ \t]*,[ \t]*[A-Za-z_]\w*)*)[ \t]*,?\)?"
_LOOP_BEFORE: Final = re.compile(rf"\bfor\s+{_NAMES}\s+in\s+(?:await\s+)?[\w.()]*\Z")
_ASSIGNED_BEFORE: Final = re.compile(rf"(?:\A|\n)[ \t]*{_NAMES}[ \t]*=[ \t]*(?:await\s+)?[\w.()]*\Z")
_ONE_ROW: Final = re.compile(r"\s*\.\s*(?:fetchone|one|first)\(")
_BLOCK_BEHIND: Final = re.compile(rf"(?:\s*\.\s*each)?\s*(?:do|\{{)\s*\|{_NAMES}\|")
_RECEIVER: Final = re.compile(r"(?<![\w.])([\w.]+)\.\w+\Z")


class RowReader(NamedTuple):
    """What a row is unpacked into."""

    items: Sequence[ListItem]
    site: CallSite | None = None
    """The call of `Scan`; None for names."""


class _SelectChange(NamedTuple):
    text: SourceText
    change: Change
    statement: Statement
    columns: Sequence[str]
    before: Sequence[str]
    run: ChangedRun


def propose_selected_columns(context: RuleContext) -> list[Candidate]:
    """Propose to unpack a new column of a query, or not to unpack one that is gone."""
    for changed in context.once(find_changed_statements):
        is_wanted = changed.follows("select", "returning") and not is_sql(changed.text)
        found = _find_change(changed) if is_wanted else None
        if found is not None and not context.is_past_deadline:
            candidates = list(_candidates(context, found))
            if candidates:
                return candidates[:MAX_VALUE_CANDIDATES]
    return []


def _find_change(changed: ChangedStatement) -> _SelectChange | None:
    level = without_brackets(changed.before[: changed.at])
    starts = [match.end() for match in _SELECT.finditer(level)]
    if not starts:
        return None
    written = changed.statement.written
    columns, before = _columns(written, starts[-1]), _columns(changed.before, starts[-1])
    run = find_changed_run(before, columns)
    if run is None or changed.at > find_from(written, starts[-1]):
        return None
    return _SelectChange(changed.text, changed.change, changed.statement, columns, before, run)


def _columns(written: str, start: int) -> list[str]:
    """The names of the columns of a list; none if it has columns without a name."""
    items, _ = split_items(written[: find_from(written, start)], start)
    names = [_NAME.search(written[first:last]) for first, last in items]
    return [name[1] for name in names if name is not None] if all(names) else []


def _candidates(context: RuleContext, found: _SelectChange) -> Iterator[Candidate]:
    for readers in _readers_by_call(found.text, found.statement):
        reader = next((one for one in readers if len(one.items) == len(found.before)), None)
        if reader is not None:
            yield _candidate(context, found, reader)


def _candidate(context: RuleContext, found: _SelectChange, reader: RowReader) -> Candidate:
    items, at = reader.items, found.run.at
    is_guessed = False
    edit: Replacement | None
    if found.run.removed:
        edit = _removal(found, reader)
    else:
        names = found.columns[at : at + found.run.added]
        written, is_guessed = _written(context, found, reader, names)
        edit = _insertion(found, reader, written) if len(written) == len(names) else None
    name = ", ".join((found.columns if found.run.added else found.before)[at : at + max(found.run[1:])])
    return Candidate(
        kind="edit" if edit is not None else "jump",
        uri=found.text.snapshot.uri,
        family="selected-column",
        pattern=f"column {name}",
        topic=name,
        why=f"The query {'reads' if found.run.added else 'no longer reads'} the column {name}.",
        edits=(edit,) if edit is not None else (),
        position=None if edit is not None else items[min(at, len(items) - 1)].span.end,
        probability=PROBABILITY.estimate(_Features(found.change.age, float(edit is None), float(is_guessed))),
    )


def _written(
    context: RuleContext, found: _SelectChange, reader: RowReader, names: Sequence[str]
) -> tuple[list[str], bool]:
    """What the new columns are read into, as far as it is known, and whether that is a guess."""
    known = [(name, item.text) for name, item in zip(found.before, reader.items, strict=True)]
    if reader.site is None:
        made = [guessed_name(found.text, known, name) for name in names]
        return [one for one in made if one is not None and one not in dict(known).values()], False
    values = [guess_value(context, found.text, reader.site, known, name) for name in names]
    is_guessed = any(one is not None and not one.is_certain for one in values)
    return [one.written for one in values if one is not None], is_guessed


def _insertion(found: _SelectChange, reader: RowReader, written: Sequence[str]) -> Replacement | None:
    at, joined = found.run.at, ", ".join(written)
    if reader.site is not None:
        return insert_value(found.text, ValueList(reader.site), at, joined)
    if at < len(reader.items):
        place = reader.items[at].span.start
        return Replacement(Span(place, place), f"{joined}, ")
    place = reader.items[-1].span.end
    return Replacement(Span(place, place), f", {joined}")


def _removal(found: _SelectChange, reader: RowReader) -> Replacement | None:
    at, items = found.run.at, reader.items
    if found.run.removed > 1 or len(items) <= found.run.removed + 1 - bool(reader.site):
        return None
    if reader.site is not None:
        return remove_value(found.text, ValueList(reader.site), at)
    if at + 1 < len(items):
        return Replacement(Span(items[at].span.start, items[at + 1].span.start), "")
    return Replacement(Span(items[at - 1].span.end, items[at].span.end), "")


# What reads the rows


def find_row_readers(text: SourceText, statement: Statement) -> Iterator[RowReader]:
    """Yield what the rows of a statement may be unpacked into."""
    for readers in _readers_by_call(text, statement):
        yield from readers


def find_selected_items(written: str) -> list[tuple[int, int]]:
    """Return the ranges of the columns that a statement reads; none if it reads several lists."""
    starts = [match.end() for match in _SELECT.finditer(without_brackets(written))]
    if len(starts) != 1:
        return []
    items, _ = split_items(written[: find_from(written, starts[0])], starts[0])
    return items


def _readers_by_call(text: SourceText, statement: Statement) -> Iterator[Iterator[RowReader]]:
    for call in find_statement_calls(text, statement):
        yield _readers(text, call)


def _readers(text: SourceText, call: StatementCall) -> Iterator[RowReader]:
    if text.language.family == "go":
        yield from _scans(text, call)
    elif text.language.family == "ruby":
        block = _BLOCK_BEHIND.match(text.code_text, call.end)
        if block is not None:
            yield _names(text, *block.span(1))
    elif text.language.family == "python":
        yield from _targets(text, call)


def _scans(text: SourceText, call: StatementCall) -> Iterator[RowReader]:
    code = text.code_text
    behind = _SCAN_BEHIND.match(code, call.end)
    if behind is not None:
        yield from _scan(text, behind.end() - 1)
        return
    result = _RESULT.search(call.before)
    if result is None:
        return
    scan = re.compile(rf"(?<![\w.]){re.escape(result[1])}\.Scan\(")
    for match in scan.finditer(code, call.end, _end_of_function(text, call)):
        yield from _scan(text, match.end() - 1)


def _scan(text: SourceText, at: int) -> Iterator[RowReader]:
    opening = text.point_at(at)
    closing = find_closing_bracket(text.code, opening)
    if closing is not None:
        site = parse_call(text, opening, closing)
        yield RowReader(site.arguments, site)


def _targets(text: SourceText, call: StatementCall) -> Iterator[RowReader]:
    """The names in front of the call, or those in front of its result below it."""
    start = text.offset_at(call.opening.line, call.opening.column) - len(call.before)
    loop = _LOOP_BEFORE.search(call.before)
    row = _ASSIGNED_BEFORE.search(call.before) if _ONE_ROW.match(text.code_text, call.end) else None
    for match in (loop, row):
        if match is not None:
            yield _names(text, start + match.start(1), start + match.end(1))
            return
    result, receiver = _RESULT.search(call.before), _RECEIVER.search(call.before)
    names = [re.escape(match[1]) for match in (result, receiver) if match is not None]
    if not names:
        return
    rows = rf"(?:{'|'.join(names)})(?:\.fetch(?:all|many)\([^()]*\))?[ \t]*[:\]\)]"
    one = rf"(?:{'|'.join(names)})\.fetchone\("
    below = re.compile(
        rf"\bfor\s+{_NAMES}\s+in\s+(?:await\s+)?{rows}|\n[ \t]*{_NAMES}[ \t]*=[ \t]*(?:await\s+)?{one}"
    )
    for match in below.finditer(text.code_text, call.end, _end_of_function(text, call)):
        yield _names(text, *match.span(match.lastindex or 0))


def _end_of_function(text: SourceText, call: StatementCall) -> int:
    """Where the function around the call ends, judged by indentation."""
    header = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    for line in range(call.closing.line + 1, len(text.raw) if header is not None else 0):
        if header is not None and text.code[line].strip() and indent_width(text.code[line]) <= header.indent:
            return text.offset_at(line)
    return len(text.joined)


def _names(text: SourceText, start: int, end: int) -> RowReader:
    items = [
        ListItem(Span(text.point_at(start + match.start()), text.point_at(start + match.end())), match[0])
        for match in re.finditer(r"\w+", text.joined[start:end])
    ]
    return RowReader(items)
