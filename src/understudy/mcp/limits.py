"""Limits and timeouts of `understudy.mcp` that a person may want to tune."""

from typing import Final

__all__ = [
    "ELICITATION_TIMEOUT_S",
    "EOF_DRAIN_TIMEOUT_S",
    "FLUSH_TIMEOUT_S",
    "LARGE_TEXT_CHARS",
    "MAX_FRAME_BYTES",
    "MAX_OPEN_ELICITATIONS",
    "MAX_PROGRESS_MESSAGE_CHARS",
    "MAX_UNANSWERED_REQUESTS",
    "MAX_UNREAD_LINES",
    "MIN_TOKEN_CHARS",
    "PROGRESS_INTERVAL_S",
    "PROGRESS_TAIL_CHARS",
    "WORKERS_CLOSE_TIMEOUT_S",
]

ELICITATION_TIMEOUT_S: Final = 300.0
"""Seconds that a user has to answer a question."""
MAX_OPEN_ELICITATIONS: Final = 16
"""Questions open at the same time, in the whole process: each one blocks a worker thread."""
MAX_FRAME_BYTES: Final = 32 << 20
"""Size of one message, in bytes."""
LARGE_TEXT_CHARS: Final = 1 << 14
"""Length from which a text that a result has twice is escaped only once."""
MAX_UNANSWERED_REQUESTS: Final = 512
"""Requests without a response. With that many, no further line is processed."""
MAX_UNREAD_LINES: Final = 512
"""Lines that are read but not processed. With that many, reading pauses until they are."""
FLUSH_TIMEOUT_S: Final = 1.0
"""Seconds that the client has at the end to read what is unwritten."""
EOF_DRAIN_TIMEOUT_S: Final = 0.2
"""Seconds that unanswered requests have after the end of input, so that `echo … | understudy mcp` works."""
PROGRESS_INTERVAL_S: Final = 0.1
"""Seconds between two progress notifications of one call."""
MAX_PROGRESS_MESSAGE_CHARS: Final = 200
PROGRESS_TAIL_CHARS: Final = 4096
"""Characters at the end of a command's output in which its last line is looked for."""
WORKERS_CLOSE_TIMEOUT_S: Final = 3.0
"""Seconds that cancelled calls have to end when the server stops."""
MIN_TOKEN_CHARS: Final = 16
