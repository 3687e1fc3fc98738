r"""The nodes of a parsed pattern, and sets of characters as sorted ranges of code points.

Character classes are resolved here, so that every engine gets the same explicit ranges instead of its own
definition of `\w`, `\s` or `.`. Case folding is left to the engines. Unicode's general categories (`\p{Lu}`,
`\p{Letter}`) come from Python's own tables; scripts and binary properties are not here, because only the
JavaScript engine knows them. Parsing is in `parser`, writing for an engine in `emitter`.
"""

import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

__all__ = [
    "ALL_CHARS",
    "DIGIT",
    "DOT",
    "LINE_BREAKS",
    "NO_CHARS",
    "SPACE",
    "SURROGATES",
    "WORD",
    "Alternation",
    "Assertion",
    "Backreference",
    "CharClass",
    "CharSet",
    "Concatenation",
    "Group",
    "Lookaround",
    "LookaroundOpening",
    "Node",
    "Repeat",
    "category_chars",
    "complement",
    "subtract",
    "union",
]

CharSet: TypeAlias = tuple[tuple[int, int], ...]
"""Inclusive ranges, ascending, neither overlapping nor adjacent."""

MAX_CODE_POINT: Final = 0x10FFFF
NO_CHARS: Final[CharSet] = ()
ALL_CHARS: Final[CharSet] = ((0, MAX_CODE_POINT),)
SURROGATES: Final[CharSet] = ((0xD800, 0xDFFF),)
LINE_BREAKS: Final[CharSet] = ((0x0A, 0x0A), (0x0D, 0x0D))
"""Matched by no search pattern, since a line contains no line break."""


def union(*sets: Iterable[tuple[int, int]]) -> CharSet:
    """The characters of all sets; the ranges may be in any order."""
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


_CATEGORY_NAMES = (
    "L Letter|LC Cased_Letter|Lu Uppercase_Letter|Ll Lowercase_Letter|Lt Titlecase_Letter|"
    "Lm Modifier_Letter|Lo Other_Letter|M Mark|M Combining_Mark|Mn Nonspacing_Mark|Mc Spacing_Mark|"
    "Me Enclosing_Mark|N Number|Nd Decimal_Number|Nd digit|Nl Letter_Number|No Other_Number|"
    "P Punctuation|P punct|Pc Connector_Punctuation|Pd Dash_Punctuation|Ps Open_Punctuation|"
    "Pe Close_Punctuation|Pi Initial_Punctuation|Pf Final_Punctuation|Po Other_Punctuation|S Symbol|"
    "Sm Math_Symbol|Sc Currency_Symbol|Sk Modifier_Symbol|So Other_Symbol|Z Separator|"
    "Zs Space_Separator|Zl Line_Separator|Zp Paragraph_Separator|C Other|Cc Control|Cc cntrl|Cf Format|"
    "Cs Surrogate|Co Private_Use|Cn Unassigned"
)


@cache
def _short_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for pair in _CATEGORY_NAMES.split("|"):
        short, long = pair.split(" ")
        names[short] = names[long] = short
    return names


@cache
def _category_ranges() -> dict[str, CharSet]:
    spans: dict[str, list[tuple[int, int]]] = {}
    start, current = 0, "Cc"
    for code in range(1, sys.maxunicode + 2):
        kind = unicodedata.category(chr(code)) if code <= sys.maxunicode else ""
        if kind != current:
            spans.setdefault(current, []).append((start, code - 1))
            start, current = code, kind
    return {name: tuple(ranges) for name, ranges in spans.items()}


def category_chars(name: str) -> CharSet | None:
    """The characters of `Lu`, `Letter`, `gc=Lu`, `Any` or `ASCII`; None if the name is not a category."""
    match name.split("=", 1):
        case ["Any"]:
            return ALL_CHARS
        case ["ASCII"]:
            return ((0, 0x7F),)
        case ["gc" | "General_Category", value] | [value]:
            short = _short_names().get(value)
        case _:
            return None
    if short is None:
        return None
    wanted = ("Lu", "Ll", "Lt") if short == "LC" else (short,)
    return union(*(ranges for key, ranges in _category_ranges().items() if key.startswith(wanted)))


LookaroundOpening: TypeAlias = Literal["(?=", "(?!", "(?<=", "(?<!"]


@dataclass(frozen=True, slots=True)
class CharClass:
    """One character out of a set; a literal character is a set of one.

    `negated` is not resolved here, because case folding must come before the negation.
    `properties` are the sources of `\\p{…}` escapes that only JavaScript knows.
    """

    ranges: CharSet
    negated: bool = False
    properties: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assertion:
    kind: Literal["start", "end", "boundary", "inside"]


@dataclass(frozen=True, slots=True)
class Backreference:
    group: int


@dataclass(frozen=True, slots=True)
class Group:
    body: "Node"
    is_capturing: bool


@dataclass(frozen=True, slots=True)
class Lookaround:
    body: "Node"
    opening: LookaroundOpening


@dataclass(frozen=True, slots=True)
class Repeat:
    body: "Node"
    min_count: int
    max_count: int | None
    is_lazy: bool


@dataclass(frozen=True, slots=True)
class Concatenation:
    items: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Alternation:
    branches: tuple["Node", ...]


Node: TypeAlias = (
    CharClass | Assertion | Backreference | Group | Lookaround | Repeat | Concatenation | Alternation
)
