"""Limits and timeouts of `understudy.replay` that a person may want to tune."""

from typing import Final

__all__ = [
    "GIT_READ_CHUNK_BYTES",
    "GIT_TIMEOUT_S",
    "INDEX_TIMEOUT_S",
    "MAX_CASES_PER_RUN",
    "MAX_CHANGED_FILES",
    "MAX_CURVE_POINTS",
    "MAX_DIFF_CHARS",
    "MAX_EQUAL_LINE_PAIRS",
    "MAX_GIT_FIELD_BYTES",
    "MAX_GIT_OUTPUT_BYTES",
    "MAX_HISTORY_ENTRIES",
    "MAX_JUMP_DISTANCE_LINES",
    "MAX_LOG_TAIL_CHARS",
    "MAX_PATCH_CHARS",
    "MAX_RECORD_BYTES",
    "MAX_REQUESTS_PER_CASE",
    "MAX_SOURCE_FILE_BYTES",
    "REQUEST_TIMEOUT_S",
    "SUGGEST_TIMEOUT_S",
]

MAX_EQUAL_LINE_PAIRS: Final = 4_000_000
"""Equal pairs of lines beyond which a changed middle counts as one region: comparing them would take minutes."""
REQUEST_TIMEOUT_S: Final = 30.0
"""For the first response too: an agent may have much to load."""
MAX_LOG_TAIL_CHARS: Final = 600
"""Characters of the agent's log that an error shows."""
MAX_REQUESTS_PER_CASE: Final = 60
"""Questions in one case; a commit that needs more is left there."""
MAX_HISTORY_ENTRIES: Final = 6
MAX_JUMP_DISTANCE_LINES: Final = 2
"""Lines that a jump may be beside the mark."""
INDEX_TIMEOUT_S: Final = 10.0
"""Seconds for the workspace's files to be read: an editor's session has had that time already."""
SUGGEST_TIMEOUT_S: Final = 30.0
MAX_DIFF_CHARS: Final = 20_000
GIT_TIMEOUT_S: Final = 60.0
"""Seconds for one short question."""
GIT_READ_CHUNK_BYTES: Final = 1 << 16
MAX_GIT_FIELD_BYTES: Final = 1 << 16
MAX_GIT_OUTPUT_BYTES: Final = 16 << 20
MAX_CURVE_POINTS: Final = 40
"""Points of a curve: more only make the file big."""
MAX_SOURCE_FILE_BYTES: Final = 4 << 20
MAX_CHANGED_FILES: Final = 100
MAX_PATCH_CHARS: Final = 8 << 20
MAX_RECORD_BYTES: Final = 32 << 20
"""Bytes that one case may have. A longer one is no commit that a person made."""
MAX_CASES_PER_RUN: Final = 100_000
"""Cases in one run: they are counted first, so that the progress can be told."""
