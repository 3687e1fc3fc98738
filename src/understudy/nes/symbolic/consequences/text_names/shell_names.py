"""Where a name stands in a shell script: its functions, the variables local to them, and commands that are run.

Read from the lines alone, as there is no grammar.
"""

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["function_lines", "hidden_columns", "is_command", "is_local_definition"]

_COMMAND_START: Final = re.compile(
    r"(?:^|[;&|(){`!]|\b(?:if|then|else|elif|do|while|until|function|time|exec|command|env|eval|nohup|sudo|trap|xargs)\s)"
    r"\s*(?:\w+=\S*\s+)*$"
)
"""What comes before a word that is run, or defined as a function."""
_NO_COMMAND: Final = re.compile(r"\+?=|\[[^]]*\]\+?=")
"""What comes behind a variable that is assigned."""
_LOCAL: Final = re.compile(
    r"\s*(?:local|declare|typeset)\s+(?:-\w+\s+)*"
    r"(?:\w+(?:=(?:\"[^\"]*\"|'[^']*'|\$\([^()]*\)|[^\s\"'()]*))?\s+)*\Z"
)
"""What comes before a local variable: the keyword, and other variables with their values."""
_FUNCTION_START: Final = re.compile(r"(\s*)(?:function\s+)?[\w:.-]+\s*(?:\(\s*\))?\s*\{\s*(?:#.*)?$")
_HEADER: Final = re.compile(r"(\s*)(?:function\s+[\w:.-]+\s*(?:\(\s*\))?|[\w:.-]+\s*\(\s*\))\s*$")
"""A header whose brace is on the next line."""
_LITERAL: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|('[^']*')|\\.|(?<!\S)(#.*)", re.S)
"""Single quotes and comments, as groups, beside what may contain their signs."""
_RUN_LATER: Final = re.compile(r"\s*(?:trap|eval)\b")
"""Commands whose argument is run, also in single quotes."""


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


def is_command(line: str, start: int, end: int) -> bool:
    """Whether the word is the name of a command that is run, or of a function that is defined."""
    before, behind = line[:start], line[end:]
    if _NO_COMMAND.match(behind) or _COMMAND_START.search(before) is None:
        return False
    is_case_label = not before.strip() and re.match(r"\s*(?:\|[^)|]*)*\)", behind) is not None
    return not is_case_label


def hidden_columns(line: str) -> list[tuple[int, int]]:
    """The columns of single quotes and comments, in which nothing is run."""
    if _RUN_LATER.match(line):
        return []
    return [one.span() for one in _LITERAL.finditer(line) if one.lastindex]
