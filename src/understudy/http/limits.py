"""Limits and timeouts of `understudy.http` that a person may want to tune."""

from typing import Final

__all__ = [
    "AUTHORIZATION_TIMEOUT_S",
    "BEFORE_SHUTDOWN_TIMEOUT_S",
    "GRACEFUL_SHUTDOWN_TIMEOUT_S",
    "LISTEN_BACKLOG",
    "MAX_CONNECTIONS",
    "MAX_UNAUTHORIZED_CONNECTIONS",
    "REQUEST_HEAD_TIMEOUT_S",
]

REQUEST_HEAD_TIMEOUT_S: Final = 10.0
"""Seconds for a client to send the head of a request."""
AUTHORIZATION_TIMEOUT_S: Final = 10.0
"""Seconds for the first authorized request on a connection."""
GRACEFUL_SHUTDOWN_TIMEOUT_S: Final = 2
"""Seconds that open connections have to finish after a signal."""
MAX_CONNECTIONS: Final = 256
MAX_UNAUTHORIZED_CONNECTIONS: Final = 48
"""Connections without an authorized request. A browser opens six at a time."""
LISTEN_BACKLOG: Final = 128
"""Connections that the system queues before they are accepted."""
BEFORE_SHUTDOWN_TIMEOUT_S: Final = 3.0
"""Seconds for the callback that runs before connections are closed."""
