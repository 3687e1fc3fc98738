"""A clause of one statement of SQL, and a keyword of one rule of a style sheet, are meant for that one.

A query that is limited or keeps rows without a match, a table that gets a column, an element that becomes a grid:
what the user typed once in one of them is improbable in another one.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.filters.examples.typed_once import is_typed_once
from understudy.nes.symbolic.filters.places import STYLE_SHEETS
from understudy.nes.symbolic.limits import (
    MAX_PATTERN_LINE_CHARS,
    MAX_STATEMENT_LINES,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import non_space_tokens
from understudy.nes.syntax import language_of
from understudy.nes.text import common_affix_lengths

__all__ = ["limit_other_blocks"]

_STATEMENT_END: Final = re.compile(r";\s*(?:--.*)?\Z")
_RULE_END: Final = re.compile(r"\}")
_CLAUSE_WORDS: Final = frozenset(
    {"asc", "cascade", "cross", "delete", "desc", "distinct", "full", "inner", "left", "limit", "not", "null"}
    | {"offset", "on", "outer", "restrict", "right", "unique"}
)
_CLAUSE_TOKEN: Final = re.compile(r"\d+|[(),;]")
_TABLE: Final = re.compile(r"\s*create\s+(?:\w+\s+)*table\b", re.I)
_COLUMN: Final = re.compile(r"[\s,]*\w+\s+\w[^,;]*,?\s*")
_KEYWORD_VALUE: Final = re.compile(r"\s*([a-z-]+)\s*:\s*[a-z][a-z-]*\s*;?\s*\Z")
_SHARED_PROPERTIES: Final = re.compile(r"font(?:-family)?|.*colou?r|background|fill|stroke")
"""What many rules have alike."""


def limit_other_blocks(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    for one in unscored:
        if one.probability <= OTHER_VALUE_PROBABILITY or not one.new or not is_typed_once(one):
            continue
        language = language_of(one.snapshot).id
        if language == "sql":
            is_limited = _is_in_other_block(one, patterns, _STATEMENT_END) and _changes_clause(one)
        elif language in STYLE_SHEETS:
            is_limited = _changes_keyword(one) and _is_in_other_block(one, patterns, _RULE_END)
        else:
            continue
        if is_limited:
            one.probability = OTHER_VALUE_PROBABILITY


def _is_in_other_block(one: UnscoredCandidate, patterns: EditPatterns, end: re.Pattern[str]) -> bool:
    """Whether a line that ends a block is between the place and each of the user's edits."""
    lines = one.snapshot.lines
    for edit in {block.edit.serial: block.edit for block in patterns.blocks}.values():
        if edit.uri != one.snapshot.uri or edit.line < 0:
            continue
        last = edit.line + max(0, len(edit.new) - 1)
        first, stop = (
            (last, one.line) if edit.line <= one.line else (one.line + max(0, one.line_count - 1), edit.line)
        )
        if not any(end.search(line) for line in lines[first:stop]):
            return False
    return True


def _changes_clause(one: UnscoredCandidate) -> bool:
    """Whether only keywords and numbers change, or a table gets a column."""
    old, new = "\n".join(one.old), "\n".join(one.new)
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return False
    changed = [token.lower() for token in _changed_tokens(old, new)]
    if any(token in _CLAUSE_WORDS for token in changed) and all(
        token in _CLAUSE_WORDS or _CLAUSE_TOKEN.fullmatch(token) for token in changed
    ):
        return True
    head, tail = common_affix_lengths(old, new)
    is_added = head + tail >= len(old.rstrip(",; "))
    return is_added and _COLUMN.fullmatch(new[head : len(new) - tail]) is not None and _is_in_table(one)


def _changed_tokens(old: str, new: str) -> Iterator[str]:
    before, after = non_space_tokens(old), non_space_tokens(new)
    head, tail = common_affix_lengths(before, after)
    yield from before[head : len(before) - tail]
    yield from after[head : len(after) - tail]


def _is_in_table(one: UnscoredCandidate) -> bool:
    for line in reversed(one.snapshot.lines[max(0, one.line - MAX_STATEMENT_LINES) : one.line]):
        if _STATEMENT_END.search(line):
            return False
        if _TABLE.match(line):
            return True
    return False


def _changes_keyword(one: UnscoredCandidate) -> bool:
    """Whether a property gets another keyword as its value."""
    if not one.is_line_change:
        return False
    before, after = _KEYWORD_VALUE.match(one.old[0]), _KEYWORD_VALUE.match(one.new[0])
    if before is None or after is None or before[1] != after[1]:
        return False
    return _SHARED_PROPERTIES.fullmatch(before[1]) is None
