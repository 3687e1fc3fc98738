"""Limits and timeouts of the command line and the chat that a person may want to tune."""

from typing import Final

__all__ = [
    "AGENT_DEMO_TIMEOUT_S",
    "AGENT_RESPONSE_TIMEOUT_S",
    "COMPLETION_MENU_ROWS",
    "DEMO_PAUSE_S",
    "DRAW_INTERVAL_S",
    "DRAW_REST_FACTOR",
    "FLUSH_CHECK_CHARS",
    "GIT_QUERY_TIMEOUT_S",
    "MAX_AGENT_TITLE_CHARS",
    "MAX_AMBIGUOUS_SESSIONS",
    "MAX_CALL_OUTPUT_LINES",
    "MAX_CHOICE_ATTEMPTS",
    "MAX_COMMAND_OUTPUT_BYTES",
    "MAX_COMPLETED_PATHS",
    "MAX_DEMO_REQUESTS",
    "MAX_DIFF_CHARS",
    "MAX_DIFF_LINES",
    "MAX_ERROR_LOG_LINES",
    "MAX_FORM_ATTEMPTS",
    "MAX_HISTORY_BYTES",
    "MAX_IDLE_UPDATES",
    "MAX_LOG_LINES",
    "MAX_MENTIONED_IMAGE_BYTES",
    "MAX_MODELS_SHOWN",
    "MAX_NOTICE_LOG_CHARS",
    "MAX_OPEN_BLOCK_CHARS",
    "MAX_OPEN_TEXT_CHARS",
    "MAX_OTHER_CANDIDATES",
    "MAX_OUTPUT_LINES",
    "MAX_PATCH_BYTES",
    "MAX_PERMISSION_LINES",
    "MAX_PERMISSION_OUTPUT_LINES",
    "MAX_PROMPT_BYTES",
    "MAX_PROSE_COLUMNS",
    "MAX_SERVE_CALLS",
    "MAX_SERVE_THREADS",
    "MAX_SESSIONS_LISTED",
    "MAX_SESSION_TITLE_CHARS",
    "MAX_TERMINAL_OUTPUT_CHARS",
    "MAX_UNFOLDED_PASTE_CHARS",
    "MAX_UNFOLDED_PASTE_LINES",
    "MAX_WALKED_PATHS",
    "MENU_ROWS",
    "MIN_COLUMNS",
    "MIN_FREE_BYTES",
    "NES_DEMO_TIMEOUT_S",
    "PATH_CACHE_INTERVAL_S",
    "PROGRAM_VERSION_TIMEOUT_S",
    "PROGRESS_BAR_COLUMNS",
    "PROGRESS_INTERVAL_S",
    "RUN_CANCEL_TIMEOUT_S",
    "RUN_EXIT_TIMEOUT_S",
    "SERVE_SHUTDOWN_TIMEOUT_S",
    "SESSIONS_PER_PAGE",
    "SILENCE_NOTICE_DELAY_S",
    "STARTUP_NOTICE_DELAY_S",
    "STORE_CHECK_TIMEOUT_S",
    "STORE_THREADS",
]

MAX_OUTPUT_LINES: Final = 20
MAX_SESSION_TITLE_CHARS: Final = 60
MAX_CHOICE_ATTEMPTS = 3
MAX_OTHER_CANDIDATES: Final = 8
MAX_PATCH_BYTES: Final = 16 << 20
PROGRESS_BAR_COLUMNS: Final = 28
PROGRESS_INTERVAL_S: Final = 0.1
"""Between two updates of the progress line: writing to a terminal is slow."""
MAX_PROMPT_BYTES: Final = 16 << 20
"""Of a prompt read from stdin."""
SESSIONS_PER_PAGE = 500
MAX_AMBIGUOUS_SESSIONS = 10
AGENT_DEMO_TIMEOUT_S: Final = 30.0
NES_DEMO_TIMEOUT_S: Final = 30.0
MAX_DEMO_REQUESTS: Final = 12
"""Requests for suggestions in the tour; its files have fewer places to change."""
DEMO_PAUSE_S: Final = 0.25
"""The pause after a change before an editor requests a suggestion."""
MAX_AGENT_TITLE_CHARS: Final = 80
AGENT_RESPONSE_TIMEOUT_S: Final = 30.0
"""For every response of an agent except that of a turn."""
MAX_OPEN_BLOCK_CHARS: Final = 20_000
"""A longer block of streamed Markdown is split at a line: no terminal shows it as one."""
MAX_DIFF_CHARS: Final = 40_000
"""Of one diff in the chat."""
MAX_HISTORY_BYTES: Final = 1 << 20
"""Of the prompt history; the older half of a larger file is deleted."""
MAX_FORM_ATTEMPTS: Final = 3
MAX_PERMISSION_OUTPUT_LINES: Final = 40
MAX_PROSE_COLUMNS: Final = 110
"""Longer lines are hard to read."""
MIN_COLUMNS: Final = 20
MENU_ROWS: Final = 12
MAX_CALL_OUTPUT_LINES: Final = 12
"""Of a finished tool call's output; of a running one half as many are shown."""
MAX_DIFF_LINES: Final = 60
MAX_PERMISSION_LINES: Final = 2_000
MAX_OPEN_TEXT_CHARS: Final = 6_000
"""Of an open block, which is redrawn often; its end is shown."""
FLUSH_CHECK_CHARS: Final = 1_000
"""Streamed characters after which finished blocks are looked for, even if nothing is drawn."""
MAX_TERMINAL_OUTPUT_CHARS: Final = 16 << 10
"""Of each terminal; the last ones are kept."""
SILENCE_NOTICE_DELAY_S: Final = 15.0
"""An agent that sends nothing for so long gets a notice of what is awaited."""
MAX_NOTICE_LOG_CHARS: Final = 200
"""Of the last line of the agent's log in such a notice."""
STARTUP_NOTICE_DELAY_S: Final = 0.3
"""An agent that starts faster gets no notice."""
MAX_SESSIONS_LISTED: Final = 300
MAX_IDLE_UPDATES: Final = 300
"""Updates between two turns that are kept until the prompt is free; later ones are dropped."""
MAX_COMMAND_OUTPUT_BYTES: Final = 256 << 10
"""Bytes of the end of the output that are kept of a command that the chat runs in the user's shell."""
MAX_LOG_LINES: Final = 40
MAX_ERROR_LOG_LINES: Final = 8
DRAW_INTERVAL_S: Final = 0.08
"""Between two redraws."""
DRAW_REST_FACTOR: Final = 4
"""After a slow redraw, the pause is this many times its duration."""
RUN_CANCEL_TIMEOUT_S: Final = 1.0
"""Seconds that an agent has, after Ctrl-C in `understudy run`, to end the turn."""
RUN_EXIT_TIMEOUT_S: Final = 0.8
"""Seconds that it then has to exit before it is killed."""
MAX_SERVE_THREADS: Final = 32
"""Worker threads that the agents of a server share."""
MAX_SERVE_CALLS: Final = 1_000
"""Tool calls of all agents of a server at a time; more are rejected."""
STORE_THREADS: Final = 8
"""Threads for the session store that the agents of a server share."""
STORE_CHECK_TIMEOUT_S: Final = 2.0
"""Seconds that the store has to answer before the server counts as not ready."""
SERVE_SHUTDOWN_TIMEOUT_S: Final = 5.0
MAX_MODELS_SHOWN: Final = 20
"""Models that `understudy login` lists at once."""
GIT_QUERY_TIMEOUT_S: Final = 10.0
"""For git to name the commit of a checkout."""
PROGRAM_VERSION_TIMEOUT_S: Final = 20.0
"""For a program to print its version to `understudy doctor`."""
MIN_FREE_BYTES: Final = 256 << 20
"""With less space beside the state folder, `understudy doctor` warns."""
MAX_COMPLETED_PATHS: Final = 50
"""Paths that the menu of the chat offers for a mention."""
MAX_WALKED_PATHS: Final = 20_000
"""Files and folders that are listed for mentions."""
PATH_CACHE_INTERVAL_S: Final = 5.0
"""Seconds after which they are listed again."""
MAX_MENTIONED_IMAGE_BYTES: Final = 10 << 20
COMPLETION_MENU_ROWS: Final = 10
MAX_UNFOLDED_PASTE_LINES: Final = 8
"""Lines of a paste that are shown; a longer one is folded into a mark."""
MAX_UNFOLDED_PASTE_CHARS: Final = 1000
