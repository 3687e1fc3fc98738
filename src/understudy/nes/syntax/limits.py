"""Limits and timeouts of `understudy.nes.syntax` that a person may want to tune."""

from typing import Final

__all__ = [
    "MAX_ANALYSED_CHARS",
    "MAX_BRACKET_LINES",
    "MAX_CACHED_MASKS",
    "MAX_CACHED_TREES",
    "MAX_CHECKED_NODES",
    "MAX_PARSED_CHARS",
    "MAX_PARSE_FAILURES",
    "PARSE_TIMEOUT_US",
    "QUERY_TIMEOUT_US",
]

MAX_CACHED_MASKS: Final = 24
QUERY_TIMEOUT_US: Final = 8_000
MAX_BRACKET_LINES: Final = 80
"""Lines after which an open bracket is not waited for."""
MAX_CHECKED_NODES = 4_000
MAX_ANALYSED_CHARS: Final = 300_000
"""A longer text is not looked into at all."""
MAX_PARSED_CHARS: Final = 150_000
"""A longer text has no tree: to make the first one would take too long."""
PARSE_TIMEOUT_US: Final = 12_000
"""Garbage may take a thousand times as long to parse as a text of its language."""
MAX_PARSE_FAILURES: Final = 3
"""How often a text may run out of time, on a busy machine, before it is given up."""
MAX_CACHED_TREES: Final = 12
