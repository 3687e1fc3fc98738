"""An item was added to or removed from a numbered list of a document: the numbers below follow.

Only in a list that was numbered without gaps, and if the new items have the numbers that they should have. The list
ends at a line that is neither an item, nor indented, nor a paragraph that goes on.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_LIST_LINES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability, StaleFeatures
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_item_numbers"]

PROBABILITY: Final = RuleProbability(0.88, StaleFeatures(stale=STALE_SHIFT / 3))

_SUFFIXES: Final = (".md", ".mdx", ".markdown", ".rst", ".txt")
_ITEM: Final = re.compile(r"(?P<head>\s*(?:>\s*)*)(?P<number>\d{1,4})(?P<sign>[.)])\s+\S")
_MIN_ITEMS: Final = 2
"""A list of one item may be no list."""


class _Item(NamedTuple):
    line: int
    start: int
    number: int


def propose_item_numbers(context: RuleContext) -> list[Candidate]:
    """Propose the numbers of the items below an added or removed one."""
    text = context.current_text
    if not text.snapshot.uri.lower().endswith(_SUFFIXES):
        return []
    for change in context.without_dormant(context.changes_here[:3]):
        if len(change.edit.old) == len(change.edit.new) or not change.is_current(text):
            continue
        matches = map(_ITEM.match, (*change.edit.new, *change.edit.old))
        own = next((one for one in matches if one is not None), None)
        if own is None:
            continue
        edits = _renumbered(text, change, own["head"], own["sign"])
        if edits:
            return [
                Candidate(
                    kind="edit",
                    uri=text.snapshot.uri,
                    family="list-number",
                    pattern="the numbers of a list",
                    why="You changed the number of items above.",
                    edits=edits,
                    probability=PROBABILITY.estimate(StaleFeatures(change.age)),
                )
            ]
    return []


def _renumbered(text: SourceText, change: Change, head: str, sign: str) -> tuple[Replacement, ...]:
    edit = change.edit
    end = edit.line + len(edit.new)
    above = _items(text.raw, range(edit.line - 1, -1, -1), head, sign)
    below = _items(text.raw, range(end, len(text.raw)), head, sign)
    old = [one.number for one in _items_in(edit.old, range(len(edit.old)), head, sign)]
    new = [one.number for one in _items_in(text.raw, range(edit.line, end), head, sign)]
    if len(old) == len(new) or not below or len(above) + len(old) + len(below) < _MIN_ITEMS:
        return ()
    next_number = above[0].number + 1 if above else (*old, below[0].number)[0]
    counted = [*old, *(one.number for one in below)]
    if counted != _numbers_from(next_number, counted) or new != _numbers_from(next_number, new):
        return ()
    return tuple(
        Replacement(
            Span(Point(one.line, one.start), Point(one.line, one.start + len(str(one.number)))), str(number)
        )
        for number, one in enumerate(below, next_number + len(new))
    )


def _numbers_from(first: int, items: Sequence[int]) -> list[int]:
    return list(range(first, first + len(items)))


def _items_in(lines: Sequence[str], numbers: range, head: str, sign: str) -> list[_Item]:
    """Return the items of the list in some lines."""
    found: list[_Item] = []
    for number in numbers:
        match = _ITEM.match(lines[number])
        if match is not None and match["head"] == head and match["sign"] == sign:
            found.append(_Item(number, match.start("number"), int(match["number"])))
    return found


def _items(lines: Sequence[str], numbers: range, head: str, sign: str) -> list[_Item]:
    """Return the items of the list from a line on, as far as they are numbered without gaps."""
    found: list[_Item] = []
    for number in numbers[:MAX_LIST_LINES]:
        line = lines[number]
        own = _items_in(lines, range(number, number + 1), head, sign)
        if own and found and own[0].number - found[-1].number != numbers.step:
            break  # another list
        found += own
        rest = line.removeprefix(head)
        if not own and rest.strip() and (not line.startswith(head) or not _goes_on(lines, number, rest)):
            break
    return found


def _goes_on(lines: Sequence[str], number: int, rest: str) -> bool:
    """Whether a line belongs to an item above it: it is indented, or the paragraph goes on."""
    is_paragraph = number > 0 and lines[number - 1].strip() and _is_text(rest)
    return rest[0].isspace() or bool(is_paragraph)


def _is_text(line: str) -> bool:
    """Whether a line may go on with the paragraph above."""
    return not line.startswith(("#", "```", "~~~", "|", "- ", "* ", "+ ", "---", "==="))
