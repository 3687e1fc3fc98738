"""Unicode's general categories (`\\p{Lu}`, `\\p{Letter}`) as ranges, from Python's own tables.

Scripts and binary properties are not here: only the JavaScript engine knows those.
"""

import sys
import unicodedata
from functools import cache

from understudy.workspace.patterns.charset import ALL_CHARS, CharSet, union

__all__ = ["category_chars"]

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
    """The characters of `Lu`, `Letter`, `gc=Lu`, `Any` or `ASCII`; None if it isn't a category."""
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
