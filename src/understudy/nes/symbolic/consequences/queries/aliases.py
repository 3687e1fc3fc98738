"""An alias was renamed in a query: of a table, of a column, or the name of a query of a WITH. Its uses follow.

A table alias belongs to its query, and to nested ones that do not declare it again; a column alias to the clauses
behind FROM and to what reads from the query; the name of a query to its statement.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_CANDIDATES
from understudy.nes.symbolic.consequences.queries.changed_list import RenamedWord, find_renamed_word
from understudy.nes.symbolic.consequences.queries.scopes import (
    AliasKind,
    alias_kind_at,
    find_query,
    find_table_uses,
    without_brackets,
)
from understudy.nes.symbolic.consequences.queries.statements import (
    Statement,
    blank_comments_and_strings,
    find_statement,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Replacement, Span

__all__ = ["find_renamed_alias", "propose_query_aliases"]

PROBABILITY: Final = RuleProbability(0.82, StaleFeatures(stale=STALE_SHIFT / 3))

_KEYWORD: Final = re.compile(r"\b(?:select|from|update|with|into)\b", re.I)
_ORDERED: Final = re.compile(r"\b(?:(?:group|order)\s+by|having|qualify)\b", re.I)
_NAME_OF_QUERY: Final = re.compile(r"\s*(?:as\s+)?([A-Za-z_]\w*)", re.I)
_QUERY_NAME: Final = re.compile(
    r"([A-Za-z_]\w*)\s*(?:\([^()]*\)\s*)?as\s*(?:(?:not\s+)?materialized\s*)?\(\s*\Z", re.I
)


class _Alias(NamedTuple):
    kind: AliasKind
    word: RenamedWord
    statement: Statement
    written: str
    """The statement without comments and strings."""

    @property
    def start(self) -> int:
        """Where the alias is declared, in the statement."""
        return self.word.offset - self.statement.start


def propose_query_aliases(context: RuleContext) -> list[Candidate]:
    """Propose the new name of an alias where its query uses it."""
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        alias = _find_alias(text, change) if text is not None else None
        if text is not None and alias is not None and not context.is_past_deadline:
            candidates = list(_candidates(context, text, change, alias))
            if candidates:
                return candidates[:MAX_VALUE_CANDIDATES]
    return []


def find_renamed_alias(context: RuleContext, change: Change) -> tuple[str, str] | None:
    """Return the old and the new name of an alias; None if the edit did not rename one."""
    text = context.text_at(change.edit.uri)
    alias = _find_alias(text, change) if text is not None else None
    return (alias.word.old, alias.word.new) if alias is not None else None


def _find_alias(text: SourceText, change: Change) -> _Alias | None:
    word = find_renamed_word(text, change)
    if word is None:
        return None
    statement = find_statement(text, word.offset)
    if statement is None or not _KEYWORD.search(statement.written):
        return None
    written = blank_comments_and_strings(statement.written)
    start = word.offset - statement.start
    kind = alias_kind_at(written, start, start + len(word.new))
    return _Alias(kind, word, statement, written) if kind is not None else None


def _candidates(context: RuleContext, text: SourceText, change: Change, alias: _Alias) -> Iterator[Candidate]:
    lines: dict[int, list[Replacement]] = {}
    for start, end in sorted({*_uses(alias)}):
        first, last = (text.point_at(alias.statement.start + at) for at in (start, end))
        lines.setdefault(first.line, []).append(Replacement(Span(first, last), alias.word.new))
    places = [NamePlace(text, line, tuple(edits)) for line, edits in lines.items()]
    name = RenamedName(alias.kind, alias.word.old, alias.word.new, change)
    yield from rename_candidates(context, "query-name", name, places, PROBABILITY)


def _uses(alias: _Alias) -> Iterator[tuple[int, int]]:
    written, old = alias.written, alias.word.old
    query = find_query(written, alias.start)
    if alias.kind == "table alias":
        yield from find_table_uses(written, query, old)
    elif alias.kind == "query name":
        name = re.escape(old)
        use = re.compile(
            rf"\b(?:from|join|using)\s+({name})(?![\w.])|(?<![\w.@:$])({name})(?=\s*\.\s*[\w*\"`])", re.I
        )
        for match in use.finditer(written, query.start, query.end):
            yield match.span(match.lastindex or 0)
        listed = re.compile(rf"\bfrom\s+[\w.\s]+(?:,[\w.\s]+)*?,\s*({name})(?![\w.])", re.I)
        for match in listed.finditer(written, query.start, query.end):
            yield match.span(1)
    else:
        yield from _column_uses(alias)


def _column_uses(alias: _Alias) -> Iterator[tuple[int, int]]:
    written, old = alias.written, alias.word.old
    query = find_query(written, alias.start)
    use = re.compile(rf"(?<![\w.@:$]){re.escape(old)}(?!\w|\s*[.(])")
    level = without_brackets(written[query.outer_start : query.outer_end])
    ordered = _ORDERED.search(level, alias.start - query.outer_start)
    if ordered is not None:
        yield from (
            match.span()
            for match in use.finditer(written, query.outer_start + ordered.end(), query.outer_end)
        )
    name = _name_of_query(written, query.outer_start, query.outer_end)
    if not name:
        return
    outer = find_query(written, query.outer_start - 1)
    reading = re.compile(
        rf"\b(?:from|join|using)\s+{re.escape(name)}(?:\s+(?:as\s+)?(?!on\b|where\b|join\b|using\b)(\w+))?",
        re.I,
    )
    names = {name, *(match[1] for match in reading.finditer(written, query.outer_end, outer.end) if match[1])}
    qualified = re.compile(
        rf"(?<![\w.])(?:{'|'.join(map(re.escape, sorted(names)))})\s*\.\s*({re.escape(old)})(?!\w|\s*\()"
    )
    for match in qualified.finditer(written, outer.start, outer.end):
        yield match.span(1)


def _name_of_query(written: str, start: int, end: int) -> str:
    """The name by which the query around it reads a query in brackets; empty if there is none."""
    named = _QUERY_NAME.search(written[:start])
    if named is not None:
        return named[1]
    alias = _NAME_OF_QUERY.match(written, end + 1)
    is_read = re.search(r"(?:\b(?:from|join|lateral)|,)\s*\(\s*\Z", written[:start], re.I)
    return alias[1] if alias is not None and is_read else ""
