"""The conversions in format strings of C: which one prints or reads a value of a type."""

import re
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.rule_context import SourceText

__all__ = ["Conversion", "conversion_for", "conversion_of", "normal_type", "with_one_conversion"]

_CONVERSION: Final = re.compile(
    r"%(?:%|(?P<flags>[-+ #0']*)(?P<width>\*|\d*)(?P<precision>\.(?:\*|\d*))?"
    r"(?P<length>hh|h|ll|l|j|z|t|L|q)?(?P<kind>[diouxXcsfFeEgGaApn]))"
)
_SIGNED: Final = {"short": "h", "int": "", "long": "l", "long long": "ll", "ssize_t": "z", "ptrdiff_t": "t"}
_UNSIGNED: Final = {
    "unsigned short": "h",
    "unsigned": "",
    "unsigned long": "l",
    "unsigned long long": "ll",
    "size_t": "z",
}
_FLOATS: Final = {"float": "", "double": "", "long double": "L"}
_READ_FLOATS: Final = {"float": "", "double": "l", "long double": "L"}
"""A function that reads gets the address of the value, and has to know its size."""
_WHOLE_KINDS: Final = frozenset("diouxX")
_BASED_KINDS: Final = frozenset("oxX")
_FLOAT_KINDS: Final = frozenset("fFeEgGaA")
_STRINGS: Final = frozenset({"char *", "const char *", "char const *"})
_WITH_INT: Final = re.compile(r"\b(short|long|unsigned) int\Z")


class Conversion(NamedTuple):
    """One conversion in a format string."""

    start: int
    end: int
    flags: str
    precision: str
    length: str
    kind: str


def normal_type(written: str) -> str:
    """Return a type in one spelling: `unsigned long` for `unsigned  long int`."""
    joined = " ".join(re.findall(r"\w+|[^\w\s]", written))
    return _WITH_INT.sub(r"\1", joined)


def with_one_conversion(line: str) -> str:
    """Return a line with the same conversion in place of each, to compare it with another one."""
    return _CONVERSION.sub("%d", line)


def conversion_of(text: SourceText, start: int, end: int, index: int, count: int) -> Conversion | None:
    """Return the conversion for one of the arguments behind a format string; None if their numbers differ."""
    found: list[Conversion | None] = []
    for match in _CONVERSION.finditer(text.joined, start, end):
        if match["kind"] is None:
            continue
        found += [None] * (match["width"] == "*") + [None] * (match["precision"] == ".*")
        flags = match["flags"] + match["width"]
        kind, length = match["kind"], match["length"] or ""
        found.append(Conversion(match.start(), match.end(), flags, match["precision"] or "", length, kind))
    return found[index] if len(found) == count else None


def conversion_for(one: Conversion, old: str, new: str, *, is_read: bool) -> str | None:
    """Return the conversion of a value that has another type now; None if the old type has another one.

    Empty if there is none that is certain.
    """
    if not _fits(one, old, is_read=is_read):
        return None
    floats = _READ_FLOATS if is_read else _FLOATS
    if new in _SIGNED or new in _UNSIGNED:
        kind = one.kind if one.kind in _BASED_KINDS else "d" if new in _SIGNED else "u"
        return f"%{one.flags}{(_SIGNED | _UNSIGNED)[new]}{kind}"
    if new in floats:
        kind = one.kind if one.kind in _FLOAT_KINDS else "f"
        return f"%{one.flags}{one.precision}{floats[new]}{kind}"
    if new in _STRINGS and not is_read:
        return f"%{one.flags}s"
    return ""


def _fits(one: Conversion, type_name: str, *, is_read: bool) -> bool:
    if type_name in _SIGNED or type_name in _UNSIGNED:
        return one.kind in _WHOLE_KINDS and one.length == (_SIGNED | _UNSIGNED)[type_name]
    floats = _READ_FLOATS if is_read else _FLOATS
    if type_name in floats:
        return one.kind in _FLOAT_KINDS and one.length == floats[type_name]
    return type_name in _STRINGS and one.kind == "s"
