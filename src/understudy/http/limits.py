"""Limits and timeouts of `understudy.http` that a person may want to tune."""

from typing import Final

__all__ = [
    "BEFORE_SHUTDOWN_TIMEOUT_S",
    "GRACEFUL_SHUTDOWN_TIMEOUT_S",
    "MAX_CONNECTIONS",
    "REQUEST_HEAD_TIMEOUT_S",
]

REQUEST_HEAD_TIMEOUT_S: Final = 10.0
"""Seconds for the head of a request."""
GRACEFUL_SHUTDOWN_TIMEOUT_S: Final = 2
"""Seconds that open connections have to finish after a signal."""
MAX_CONNECTIONS: Final = 256
BEFORE_SHUTDOWN_TIMEOUT_S: Final = 3.0
"""Seconds for what is to be said before connections are closed."""
