"""Which names an edit added to a list of a statement, or removed from it."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_LISTED_NAMES, MAX_QUERY_CHARS, MAX_REWRITTEN_LINES
from understudy.nes.symbolic.consequences.queries.statements import Statement, find_statement, is_sql
from understudy.nes.symbolic.consequences.rule_context import Change, SourceText
from understudy.nes.text import common_affix_lengths

__all__ = ["ChangedRun", "ChangedStatement", "find_changed_run", "find_changed_statement"]

_QUOTES: Final = re.compile(r"[\"`]")
_NAME: Final = re.compile(r"[A-Za-z_]")


class ChangedStatement(NamedTuple):
    statement: Statement
    before: str
    """As `statement.written`, without the edit."""
    at: int
    """Where the edit begins, in `statement.written`."""


class ChangedRun(NamedTuple):
    at: int
    added: int
    removed: int
    """One of both is 0."""


def find_changed_statement(text: SourceText, change: Change, keyword: str) -> ChangedStatement | None:
    """Return the statement that an edit of a few lines changed; None without the keyword above it."""
    edit = change.edit
    if max(len(edit.old), len(edit.new)) > MAX_REWRITTEN_LINES or not change.is_current(text):
        return None
    start = text.offset_at(edit.line)
    old, new = "\n".join(edit.old), "\n".join(edit.new)
    if not edit.new and edit.old:
        old += "\n"
    elif not edit.old and edit.new:
        new += "\n"
    head, tail = common_affix_lengths(old, new)
    removed, added = old[head : len(old) - tail], new[head : len(new) - tail]
    first, last = start + head, start + len(new) - tail
    if not _NAME.search(removed + added):
        return None
    if keyword not in text.joined[max(0, first - MAX_QUERY_CHARS) : last].lower():
        return None
    statement = find_statement(text, first)
    if statement is None or not statement.start <= first <= last <= statement.end:
        return None
    if not is_sql(text):
        removed = _QUOTES.sub(" ", removed)
    written, offset = statement.written, statement.start
    before = written[: first - offset] + removed + written[last - offset :]
    return ChangedStatement(statement, before, first - offset)


def find_changed_run(old: Sequence[str], new: Sequence[str]) -> ChangedRun | None:
    """Return where names beside each other were added or removed; None if anything else has changed."""
    if not old or not new or len(old) == len(new):
        return None
    head, tail = common_affix_lengths(old, new)
    if head + tail != min(len(old), len(new)) or abs(len(old) - len(new)) > MAX_LISTED_NAMES:
        return None
    return ChangedRun(head, max(0, len(new) - len(old)), max(0, len(old) - len(new)))
