"""Limits and timeouts of `understudy.web` that a person may want to tune."""

from typing import Final

__all__ = [
    "AGENT_EXIT_TIMEOUT_S",
    "GRACEFUL_SHUTDOWN_TIMEOUT_S",
    "MAX_LOG_LINES_SHOWN",
    "MAX_TABS",
    "SOCKET_CLOSE_TIMEOUT_S",
    "TICKET_LIFETIME_S",
    "TOOLS_READY_TIMEOUT_S",
    "WEBSOCKET_PING_INTERVAL_S",
]

GRACEFUL_SHUTDOWN_TIMEOUT_S: Final = 6
"""Seconds for everything to end after a signal: more than an agent that ignores all requests has."""
WEBSOCKET_PING_INTERVAL_S: Final = 20.0
"""Seconds between pings, and for their answers: so a tab is missed that left without a word."""
TICKET_LIFETIME_S: Final = 60.0
"""Seconds that a browser has to begin."""
SOCKET_CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds for the last words."""
MAX_TABS: Final = 16
MAX_LOG_LINES_SHOWN: Final = 12
"""Lines of an agent's log that are shown at its end."""
AGENT_EXIT_TIMEOUT_S: Final = 3.0
"""Seconds that an agent which closed its output has to end by itself, so that it can be said how."""
TOOLS_READY_TIMEOUT_S: Final = 30.0
"""Seconds that a call waits for the endpoint."""
