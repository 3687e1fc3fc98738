"""Raises the probability of lines that the user inserted at several places of a text, at the next place like these.

What the lines above all of these places have in common, and the lines below, are two patterns of tokens with gaps:
`int get_(Table* t) {` above and `return lookup(t, _);` below. The next place where both fit follows, in the
direction of the newest insertions, unless the user has left out a place between them. The fitted probability
compares a place with one insertion only.
"""

import itertools
from collections.abc import Sequence
from functools import reduce
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import diff_sequences
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_SERIES_LINE_CHARS,
    MIN_SERIES_EXAMPLES,
    SERIES_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns, strip_lines
from understudy.nes.symbolic.tokens import indentation, is_word, non_space_tokens
from understudy.nes.text import Edit, EditOrigin

__all__ = ["raise_insertion_series"]

_GAP: Final = ""
"""Stands for any number of tokens."""

_TokenPattern = tuple[str, ...]


class _Around(NamedTuple):
    """The next lines with text above and below a place, without indentation, and the empty lines before them."""

    above: str
    below: str
    gap_above: int
    gap_below: int
    below_indent: str


def raise_insertion_series(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Raise the next insertion of the lines that the newest edit and others before it inserted."""
    examples = _find_examples(patterns)
    if not examples:
        return
    newest = examples[0]
    content = strip_lines(newest.new)
    here = [
        one
        for one in unscored
        if one.family == "insert" and one.snapshot.uri == newest.uri and strip_lines(one.new) == content
    ]
    series = _find_series(here[0].snapshot.lines, examples) if here else None
    if series is None:
        return
    lines = here[0].snapshot.lines
    if _is_place_left_out(lines, examples, series):
        return
    is_below = newest.line > examples[1].line
    ahead = [one for one in here if (one.line > newest.line) == is_below and series.fits(lines, one.line)]
    if ahead:
        following = min(ahead, key=lambda one: abs(one.line - newest.line))
        if not following.features.get("refused"):
            following.probability = max(following.probability, SERIES_PROBABILITY)


def _find_examples(patterns: EditPatterns) -> list[Edit]:
    """The edits that inserted the same lines into one text as the newest edit, newest first; none if too few."""
    first = next(iter(patterns.blocks), None)
    if first is None or first.age or first.old or not first.new:
        return []
    edits = [block.edit for block in patterns.blocks_by_content[(), strip_lines(first.new)]]
    found = [edit for edit in edits if not edit.old and edit.uri == first.edit.uri and edit.new == first.new]
    is_by_hand = any(edit.origin is not EditOrigin.ACCEPTED for edit in found)
    return found if len(found) >= MIN_SERIES_EXAMPLES and is_by_hand else []


class _Series(NamedTuple):
    above: _TokenPattern
    below: _TokenPattern
    gaps: frozenset[tuple[int, int]]
    """The numbers of empty lines above and below an example."""

    def fits(self, lines: Sequence[str], place: int) -> bool:
        around = _find_around(lines, place, place)
        return (
            around is not None
            and (around.gap_above, around.gap_below) in self.gaps
            and _fits(self.above, non_space_tokens(around.above))
            and _fits(self.below, non_space_tokens(around.below))
        )


def _find_series(lines: Sequence[str], examples: Sequence[Edit]) -> _Series | None:
    """Return what is around all examples; None if the lines above or those below have no word in common.

    A line below the end of the block says nothing.
    """
    around: list[_Around] = []
    for edit in examples:
        end = edit.line + len(edit.new)
        found = _find_around(lines, edit.line, end)
        indent = indentation(edit.new[0] or edit.new[-1])
        if found is None or tuple(lines[edit.line : end]) != edit.new:
            return None
        if len(found.below_indent) < len(indent) or max(map(len, found[:2])) > MAX_SERIES_LINE_CHARS:
            return None
        around.append(found)
    above = reduce(_common_tokens, [non_space_tokens(one.above) for one in around])
    below = reduce(_common_tokens, [non_space_tokens(one.below) for one in around])
    if not any(map(is_word, above)) or not any(map(is_word, below)):
        return None
    return _Series(above, below, frozenset((one.gap_above, one.gap_below) for one in around))


def _find_around(lines: Sequence[str], start: int, end: int) -> _Around | None:
    above, below = start - 1, end
    while above >= 0 and not lines[above].strip():
        above -= 1
    while below < len(lines) and not lines[below].strip():
        below += 1
    if above < 0 or below >= len(lines):
        return None
    return _Around(
        lines[above].strip(), lines[below].strip(), start - 1 - above, below - end, indentation(lines[below])
    )


def _is_place_left_out(lines: Sequence[str], examples: Sequence[Edit], series: _Series) -> bool:
    """Whether a place between the insertions fits as well, but the user has inserted nothing there."""
    by_line = sorted(examples, key=lambda edit: edit.line)
    return any(
        series.fits(lines, place)
        for one, other in itertools.pairwise(by_line)
        for place in range(one.line + len(one.new) + 1, other.line)
    )


def _common_tokens(one: _TokenPattern, other: _TokenPattern) -> _TokenPattern:
    """The tokens that both have in the same order, with gaps where they differ."""
    kept: list[str] = []
    at = 0
    for op in diff_sequences(one, other):
        kept += one[at : op.start]
        kept.append(_GAP)
        at = op.end
    kept += one[at:]
    return tuple([token for at, token in enumerate(kept) if token != _GAP or not at or kept[at - 1] != _GAP])


def _fits(pattern: _TokenPattern, tokens: _TokenPattern) -> bool:
    """Whether the tokens are those of the pattern with any others in its gaps."""
    runs: list[tuple[str, ...]] = []
    start = 0
    for at, token in enumerate(pattern):
        if token == _GAP:
            runs.append(pattern[start:at])
            start = at + 1
    last = pattern[start:]
    if not runs:
        return tokens == last
    at, end = len(runs[0]), len(tokens) - len(last)
    if tokens[:at] != runs[0] or end < at or tokens[end:] != last:
        return False
    for run in runs[1:]:
        found = next((n for n in range(at, end - len(run) + 1) if tokens[n : n + len(run)] == run), None)
        if found is None:
            return False
        at = found + len(run)
    return True
