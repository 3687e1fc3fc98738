"""Limits and timeouts of `understudy.workspace.patterns` that a person may want to tune."""

from typing import Final

__all__ = [
    "JS_MEMORY_BYTES",
    "JS_STACK_BYTES",
    "MAX_GROUP_DEPTH",
    "MAX_QUERY_CHARS",
    "MAX_RE2_WORK_PER_PIECE",
    "MAX_REPLACED_MATCHES",
    "MAX_RIPGREP_PATTERN_DEPTH",
    "MAX_UNINTERRUPTIBLE_CHARS",
    "PATTERN_TIMEOUT_S",
    "RE2_MEMORY_BYTES",
]

PATTERN_TIMEOUT_S: Final = 2.0
"""For one replacement, or for one text that is searched."""
MAX_GROUP_DEPTH: Final = 40
"""Groups inside groups. Far above what people write, far below Python's recursion limit."""
MAX_UNINTERRUPTIBLE_CHARS: Final = 50_000
"""Characters; the clock is then late by two seconds at the worst."""
RE2_MEMORY_BYTES: Final = 16 << 20
MAX_RE2_WORK_PER_PIECE: Final = 300_000_000
"""Instructions times bytes in one piece: about a second if RE2 has to simulate every one of them."""
MAX_QUERY_CHARS: Final = 10_000
MAX_RIPGREP_PATTERN_DEPTH: Final = 200
"""ripgrep takes patterns up to 250 levels deep."""
MAX_REPLACED_MATCHES: Final = 500_000
JS_MEMORY_BYTES: Final = 256 << 20
JS_STACK_BYTES: Final = 256 << 10
"""Well below the smallest thread stack that Python gives us."""
