"""Reading what follows a backslash in a JavaScript pattern, outside and inside a class.

The rules are Annex B's (a browser's `new RegExp(source)`), with `\\u{…}` and `\\p{…}` as under the u flag.
"""

import re
from typing import Final

from understudy.workspace.patterns.categories import category_chars
from understudy.workspace.patterns.charset import DIGIT, SPACE, WORD, CharSet, complement, union
from understudy.workspace.patterns.syntax import CharClass

__all__ = ["PatternSyntaxError", "parse_character_escape", "parse_class_escape"]

_CONTROL_ESCAPES: Final = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}
_CLASS_ESCAPES: Final[dict[str, CharSet]] = {"d": DIGIT, "s": SPACE, "w": WORD}
# Under i, folding makes U+017F and U+212A word characters; leaving them out of \W keeps \W closed.
_FOLDED_WORD: Final = union(WORD, ((0x17F, 0x17F), (0x212A, 0x212A)))
_UNICODE_UNIT: Final = re.compile(r"\\u([0-9A-Fa-f]{4})")
_UNICODE_CODE_POINT: Final = re.compile(r"\\u\{0*([0-9A-Fa-f]{1,6})\}")
_HEX_BYTE: Final = re.compile(r"\\x([0-9A-Fa-f]{2})")
_OCTAL_ESCAPE: Final = re.compile(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?)")
_CONTROL_LETTER: Final = re.compile(r"\\c([A-Za-z])")
_CLASS_CONTROL_LETTER: Final = re.compile(r"\\c([A-Za-z0-9_])")
_UNICODE_PROPERTY: Final = re.compile(r"\\([pP])\{([A-Za-z0-9_]+(?:=[A-Za-z0-9_]+)?)\}")


class PatternSyntaxError(Exception):
    """The pattern is not one; the message says why, in the words of a sentence's end."""


def parse_class_escape(source: str, position: int, ignore_case: bool) -> tuple[CharClass, int] | None:
    """`\\d`, `\\W`, `\\p{…}` and the like at the backslash `at`, and where it ends."""
    letter = source[position + 1 : position + 2]
    if letter.lower() in _CLASS_ESCAPES and letter:
        ranges = _CLASS_ESCAPES[letter.lower()]
        if letter.isupper():
            ranges = complement(_FOLDED_WORD if letter == "W" and ignore_case else ranges)
        return CharClass(ranges), position + 2
    if found := _UNICODE_PROPERTY.match(source, position):
        turned, name = found[1] == "P", found[2]
        ranges = category_chars(name)
        if ranges is None:
            return CharClass((), properties=(found[0],)), found.end()
        return CharClass(complement(ranges) if turned else ranges), found.end()
    if letter in ("p", "P") and source.startswith("{", position + 2):
        raise PatternSyntaxError("invalid property name")
    return None


def parse_character_escape(source: str, position: int, *, in_class: bool, has_named_groups: bool) -> tuple[int, int]:
    """The one character that the escape at `at` stands for, and where the escape ends."""
    if position + 1 >= len(source):
        raise PatternSyntaxError("\\ at the end of the pattern")
    letter = source[position + 1]
    if letter in _CONTROL_ESCAPES:
        return _CONTROL_ESCAPES[letter], position + 2
    if letter == "b" and in_class:
        return 0x08, position + 2
    if letter == "c":
        found = (_CLASS_CONTROL_LETTER if in_class else _CONTROL_LETTER).match(source, position)
        # Without a letter the backslash stands for itself and the c comes after it.
        return (ord(found[1]) % 32, found.end()) if found else (0x5C, position + 1)
    if found := _OCTAL_ESCAPE.match(source, position):
        return int(found[1], 8), found.end()
    if found := _HEX_BYTE.match(source, position):
        return int(found[1], 16), found.end()
    if letter == "u":
        return _parse_unicode_escape(source, position)
    if letter == "k" and has_named_groups:
        raise PatternSyntaxError("invalid named reference")
    return ord(letter), position + 2


def _parse_unicode_escape(source: str, position: int) -> tuple[int, int]:
    if (found := _UNICODE_CODE_POINT.match(source, position)) and int(found[1], 16) <= 0x10FFFF:
        return int(found[1], 16), found.end()
    if source.startswith("\\u{", position):
        raise PatternSyntaxError("invalid Unicode escape")
    if not (found := _UNICODE_UNIT.match(source, position)):
        return ord("u"), position + 2
    unit = int(found[1], 16)
    if 0xD800 <= unit < 0xDC00 and (second := _UNICODE_UNIT.match(source, found.end())):
        low = int(second[1], 16)
        if 0xDC00 <= low < 0xE000:
            return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), second.end()
    return unit, found.end()
