"""A column or a table was renamed in SQL: the statements that use it follow.

SQL has no syntax tree here: statements end with a semicolon, and a column belongs to the tables that its statement
names. In other languages the statements are string literals. Aliases: see `aliases`.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_STATEMENT_CHARS,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.queries.changed_list import find_renamed_word
from understudy.nes.symbolic.consequences.queries.owners import find_owners
from understudy.nes.symbolic.consequences.queries.statements import blank_comments_and_strings
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Replacement, Span

__all__ = ["find_renamed_column", "propose_query_names"]

PROBABILITY: Final = RuleProbability(0.82, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_TABLE: Final = re.compile(
    r"(?i)\bcreate\s+(?:temp(?:orary)?\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w.]+)\s*\("
)
_TABLE_POSITION: Final = r"\b(?:from|join|into|update|references|table|on|exists)\s+"
_QUALIFIER: Final = re.compile(r"(\w+)\s*\.\s*\Z")
_OPERAND: Final = re.compile(r"(?i)(?:[(,<>=|+*/%-]|\b(?:and|or|not))\s*\Z")
"""What stands before a column that a constraint names; before a type there is the name of its column."""
_QUERY_LITERAL: Final = re.compile(
    r"""("{3}|'{3}|[`"'])(\s*(?:select\b(?:(?!\1).)*?\bfrom|(?:insert(?:\s+or\s+\w+|\s+ignore)?|replace)\s+into"""
    r"""|update\s+[\w.]+\s+set|delete\s+from|with\s+\w+\s+as|create\s+(?:unique\s+)?(?:table|index|view)|alter\s+table|merge\s+into)"""
    r"""\s(?:\\.|(?!\1).)*)\1""",
    re.S | re.I,
)
"""A string literal of another language that is a statement: its quotes and its content."""


class _Rename(NamedTuple):
    kind: Literal["column", "table"]
    old: str
    new: str
    table: str
    """The table of a column."""
    change: Change
    text: SourceText
    statement: tuple[int, int]


def propose_query_names(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a column or a table where statements use it."""
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is None or not text.snapshot.uri.lower().endswith(".sql"):
            continue
        rename = _find_rename(text, change)
        if rename is not None and not context.is_past_deadline:
            return list(_candidates(context, rename))[:MAX_VALUE_CANDIDATES]
    return []


def find_renamed_column(text: SourceText, change: Change) -> str | None:
    """Return the table of a column that an edit renamed where the table is created; None for any other edit."""
    rename = _find_rename(text, change)
    return rename.table if rename is not None and rename.kind == "column" else None


def _find_rename(text: SourceText, change: Change) -> _Rename | None:
    word = find_renamed_word(text, change)
    if word is None:
        return None
    offset = word.offset
    statement = _statement_at(text.joined, offset)
    written = text.joined[statement[0] : statement[1]]
    table = _TABLE.search(written)
    if table is not None and offset == statement[0] + table.start(1):
        return _Rename("table", word.old, word.new, "", change, text, statement)
    before = text.joined[text.offset_at(change.edit.line) : offset]
    if table is not None and not before.strip() and offset > statement[0] + table.end():
        return _Rename("column", word.old, word.new, table[1], change, text, statement)
    return None


def _statement_at(source: str, offset: int) -> tuple[int, int]:
    start = source[:offset].rfind(";") + 1
    end = source.find(";", offset)
    return start, end if end != -1 else len(source)


def _candidates(context: RuleContext, rename: _Rename) -> Iterator[Candidate]:
    texts = [rename.text]
    texts += [
        context.source_text(one)
        for one in context.situation.workspace_texts.find_containing(
            [rename.old], rename.text.snapshot.uri, MAX_VALUE_TEXTS
        )
    ]
    texts.sort(key=lambda one: one is not context.current_text)
    found: list[NamePlace] = []
    for text in texts:
        if len(found) >= MAX_VALUE_CANDIDATES or context.is_past_deadline:
            break
        lines: dict[int, list[Replacement]] = {}
        for start, end in _places(rename, text):
            if context.is_past_deadline:
                break
            first = text.point_at(start)
            lines.setdefault(first.line, []).append(Replacement(Span(first, text.point_at(end)), rename.new))
        found += [NamePlace(text, line, tuple(edits)) for line, edits in lines.items()]
    name = RenamedName(rename.kind, rename.old, rename.new, rename.change)
    yield from rename_candidates(context, "query-name", name, found, PROBABILITY)


def _places(rename: _Rename, text: SourceText) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the old name, in code only."""
    if text.snapshot.uri.lower().endswith(".sql"):
        yield from _places_in_statements(rename, text, blank_comments_and_strings(text.joined))
        return
    for start, end in _query_literals(text):
        written = "".join(
            " " if code.strip() else char  # an interpolated expression
            for char, code in zip(text.joined[start:end], text.code_text[start:end], strict=True)
        )
        source = blank_comments_and_strings(written)
        yield from (
            (start + first, start + last) for first, last in _places_in_statements(rename, text, source)
        )


def _query_literals(text: SourceText) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the string literals that are statements; none if the language has no known strings."""
    code = text.code_text
    if not code:
        return
    for match in _QUERY_LITERAL.finditer(text.joined):
        start, end = match.span(2)
        first = next(at for at in range(start, end) if not text.joined[at].isspace())
        if code[first].isspace():  # otherwise the quotes are those of two other strings
            yield start, end


def _places_in_statements(rename: _Rename, text: SourceText, source: str) -> Iterator[tuple[int, int]]:
    name = re.escape(rename.old)
    if rename.kind == "table":
        for match in re.finditer(
            rf"(?i)(?:{_TABLE_POSITION}|(?<![\w.])(?={name}\.\w))({name})(?!\w)", source
        ):
            yield match.span(1)
        return
    table = re.compile(rf"(?i)(?<!\w){re.escape(rename.table)}(?!\w)")
    column = re.compile(rf"(?<![\w:@$]){name}(?!\w)(?!\s*\()")
    for start, end in (match.span() for match in re.finditer(r"[^;]+", source)):
        is_own = text is rename.text and start <= rename.statement[0] < end
        defined = _TABLE.search(source, start, end)
        is_other_table = defined is not None and not is_own and defined[1].lower() != rename.table.lower()
        referred = re.compile(rf"(?i)\breferences\s+{re.escape(rename.table)}\s*\([^()]*\Z")
        if table.search(source, start, end):
            statement = source[start:end] if end - start <= MAX_STATEMENT_CHARS else ""
            for match in column.finditer(source, start, end):
                before = source[start : match.start()]
                if is_other_table and not referred.search(before):
                    continue  # a column of that table
                qualifier = _QUALIFIER.search(before)
                owner = qualifier[1].lower() if qualifier is not None else ""
                owners = find_owners(statement, match.start() - start, owner) if statement else None
                if owners is not None and rename.table.rpartition(".")[2].lower() not in owners:
                    continue  # a column of another table
                if not is_own or _OPERAND.search(before):
                    yield match.span()
