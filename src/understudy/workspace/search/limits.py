"""Limits and timeouts of `understudy.workspace.search` that a person may want to tune."""

from typing import Final

__all__ = [
    "MAX_LINE_TEXT_CHARS",
    "MAX_MATCH_TEXT_CHARS",
    "MIN_FILES_FOR_RIPGREP",
    "PROGRESS_INTERVAL_FILES",
    "RIPGREP_MEMORY_BYTES",
    "RIPGREP_POLL_INTERVAL_S",
    "RIPGREP_READ_BYTES",
    "RIPGREP_READ_DELAY_S",
    "SEARCH_BLOCK_BYTES",
]

MIN_FILES_FOR_RIPGREP: Final = 500
PROGRESS_INTERVAL_FILES: Final = 256
SEARCH_BLOCK_BYTES: Final = 32 << 20
MAX_LINE_TEXT_CHARS: Final = 400
MAX_MATCH_TEXT_CHARS: Final = 2000
RIPGREP_READ_BYTES: Final = 1 << 16
RIPGREP_READ_DELAY_S: Final = 0.003
RIPGREP_POLL_INTERVAL_S: Final = 0.5
RIPGREP_MEMORY_BYTES: Final = 2 << 30
"""Address space for ripgrep: it keeps a whole line in memory, however long."""
