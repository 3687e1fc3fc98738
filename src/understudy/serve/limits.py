"""Limits and timeouts of `understudy.serve` that a person may want to tune."""

from typing import Final

__all__ = [
    "DEFAULT_PORT",
    "DISCARD_TIMEOUT_S",
    "DRAIN_TIMEOUT_S",
    "GRACEFUL_SHUTDOWN_TIMEOUT_S",
    "HTTP_IDLE_TIMEOUT_S",
    "INITIALIZE_TIMEOUT_S",
    "KEEP_ALIVE_INTERVAL_S",
    "LISTEN_BACKLOG",
    "MAX_BUFFERED_BYTES",
    "MAX_CONNECTIONS",
    "MAX_CONNECTIONS_PER_USER",
    "MAX_DISCARDED_BYTES",
    "MAX_ID_CHARS",
    "MAX_SESSION_STREAMS",
    "OIDC_KEYS_LIFETIME_S",
    "OIDC_MIN_RELOAD_INTERVAL_S",
    "OIDC_REQUEST_TIMEOUT_S",
    "OUTPUT_STALL_TIMEOUT_S",
    "REQUEST_BODY_TIMEOUT_S",
    "SOCKET_CLOSE_TIMEOUT_S",
]

DEFAULT_PORT: Final = 8421
DRAIN_TIMEOUT_S: Final = 30.0
"""Seconds that running turns have to end after a signal."""
GRACEFUL_SHUTDOWN_TIMEOUT_S: Final = 3.0
"""Seconds that requests have to end after the connections were closed."""
SOCKET_CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds for sending a close frame."""
KEEP_ALIVE_INTERVAL_S: Final = 15.0
"""Seconds between WebSocket pings, and between comments on an idle event stream."""
HTTP_IDLE_TIMEOUT_S: Final = 120.0
"""Seconds after which a connection over HTTP ends that has no open stream."""
INITIALIZE_TIMEOUT_S: Final = 30.0
OUTPUT_STALL_TIMEOUT_S: Final = 60.0
"""Seconds that a client may read nothing while there is something for it."""
MAX_BUFFERED_BYTES: Final = 1 << 20
"""Bytes for one client that are not sent yet, above which its agent waits."""
MAX_CONNECTIONS: Final = 2_000
MAX_CONNECTIONS_PER_USER: Final = 200
MAX_SESSION_STREAMS: Final = 256
"""Event streams of one connection over HTTP."""
MAX_DISCARDED_BYTES: Final = 1 << 20
"""Bytes that are read of the body of a refused request."""
DISCARD_TIMEOUT_S: Final = 5.0
"""Seconds for the body of a refused request."""
REQUEST_BODY_TIMEOUT_S: Final = 120.0
"""Seconds for the body of a message."""
MAX_ID_CHARS: Final = 200
"""Characters of a session id in a header."""
LISTEN_BACKLOG: Final = 512
OIDC_KEYS_LIFETIME_S: Final = 3_600.0
"""Seconds after which the keys of an issuer are read again."""
OIDC_MIN_RELOAD_INTERVAL_S: Final = 10.0
"""Seconds between two readings for keys that are not known."""
OIDC_REQUEST_TIMEOUT_S: Final = 10.0
