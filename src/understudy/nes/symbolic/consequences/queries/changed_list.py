"""Which names an edit added to a list of a statement, removed from it, or replaced by others."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_LISTED_NAMES, MAX_QUERY_CHARS, MAX_REWRITTEN_LINES
from understudy.nes.symbolic.consequences.queries.statements import Statement, find_statement, is_sql
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.text import common_affix_lengths

__all__ = [
    "ChangedRun",
    "ChangedStatement",
    "RenamedWord",
    "find_changed_run",
    "find_changed_statements",
    "find_renamed_word",
]

_KEYWORDS: Final = ("select", "update", "delete", "insert", "returning", "table")
_QUOTES: Final = re.compile(r"[\"`]")
_NAME_OR_PLACEHOLDER: Final = re.compile(r"[A-Za-z_?]|\$\d")
_TOKEN: Final = re.compile(r"\w+|[ \t]+|\W")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


class ChangedStatement(NamedTuple):
    text: SourceText
    change: Change
    statement: Statement
    before: str
    """As `statement.written`, without the edit."""
    at: int
    """Where the edit begins, in `statement.written`."""

    def follows(self, *keywords: str) -> bool:
        """Whether one of the keywords is above the edit, in the statement."""
        above = self.statement.written[: self.at].lower()
        return any(one in above for one in keywords)


class ChangedRun(NamedTuple):
    at: int
    added: int
    removed: int
    """One of both is 0."""


def find_changed_statements(context: RuleContext) -> list[ChangedStatement]:
    """Return the statements that edits of a few lines changed. Computed once per request by `context.once`."""
    found: list[ChangedStatement] = []
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        changed = _changed_statement(text, change) if text is not None else None
        if changed is not None:
            found.append(changed)
    return found


def _changed_statement(text: SourceText, change: Change) -> ChangedStatement | None:
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
    if not _NAME_OR_PLACEHOLDER.search(removed + added):
        return None
    around = text.joined[max(0, first - MAX_QUERY_CHARS) : last].lower()
    if not any(one in around for one in _KEYWORDS):
        return None
    statement = find_statement(text, first)
    if statement is None:
        return None
    if not text.joined[statement.end : last].strip(";\n"):
        last = min(last, statement.end)  # the end of a whole statement that was added
    if not statement.start <= first <= last <= statement.end:
        return None
    if not is_sql(text):
        removed = _QUOTES.sub(" ", removed)
    written, offset = statement.written, statement.start
    before = written[: first - offset] + removed + written[last - offset :]
    return ChangedStatement(text, change, statement, before, first - offset)


def find_changed_run(old: Sequence[str], new: Sequence[str]) -> ChangedRun | None:
    """Return where names beside each other were added or removed; None if anything else has changed."""
    if not old or not new or len(old) == len(new):
        return None
    head, tail = common_affix_lengths(old, new)
    if head + tail != min(len(old), len(new)) or abs(len(old) - len(new)) > MAX_LISTED_NAMES:
        return None
    return ChangedRun(head, max(0, len(new) - len(old)), max(0, len(old) - len(new)))


class RenamedWord(NamedTuple):
    old: str
    new: str
    offset: int
    """Where the new one begins in the text."""


def find_renamed_word(text: SourceText, change: Change) -> RenamedWord | None:
    """Return the word of one line that an edit replaced by another one, if it did nothing else but align the line.

    Where the word was replaced several times, the first place counts.
    """
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1 or not change.is_current(text):
        return None
    renamed = _renamed_word(edit.old[0], edit.new[0])
    if renamed is None:
        return None
    return RenamedWord(*renamed[:2], text.offset_at(edit.line, renamed[2]))


@lru_cache(maxsize=64)
def _renamed_word(old_line: str, new_line: str) -> tuple[str, str, int] | None:
    """The old word, the new one and the column of the first place. Several rules ask with every request."""
    old, new = _TOKEN.findall(old_line), _TOKEN.findall(new_line)
    changed = [
        index
        for index, (before, after) in enumerate(zip(old, new, strict=False))
        if before != after and not (before.isspace() and after.isspace())
    ]
    pairs = {(old[index], new[index]) for index in changed}
    if len(old) != len(new) or len(pairs) != 1:
        return None
    ((before, after),) = pairs
    if not (_WORD.fullmatch(before) and _WORD.fullmatch(after)):
        return None
    return before, after, len("".join(new[: changed[0]]))
