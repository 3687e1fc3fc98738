"""Limits and timeouts of `understudy.client.agent_process` that a person may want to tune."""

from typing import Final

__all__ = [
    "EXIT_AFTER_KILL_TIMEOUT_S",
    "EXIT_AFTER_SIGTERM_TIMEOUT_S",
    "EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S",
    "IN_PROCESS_STOP_TIMEOUT_S",
    "MAX_LOG_EXCERPT_CHARS",
    "STDERR_TAIL_BYTES",
]

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
