"""The functions of a shell script, and the variables that are declared local to them.

Read from the lines alone, as there is no grammar.
"""

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["function_lines", "is_local_definition"]

_LOCAL: Final = re.compile(
    r"\s*(?:local|declare|typeset)\s+(?:-\w+\s+)*"
    r"(?:\w+(?:=(?:\"[^\"]*\"|'[^']*'|\$\([^()]*\)|[^\s\"'()]*))?\s+)*\Z"
)
"""What comes before a local variable: the keyword, and other variables with their values."""
_FUNCTION_START: Final = re.compile(r"(\s*)(?:function\s+)?[\w:.-]+\s*(?:\(\s*\))?\s*\{\s*(?:#.*)?$")
_HEADER: Final = re.compile(r"(\s*)(?:function\s+[\w:.-]+\s*(?:\(\s*\))?|[\w:.-]+\s*\(\s*\))\s*$")
"""A header whose brace is on the next line."""


def is_local_definition(before: str) -> bool:
    """Whether this is what comes before a variable that is declared local to a function."""
    return _LOCAL.match(before) is not None


def function_lines(lines: Sequence[str], number: int) -> range | None:
    """The lines of the function around a line; None if it is in none."""
    for first in range(number, -1, -1):
        found = _FUNCTION_START.match(lines[first])
        if lines[first].strip() == "{" and first:
            found = _HEADER.match(lines[first - 1])
        if found is None:
            continue
        closing = f"{found[1]}}}"
        last = next((at for at in range(first, len(lines)) if lines[at].startswith(closing)), None)
        if last is not None and last >= number:
            return range(first, last + 1)
    return None
