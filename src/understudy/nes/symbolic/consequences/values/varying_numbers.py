"""Which equal numbers are about the same thing, by what is written around them.

Where the same beginning of a line has several other numbers behind it, two equal ones are equal by chance:
`"weight": 4` of one entry says nothing about `"weight": 4` of another one. A number that a word of the name of a
constant follows is the number of that constant, and so is one in `batches of at most 50 entries`.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.limits import MIN_VARYING_NUMBERS
from understudy.nes.symbolic.consequences.siblings import name_parts

__all__ = ["counted_words", "has_counted_word", "is_varying_number"]

_COUNTED: Final = re.compile(r"[ -]?([A-Za-z]+)")
_MEASURES: Final = frozenset(
    {"b", "kb", "mb", "gb", "byte", "ms", "millisecond", "s", "sec", "second", "min", "minute"}
    | {"hour", "day", "week", "month", "year", "px", "percent"}
)
"""Words of amounts, and not of things that are counted."""
_UNITS: Final = _MEASURES | {"char", "character", "time", "item", "row", "line", "page"}
"""Words that many numbers of a text are followed by."""
_LIMITS: Final = frozenset(
    {"max", "min", "maximum", "minimum", "default", "limit", "count", "number", "per", "size"}
)
"""Words of names that do not say what is counted."""


_BOUND: Final = r"(?:at\s+(?:most|least)|up\s+to|no\s+more\s+than|a\s+maximum\s+of|exactly)\s+"
_SIZE_OF: Final = (
    r"(?i)\b(?:{})(?:e?s)?(?:"
    rf"\s+size(?:\s+(?:of|is)|:)?\s+(?:{_BOUND})?|\s+(?:of|is|are|has|have|holds?|contains?)\s+(?:{_BOUND})?|\s+{_BOUND})\Z"
)
"""A thing, and the words between it and the number that it has of something else."""


def is_varying_number(
    lines: Sequence[str], line: int, start: int, ignored: str = "", min_others: int = MIN_VARYING_NUMBERS
) -> bool:
    """Whether lines that begin like this one up to `start`, where a number is, have several other numbers there,
    besides an ignored one."""
    beginning = lines[line][:start].strip()
    number = _leading_number(lines[line][start:])
    if not number or not any(char.isalpha() for char in beginning):
        return False
    size, others = len(beginning), set[str]()
    for text in lines:
        stripped = text.lstrip()
        if stripped.startswith(beginning):
            found = _leading_number(stripped[size:].lstrip())
            if found and found not in (number, ignored):
                others.add(found)
                if len(others) >= min_others:
                    return True
    return False


def _leading_number(text: str) -> str:
    found = re.match(r"\d[\d_.]*", text)
    return found[0] if found is not None else ""


def counted_words(name: str) -> frozenset[str]:
    """Return what the number of a constant may count: `mb` and `upload` for `MAX_UPLOAD_MB`."""
    parts = name_parts(name)
    return frozenset(map(_singular, parts)) - _LIMITS if len(parts) > 1 else frozenset()


def _singular(word: str) -> str:
    """The word without its plural ending; `ms` has none."""
    return word.removesuffix("s") if len(word) > 2 else word


def has_counted_word(
    words: frozenset[str], lines: Sequence[str], line: int, end: int, file_name: str
) -> bool | None:
    """Return whether one of the words follows a number that ends there, or has that number of something.

    None if a word follows that many numbers have behind them, such as `MB`, and no other of the words is near it or
    in the name of the file.
    """
    match = _COUNTED.match(lines[line], end)
    word = _singular(match[1].lower()) if match is not None else ""
    is_amount = word in _MEASURES or lines[line][end:].lstrip().startswith("%")
    if word not in words and not is_amount:
        before = lines[line][:end].rstrip("0123456789")
        return re.search(_SIZE_OF.format("|".join(map(re.escape, words))), before) is not None
    if word not in words or word not in _UNITS:
        return word in words
    near = name_parts(" ".join([file_name, *lines[max(0, line - 1) : line + 2]]))
    others = [one[:4] for one in words - {word}]
    return True if any(one[:4] in others for one in near if len(one) > 3) else None
