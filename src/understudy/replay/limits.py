"""Limits and timeouts of `understudy.replay` that a person may want to tune."""

from typing import Final

__all__ = [
    "CASES_PER_BLOCK",
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
    "MAX_TABLE_COLUMNS",
    "NEXT_KEY_S",
    "REQUEST_TIMEOUT_S",
    "SUGGEST_TIMEOUT_S",
]

CASES_PER_BLOCK: Final = 10
"""Cases that one agent plays in a replay with several workers. Changing it changes what agents learn on the way."""
NEXT_KEY_S: Final = 0.1
"""Until the next key while lines are typed: an answer that is not there by then is not seen."""
MAX_EQUAL_LINE_PAIRS: Final = 4_000_000
"""With more pairs of equal lines, a changed part counts as one region: comparing it would take minutes."""
REQUEST_TIMEOUT_S: Final = 30.0
"""For the first response too: an agent may have much to load."""
MAX_LOG_TAIL_CHARS: Final = 600
"""Of the agent's log in an error message."""
MAX_REQUESTS_PER_CASE: Final = 60
"""A case that needs more requests is abandoned."""
MAX_HISTORY_ENTRIES: Final = 6
MAX_JUMP_DISTANCE_LINES: Final = 2
"""A jump that is at most this far from a remaining hunk counts as a hit."""
INDEX_TIMEOUT_S: Final = 10.0
"""For reading the workspace's files, which an editor's session has done before the first request."""
SUGGEST_TIMEOUT_S: Final = 30.0
MAX_DIFF_CHARS: Final = 20_000
GIT_TIMEOUT_S: Final = 60.0
"""For one short git command."""
GIT_READ_CHUNK_BYTES: Final = 1 << 16
MAX_GIT_FIELD_BYTES: Final = 1 << 16
MAX_GIT_OUTPUT_BYTES: Final = 16 << 20
MAX_CURVE_POINTS: Final = 40
"""More points only make the page larger."""
MAX_SOURCE_FILE_BYTES: Final = 4 << 20
MAX_CHANGED_FILES: Final = 100
MAX_PATCH_CHARS: Final = 8 << 20
MAX_RECORD_BYTES: Final = 32 << 20
"""Of one case. A larger one is not a commit that a person made."""
MAX_CASES_PER_RUN: Final = 100_000
"""Cases are counted before the run, for the progress."""
MAX_TABLE_COLUMNS: Final = 100
"""Columns of the tables that a terminal shows."""
