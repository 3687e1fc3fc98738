"""Limits and timeouts of `understudy.chat` that a person may want to tune."""

from typing import Final

__all__ = [
    "EXPLORE_DEPTH",
    "MAX_ADDITIONAL_ROOTS",
    "MAX_ANSWER_CHARS",
    "MAX_DIFF_CHARS",
    "MAX_EXPORT_TITLE_CHARS",
    "MAX_IMAGE_BYTES",
    "MAX_MCP_SERVERS",
    "MAX_OPEN_SESSIONS",
    "MAX_SENTENCE_CHARS",
    "MIN_OMITTED_CHARS",
    "MIN_RECENT_RESULTS",
    "MIN_RECENT_TURNS",
    "SESSIONS_PER_PAGE",
    "WORKSPACE_CLOSE_TIMEOUT_S",
]

MAX_OPEN_SESSIONS: Final = 256
SESSIONS_PER_PAGE: Final = 50
MAX_SENTENCE_CHARS: Final = 2000
MIN_OMITTED_CHARS: Final = 100
"""Characters that may be too many: the note would not be shorter, and whoever cut it before left a note as well."""
MAX_IMAGE_BYTES: Final = 10 << 20
MAX_ADDITIONAL_ROOTS: Final = 64
"""Each is a descriptor that is held open."""
MAX_MCP_SERVERS: Final = 32
"""Each is a process or a connection."""
WORKSPACE_CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that cancelled tools have to end when their session is closed."""
MIN_RECENT_TURNS: Final = 2
"""The latest turns of the user, which are left out last."""
MIN_RECENT_RESULTS: Final = 4
"""The latest messages with results, which are spared even in a turn that is too long by itself."""
MAX_DIFF_CHARS: Final = 100_000
"""Characters of a diff that are shown."""
MAX_EXPORT_TITLE_CHARS: Final = 200
"""Characters of a title or a heading."""
MAX_ANSWER_CHARS: Final = 16 << 10
"""Characters of one file or one stream that an answer shows: an editor must draw all of it. A port that cuts its
outputs must not cut them shorter."""
EXPLORE_DEPTH: Final = 2
