"""The kinds of values that are followed where they are repeated, and the value around a change of a line."""

import re
from functools import lru_cache
from typing import Final, Literal

from understudy.nes.symbolic.consequences.limits import MIN_VALUE_CHARS

__all__ = ["NARROW", "WIDE", "ValueKind", "changed_tokens", "value_kind", "value_pattern"]

ValueKind = Literal["number", "version", "address", "path", "flag", "variable", "color"]

NARROW: Final = re.compile(r"[\w.\-]")
WIDE: Final = re.compile(r"[\w.\-/:@#~]")
_SUFFIXES: Final = (
    r"py|[jt]sx?|json|ya?ml|toml|md|html?|css|go|rs|java|c|h|cpp|sh|txt|sql|xml|ini|cfg|log|csv|png|svg"
)
_FILE_NAME: Final = re.compile(rf"\.(?:{_SUFFIXES})\Z")
_KINDS: Final[tuple[tuple[ValueKind, re.Pattern[str]], ...]] = (
    ("flag", re.compile(r"--[a-z][a-z0-9-]*\Z")),
    ("color", re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")),
    ("number", re.compile(r"\d+\Z")),
    ("version", re.compile(r"v?\d+(?:\.\d+){1,2}(?:-[\w.]+)?\Z")),
    ("variable", re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z")),
    ("path", re.compile(rf"(?:[\w@-][\w.@-]*/)*[\w@-][\w.@-]*\.(?:{_SUFFIXES})\Z")),
    # A host, an address with one, or a name of several words with hyphens.
    (
        "address",
        re.compile(
            r"(?:[a-z]+://)?[\w.\-@]*\w\.[a-z]{2,}(?::\d+)?(?:/[\w.\-/:@~]*)?\Z|(?=.{8})\w+(?:-\w+)+\Z"
        ),
    ),
)


def value_kind(token: str, *, is_short: bool) -> ValueKind | None:
    """Return the kind of a value; None if it is not distinctive. `is_short`: it may have few characters."""
    if len(token) < MIN_VALUE_CHARS and not token.isdigit() and not is_short:
        return None
    is_file = _FILE_NAME.search(token) is not None
    for kind, pattern in _KINDS:
        if (kind == "path" or not is_file) and pattern.match(token):
            return kind
    return None


def changed_tokens(old: str, new: str, head: int, tail: int, chars: re.Pattern[str]) -> tuple[str, str, int]:
    """Return the old and the new token around the change of a line, and where they begin.

    `head` and `tail`: how many characters at the beginning and at the end of the line have not changed.
    """
    start, old_end, new_end = head, len(old) - tail, len(new) - tail
    while start and chars.match(old[start - 1]):
        start -= 1
    if old[:start].endswith("#"):
        start -= 1
    while old_end < len(old) and chars.match(old[old_end]):
        old_end, new_end = old_end + 1, new_end + 1
    before, after = old[start:old_end], new[start:new_end]
    ending = before[len(before.rstrip(".:")) :]
    if after.endswith(ending):
        before, after = before.removesuffix(ending), after.removesuffix(ending)
    beginning = next((one for one in ("./", "/") if before.startswith(one) and after.startswith(one)), "")
    return before.removeprefix(beginning), after.removeprefix(beginning), start + len(beginning)


@lru_cache(maxsize=64)
def value_pattern(kind: ValueKind, value: str) -> re.Pattern[str]:
    """Return the pattern of where a value stands by itself, and is no part of another one of its kind."""
    written = re.escape(value)
    if kind in ("number", "version"):
        return re.compile(rf"(?<![\w.\-]){written}(?![\w])(?!\.\d)")
    if kind == "address":
        return re.compile(rf"(?<![\w.\-]){written}(?![\w\-])(?!\.\w)")
    if kind == "path":
        return re.compile(rf"(?<![\w.\-])(?<!\w/)(?<!\.\./){written}(?![\w\-])(?!\.\w)")
    if kind == "color":
        return re.compile(rf"{written}(?!\w)")
    return re.compile(rf"(?<![\w-]){written}(?![\w-])(?!\.\d)")
