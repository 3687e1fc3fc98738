"""Where a name stands in a shell script: whether it is run as a command.

Read from the line alone, as there is no grammar. Not here: what that means for a candidate (`place_kinds`).
"""

import re
from typing import Final

__all__ = ["is_command"]

_COMMAND_START: Final = re.compile(
    r"(?:^|[;&|(){`!]|\b(?:if|then|else|elif|do|while|until|function|time|exec|command|env|eval|nohup|sudo|trap|xargs)\s)"
    r"\s*(?:\w+=\S*\s+)*$"
)
"""What comes before a word that is run, or defined as a function."""
_NO_COMMAND: Final = re.compile(r"\+?=|\[[^]]*\]\+?=")
"""What comes behind a variable that is assigned."""


def is_command(line: str, start: int, end: int) -> bool:
    """Whether the word is the name of a command that is run, or of a function that is defined."""
    before, behind = line[:start], line[end:]
    if _NO_COMMAND.match(behind) or _COMMAND_START.search(before) is None:
        return False
    is_case_label = not before.strip() and re.match(r"\s*(?:\|[^)|]*)*\)", behind) is not None
    return not is_case_label
