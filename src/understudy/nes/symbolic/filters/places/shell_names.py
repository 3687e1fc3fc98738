"""Where a name stands in a shell script: whether it is run as a command, and in which function a variable is local.

Read from the lines alone, as there is no grammar. Not here: what that means for a candidate (`place_kinds`).
"""

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["function_lines", "is_command", "is_local_definition"]

_COMMAND_START: Final = re.compile(
    r"(?:^|[;&|(){`!]|\b(?:if|then|else|elif|do|while|until|function|time|exec|command|env|eval|nohup|sudo|trap|xargs)\s)"
    r"\s*(?:\w+=\S*\s+)*$"
)
"""What comes before a word that is run, or defined as a function."""
_NO_COMMAND: Final = re.compile(r"\+?=|\[[^]]*\]\+?=")
"""What comes behind a variable that is assigned."""
_LOCAL: Final = re.compile(r"\s*(?:local|declare|typeset)\s+(?:-\w+\s+)*$")
_FUNCTION_START: Final = re.compile(r"(\s*)(?:function\s+)?[\w:.-]+\s*(?:\(\s*\))?\s*\{\s*(?:#.*)?$")


def is_command(line: str, start: int, end: int) -> bool:
    """Whether the word is the name of a command that is run, or of a function that is defined."""
    before, behind = line[:start], line[end:]
    if _NO_COMMAND.match(behind) or _COMMAND_START.search(before) is None:
        return False
    is_case_label = not before.strip() and re.match(r"\s*(?:\|[^)|]*)*\)", behind) is not None
    return not is_case_label


def is_local_definition(before: str) -> bool:
    """Whether this is what comes before a variable that is declared local to a function."""
    return _LOCAL.match(before) is not None


def function_lines(lines: Sequence[str], number: int) -> range | None:
    """The lines of the function around a line; None if it is in none."""
    for first in range(number, -1, -1):
        found = _FUNCTION_START.match(lines[first])
        if found is None:
            continue
        closing = f"{found[1]}}}"
        last = next((at for at in range(first, len(lines)) if lines[at].startswith(closing)), None)
        if last is not None and last >= number:
            return range(first, last + 1)
    return None
