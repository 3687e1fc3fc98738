"""Limits and timeouts of `understudy.chat.toolset` that a person may want to tune."""

from typing import Final

__all__ = [
    "CLIENT_READ_TIMEOUT_S",
    "CLIENT_WRITE_TIMEOUT_S",
    "MAX_PROGRESS_CHARS",
    "MAX_QUESTION_CHARS",
    "MAX_RESULT_CHARS",
    "MAX_SHOWN_CHARS",
    "MAX_TAIL_CHARS",
    "MAX_TITLE_CHARS",
    "MAX_TITLE_SOURCE_CHARS",
    "MCP_CALL_TIMEOUT_S",
    "PROGRESS_INTERVAL_S",
    "TERMINAL_CLEANUP_TIMEOUT_S",
    "TERMINAL_OUTPUT_TIMEOUT_S",
]

CLIENT_READ_TIMEOUT_S: Final = 10.0
"""Seconds that a client has to say what is in a file; then the disk's text is taken."""
CLIENT_WRITE_TIMEOUT_S: Final = 30.0
"""Seconds that a client has to write a file, or to make a terminal."""
TERMINAL_CLEANUP_TIMEOUT_S: Final = 5.0
"""Seconds that a client has to end and release a terminal."""
MAX_TITLE_CHARS: Final = 120
MAX_TITLE_SOURCE_CHARS: Final = 1000
"""Characters that a title is made of."""
MAX_SHOWN_CHARS: Final = 16 << 10
"""Characters of one text in what the client is shown; the model gets more."""
MAX_QUESTION_CHARS: Final = 64 << 10
"""Characters of one text in a question."""
MAX_RESULT_CHARS: Final = 128 << 10
"""Characters of a result that the model is given."""
MCP_CALL_TIMEOUT_S: Final = 300.0
"""Seconds that a server's tool has."""
PROGRESS_INTERVAL_S: Final = 0.25
"""Seconds between two looks at a command's output."""
MAX_PROGRESS_CHARS: Final = 4 << 10
MAX_TAIL_CHARS: Final = 64 << 10
"""Characters of the output so far, if the command is stopped."""
TERMINAL_OUTPUT_TIMEOUT_S: Final = 0.03
"""Seconds that a client has, when a turn is cancelled, to say what stands in its terminal."""
