"""Limits and timeouts of `understudy.cli` that a person may want to tune.

Limits and timeouts of `understudy.cli.chat_ui` that a person may want to tune.
"""

from typing import Final

__all__ = [
    "AGENT_DEMO_TIMEOUT_S",
    "AGENT_RESPONSE_TIMEOUT_S",
    "DEMO_PAUSE_S",
    "DRAW_INTERVAL_S",
    "DRAW_REST_FACTOR",
    "FLUSH_CHECK_CHARS",
    "MAX_AGENT_TITLE_CHARS",
    "MAX_AMBIGUOUS_SESSIONS",
    "MAX_CALL_OUTPUT_LINES",
    "MAX_CHOICE_ATTEMPTS",
    "MAX_DEMO_REQUESTS",
    "MAX_DIFF_CHARS",
    "MAX_DIFF_LINES",
    "MAX_ERROR_LOG_LINES",
    "MAX_FORM_ATTEMPTS",
    "MAX_HISTORY_BYTES",
    "MAX_IDLE_UPDATES",
    "MAX_LOG_LINES",
    "MAX_OPEN_BLOCK_CHARS",
    "MAX_OPEN_TEXT_CHARS",
    "MAX_OTHER_CANDIDATES",
    "MAX_OUTPUT_LINES",
    "MAX_PATCH_BYTES",
    "MAX_PERMISSION_LINES",
    "MAX_PERMISSION_OUTPUT_LINES",
    "MAX_PROMPT_BYTES",
    "MAX_PROSE_COLUMNS",
    "MAX_SESSIONS_LISTED",
    "MAX_SESSION_TITLE_CHARS",
    "MAX_TERMINAL_OUTPUT_CHARS",
    "MENU_ROWS",
    "MIN_COLUMNS",
    "NES_DEMO_TIMEOUT_S",
    "PROGRESS_BAR_COLUMNS",
    "PROGRESS_INTERVAL_S",
    "SESSIONS_PER_PAGE",
    "STARTUP_NOTICE_DELAY_S",
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


MAX_OPEN_BLOCK_CHARS: Final = 20_000
"""Characters of one block; what is longer is cut at a line, for no terminal shows it as one anyway."""
MAX_DIFF_CHARS: Final = 40_000
"""Characters of one diff that are shown."""
MAX_HISTORY_BYTES: Final = 1 << 20
"""Bytes of the history; when there are more, the older half is forgotten."""
MAX_FORM_ATTEMPTS: Final = 3
MAX_PERMISSION_OUTPUT_LINES: Final = 40
MAX_PROSE_COLUMNS: Final = 110
"""Columns beyond which prose is hard to read."""
MIN_COLUMNS: Final = 20
MENU_ROWS: Final = 12
MAX_CALL_OUTPUT_LINES: Final = 12
"""Lines of a call's output that stay; of one under way, half as many are shown."""
MAX_DIFF_LINES: Final = 60
MAX_PERMISSION_LINES: Final = 2_000
MAX_OPEN_TEXT_CHARS: Final = 6_000
"""Characters of an unfinished block that are drawn again and again; its end is what is looked at."""
FLUSH_CHECK_CHARS: Final = 1_000
"""Characters after which an unfinished text is looked at again, if it is not drawn before."""
MAX_TERMINAL_OUTPUT_CHARS: Final = 16 << 10
"""Characters of each; the last are kept."""
STARTUP_NOTICE_DELAY_S: Final = 0.3
"""Seconds: what is quicker needs no note."""
MAX_SESSIONS_LISTED: Final = 300
MAX_IDLE_UPDATES: Final = 300
"""Updates between two turns that are kept until the prompt is free; later ones are dropped."""
MAX_LOG_LINES: Final = 40
MAX_ERROR_LOG_LINES: Final = 8
DRAW_INTERVAL_S: Final = 0.08
"""Seconds from one drawing to the next."""
DRAW_REST_FACTOR: Final = 4
"""A drawing that takes long is rested for so many times as long."""
