"""How long to wait before a request goes out again. Pure: no clock, no sleep."""

import math
from collections.abc import Callable

from understudy.models.limits import MAX_PROVIDER_RETRY_WAIT_S, MAX_RETRY_WAIT_S

__all__ = ["format_wait", "retry_wait_seconds"]


def retry_wait_seconds(
    attempt: int, base: float, retry_after: float | None, random: Callable[[], float]
) -> float:
    """The wait before attempt 2, 3, ...: doubling from `base`, spread by up to half so that many do not march in
    step, and never shorter than the provider asked for."""
    wait = min(MAX_RETRY_WAIT_S, base * 2 ** (attempt - 2))
    spread = wait * (0.5 + 0.5 * random())
    if retry_after is None or not retry_after >= 0:
        return spread
    return max(spread, min(retry_after, MAX_PROVIDER_RETRY_WAIT_S))


def format_wait(seconds: float) -> str:
    """A long wait as a person says it: rounded up, in its largest unit."""
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            count = math.ceil(min(seconds, 1e9) / size)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return f"{math.ceil(seconds)} seconds"
