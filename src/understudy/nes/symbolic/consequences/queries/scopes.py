"""Which part of a statement of SQL sees an alias: its query, with the nested ones that do not declare it again.

Reads statements in which comments and strings are blank. Nested queries stand in round brackets. What is read of a
statement is kept, since a rule asks for each of its words.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

__all__ = ["AliasKind", "Query", "alias_kind_at", "find_query", "find_table_uses", "without_brackets"]

AliasKind = Literal["table alias", "column alias", "query name"]

_BRACKET: Final = re.compile(r"[()]")
_QUERY: Final = re.compile(r"\(\s*(?:select|with)\b", re.I)
_SET_OPERATOR: Final = re.compile(r"\b(?:union|intersect|except|minus)\b", re.I)
_CLAUSE: Final = re.compile(
    r"\b(?:select|from|join|where|group|order|having|on|set|values|update|into|using|returning|with|limit)\b",
    re.I,
)
_NAMED_TABLE: Final = re.compile(
    r"(?:\b(?:from|join|update|into|using|lateral)\s+|,\s*)[\w.]+\s+(?:as\s+)?\Z|\)\s*(?:as\s+)?\Z", re.I
)
_NAMED_COLUMN: Final = re.compile(r"\bas\s+\Z", re.I)
_NAMED_QUERY: Final = re.compile(r"(?:\bwith\s+(?:recursive\s+)?|,\s*)\Z", re.I)
_QUERY_BODY: Final = re.compile(r"\s*(?:\([^()]*\)\s*)?as\s*(?:(?:not\s+)?materialized\s*)?\(", re.I)


class Query(NamedTuple):
    start: int
    end: int
    outer_start: int
    outer_end: int
    """The range with the queries that are combined with it, as by UNION."""


def find_query(written: str, offset: int) -> Query:
    """Return the innermost query around an offset."""
    start, end = 0, len(written)
    for first, last in _groups(written):
        if first < offset <= last and first >= start and _QUERY.match(written, first):
            start, end = first + 1, last
    first, last = start, end
    for operator_start, operator_end in _set_operators(written, start, end):
        if operator_end <= offset:
            first = operator_end
        else:
            last = min(last, operator_start)
    return Query(first, last, start, end)


@lru_cache(maxsize=64)
def _set_operators(written: str, start: int, end: int) -> list[tuple[int, int]]:
    """The ranges of the operators that combine the queries in a range, without those in brackets."""
    level = without_brackets(written[start:end])
    return [(start + match.start(), start + match.end()) for match in _SET_OPERATOR.finditer(level)]


@lru_cache(maxsize=16)
def _groups(written: str) -> list[tuple[int, int]]:
    """The offsets of the brackets of each pair, the outer pairs first."""
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for match in _BRACKET.finditer(written):
        if match[0] == "(":
            opened.append(match.start())
        elif opened:
            found.append((opened.pop(), match.start()))
    return sorted(found)


def without_brackets(written: str) -> str:
    """Return the text with spaces in place of what is in brackets."""
    chars, depth, last = list(written), 0, 0
    for match in _BRACKET.finditer(written):
        if match[0] == "(":
            if not depth:
                last = match.end()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                chars[last : match.start()] = " " * (match.start() - last)
    if depth:
        chars[last:] = " " * (len(chars) - last)
    return "".join(chars)


def alias_kind_at(written: str, start: int, end: int) -> AliasKind | None:
    """Return what the name in a range is declared as; None if it is not an alias that is declared there."""
    query = find_query(written, start)
    before = without_brackets(written[query.start : start])
    clauses = _CLAUSE.findall(before)
    clause = clauses[-1].lower() if clauses else ""
    if clause in ("from", "join", "update", "into", "using"):
        return "table alias" if _NAMED_TABLE.search(before) else None
    if clause in ("select", "returning"):
        return "column alias" if _NAMED_COLUMN.search(before) else None
    if clause == "with" and _NAMED_QUERY.search(before) and _QUERY_BODY.match(written, end):
        return "query name"
    return None


def find_table_uses(written: str, query: Query, alias: str) -> Iterator[tuple[int, int]]:
    """Yield where a query, and the nested ones that do not declare it again, qualify a column with an alias."""
    name = re.escape(alias)
    declaration = re.compile(
        rf"(?:\b(?:from|join|update|into|using|lateral)\s+[\w.]+|,\s*[\w.]+|\))\s+(?:as\s+)?{name}\b", re.I
    )
    hidden = [
        (first, last)
        for first, last in _groups(written)
        if query.start <= first < last <= query.end
        and _QUERY.match(written, first)
        and declaration.search(without_brackets(written[first + 1 : last]))
    ]
    use = re.compile(rf"(?<![\w.@:$]){name}(?=\s*\.\s*[\w*\"`])|(?<=\bdelete ){name}(?= from\b)", re.I)
    for match in use.finditer(written, query.start, query.end):
        if not any(first < match.start() < last for first, last in hidden):
            yield match.span()
