"""Limits and timeouts of `understudy.client` that a person may want to tune.

Limits and timeouts of `understudy.client.agent_process` that a person may want to tune.

Limits and timeouts of `understudy.client.editor` that a person may want to tune.

Limits and timeouts of `understudy.client.session` that a person may want to tune.

Limits and timeouts of `understudy.client.workspace_access` that a person may want to tune.
"""

from typing import Final

__all__ = [
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
    "IN_PROCESS_STOP_TIMEOUT_S",
    "MAX_AWAITED_PAGES",
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
    "MAX_QUOTED_OUTPUT_CHARS",
    "MAX_RECENT_DOCUMENTS",
    "MAX_RECENT_FILES_CHARS",
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
    "SANDBOX_SETUP_TIMEOUT_MS",
    "SEARCH_TIMEOUT_S",
    "SEND_CATCH_UP_TIMEOUT_S",
    "STDERR_TAIL_BYTES",
    "UNREAD_HARD_LIMIT_FACTOR",
]

MAX_ERROR_DETAIL_CHARS: Final = 500
"""Characters of what an error says beside its message."""
MAX_COMMAND_NAME_CHARS: Final = 80
EXIT_AFTER_EOF_TIMEOUT_S: Final = 1.0
"""Seconds between the end of an agent's output and its own, before we say that it merely closed it."""
MAX_INVALID_LINES: Final = 200
"""Lines that are no messages and come before the first answer: with that many it is no agent."""
MAX_QUOTED_OUTPUT_CHARS: Final = 200
FAILED_START_EXIT_TIMEOUT_S: Final = 0.3
"""Seconds for a program to leave that never became an agent."""
MAX_UNREAD_UPDATES: Final = 4096
"""Unread updates of a turn that stop the reading, until half of them were taken."""
MAX_UNREAD_BYTES: Final = 32 << 20
"""The same, by their size on the wire."""
UNREAD_HARD_LIMIT_FACTOR: Final = 16
"""Times that, which stop it also for those who follow another turn."""
SEND_CATCH_UP_TIMEOUT_S: Final = 5.0
SANDBOX_SETUP_TIMEOUT_MS: Final = 30_000
"""Milliseconds that bubblewrap has for its mounts."""
MAX_PATHS_IN_NOTICE: Final = 5
"""Paths in one sentence."""
MAX_SHOWN_TEXT_CHARS: Final = 1 << 16
"""Characters of a new text that a question shows."""
MAX_URL_CHARS: Final = 8192
MAX_AWAITED_PAGES: Final = 256
"""Pages that people agreed to go to, and whose end is awaited."""
MAX_PENDING_MCP_MESSAGES: Final = 128
"""Messages of the agent that the server has not taken or answered; also questions of the server."""
MCP_SERVER_CLOSE_TIMEOUT_S: Final = 5.0
"""Seconds that a server has to end."""
MAX_MCP_CONNECTIONS: Final = 64
"""Connections at a time."""


IN_PROCESS_STOP_TIMEOUT_S: Final = 5.0
"""Seconds that a partner in memory has to end."""
EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that an agent has to leave after its input was closed."""
EXIT_AFTER_SIGTERM_TIMEOUT_S: Final = 1.0
EXIT_AFTER_KILL_TIMEOUT_S: Final = 6.0
"""More than the supervisor's own limit for what cannot be ended."""
STDERR_TAIL_BYTES: Final = 1 << 14
"""Bytes."""
MAX_LOG_EXCERPT_CHARS: Final = 600
"""Characters in an error's sentence."""


DEFAULT_RECENT_FILES: Final = 10
"""Recent files that are sent when the agent names no number."""
MAX_RECENT_DOCUMENTS: Final = 50
MAX_RECENT_FILES_CHARS: Final = 2_000_000
"""Of all recent files together; the document itself is always among them."""
NES_REQUEST_TIMEOUT_S: Final = 30.0
NES_CLOSE_TIMEOUT_S: Final = 5.0
MAX_FILE_BYTES: Final = 4 << 20
"""Of a file: a larger one is no text that somebody edits by hand."""
MAX_LISTED_FILES: Final = 5_000
FILE_OPERATION_TIMEOUT_S: Final = 30.0
MAX_EDIT_ENTRIES: Final = 30
MAX_EDIT_LINES: Final = 40
"""Lines that one edit grows over; what goes on beyond is the next one."""
MAX_EDIT_DIFF_CHARS: Final = 20_000
"""Characters. A larger change was not made by hand, and is left out."""
MAX_USER_ACTIONS: Final = 100
EDIT_MERGE_INTERVAL_S: Final = 2.0
"""Seconds after which typing on the next line is something new."""
MAX_TEXT_GROWTH_CHARS: Final = 16 << 20
SEARCH_TIMEOUT_S: Final = 10.0
"""For all the matching of one suggestion."""
MAX_SPLICES_PER_CHANGE: Final = 200
"""Ranges that one change names; beyond, they go out as one."""


MAX_UNKNOWN_SESSIONS: Final = 16
"""Sessions that nobody knows, and have updates kept."""
MAX_EARLY_UPDATES: Final = 1024
"""Updates of each."""
MAX_EARLY_UPDATE_BYTES: Final = 64 << 20
"""Of all."""
MAX_REPLAYED_UPDATES: Final = 100_000
"""Updates of a loaded session that are kept; what comes beyond is told to `on_update` alone."""
MAX_REPLAYED_BYTES: Final = 512 << 20
"""On the wire."""
MAX_TOOL_KINDS: Final = 10_000
"""Tool calls of a turn whose kinds are remembered."""
CANCELLED_TURN_TIMEOUT_S: Final = 30.0
"""Seconds that an agent has to end a turn that was cancelled, when the next one is wanted."""
MAX_LIST_PAGES: Final = 10_000
"""Pages of a list, at most: an agent's cursor may never come to an end."""


DISK_TIMEOUT_S: Final = 30.0
"""Seconds that one operation on the disk may take."""
MAX_CONCURRENT_READS: Final = 4
"""Texts that are read at once, and wait for an agent that does not take them."""
NEW_SESSION_WAIT_TIMEOUT_S: Final = 10.0
"""Seconds that a request for a session that nobody knows waits while several are being made."""
MAX_PENDING_LISTENER_CHARS: Final = 1 << 18
"""Characters that wait for a listener at most; of a flood it gets the last part."""
MAX_TERMINALS_PER_SESSION: Final = 16
MAX_TERMINALS: Final = 64
MAX_TERMINAL_OUTPUT_BYTES: Final = 4 << 20
"""Bytes of output that one terminal keeps at most, whatever the agent asks for."""
MAX_TOTAL_TERMINAL_OUTPUT_BYTES: Final = 64 << 20
"""What all of a connection may keep together."""
DEFAULT_TERMINAL_OUTPUT_BYTES: Final = 1 << 20
