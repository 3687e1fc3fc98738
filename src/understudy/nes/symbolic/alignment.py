"""Diffs and alignment of two sequences: the tokens of two lines, and the lines of two blocks."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from understudy.nes.symbolic.limits import MAX_ALIGNED_LINES, MAX_COMPARED_CHARS, MIN_ALIGNED_SIMILARITY
from understudy.nes.symbolic.tokens import cache_by_line, non_space_tokens, tokenize
from understudy.nes.text import common_affix_lengths

__all__ = [
    "EditOp",
    "TokenChange",
    "align_lines",
    "align_renamed_lines",
    "diff_sequences",
    "diff_tokens",
    "similarities",
    "similarity",
    "token_changes",
]

TokenChange = tuple[tuple[str, ...], tuple[str, ...]]
"""The tokens that were removed, and those in their place."""


class EditOp(NamedTuple):
    """`a[start:end]` is replaced by `new`."""

    start: int
    end: int
    new: tuple[str, ...]


def diff_sequences(a: Sequence[str], b: Sequence[str]) -> list[EditOp]:
    """The operations that turn `a` into `b`."""
    head, tail = common_affix_lengths(a, b)
    left, right = a[head : len(a) - tail], b[head : len(b) - tail]
    if not left and not right:
        return []
    if not left or not right or len(left) == len(right) == 1:
        return [EditOp(head, head + len(left), tuple(right))]
    ops: list[EditOp] = []
    at = other_at = 0
    for start, other_start, size in (*_find_common_runs(left, right), (len(left), len(right), 0)):
        if at < start or other_at < other_start:
            ops.append(EditOp(head + at, head + start, tuple(right[other_at:other_start])))
        at, other_at = start + size, other_start + size
    return ops


def _find_common_runs(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int, int]]:
    """The start in `a`, the start in `b` and the length of each common run, in order.

    The longest run comes first, then the longest one on either side of it, and so on: what
    `difflib.SequenceMatcher` finds without its treatment of junk. It takes half of the time, of which most is spent
    on sequences of a few tokens.
    """
    places: dict[str, list[int]] = {}
    for at, item in enumerate(b):
        places.setdefault(item, []).append(at)
    found: list[tuple[int, int, int]] = []
    if places.keys().isdisjoint(a):
        return found
    pending = [(0, len(a), 0, len(b))]
    while pending:
        first, stop, other_first, other_stop = pending.pop()
        start, other_start, longest = first, other_first, 0
        lengths: dict[int, int] = {}  # of the common runs that end at the item before, by their end in `b`
        for at in range(first, stop):
            item_places = places.get(a[at])
            if item_places is None:
                lengths = {}
                continue
            grown: dict[int, int] = {}
            for place in item_places:
                if place < other_first:
                    continue
                if place >= other_stop:
                    break
                length = grown[place] = lengths.get(place - 1, 0) + 1
                if length > longest:
                    start, other_start, longest = at - length + 1, place - length + 1, length
            lengths = grown
        if not longest:
            continue
        found.append((start, other_start, longest))
        if first < start and other_first < other_start:
            pending.append((first, start, other_first, other_start))
        if start + longest < stop and other_start + longest < other_stop:
            pending.append((start + longest, stop, other_start + longest, other_stop))
    found.sort()
    return found


@lru_cache(maxsize=4096)
def diff_tokens(a: str, b: str) -> tuple[EditOp, ...]:
    """The operations on tokens that turn line `a` into `b`; those with only space between them are merged."""
    tokens = tokenize(a)
    merged: list[EditOp] = []
    for op in diff_sequences(tokens, tokenize(b)):
        if merged and all(token.isspace() for token in tokens[merged[-1].end : op.start]):
            last = merged.pop()
            op = EditOp(last.start, op.end, (*last.new, *tokens[last.end : op.start], *op.new))
        merged.append(op)
    return tuple(merged)


def similarity(a: str, b: str) -> float:
    """The share of common tokens, from 0 to 1, without regard to their order; 0 for very long texts."""
    if len(a) > MAX_COMPARED_CHARS or len(b) > MAX_COMPARED_CHARS:
        return 0.0
    return _token_similarity(a, b) if a != b else 1.0


def similarities(text: str, others: Sequence[str]) -> list[float]:
    """The similarity of one text to each of the others, of which most are compared with it only once."""
    if len(text) > MAX_COMPARED_CHARS:
        return [0.0] * len(others)
    tokens = _numbered_tokens(text.strip())
    found: list[float] = []
    for other in others:
        if other == text:
            found.append(1.0)
        elif len(other) > MAX_COMPARED_CHARS:
            found.append(0.0)
        else:
            others_tokens = _numbered_tokens(other.strip())
            size = len(tokens) + len(others_tokens)
            found.append(2 * len(tokens & others_tokens) / size if size else 1.0)
    return found


@lru_cache(maxsize=4096)
def _token_similarity(a: str, b: str) -> float:
    left, right = _numbered_tokens(a.strip()), _numbered_tokens(b.strip())
    size = len(left) + len(right)
    return 2 * len(left & right) / size if size else 1.0


@cache_by_line
def _numbered_tokens(line: str) -> set[str | tuple[str, int]]:
    """The tokens of a stripped line. One that occurs again is there with its number, so that a set has them all."""
    tokens = non_space_tokens(line)
    found: set[str | tuple[str, int]] = set(tokens)
    if len(found) < len(tokens):
        counts: dict[str, int] = {}
        for token in tokens:
            count = counts[token] = counts.get(token, 0) + 1
            if count > 1:
                found.add((token, count))
    return found


@lru_cache(maxsize=256)
def align_lines(old: tuple[str, ...], new: tuple[str, ...]) -> list[tuple[int | None, int | None]]:
    """Pairs of line numbers of two blocks, in order; None where a line has no counterpart."""
    steps: list[tuple[int | None, int | None]] = []
    at_old = at_new = 0
    blocks = [*diff_sequences([line.strip() for line in old], [line.strip() for line in new])]
    for op in blocks:
        count = op.start - at_old
        steps += [(at_old + k, at_new + k) for k in range(count)]
        at_new += count
        steps += _align_block(old, new, range(op.start, op.end), range(at_new, at_new + len(op.new)))
        at_old, at_new = op.end, at_new + len(op.new)
    steps += [(at_old + k, at_new + k) for k in range(len(old) - at_old)]
    return steps


def align_renamed_lines(
    old: tuple[str, ...], new: tuple[str, ...]
) -> Sequence[tuple[int | None, int | None]]:
    """Align the lines of an edit that may be a rename: two names alone have no token in common."""
    if len(old) == len(new) == 1 and old[0].strip().isidentifier() and new[0].strip().isidentifier():
        return ((0, 0),)
    return align_lines(old, new)


def _align_block(
    old: Sequence[str], new: Sequence[str], left: range, right: range
) -> list[tuple[int | None, int | None]]:
    """The pairing with the greatest total similarity."""
    rows, columns = len(left), len(right)
    if rows > MAX_ALIGNED_LINES or columns > MAX_ALIGNED_LINES:
        return [*((i, None) for i in left), *((None, j) for j in right)]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    alike = [[similarity(old[i], new[j]) for j in right] for i in left]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            pair = alike[i][j]
            both = best[i + 1][j + 1] + pair if pair >= MIN_ALIGNED_SIMILARITY else 0.0
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    steps: list[tuple[int | None, int | None]] = []
    i = j = 0
    while i < rows and j < columns:
        pair = alike[i][j]
        if pair >= MIN_ALIGNED_SIMILARITY and best[i][j] == best[i + 1][j + 1] + pair:
            steps.append((left[i], right[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            steps.append((left[i], None))
            i += 1
        else:
            steps.append((None, right[j]))
            j += 1
    return [*steps, *((k, None) for k in left[i:]), *((None, k) for k in right[j:])]


def token_changes(old: str, new: str) -> tuple[TokenChange, ...]:
    """The tokens of a line that were replaced, wherever they stand, in order."""
    tokens = tokenize(old)
    return tuple((tokens[op.start : op.end], op.new) for op in diff_tokens(old, new))
