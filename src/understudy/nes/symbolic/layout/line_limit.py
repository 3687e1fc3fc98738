"""The line limit that a formatter keeps in a text, derived from the text: no setting is read.

A text has a limit if every pair of brackets that is broken over lines would be longer than the limit on one line,
and no line is longer. One that a person wraps by hand, or not at all, has none.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

__all__ = ["LIMITS", "LineLimit", "find_line_limit", "mask_strings"]

LIMITS: Final = (88, 100, 80, 120, 79, 119, 99, 110, 90)
"""The line limits in use, the most common first: the defaults of formatters, then what their users set."""
MAX_LIMIT_LINES: Final = 3_000
"""Lines that are looked at."""
MAX_WRAPPED_LINES: Final = 12
"""Lines inside one pair of brackets."""
MIN_WRAPPED: Final = 2
"""Pairs of brackets that must be broken over lines."""
_STRING: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`")
_COMMENT: Final = re.compile(r"\s*(?:#|//|/\*|\*)")
_OPENING: Final = re.compile(r"[\w\])>]\(\s*\Z")
"""The end of a line that opens a call or a parameter list. Other brackets are kept open by some formatters."""


class LineLimit(NamedTuple):
    length: int
    has_trailing_commas: bool
    """Whether the last of several elements in lines of their own has a comma."""


def mask_strings(line: str) -> str:
    """The line with the insides of its strings replaced, so that brackets and commas in them do not count."""
    return _STRING.sub(lambda match: match[0][0] + "x" * (len(match[0]) - 2) + match[0][-1], line)


def find_line_limit(lines: Sequence[str], *, is_comma_kept: bool) -> LineLimit | None:
    """`is_comma_kept`: whether the formatter keeps brackets open that end in a comma. They prove nothing then."""
    lines = lines[:MAX_LIMIT_LINES]
    longest = 0
    for line in lines:
        if len(line) > longest and _is_breakable(line):
            longest = len(line)
    joined: list[int] = []
    commas = 0
    listed = 0
    for length, count, has_comma in _wrapped_brackets(lines):
        if count > 1:
            listed += 1
            commas += has_comma
        if not (has_comma and is_comma_kept):
            joined.append(length)
    if len(joined) < MIN_WRAPPED:
        return None
    length = next((limit for limit in LIMITS if longest <= limit < min(joined)), None)
    return LineLimit(length, commas * 2 > listed) if length is not None else None


def _is_breakable(line: str) -> bool:
    return "(" in line and not _COMMENT.match(line) and not _STRING.search(line) and "//" not in line


def _wrapped_brackets(lines: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """The length on one line, the number of lines inside, and whether the last of these ends in a comma."""
    for number, line in enumerate(lines):
        if (
            line[-1:] not in "( \t\r"
            or not line.rstrip().endswith("(")
            or not _OPENING.search(line)
            or _COMMENT.match(line)
        ):
            continue  # most lines: to search one for an expression takes much longer
        indent = len(line) - len(line.lstrip())
        inner: list[str] = []
        for below in lines[number + 1 : number + 2 + MAX_WRAPPED_LINES]:
            text = below.strip()
            if text.startswith(")") and len(below) - len(below.lstrip()) == indent:
                if inner and not any(
                    "//" in one or "#" in one or one.endswith(("{", "(", "[")) for one in inner
                ):
                    has_comma = inner[-1].endswith(",")
                    body = " ".join(inner).removesuffix(",")
                    yield len(line.rstrip()) + len(body) + len(text), len(inner), has_comma
                break
            if not text:
                break
            inner.append(text)
