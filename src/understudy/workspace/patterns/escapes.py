"""Reading what follows a backslash in a JavaScript pattern, outside and inside a class.

The rules are Annex B's (a browser's `new RegExp(source)`), with `\\u{…}` and `\\p{…}` as under the u flag.
"""

import re
from typing import Final

from understudy.workspace.patterns.categories import category
from understudy.workspace.patterns.charset import DIGIT, SPACE, WORD, CharSet, complement, union
from understudy.workspace.patterns.syntax import Chars

__all__ = ["PatternProblem", "read_character", "read_set"]

_CONTROL: Final = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}
_SETS: Final[dict[str, CharSet]] = {"d": DIGIT, "s": SPACE, "w": WORD}
# Under i, folding makes U+017F and U+212A word characters; leaving them out of \W keeps \W closed.
_FOLDED_WORD: Final = union(WORD, ((0x17F, 0x17F), (0x212A, 0x212A)))
_UNIT: Final = re.compile(r"\\u([0-9A-Fa-f]{4})")
_POINT: Final = re.compile(r"\\u\{0*([0-9A-Fa-f]{1,6})\}")
_BYTE: Final = re.compile(r"\\x([0-9A-Fa-f]{2})")
_OCTAL: Final = re.compile(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?)")
_LETTER: Final = re.compile(r"\\c([A-Za-z])")
_CLASS_CONTROL: Final = re.compile(r"\\c([A-Za-z0-9_])")
_PROPERTY: Final = re.compile(r"\\([pP])\{([A-Za-z0-9_]+(?:=[A-Za-z0-9_]+)?)\}")


class PatternProblem(Exception):
    """The pattern is not one; the message says why, in the words of a sentence's end."""


def read_set(source: str, at: int, ignore_case: bool) -> tuple[Chars, int] | None:
    """`\\d`, `\\W`, `\\p{…}` and the like at the backslash `at`, and where it ends."""
    letter = source[at + 1 : at + 2]
    if letter.lower() in _SETS and letter:
        ranges = _SETS[letter.lower()]
        if letter.isupper():
            ranges = complement(_FOLDED_WORD if letter == "W" and ignore_case else ranges)
        return Chars(ranges), at + 2
    if found := _PROPERTY.match(source, at):
        turned, name = found[1] == "P", found[2]
        ranges = category(name)
        if ranges is None:
            return Chars((), properties=(found[0],)), found.end()
        return Chars(complement(ranges) if turned else ranges), found.end()
    if letter in ("p", "P") and source.startswith("{", at + 2):
        raise PatternProblem("invalid property name")
    return None


def read_character(source: str, at: int, *, in_class: bool, names: bool) -> tuple[int, int]:
    """The one character that the escape at `at` stands for, and where the escape ends."""
    if at + 1 >= len(source):
        raise PatternProblem("\\ at the end of the pattern")
    letter = source[at + 1]
    if letter in _CONTROL:
        return _CONTROL[letter], at + 2
    if letter == "b" and in_class:
        return 0x08, at + 2
    if letter == "c":
        found = (_CLASS_CONTROL if in_class else _LETTER).match(source, at)
        # Without a letter the backslash stands for itself and the c comes after it.
        return (ord(found[1]) % 32, found.end()) if found else (0x5C, at + 1)
    if found := _OCTAL.match(source, at):
        return int(found[1], 8), found.end()
    if found := _BYTE.match(source, at):
        return int(found[1], 16), found.end()
    if letter == "u":
        return _read_unicode(source, at)
    if letter == "k" and names:
        raise PatternProblem("invalid named reference")
    return ord(letter), at + 2


def _read_unicode(source: str, at: int) -> tuple[int, int]:
    if (found := _POINT.match(source, at)) and int(found[1], 16) <= 0x10FFFF:
        return int(found[1], 16), found.end()
    if source.startswith("\\u{", at):
        raise PatternProblem("invalid Unicode escape")
    if not (found := _UNIT.match(source, at)):
        return ord("u"), at + 2
    unit = int(found[1], 16)
    if 0xD800 <= unit < 0xDC00 and (second := _UNIT.match(source, found.end())):
        low = int(second[1], 16)
        if 0xDC00 <= low < 0xE000:
            return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), second.end()
    return unit, found.end()
