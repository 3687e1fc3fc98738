"""Splits a line into words, numbers, spaces and symbols, the same for every language, and replaces parts of names.
Also reads what indentation shows: the type around a line.

Not a lexer: strings and comments are tokenized like code, because users rename things there, too.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from understudy.nes.symbolic.limits import (
    MAX_CACHED_LINE_CHARS,
    MAX_CACHED_LINES,
    MAX_ENCLOSING_LINES,
    MAX_PATTERN_LINE_CHARS,
)
from understudy.nes.text import CaseStyle, case_style, join_name_parts, split_name

__all__ = [
    "CONTROL_KEYWORDS",
    "DEFINITION_KEYWORDS",
    "CaseStyle",
    "are_opposite_names",
    "cache_by_line",
    "case_style",
    "enclosing_type",
    "indentation",
    "is_word",
    "is_word_char",
    "join_name_parts",
    "line_shape",
    "match_behind",
    "matches_behind",
    "non_space_tokens",
    "replace_name_part",
    "split_name",
    "tokenize",
    "words_of",
]

T = TypeVar("T")

_STRING: Final = re.compile(r"\"[^\"\\]*\"|'[^'\\]*'|`[^`\\]*`")
# What is frequent comes first: the alternatives are tried in order.
_NON_SPACE_TOKEN: Final = re.compile(
    r"[^\W\d]\w*|[(),\[\]{}'\"]|\d[\w.]*|\.\.\.|=[=>]|[!<>+]=|-[=>]|:[:=]|&&|\|\||\?\.|[^\w\s]"
)
_TOKEN: Final = re.compile(rf"\s+|{_NON_SPACE_TOKEN.pattern}")
_TYPE: Final = re.compile(r"\b([A-Z]\w*)(?:<[^{}]*>)?\s*(?:=\s*)?[({]\s*\Z")
"""A type before the bracket that a line ends with: `struct Options {`, `return Options {`."""
_IMPLEMENTED_TYPE: Final = re.compile(
    r"\A\s*(?:unsafe\s+)?impl\b(?:<[^{}]*>)?\s+(?:[^{]*\sfor\s+)?&?(?:\w+::)*([A-Z]\w*)"
)
_OPPOSITES: Final = tuple(
    frozenset(pair)
    for pair in (
        ("true", "false"),
        ("equal", "unequal"),
        ("equals", "differs"),
        ("max", "min"),
        ("ceil", "floor"),
        ("first", "last"),
        ("before", "after"),
        ("start", "end"),
        ("encode", "decode"),
        ("read", "write"),
        ("open", "close"),
        ("left", "right"),
        ("even", "odd"),
    )
)
"""Parts of names that say the opposite of each other."""


CONTROL_KEYWORDS: Final = frozenset(
    {"if", "for", "while", "switch", "return", "match", "catch", "and", "or", "not", "in"}
)
"""Words before a bracket that make it no call."""
DEFINITION_KEYWORDS: Final = frozenset(
    {"class", "const", "def", "enum", "fn", "func", "function", "interface", "let", "mod", "static", "struct"}
    | {"trait", "type", "val", "var"}
)
"""Keywords that a defined name follows, over all languages."""

_MULTI_WORD_STYLES: Final[dict[CaseStyle, CaseStyle]] = {
    "lower": "snake",
    "title": "pascal",
    "upper": "screaming",
}
"""The style of a name of several parts, by the style of a name of one part."""


class _LineCache(dict[str, T]):
    """What a function returns for lines.

    Two generations: when the newer one is full, it takes the place of the older one, so that the lines that were
    read last stay. To read a known line is one operation of a dict, a third of what `lru_cache` and a check of the
    length take.
    """

    def __init__(self, read: Callable[[str], T]) -> None:
        super().__init__()
        self._read = read
        self._older: dict[str, T] = {}

    def __missing__(self, line: str) -> T:
        if len(line) > MAX_CACHED_LINE_CHARS:
            return self._read(line)
        found = self._older[line] if line in self._older else self._read(line)
        if len(self) >= MAX_CACHED_LINES:
            self._older = self.copy()
            self.clear()
        self[line] = found
        return found


def cache_by_line(read: Callable[[str], T]) -> Callable[[str], T]:
    """Cache a function of one line. Long lines are not cached."""
    return _LineCache(read).__getitem__


@cache_by_line
def tokenize(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line))


def non_space_tokens(line: str) -> tuple[str, ...]:
    return tuple(_NON_SPACE_TOKEN.findall(line))


def is_word(token: str) -> bool:
    return bool(token) and (token[0].isalpha() or token[0] == "_")


@cache_by_line
def words_of(line: str) -> frozenset[str]:
    # `is_word`, written out: a line that is read for the first time has ten tokens or more.
    return frozenset([token for token in tokenize(line) if token[0].isalpha() or token[0] == "_"])


def is_word_char(char: str) -> bool:
    """Whether a character can be a part of a name; False for none."""
    return char.isalnum() or char == "_"


def match_behind(name: str, rest: re.Pattern[str], line: str, before: str) -> re.Match[str] | None:
    """Return the first of `matches_behind`."""
    return next(matches_behind(name, rest, line, before), None)


def matches_behind(name: str, rest: re.Pattern[str], line: str, before: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern directly behind a name that stands behind no part of a word and behind none of
    the characters `before`.

    A pattern with the name in it finds the same, but would be compiled for each name.
    """
    at = line.find(name)
    while at >= 0:
        is_part = at > 0 and (is_word_char(line[at - 1]) or line[at - 1] in before)
        match = rest.match(line, at + len(name)) if not is_part else None
        if match is not None:
            yield match
        at = line.find(name, match.end() if match is not None else at + 1)


def indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def enclosing_type(lines: Sequence[str], number: int, line: str) -> str:
    """The type that is declared or constructed around a line that stands, or is inserted, at a number; empty if the
    next line above that is indented less names none. `Self` of Rust is the type of the block `impl` around it."""
    depth = len(indentation(line))
    pattern = _TYPE
    for above in reversed(lines[max(0, number - MAX_ENCLOSING_LINES) : number]):
        if above.strip() and len(indentation(above)) < depth:
            found = pattern.search(above)
            if found is not None and found[1] == "Self":
                pattern, depth = _IMPLEMENTED_TYPE, len(indentation(above))
            elif found is not None or pattern is _TYPE:
                return found[1] if found is not None else ""
    return ""


@cache_by_line
def line_shape(line: str) -> tuple[str, ...]:
    """The tokens of a line, with every word, number and string replaced by what it is; empty for a long line."""
    if len(line) > MAX_PATTERN_LINE_CHARS:
        return ()
    text = _STRING.sub('"', line.strip())
    # `is_word`, written out.
    kinds = [
        "w" if token[0].isalpha() or token[0] == "_" else "0" if token[0].isdigit() else token
        for token in _NON_SPACE_TOKEN.findall(text)
    ]
    return (indentation(line), *kinds)


def are_opposite_names(one: str, other: str) -> bool:
    """Return whether two names differ in one part only, which says the opposite: `isTrue` and `isFalse`."""
    left, right = split_name(one), split_name(other)
    if len(left) != len(right):
        return False
    different = [frozenset((a, b)) for a, b in zip(left, right, strict=True) if a != b]
    return len(different) == 1 and different[0] in _OPPOSITES


def replace_name_part(word: str, old: tuple[str, ...], new: tuple[str, ...]) -> str | None:
    """The word with the parts replaced, in its own case style; None if they are not whole parts of it."""
    parts, style = split_name(word), case_style(word)
    if style is None:
        return None
    for at in range(len(parts) - len(old) + 1):
        if parts[at : at + len(old)] == old:
            changed = (*parts[:at], *new, *parts[at + len(old) :])
            if not changed:
                return None
            if len(changed) > 1:
                style = _MULTI_WORD_STYLES.get(style, style)
            leading = len(word) - len(word.lstrip("_"))
            trailing = len(word) - len(word.rstrip("_"))
            return "_" * leading + join_name_parts(changed, style) + "_" * trailing
    return None
