"""Numbers that vary from line to line: `"weight": 4` of one entry says nothing about `"weight": 4` of another one.

Where the same beginning of a line has several other numbers behind it, two equal ones are equal by chance.
"""

import re
from collections.abc import Sequence

from understudy.nes.symbolic.consequences.limits import MIN_VARYING_NUMBERS

__all__ = ["is_varying_number"]


def is_varying_number(
    lines: Sequence[str], line: int, start: int, ignored: str = "", min_others: int = MIN_VARYING_NUMBERS
) -> bool:
    """Whether lines that begin like this one up to `start`, where a number is, have several other numbers there,
    besides an ignored one."""
    beginning = lines[line][:start].strip()
    number = _leading_number(lines[line][start:])
    if not number or not any(char.isalpha() for char in beginning):
        return False
    size, others = len(beginning), set[str]()
    for text in lines:
        stripped = text.lstrip()
        if stripped.startswith(beginning):
            found = _leading_number(stripped[size:].lstrip())
            if found and found not in (number, ignored):
                others.add(found)
                if len(others) >= min_others:
                    return True
    return False


def _leading_number(text: str) -> str:
    found = re.match(r"\d[\d_.]*", text)
    return found[0] if found is not None else ""
