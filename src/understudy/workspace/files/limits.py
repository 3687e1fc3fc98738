"""Limits and timeouts of `understudy.workspace.files` that a person may want to tune."""

from typing import Final

__all__ = [
    "DIFF_CONTEXT_LINES",
    "MAX_COMPARED_LINE_PAIRS",
    "MAX_FOLDER_CREATION_ATTEMPTS",
    "READ_CHUNK_BYTES",
]

READ_CHUNK_BYTES: Final = 4 << 20
MAX_FOLDER_CREATION_ATTEMPTS: Final = 8
DIFF_CONTEXT_LINES: Final = 3
MAX_COMPARED_LINE_PAIRS: Final = 1_000_000
"""Equal pairs of lines beyond which the changed middle is shown as one block, not compared line by line."""
