"""A column was renamed in its table or in the list of a SELECT: code that reads it from rows by its name follows.

Only where the rows evidently come from a query of that table, or from that query (see `row_sources`).
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_CANDIDATES, MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.queries.changed_list import RenamedWord, find_renamed_word
from understudy.nes.symbolic.consequences.queries.owners import find_owners
from understudy.nes.symbolic.consequences.queries.renamed_names import find_renamed_column
from understudy.nes.symbolic.consequences.queries.row_sources import RowSource, find_row_sources
from understudy.nes.symbolic.consequences.queries.scopes import without_brackets
from understudy.nes.symbolic.consequences.queries.statements import (
    Statement,
    blank_comments_and_strings,
    find_from,
    find_statement,
    is_sql,
    split_items,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Replacement, Span

__all__ = ["find_renamed_column_name", "propose_row_reads"]

PROBABILITY: Final = RuleProbability(0.78, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_READING: Final = re.compile(r"\b(?:select(?:\s+distinct)?|returning)\s", re.I)
_ITEM: Final = re.compile(r"(?:(\w+)\s*\.\s*)?[\"`]?(\w+)[\"`]?(?:\s+as\s+[\"`]?(\w+)[\"`]?)?\Z", re.I)

_Accepts = Callable[[SourceText, RowSource], bool]


def propose_row_reads(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a column where rows are read by the old one."""
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        word = find_renamed_word(text, change) if text is not None else None
        if text is None or word is None or context.is_past_deadline:
            continue
        accepts = _accepted_by_table(context, text, change, word) or _accepted_by_query(text, word)
        if accepts is not None:
            return list(_candidates(context, text, change, word, accepts))[:MAX_VALUE_CANDIDATES]
    return []


def find_renamed_column_name(context: RuleContext, change: Change) -> tuple[str, str] | None:
    """Return the old and the new name of a column that an edit renamed in its table; None for any other edit."""
    text = context.text_at(change.edit.uri)
    if text is None or not is_sql(text) or find_renamed_column(text, change) is None:
        return None
    word = find_renamed_word(text, change)
    return (word.old, word.new) if word is not None else None


def _accepted_by_table(
    context: RuleContext, text: SourceText, change: Change, word: RenamedWord
) -> _Accepts | None:
    table = find_renamed_column(text, change) if is_sql(text) else None
    if table is None:
        return None

    def accepts(_: SourceText, source: RowSource) -> bool:
        if not source.file:
            return _selects(source.written, table, word)
        snapshots = context.situation.workspace_texts.find_containing(
            [table], text.snapshot.uri, MAX_VALUE_TEXTS
        )
        return any(
            _selects(one, table, word)
            for snapshot in snapshots
            if snapshot.uri.endswith(f"/{source.file}")
            for one in context.source_text(snapshot).joined.split(";")
        )

    return accepts


def _selects(written: str, table: str, word: RenamedWord) -> bool:
    """Whether the rows of a statement have the column of the table by its name."""
    written = blank_comments_and_strings(written)
    name = table.rpartition(".")[2].lower()
    for at, owner, column, alias in _output(written):
        owners = find_owners(written, at, owner.lower())
        is_read = column == "*" or (column in (word.old, word.new) and alias in ("", word.new))
        if is_read and owners is not None and name in owners:
            return True
    return False


def _output(written: str) -> Iterator[tuple[int, str, str, str]]:
    """The columns that a statement returns: where they stand, what qualifies them, their names and new names."""
    level = without_brackets(written)
    match = _READING.search(level)
    if match is None:
        return
    items, _ = split_items(level[: find_from(level, match.end())], match.end())
    for first, last in items:
        item = written[first:last]
        if item.endswith("*"):
            yield first, item[:-1].rstrip(". "), "*", ""
        elif (named := _ITEM.match(item)) is not None:
            yield first, named[1] or "", named[2], named[3] or ""
        elif (named := _ITEM.search(item)) is not None and named[3]:
            yield first, "", named[3], ""


def _accepted_by_query(text: SourceText, word: RenamedWord) -> _Accepts | None:
    """Accept the rows of the statement in which a column was renamed, if that is its name in them."""
    statement = find_statement(text, word.offset)
    if statement is None or not _is_output(statement, word):
        return None
    file = text.snapshot.uri.rpartition("/")[2] if is_sql(text) else ""

    def accepts(other: SourceText, source: RowSource) -> bool:
        return source.file == file if file else other is text and source.start == statement.start

    return accepts


def _is_output(statement: Statement, word: RenamedWord) -> bool:
    """Whether an item of the list of the statement ends with the word."""
    level = without_brackets(blank_comments_and_strings(statement.written))
    match = _READING.search(level)
    if match is None:
        return False
    items, _ = split_items(level[: find_from(level, match.end())], match.end())
    end = word.offset - statement.start + len(word.new)
    return any(first < end == last for first, last in items)


def _candidates(
    context: RuleContext, text: SourceText, change: Change, word: RenamedWord, accepts: _Accepts
) -> Iterator[Candidate]:
    found: list[NamePlace] = []
    others = context.situation.workspace_texts.find_containing([word.old], text.snapshot.uri, MAX_VALUE_TEXTS)
    texts = sorted((text, *map(context.source_text, others)), key=lambda one: one is not context.current_text)
    for other in texts:
        if len(found) >= MAX_VALUE_CANDIDATES or context.is_past_deadline:
            break
        if is_sql(other) or not other.code:
            continue
        lines: dict[int, list[Replacement]] = {}
        for start, variable, at in _reads(other, word.old):
            is_enough = other is not context.current_text and len(lines) >= MAX_VALUE_CANDIDATES
            if is_enough or context.is_past_deadline:
                break
            if any(accepts(other, one) for one in find_row_sources(other, variable, at)):
                first = other.point_at(start)
                span = Span(first, first._replace(column=first.column + len(word.old)))
                lines.setdefault(first.line, []).append(Replacement(span, word.new))
        found += [NamePlace(other, line, tuple(edits)) for line, edits in lines.items()]
    name = RenamedName("column", word.old, word.new, change)
    yield from rename_candidates(context, "query-name", name, found, PROBABILITY)


def _reads(text: SourceText, column: str) -> Iterator[tuple[int, str, int]]:
    """Where the name is read of a variable, with the variable and its offset."""
    name = re.escape(column)
    read = re.compile(
        rf"(?<![\w.$])(?P<variable>[A-Za-z_]\w*)(?:\.rows)?(?:\[\d+\])?!?(?:"
        rf"\??\.?\[\s*(?:(?P<quote>['\"`])(?P<key>{name})(?P=quote)|:(?P<symbol>{name}))\s*\]"
        rf"|\.(?:get\w*|try_get|fetch|pop)(?:::<[^()]*>)?\(\s*(?P<sign>['\"])(?P<argument>{name})(?P=sign)"
        rf"|\??\.(?P<member>{name})(?!\w|\s*\())"
    )
    for line in text.raw_lookup.iterate_containing(column):
        start = text.offset_at(line)
        for match in read.finditer(text.joined, start, start + len(text.raw[line])):
            if text.is_code(match.start("variable"), match["variable"]):
                group = next(one for one in ("key", "symbol", "argument", "member") if match[one])
                yield match.start(group), match["variable"], match.start("variable")
