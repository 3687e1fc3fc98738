"""Limits and timeouts of `understudy.client.workspace_access` that a person may want to tune."""

from typing import Final

__all__ = [
    "DEFAULT_TERMINAL_OUTPUT_BYTES",
    "DISK_TIMEOUT_S",
    "MAX_CONCURRENT_READS",
    "MAX_PENDING_LISTENER_CHARS",
    "MAX_TERMINALS",
    "MAX_TERMINALS_PER_SESSION",
    "MAX_TERMINAL_OUTPUT_BYTES",
    "MAX_TOTAL_TERMINAL_OUTPUT_BYTES",
    "NEW_SESSION_WAIT_TIMEOUT_S",
]

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
