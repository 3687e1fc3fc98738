"""Limits and timeouts of `understudy.cli` that a person may want to tune."""

from typing import Final

__all__ = [
    "AGENT_DEMO_TIMEOUT_S",
    "AGENT_RESPONSE_TIMEOUT_S",
    "DEMO_PAUSE_S",
    "MAX_AGENT_TITLE_CHARS",
    "MAX_AMBIGUOUS_SESSIONS",
    "MAX_CHOICE_ATTEMPTS",
    "MAX_DEMO_REQUESTS",
    "MAX_OTHER_CANDIDATES",
    "MAX_OUTPUT_LINES",
    "MAX_PATCH_BYTES",
    "MAX_PROMPT_BYTES",
    "MAX_SESSION_TITLE_CHARS",
    "NES_DEMO_TIMEOUT_S",
    "PROGRESS_BAR_COLUMNS",
    "PROGRESS_INTERVAL_S",
    "SESSIONS_PER_PAGE",
]

MAX_OUTPUT_LINES: Final = 20
MAX_SESSION_TITLE_CHARS: Final = 60
MAX_CHOICE_ATTEMPTS = 3
MAX_OTHER_CANDIDATES: Final = 8
MAX_PATCH_BYTES: Final = 16 << 20
PROGRESS_BAR_COLUMNS: Final = 28
PROGRESS_INTERVAL_S: Final = 0.1
"""Seconds between two looks: a terminal is slow to write to."""
MAX_PROMPT_BYTES: Final = 16 << 20
"""Bytes of a prompt from stdin."""
SESSIONS_PER_PAGE = 500
MAX_AMBIGUOUS_SESSIONS = 10
AGENT_DEMO_TIMEOUT_S: Final = 30.0
NES_DEMO_TIMEOUT_S: Final = 30.0
MAX_DEMO_REQUESTS: Final = 12
"""Questions; the scene has fewer places."""
DEMO_PAUSE_S: Final = 0.25
"""Seconds in which a person looks up, and an editor asks."""
MAX_AGENT_TITLE_CHARS: Final = 80
AGENT_RESPONSE_TIMEOUT_S: Final = 30.0
"""Seconds that an agent has for every answer but a turn's."""
