"""A column of one table says nothing about another table.

A name that the user added to a statement of SQL, or wrote in place of another one, is improbable in a query of
other tables. Keywords, types and new columns of tables are exempt. Where a renamed column is used: see
`consequences.queries`.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_STATEMENT_LINES, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["limit_columns_of_other_tables"]

_TABLE: Final = re.compile(
    r"(?i)\b(?:from|join|into|update|table|on)\s+(?:if\s+not\s+exists\s+)?([a-z_][\w.]*)"
)
_QUERY: Final = re.compile(
    r"(?i)\s*(?:select|insert|update|delete|with|create\s+(?:or\s+replace\s+)?(?:\w+\s+)?view)\b"
)
_NAME: Final = re.compile(r"(?<!['\"\w])[a-z_]\w*(?!['\"\w]|\s*\()")
_KEYWORDS: Final = re.compile(
    r"all|and|any|as|asc|between|by|case|cascade|desc|distinct|else|end|exists|false|for|from|full|group|having"
    r"|ilike|in|inner|insert|into|is|join|key|left|like|limit|not|null|offset|on|or|order|outer|over|partition"
    r"|primary|returning|right|rows|select|set|table|then|true|union|unique|update|using|values|when|where|with"
)


def limit_columns_of_other_tables(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Lower the probability of candidates that write a name into a query of tables that it was not written for."""
    if not any(one.snapshot.uri.endswith(".sql") for one in unscored):
        return
    known: dict[str, set[str]] = {}
    for example in patterns.line_examples:
        snapshot = situation.snapshot_at(example.edit.uri) if example.edit.uri.endswith(".sql") else None
        if snapshot is None or example.edit.line < 0:
            continue
        statement = _statement_at(snapshot.lines, example.edit.line)
        tables = set(_TABLE.findall(f"{statement}\n{example.old}".lower()))
        for name in _added_names(example.old, example.new):
            known.setdefault(name, set()).update(tables)
    if not known:
        return
    for one in unscored:
        if not one.is_line_change or not one.snapshot.uri.endswith(".sql"):
            continue
        names = [name for name in _added_names(one.snapshot.lines[one.line], one.new[0]) if known.get(name)]
        statement = _statement_at(one.snapshot.lines, one.line) if names else ""
        is_compared = _QUERY.match(statement) or _renames_column(one.snapshot.lines[one.line], one.new[0])
        tables = set(_TABLE.findall(statement.lower())) if is_compared else set[str]()
        if tables and any(tables.isdisjoint(known[name]) for name in names):
            one.probability = min(one.probability, OTHER_TYPE_PROBABILITY)


def _renames_column(old: str, new: str) -> bool:
    """Whether the definition of a column is the same behind its name."""
    before, after = old.split(maxsplit=1), new.split(maxsplit=1)
    return len(before) == len(after) == 2 and before[1] == after[1]


def _added_names(old: str, new: str) -> set[str]:
    added = set(_NAME.findall(new)) - set(_NAME.findall(old))
    return {name for name in added if not _KEYWORDS.fullmatch(name)}


def _statement_at(lines: Sequence[str], line: int) -> str:
    """Return the lines of the statement around a line, up to the semicolons."""
    first = last = line
    while first and line - first < MAX_STATEMENT_LINES and not lines[first - 1].rstrip().endswith(";"):
        first -= 1
    while (
        last + 1 < len(lines) and last - line < MAX_STATEMENT_LINES and not lines[last].rstrip().endswith(";")
    ):
        last += 1
    return "\n".join(lines[first : last + 1])
