"""Limits and timeouts of `understudy.client` that a person may want to tune."""

from typing import Final

__all__ = [
    "EXIT_AFTER_EOF_TIMEOUT_S",
    "FAILED_START_EXIT_TIMEOUT_S",
    "MAX_AWAITED_PAGES",
    "MAX_COMMAND_NAME_CHARS",
    "MAX_ERROR_DETAIL_CHARS",
    "MAX_INVALID_LINES",
    "MAX_MCP_CONNECTIONS",
    "MAX_PATHS_IN_NOTICE",
    "MAX_PENDING_MCP_MESSAGES",
    "MAX_QUOTED_OUTPUT_CHARS",
    "MAX_SHOWN_TEXT_CHARS",
    "MAX_UNREAD_BYTES",
    "MAX_UNREAD_UPDATES",
    "MAX_URL_CHARS",
    "MCP_SERVER_CLOSE_TIMEOUT_S",
    "SANDBOX_SETUP_TIMEOUT_MS",
    "SEND_CATCH_UP_TIMEOUT_S",
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
