"""Sets of characters as sorted ranges of code points, and the ones that JavaScript names.

Classes are worked out here, so that every engine is handed the same plain ranges instead of its own
idea of `\\w`, `\\s` or `.`. Case folding stays with the engines.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

__all__ = [
    "LINE_BREAKS",
    "DIGIT",
    "DOT",
    "ALL_CHARS",
    "NO_CHARS",
    "SPACE",
    "SURROGATES",
    "WORD",
    "CharSet",
    "complement",
    "subtract",
    "union",
]

CharSet: TypeAlias = tuple[tuple[int, int], ...]
"""Inclusive ranges, ascending, neither overlapping nor touching."""

MAX_CODE_POINT: Final = 0x10FFFF
NO_CHARS: Final[CharSet] = ()
ALL_CHARS: Final[CharSet] = ((0, MAX_CODE_POINT),)
SURROGATES: Final[CharSet] = ((0xD800, 0xDFFF),)
LINE_BREAKS: Final[CharSet] = ((0x0A, 0x0A), (0x0D, 0x0D))
"""What no search pattern matches, since a line has no line break in it."""


def union(*sets: Iterable[tuple[int, int]]) -> CharSet:
    """All the characters of all the sets; the ranges may come in any order."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(span for ranges in sets for span in ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(ranges: CharSet) -> CharSet:
    gaps: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= MAX_CODE_POINT:
        gaps.append((start, MAX_CODE_POINT))
    return tuple(gaps)


def subtract(ranges: CharSet, removed: CharSet) -> CharSet:
    return complement(union(complement(ranges), removed))


DIGIT: Final[CharSet] = ((0x30, 0x39),)
WORD: Final[CharSet] = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
SPACE: Final[CharSet] = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)
DOT: Final[CharSet] = complement(((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)))
