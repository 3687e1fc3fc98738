"""Limits and timeouts of `understudy.mcp` that a person may want to tune."""

from typing import Final

__all__ = [
    "ELICITATION_TIMEOUT_S",
    "EOF_DRAIN_TIMEOUT_S",
    "LARGE_TEXT_CHARS",
    "MAX_FRAME_BYTES",
    "MAX_PROGRESS_MESSAGE_CHARS",
    "MAX_UNANSWERED_REQUESTS",
    "MAX_UNREAD_LINES",
    "MIN_TOKEN_CHARS",
    "PROGRESS_INTERVAL_S",
    "PROGRESS_TAIL_CHARS",
    "WORKERS_CLOSE_TIMEOUT_S",
]

ELICITATION_TIMEOUT_S: Final = 300.0
"""Seconds that a person has to answer."""
MAX_FRAME_BYTES: Final = 32 << 20
LARGE_TEXT_CHARS: Final = 1 << 14
MAX_UNANSWERED_REQUESTS: Final = 512
MAX_UNREAD_LINES: Final = 512
"""Lines that are read and not taken. With that many, reading stops until they are."""
EOF_DRAIN_TIMEOUT_S: Final = 0.2
"""Seconds that unanswered requests have after the end of input, so that `echo … | understudy mcp` works."""
PROGRESS_INTERVAL_S: Final = 0.1
MAX_PROGRESS_MESSAGE_CHARS: Final = 200
PROGRESS_TAIL_CHARS: Final = 4096
WORKERS_CLOSE_TIMEOUT_S: Final = 3.0
"""Seconds that taken-back calls have to end when the server stops."""
MIN_TOKEN_CHARS: Final = 16
