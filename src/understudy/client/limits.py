"""Limits and timeouts of the client, by package. Times are in seconds unless the name says otherwise."""

from typing import Final

__all__ = [
    "BUSY_RETRY_INTERVAL_S",
    "CANCELLED_TURN_TIMEOUT_S",
    "DEFAULT_RECENT_FILES",
    "DEFAULT_TERMINAL_OUTPUT_BYTES",
    "DISK_TIMEOUT_S",
    "EDIT_MERGE_INTERVAL_S",
    "EXIT_AFTER_EOF_TIMEOUT_S",
    "EXIT_AFTER_KILL_TIMEOUT_S",
    "EXIT_AFTER_SIGTERM_TIMEOUT_S",
    "EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S",
    "FAILED_START_EXIT_TIMEOUT_S",
    "FILE_OPERATION_TIMEOUT_S",
    "FIRST_RECONNECT_DELAY_S",
    "IN_PROCESS_STOP_TIMEOUT_S",
    "LAST_OUTPUT_BYTES",
    "MAX_AWAITED_PAGES",
    "MAX_BUSY_RETRY_INTERVAL_S",
    "MAX_COMMAND_NAME_CHARS",
    "MAX_CONCURRENT_READS",
    "MAX_EARLY_UPDATES",
    "MAX_EARLY_UPDATE_BYTES",
    "MAX_EDIT_DIFF_CHARS",
    "MAX_EDIT_ENTRIES",
    "MAX_EDIT_LINES",
    "MAX_ERROR_DETAIL_CHARS",
    "MAX_FILE_BYTES",
    "MAX_INVALID_LINES",
    "MAX_LISTED_FILES",
    "MAX_LIST_PAGES",
    "MAX_LOG_EXCERPT_CHARS",
    "MAX_MCP_CONNECTIONS",
    "MAX_PATHS_IN_NOTICE",
    "MAX_PENDING_LISTENER_CHARS",
    "MAX_PENDING_MCP_MESSAGES",
    "MAX_QUEUED_OFFLINE_BYTES",
    "MAX_QUOTED_OUTPUT_CHARS",
    "MAX_RECENT_DOCUMENTS",
    "MAX_RECENT_FILES_CHARS",
    "MAX_RECONNECT_DELAY_S",
    "MAX_REPLAYED_BYTES",
    "MAX_REPLAYED_UPDATES",
    "MAX_SHOWN_TEXT_CHARS",
    "MAX_SPLICES_PER_CHANGE",
    "MAX_TERMINALS",
    "MAX_TERMINALS_PER_SESSION",
    "MAX_TERMINAL_OUTPUT_BYTES",
    "MAX_TEXT_GROWTH_CHARS",
    "MAX_TOOL_KINDS",
    "MAX_TOTAL_TERMINAL_OUTPUT_BYTES",
    "MAX_UNKNOWN_SESSIONS",
    "MAX_UNREAD_BYTES",
    "MAX_UNREAD_UPDATES",
    "MAX_URL_CHARS",
    "MAX_USER_ACTIONS",
    "MCP_SERVER_CLOSE_TIMEOUT_S",
    "NES_CLOSE_TIMEOUT_S",
    "NES_REQUEST_TIMEOUT_S",
    "NEW_SESSION_WAIT_TIMEOUT_S",
    "QUICK_BUSY_RETRIES",
    "RECONNECT_TIMEOUT_S",
    "REMOTE_PING_INTERVAL_S",
    "REMOTE_PING_TIMEOUT_S",
    "SANDBOX_SETUP_TIMEOUT_MS",
    "SEARCH_TIMEOUT_S",
    "SEND_CATCH_UP_TIMEOUT_S",
    "STDERR_TAIL_BYTES",
    "STDERR_TAIL_READS",
    "UNREAD_HARD_LIMIT_FACTOR",
]

# Connection

MAX_ERROR_DETAIL_CHARS: Final = 500
"""Of the details of an error, beside its message."""
MAX_COMMAND_NAME_CHARS: Final = 80
"""Of the agent's command in a sentence."""
EXIT_AFTER_EOF_TIMEOUT_S: Final = 1.0
"""How long to wait for the agent's exit after the end of its output, before reporting that it only closed it."""
MAX_INVALID_LINES: Final = 200
"""Lines that are no messages before the first response; after that many the program counts as no agent."""
MAX_QUOTED_OUTPUT_CHARS: Final = 200
FAILED_START_EXIT_TIMEOUT_S: Final = 0.3
"""How long a program that did not initialize may take to exit."""
MAX_UNREAD_UPDATES: Final = 4096
"""Unread updates of a turn at which reading is paused, until half of them were read."""
MAX_UNREAD_BYTES: Final = 32 << 20
"""The same, by their size on the wire."""
UNREAD_HARD_LIMIT_FACTOR: Final = 16
"""At this multiple reading is paused even for a caller that iterates another turn."""
SEND_CATCH_UP_TIMEOUT_S: Final = 5.0
SANDBOX_SETUP_TIMEOUT_MS: Final = 30_000
"""How long bubblewrap may take to set up its mounts."""
MAX_PATHS_IN_NOTICE: Final = 5
MAX_SHOWN_TEXT_CHARS: Final = 1 << 16
"""Of a new text that a permission request shows."""
MAX_URL_CHARS: Final = 8192
MAX_AWAITED_PAGES: Final = 256
"""Pages that the user agreed to visit and whose completion is awaited."""
MAX_PENDING_MCP_MESSAGES: Final = 128
"""Messages of the agent that an MCP server has not accepted or answered; also requests of the server."""
MCP_SERVER_CLOSE_TIMEOUT_S: Final = 5.0
MAX_MCP_CONNECTIONS: Final = 64
"""Open at the same time."""

# agent_process

IN_PROCESS_STOP_TIMEOUT_S: Final = 5.0
"""How long an in-process agent may take to end."""
EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S: Final = 2.0
"""How long an agent may take to exit after its stdin was closed."""
EXIT_AFTER_SIGTERM_TIMEOUT_S: Final = 1.0
EXIT_AFTER_KILL_TIMEOUT_S: Final = 6.0
"""Must be more than the 5 s after which the supervisor gives up on processes that it cannot kill."""
STDERR_TAIL_BYTES: Final = 1 << 14
STDERR_TAIL_READS: Final = 8
"""How often an ended agent's standard error is read, 64 KiB each: more than a pipe holds."""
LAST_OUTPUT_BYTES: Final = 1 << 14
"""Of what an ended agent wrote and nobody read."""
MAX_LOG_EXCERPT_CHARS: Final = 600
"""Of the agent's log in the sentence of an error."""

# editor

DEFAULT_RECENT_FILES: Final = 10
"""Recent files that are sent if the agent names no number."""
MAX_RECENT_DOCUMENTS: Final = 50
MAX_RECENT_FILES_CHARS: Final = 2_000_000
"""Of all recent files together; the current document is always sent."""
NES_REQUEST_TIMEOUT_S: Final = 30.0
NES_CLOSE_TIMEOUT_S: Final = 5.0
MAX_FILE_BYTES: Final = 4 << 20
"""A larger file is not text that is edited by hand."""
MAX_LISTED_FILES: Final = 5_000
FILE_OPERATION_TIMEOUT_S: Final = 30.0
MAX_EDIT_ENTRIES: Final = 30
MAX_EDIT_LINES: Final = 40
"""Lines to which one edit may grow; a change beyond them begins the next edit."""
MAX_EDIT_DIFF_CHARS: Final = 20_000
"""A larger change was not made by hand, and is not sent."""
MAX_USER_ACTIONS: Final = 100
EDIT_MERGE_INTERVAL_S: Final = 2.0
"""After this time, typing on an adjacent line begins a new edit."""
MAX_TEXT_GROWTH_CHARS: Final = 16 << 20
"""By which one suggestion may enlarge texts."""
SEARCH_TIMEOUT_S: Final = 10.0
"""For all pattern matching of one suggestion."""
MAX_SPLICES_PER_CHANGE: Final = 200
"""Ranges in one change event; more are sent as one range."""

# remote

FIRST_RECONNECT_DELAY_S: Final = 0.5
"""Before the second attempt to connect again; the first one is made at once. It doubles with each attempt."""
BUSY_RETRY_INTERVAL_S: Final = 0.5
"""Between the first attempts to load a session that is still open elsewhere."""
MAX_BUSY_RETRY_INTERVAL_S: Final = 2.0
"""Between later ones; the session may be free before its lease ends."""
QUICK_BUSY_RETRIES: Final = 2
MAX_RECONNECT_DELAY_S: Final = 15.0
RECONNECT_TIMEOUT_S: Final = 600.0
"""Without a connection for this long the agent counts as gone."""
REMOTE_PING_INTERVAL_S: Final = 15.0
REMOTE_PING_TIMEOUT_S: Final = 20.0
MAX_QUEUED_OFFLINE_BYTES: Final = 32 << 20
"""Of messages that are sent while there is no connection; more are dropped."""

# session

MAX_UNKNOWN_SESSIONS: Final = 16
"""Unknown sessions whose early updates are kept."""
MAX_EARLY_UPDATES: Final = 1024
"""Of each unknown session."""
MAX_EARLY_UPDATE_BYTES: Final = 64 << 20
"""Of all unknown sessions."""
MAX_REPLAYED_UPDATES: Final = 100_000
"""Of a loaded session that are kept in `replayed`; later ones only go to `on_update`."""
MAX_REPLAYED_BYTES: Final = 512 << 20
"""The same, by their size on the wire."""
MAX_TOOL_KINDS: Final = 10_000
"""Tool calls of a turn whose kinds are stored."""
CANCELLED_TURN_TIMEOUT_S: Final = 30.0
"""How long the next turn waits for the end of a cancelled one."""
MAX_LIST_PAGES: Final = 10_000
"""Of a session list: the cursors of an agent may never end."""

# workspace_access

DISK_TIMEOUT_S: Final = 30.0
"""For one operation on the disk."""
MAX_CONCURRENT_READS: Final = 4
"""Files that are read at the same time, or wait for an agent that does not read."""
NEW_SESSION_WAIT_TIMEOUT_S: Final = 10.0
"""How long a request for an unknown session waits while several sessions are being opened."""
MAX_PENDING_LISTENER_CHARS: Final = 1 << 18
"""Of output that waits for a listener; of more, only the end is passed on."""
MAX_TERMINALS_PER_SESSION: Final = 16
MAX_TERMINALS: Final = 64
MAX_TERMINAL_OUTPUT_BYTES: Final = 4 << 20
"""Of output that one terminal keeps, whatever the agent requests."""
MAX_TOTAL_TERMINAL_OUTPUT_BYTES: Final = 64 << 20
"""Of output that all terminals of a connection keep."""
DEFAULT_TERMINAL_OUTPUT_BYTES: Final = 1 << 20
