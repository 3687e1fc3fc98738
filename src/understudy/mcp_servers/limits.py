"""How long a server may take and how much of what it sends is kept."""

from dataclasses import dataclass
from typing import Final

__all__ = [
    "CONNECTION_CLOSE_TIMEOUT_S",
    "EXIT_AFTER_KILL_TIMEOUT_S",
    "EXIT_AFTER_STDIN_TIMEOUT_S",
    "EXIT_AFTER_TERM_TIMEOUT_S",
    "HTTP_QUICK_TIMEOUT_S",
    "LIST_CHANGE_DEBOUNCE_S",
    "MAX_CONSECUTIVE_NON_MESSAGES",
    "MAX_HTTP_CONNECTIONS",
    "MAX_REMEMBERED_TOOL_NAMES",
    "MAX_REPORTED_ERRORS",
    "MAX_TOOL_NAME_CHARS",
    "MAX_UNANSWERED_REQUESTS",
    "MAX_UNREAD_BYTES",
    "SESSION_DELETE_TIMEOUT_S",
    "STREAM_REOPEN_INTERVAL_S",
    "TOOL_LIST_INTERVAL_S",
    "Limits",
]


@dataclass(frozen=True, slots=True)
class Limits:
    """Times are in seconds, sizes in bytes unless they say otherwise."""

    connect_timeout_s: float = 15.0
    """From the start of a server to its list of tools."""

    max_frame_bytes: int = 8 << 20
    """One message of a server. A longer one is dropped while it is read."""

    max_text_chars: int = 1 << 20
    """Text of one result, in characters; its structured content, in bytes of JSON."""

    max_images: int = 8
    max_image_bytes: int = 4 << 20
    """All images of one result together."""

    max_arguments_bytes: int = 4 << 20
    max_tools: int = 256
    """Tools offered in one session, of all servers together."""

    max_list_pages: int = 64
    """Pages of one server's list of tools."""

    max_schema_bytes: int = 64 << 10
    """One tool's input schema, as JSON."""

    max_description_chars: int = 4000
    """Characters of one tool's description."""

    max_stderr_bytes: int = 64 << 10
    """What of a server's stderr goes to the log, for each time it is started."""


EXIT_AFTER_STDIN_TIMEOUT_S: Final = 0.8
"""Seconds that a server has to leave after its stdin was closed."""
EXIT_AFTER_TERM_TIMEOUT_S: Final = 0.5
EXIT_AFTER_KILL_TIMEOUT_S: Final = 0.6
HTTP_QUICK_TIMEOUT_S: Final = 10.0
"""Seconds for what needs no work of the server: connecting, writing, taking a notification."""
SESSION_DELETE_TIMEOUT_S: Final = 0.7
"""Seconds for the word that a session is over."""
STREAM_REOPEN_INTERVAL_S: Final = 1.0
"""Seconds between two openings of the event stream, however eagerly the server asks for it."""
MAX_UNANSWERED_REQUESTS: Final = 64
MAX_UNREAD_BYTES: Final = 1 << 20
"""Bytes of unread lines after which the server has to wait."""
MAX_CONSECUTIVE_NON_MESSAGES: Final = 1000
"""Lines that are no message, one after another, after which the server is given up."""
LIST_CHANGE_DEBOUNCE_S: Final = 0.1
"""Seconds after a changed list in which further changes are one and the same."""
TOOL_LIST_INTERVAL_S: Final = 1.0
"""Seconds between two lists of tools, however often a server says that they changed."""
CONNECTION_CLOSE_TIMEOUT_S: Final = 2.5
"""Seconds for a server's orderly end."""
MAX_TOOL_NAME_CHARS: Final = 64
MAX_REMEMBERED_TOOL_NAMES: Final = 4096
MAX_REPORTED_ERRORS: Final = 50
MAX_HTTP_CONNECTIONS: Final = 32
