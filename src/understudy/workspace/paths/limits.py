"""Limits and timeouts of `understudy.workspace.paths` that a person may want to tune."""

from typing import Final

__all__ = [
    "MAX_GITIGNORE_BYTES",
    "MAX_GITIGNORE_LINES",
    "MAX_GITIGNORE_LINE_CHARS",
    "MAX_GLOB_CHARS",
    "MAX_GLOB_PATTERNS",
    "MAX_GLOB_TOTAL_CHARS",
    "MAX_PATTERNS_PER_AUTOMATON",
    "MAX_SYMLINKS",
]

MAX_SYMLINKS: Final = 40
MAX_GITIGNORE_BYTES: Final = 1 << 20
MAX_GITIGNORE_LINES: Final = 5000
MAX_GITIGNORE_LINE_CHARS: Final = 1000
MAX_PATTERNS_PER_AUTOMATON: Final = 500
"""Patterns in one automaton; RE2 refuses much larger ones."""
MAX_GLOB_PATTERNS: Final = 256
MAX_GLOB_CHARS: Final = 1024
MAX_GLOB_TOTAL_CHARS: Final = 32 << 10
