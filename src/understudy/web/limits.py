"""Limits and timeouts of `understudy.web` that a person may want to tune."""

from typing import Final

__all__ = [
    "AGENT_ACCEPT_TIMEOUT_S",
    "AGENT_EXIT_TIMEOUT_S",
    "AGENT_IDLE_TIMEOUT_S",
    "GRACEFUL_SHUTDOWN_TIMEOUT_S",
    "MAX_KEPT_LOGS",
    "MAX_LOG_LINES_SHOWN",
    "MAX_REMEMBERED_DELETIONS",
    "MAX_REQUEST_BYTES",
    "MAX_TABS",
    "MAX_VIEWED_FILE_BYTES",
    "REMOTE_CONNECT_TIMEOUT_S",
    "SAMPLE_START_TIMEOUT_S",
    "SOCKET_CLOSE_TIMEOUT_S",
    "TICKET_LIFETIME_S",
    "TOOLS_READY_TIMEOUT_S",
    "WEBSOCKET_PING_INTERVAL_S",
]

GRACEFUL_SHUTDOWN_TIMEOUT_S: Final = 6
"""Seconds for the shutdown after a signal: more than an agent has that ignores every request to end."""
WEBSOCKET_PING_INTERVAL_S: Final = 20.0
"""Seconds between pings, and for their responses: detects a tab that disappeared without closing."""
TICKET_LIFETIME_S: Final = 60.0
"""Seconds that a started browser has to open the page."""
SOCKET_CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds for sending the close frame."""
MAX_TABS: Final = 16
MAX_KEPT_LOGS: Final = 32
"""Logs of ended agents that the page can show, one per tab."""
MAX_LOG_LINES_SHOWN: Final = 12
"""Last lines of an agent's log that are shown when it ends."""
MAX_VIEWED_FILE_BYTES: Final = 64 << 20
"""Bytes of a file that the page shows as an image."""
MAX_REQUEST_BYTES: Final = 64 << 10
"""Bytes of a request that moves or deletes a file."""
MAX_REMEMBERED_DELETIONS: Final = 1000
"""Deleted files and folders that can be put back; older ones stay in the trash."""
AGENT_ACCEPT_TIMEOUT_S: Final = 30.0
"""Seconds that the process of our agents has to accept the connection of a tab; then another one is started."""
AGENT_IDLE_TIMEOUT_S: Final = 60.0
"""Seconds without a tab after which the process of our agents is ended."""
AGENT_EXIT_TIMEOUT_S: Final = 3.0
"""Seconds that an agent which closed its output has to exit, so that its exit status is known."""
TOOLS_READY_TIMEOUT_S: Final = 30.0
"""Seconds that a call waits for the endpoint to be ready."""
SAMPLE_START_TIMEOUT_S: Final = 60.0
"""Seconds for the workbench of the sample project to print its URL."""
REMOTE_CONNECT_TIMEOUT_S: Final = 30.0
"""Seconds for connecting to an agent on another machine."""
