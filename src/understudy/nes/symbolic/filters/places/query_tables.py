"""A column of one table says nothing about another table.

A name that the user added to a statement of SQL, or wrote in place of another one, is improbable in a query of
other tables, also where the statements are string literals. Keywords, types and new columns of tables are exempt.
Where a renamed column is used, and what a new one needs: see `consequences.queries`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import written_statement
from understudy.nes.symbolic.limits import MAX_STATEMENT_LINES, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.text import TextSnapshot, common_affix_lengths

__all__ = ["limit_columns_of_other_tables"]

_TABLE: Final = re.compile(
    r"(?i)\b(?:from|join|into|update|table|on)\s+(?:if\s+not\s+exists\s+)?([a-z_][\w.]*)"
)
_QUERY: Final = re.compile(
    r"(?i)\s*(?:select|insert|update|delete|with|create\s+(?:or\s+replace\s+)?(?:\w+\s+)?view)\b"
)
_VERBS: Final = ("select", "insert", "update", "delete", "with", "create")
_SQL_WORD: Final = re.compile(
    r"(?:\A|[\"'`(\s])(?:(?:select|insert|update|delete|create)(?:\s|\Z)"
    r"|with\s+(?:recursive\s+)?\w+(?:\s*\([^()]*\))?(?:\s+as\s*(?:\(|(?:not\s+)?materialized\b|\Z)|\s*\Z))"
)
_NAME: Final = re.compile(r"(?<!['\"\w])[a-z_]\w*(?!['\"\w]|\s*\()")
_VALUE: Final = re.compile(r"'(?:[^']|'')*'|[\d.]+|\?\d*|%s|\$\d+|null|default|true|false", re.I)
_ROW_VALUE: Final = ","
"""Stands for a new value among the names: the rows of an INSERT have the columns of its table."""
_INSERT: Final = re.compile(r"(?i)\s*insert\b")
_INSERTED: Final = re.compile(r"(?i)\s*insert\s+into\s+([a-z_][\w.]*)\s*\(")
"""An INSERT with a list of columns."""
_CLAUSE: Final = re.compile(r"(?i)\b(?:into|select|from|where|set|on|returning)\b")
_COMMENT: Final = re.compile(r"--.*")
_WORD: Final = re.compile(r"\w+")
_KEYWORDS: Final = re.compile(
    r"all|and|any|as|asc|between|by|case|cascade|desc|distinct|else|end|exists|false|for|from|full|group|having"
    r"|ilike|in|inner|insert|into|is|join|key|left|like|limit|not|null|offset|on|or|order|outer|over|partition"
    r"|primary|returning|right|rows|select|set|table|then|true|union|unique|update|using|values|when|where|with"
)


def limit_columns_of_other_tables(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Lower the probability of candidates that write a name into a query of tables that it was not written for."""
    if not unscored:
        return
    known: dict[str, set[str]] = {}
    for example in patterns.line_examples:
        snapshot = situation.snapshot_at(example.edit.uri) if example.edit.line >= 0 else None
        names = _added_names(example.old, example.new) if snapshot is not None else frozenset[str]()
        if snapshot is None or not names:
            continue
        statement = _statement_at(snapshot, example.edit.line, example.old, example.new)
        tables = _tables(f"{statement}\n{example.old}", example.old, example.new) if statement else set[str]()
        for name in names if _INSERT.match(statement) else names - {_ROW_VALUE}:
            known.setdefault(name, set()).update(tables)
    if not any(known.values()):
        return
    for one in unscored:
        if not one.is_line_change:
            continue
        old, new = one.snapshot.lines[one.line], one.new[0]
        names = [name for name in _added_names(old, new) if known.get(name)]
        statement = _statement_at(one.snapshot, one.line, old, new) if names else ""
        is_compared = _QUERY.match(statement) or (statement and _renames_column(old, new))
        tables = _tables(statement, old, new) if is_compared else set[str]()
        if _ROW_VALUE in names and not _INSERT.match(statement):
            names.remove(_ROW_VALUE)
        if tables and any(tables.isdisjoint(known[name]) for name in names):
            one.probability = min(one.probability, OTHER_TYPE_PROBABILITY)


def _tables(statement: str, old: str, new: str) -> set[str]:
    """Return the tables that a changed line of a statement is about.

    The columns of an INSERT, and what a query selects for them, are those of the table that gets the rows.
    """
    inserted = _INSERTED.match(statement)
    line = next((one for one in (new, old) if one in statement), None)
    if inserted is not None and line is not None:
        changed = statement.index(line) + common_affix_lengths(old, new)[0]
        clauses = [one.lower() for one in _CLAUSE.findall(statement[:changed])]
        if clauses[-1:] in (["into"], ["select"]):
            return {inserted[1].lower()}
    return set(_TABLE.findall(statement.lower()))


def _renames_column(old: str, new: str) -> bool:
    """Whether the definition of a column is the same behind its name."""
    before, after = old.split(maxsplit=1), new.split(maxsplit=1)
    return len(before) == len(after) == 2 and before[1] == after[1]


@lru_cache(maxsize=1024)
def _added_names(old: str, new: str) -> frozenset[str]:
    """The names that a line gets, or that it gets a value. The same lines are asked for with every request."""
    added = {*_NAME.findall(new)} - {*_WORD.findall(old)}
    added = {name for name in added if not _KEYWORDS.fullmatch(name)}
    head, tail = common_affix_lengths(old, new)
    if head + tail == len(old) and _VALUE.fullmatch(new[head : len(new) - tail].strip(", ")):
        added.add(_ROW_VALUE)
    return frozenset(added)


def _statement_at(snapshot: TextSnapshot, line: int, old: str, new: str) -> str:
    """Return the statement around a line that changes; in a program, that of the string literal that changes."""
    if snapshot.uri.endswith(".sql"):
        return _lines_of_statement(snapshot.lines, line)
    if not _may_have_query("\n".join(snapshot.lines[max(0, line - MAX_STATEMENT_LINES) : line + 1])):
        return ""
    head, tail = common_affix_lengths(old, new)
    size = len(snapshot.lines[line])
    columns = dict.fromkeys((min(head, size), max(0, size - tail - 1)))  # where the change begins and ends
    statements = (written_statement(snapshot, line, column) for column in columns)
    return next((one for one in statements if _QUERY.match(one)), "")


@lru_cache(maxsize=512)
def _may_have_query(text: str) -> bool:
    """Whether a text has a verb of SQL. The same lines are asked about with every request."""
    lower = text.lower()
    # Many programs have none of the words, and the pattern takes 40 times as long to find that out.
    return any(verb in lower for verb in _VERBS) and _SQL_WORD.search(lower) is not None


def _lines_of_statement(lines: Sequence[str], line: int) -> str:
    """Return the lines of the statement around a line, up to the semicolons, without comments."""
    first = last = line
    while first and line - first < MAX_STATEMENT_LINES and not _ends_statement(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and last - line < MAX_STATEMENT_LINES and not _ends_statement(lines[last]):
        last += 1
    return "\n".join(_COMMENT.sub("", one) for one in lines[first : last + 1])


def _ends_statement(line: str) -> bool:
    return _COMMENT.sub("", line).rstrip().endswith(";")
