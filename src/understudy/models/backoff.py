"""How long to wait before a request goes out again. Pure: no clock, no sleep."""

import math
from collections.abc import Callable
from typing import Final

__all__ = ["LONGEST_ASKED", "in_words", "seconds_before"]

LONGEST: Final = 20.0
LONGEST_ASKED: Final = 60.0
"""A provider may ask for a longer wait than we would choose, up to here; beyond it, it is for the user to wait."""


def seconds_before(attempt: int, base: float, asked: float | None, random: Callable[[], float]) -> float:
    """The wait before attempt 2, 3, ...: doubling from `base`, spread by up to half so that many do not march in
    step, and never shorter than the provider asked for."""
    wait = min(LONGEST, base * 2 ** (attempt - 2))
    spread = wait * (0.5 + 0.5 * random())
    if asked is None or not asked >= 0:
        return spread
    return max(spread, min(asked, LONGEST_ASKED))


def in_words(seconds: float) -> str:
    """A long wait as a person says it: rounded up, in its largest unit."""
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            count = math.ceil(min(seconds, 1e9) / size)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return f"{math.ceil(seconds)} seconds"
