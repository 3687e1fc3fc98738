"""Patterns that JavaScript's engine can't be trusted to leave in time.

quickjs looks at its clock once in 10,000 steps. A step is short, except for a look-around with a loop in
it, a back-reference and a required number of thousands: each can read a whole text in one step. So these
run on short texts only.
"""

import re
from typing import Final

from understudy.workspace.errors import TooLarge

__all__ = ["MAX_UNINTERRUPTIBLE_CHARS", "check_uninterruptible_length", "is_uninterruptible"]

MAX_UNINTERRUPTIBLE_CHARS: Final = 50_000
"""Characters; the clock is then late by two seconds at the worst."""

_PATTERN_TOKEN: Final = re.compile(
    r"(?P<long>\\[1-9k]|\{0*[0-9]{4,},?[0-9]*\})|\\.|\[(?:\\.|[^\]\\])*\]?|(?P<look>\(\?<?[=!])|(?P<open>\()|(?P<close>\))"
    r"|(?P<loop>[*+]|\{[0-9]+,?[0-9]*\})",
    re.DOTALL,
)


def is_uninterruptible(source: str) -> bool:
    """Whether a step of this pattern may be long. `source` is any JavaScript pattern."""
    looks: list[bool] = []
    for token in _PATTERN_TOKEN.finditer(source):
        match token.lastgroup:
            case "long":
                return True
            case "look":
                looks.append(True)
            case "open":
                looks.append(bool(looks) and looks[-1])
            case "close" if looks:
                looks.pop()
            case "loop" if looks and looks[-1]:
                return True
            case _:
                pass
    return False


def check_uninterruptible_length(length: int) -> None:
    if length > MAX_UNINTERRUPTIBLE_CHARS:
        raise TooLarge(
            "A pattern with a back-reference, repetition inside a look-around or a count over 999 runs on "
            f"at most {MAX_UNINTERRUPTIBLE_CHARS} characters at a time, not {length}. Write the pattern without it.",
            "too_large",
            limit=MAX_UNINTERRUPTIBLE_CHARS,
        )
