"""The tables that a column of a statement may belong to: those of its query, of queries that these stand for, or of
the queries around it.

Reads statements in which comments and strings are blank. All names are in lower case, and tables without schemas.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.consequences.queries.scopes import Query, find_query, without_brackets

__all__ = ["find_owners"]

_KEYWORDS: Final = (
    r"(?:where|on|using|set|join|inner|left|right|full|cross|natural|group|order|limit|having|union|values|select"
    r"|returning|as|for|window|offset|intersect|except|when|default)\b"
)
_FIRST: Final = re.compile(r"\b(?:from|join|update|into|using)\s+(?:lateral\s+|only\s+)?(?=[\w(])", re.I)
_NEXT: Final = re.compile(r"\s*,\s*(?:lateral\s+)?(?=[\w(])", re.I)
_TABLE: Final = re.compile(rf"(?!{_KEYWORDS})([\w.]+)(?:\s+(?:as\s+)?(?!{_KEYWORDS})(\w+))?", re.I)
_NAMED_BRACKET: Final = re.compile(rf"\(([^()]*)\)(?:\s*(?:as\s+)?(?!{_KEYWORDS})(\w+))?", re.I)
_NAMED_QUERY: Final = re.compile(
    r"\b(\w+)\s*(?:\([^()]*\)\s*)?as\s*(?:(?:not\s+)?materialized\s*)?\(\s*(?=select\b|with\b|values\b)", re.I
)
_INSERTED_SELECT: Final = re.compile(r"\s*(?:with\b.*?)?\binsert\b.*?\bselect\b", re.I | re.S)

_Tables = dict[str, set[str]]


def find_owners(written: str, at: int, qualifier: str) -> set[str] | None:
    """Return the tables that a column at an offset may belong to; None if its query names none.

    `qualifier`: the table or the alias in front of the column, or an empty string.
    """
    query = find_query(written, at)
    while True:
        tables = _tables_of(written, query, is_selected=at >= _inserted_select(written, query))
        if qualifier and qualifier in tables:
            return tables[qualifier]
        if not qualifier and tables:
            return set[str]().union(*tables.values())
        if not query.outer_start:
            return None
        at = query.outer_start - 1
        query = find_query(written, at)


@lru_cache(maxsize=16)
def _named_queries(written: str) -> _Tables:
    """The tables that each query of a WITH reads, also by those in front of it."""
    found: _Tables = {}
    for match in _NAMED_QUERY.finditer(written):
        found[match[1].lower()] = _all_tables(written, match.end(), found)
    return found


def _all_tables(written: str, start: int, named: Mapping[str, set[str]]) -> set[str]:
    """The tables that are read behind a bracket, up to where it closes."""
    depth, end = 1, start
    for match in re.compile(r"[()]").finditer(written, start):
        depth += 1 if match[0] == "(" else -1
        end = match.start()
        if not depth:
            break
    found: set[str] = set()
    for match in _FIRST.finditer(written, start, end):
        for name, _ in _listed(written, match.end()):
            found |= {name, *named.get(name, ())}
    return found


@lru_cache(maxsize=64)
def _inserted_select(written: str, query: Query) -> int:
    """Where the SELECT of an INSERT begins; the end of the query if it is no such statement."""
    inserted = _INSERTED_SELECT.match(without_brackets(written[query.start : query.end]))
    return query.start + inserted.end() - len("select") if inserted is not None else query.end


@lru_cache(maxsize=64)
def _tables_of(written: str, query: Query, *, is_selected: bool) -> _Tables:
    """The tables of a query without the nested ones, by their names and aliases.

    Those of the SELECT of an INSERT, or of what is in front of it: the columns that are inserted belong to another
    table than those that are selected.
    """
    named = _named_queries(written)
    level = without_brackets(written[query.start : query.end])
    select = _inserted_select(written, query) - query.start
    first, last = (select, len(level)) if is_selected else (0, select)
    found: _Tables = {}
    for match in _FIRST.finditer(level, first, last):
        for name, alias in _listed(level, match.end()):
            if name.startswith("("):
                start = query.start + int(name[1:])
                found.setdefault(alias, set()).update(_all_tables(written, start, named))
            else:
                tables = {name, *named.get(name, ())}
                found.setdefault(name, set()).update(tables)
                if alias:
                    found.setdefault(alias, set()).update(tables)
    return found


def _listed(written: str, at: int) -> Iterator[tuple[str, str]]:
    """The tables of a list and their aliases; for a query in brackets, a bracket and where the query begins."""
    while True:
        table = _TABLE.match(written, at)
        match = table or _NAMED_BRACKET.match(written, at)
        if match is None:
            return
        name = match[1].rpartition(".")[2].lower() if table is not None else f"({match.start(1)}"
        yield name, (match[2] or "").lower()
        following = _NEXT.match(written, match.end())
        if following is None:
            return
        at = following.end()
