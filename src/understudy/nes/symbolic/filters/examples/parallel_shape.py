"""Raises the probability of a change on the lines beside it that have the same shape.

Where several lines in a row differ only in their words and values, a user who changes one of them goes on with the
next one. Commits seldom show this, since a commit changes all of them in one hunk.
"""

from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MIN_PARALLEL_LINES,
    MIN_PARALLEL_TOKENS,
    PARALLEL_LINE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import line_shape, tokenize
from understudy.nes.text import EditOrigin

__all__ = ["raise_parallel_lines"]

_FAMILIES: Final = frozenset({"again", "analogy", "replace", "template"})


def raise_parallel_lines(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Raise candidates for the lines directly below or above one that the user changed, if all have one shape."""
    examples = [
        (example.edit.uri, example.edit.line, line_shape(example.old), line_shape(example.new))
        for example in patterns.line_examples
        if example.edit.origin is not EditOrigin.ACCEPTED
        and example.edit.is_typed
        and len(example.edit.new) == len(example.edit.old) == 1
    ]
    for one in unscored:
        if one.family not in _FAMILIES or not one.is_line_change:
            continue
        lines = one.snapshot.lines
        for uri, line, shape, new_shape in examples:
            if (
                one.snapshot.uri == uri
                and abs(one.line - line) == 1
                and len(shape) >= MIN_PARALLEL_TOKENS
                and line_shape(lines[one.line]) == shape
                and line_shape(one.new[0]) == new_shape  # otherwise it makes only a part of the change
                and not _is_text_changed(lines[one.line], one.new[0])
                and 1 + _count_like(lines, line, shape) >= MIN_PARALLEL_LINES
            ):
                one.probability = max(one.probability, PARALLEL_LINE_PROBABILITY)


def _is_text_changed(old: str, new: str) -> bool:
    """Whether something inside a string changes: texts in a row have little in common."""
    tokens = tokenize(old)
    starts = ["".join(tokens[: op.start]) for op in diff_tokens(old, new)]
    return any(start.count(quote) % 2 for start in starts for quote in "\"'`")


def _count_like(lines: Sequence[str], line: int, shape: tuple[str, ...]) -> int:
    """The number of lines of the shape in a row above and below a line."""
    count = 0
    for step in (1, -1):
        at = line + step
        while 0 <= at < len(lines) and count < MIN_PARALLEL_LINES and line_shape(lines[at]) == shape:
            count += 1
            at += step
    return count
