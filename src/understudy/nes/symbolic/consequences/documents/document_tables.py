"""A table of a document got or lost a column in its header: the line below the header and the rows follow.

The line below gets its cell as an edit, and so does a row that loses one. What a row says in a new column is not
known: it is a jump to the first row that lacks it.
"""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_LIST_LINES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability, StaleFeatures
from understudy.nes.text import Point, Replacement, Span, common_affix_lengths

__all__ = ["propose_table_cells"]

PROBABILITY: Final = RuleProbability(0.88, StaleFeatures(stale=STALE_SHIFT / 3))
ROW_PROBABILITY: Final = RuleProbability(0.7, StaleFeatures(stale=STALE_SHIFT / 3))

_SUFFIXES: Final = (".md", ".mdx", ".markdown")
_DELIMITER: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*\Z")
_CELL: Final = re.compile(r"(?:[^|\\`]|\\.|`[^`]*`)+")


def propose_table_cells(context: RuleContext) -> list[Candidate]:
    """Propose the cells of an added or removed column of a table."""
    text = context.current_text
    if not text.snapshot.uri.lower().endswith(_SUFFIXES):
        return []
    for change in context.without_dormant(context.changes_here[:3]):
        edit = change.edit
        if len(edit.old) != 1 or len(edit.new) != 1 or "|" not in edit.new[0] or not change.is_current(text):
            continue
        if edit.line + 1 < len(text.raw) and _DELIMITER.match(text.raw[edit.line + 1]) is not None:
            found = list(_candidates(text, change))
            if found:
                return found
    return []


def _cells(line: str) -> list[tuple[int, int]]:
    """Return the columns of the cells of a row, without the pipes."""
    found: list[tuple[int, int]] = []
    at, end = len(line) - len(line.lstrip()), len(line.rstrip())
    at += line[at : at + 1] == "|"
    while at < end:
        match = _CELL.match(line, at, end)
        stop = match.end() if match is not None else at
        if stop < end and line[stop] != "|":
            return []  # a backtick without its partner
        found.append((at, stop))
        at = stop + 1
    return found


def _texts(line: str) -> list[str]:
    return [line[start:end].strip() for start, end in _cells(line)]


def _changed_cell(old: list[str], new: list[str]) -> int | None:
    """Return the index of the one cell that only the longer row has."""
    shorter, longer = sorted((old, new), key=len)
    if len(longer) != len(shorter) + 1:
        return None
    at = common_affix_lengths(shorter, longer)[0]
    return at if shorter[at:] == longer[at + 1 :] else None


def _candidates(text: SourceText, change: Change) -> Iterator[Candidate]:
    edit = change.edit
    old, new = _texts(edit.old[0]), _texts(edit.new[0])
    at = _changed_cell(old, new)
    if at is None or not old or not new:
        return
    is_added = len(new) > len(old)
    rows = range(edit.line + 2, _end_of_table(text, edit.line + 2))
    lines = [number for number in (edit.line + 1, *rows) if len(_cells(text.raw[number])) == len(old)]
    if not lines:
        return
    written = lines
    if is_added:
        written = lines[:1] if lines[0] == edit.line + 1 else []
    if written:
        yield Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="table-cell",
            pattern="the columns of a table",
            why=f"The header of this table has {len(new)} columns now.",
            edits=tuple(
                _with_cell(text.raw[number], number, at, edit.new[0])
                if is_added
                else _without_cell(text.raw[number], number, at)
                for number in written
            ),
            probability=PROBABILITY.estimate(StaleFeatures(change.age)),
        )
        return
    row = text.raw[lines[0]]
    column = _cells(row)[at][0] if at < len(old) else len(row.rstrip())
    yield Candidate(
        kind="jump",
        uri=text.snapshot.uri,
        family="table-cell",
        pattern="the rows of a table",
        why=f"This row lacks the column {new[at]}.",
        position=Point(lines[0], column),
        probability=ROW_PROBABILITY.estimate(StaleFeatures(change.age)),
    )


def _end_of_table(text: SourceText, first: int) -> int:
    last = min(len(text.raw), first + MAX_LIST_LINES)
    return next((number for number in range(first, last) if "|" not in text.raw[number]), last)


def _with_cell(line: str, number: int, at: int, header: str) -> Replacement:
    """Return the delimiter of a new column, as wide as its header if those of the others are so."""
    cells, above = _cells(line), _cells(header)
    other = line[slice(*cells[at if at < len(cells) else -1])]
    width = above[at][1] - above[at][0]
    pad = " " if other.startswith(" ") else ""
    cell = f"{pad}{'-' * max(3, width - 2 * len(pad))}{pad}"
    if at < len(cells):
        start = cells[at][0]
        return Replacement(Span(Point(number, start), Point(number, start)), f"{cell}|")
    end = len(line.rstrip())
    ending = f"{cell}|" if line.rstrip().endswith("|") else f"{pad}|{cell.rstrip()}"
    return Replacement(Span(Point(number, end), Point(number, end)), ending)


def _without_cell(line: str, number: int, at: int) -> Replacement:
    start, end = _cells(line)[at]
    if end < len(line.rstrip()):
        end += 1
    elif start:
        start = len(line[: start - 1].rstrip())
    return Replacement(Span(Point(number, start), Point(number, end)), "")
