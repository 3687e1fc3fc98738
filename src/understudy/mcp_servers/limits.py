"""Limits and timeouts: how long a server may take, and how much of its data is kept."""

from dataclasses import dataclass
from typing import Final

__all__ = [
    "CANCEL_TIMEOUT_S",
    "CONNECTION_CLOSE_TIMEOUT_S",
    "EXIT_AFTER_KILL_TIMEOUT_S",
    "EXIT_AFTER_STDIN_TIMEOUT_S",
    "EXIT_AFTER_TERM_TIMEOUT_S",
    "HTTP_QUICK_TIMEOUT_S",
    "LIST_CHANGE_DEBOUNCE_S",
    "MAX_CONSECUTIVE_NON_MESSAGES",
    "MAX_CURSOR_CHARS",
    "MAX_HTTP_CONNECTIONS",
    "MAX_LISTED_NAME_CHARS",
    "MAX_OMISSION_NOTES",
    "MAX_REJECTED_TOOLS_SHOWN",
    "MAX_REMEMBERED_TOOL_NAMES",
    "MAX_REPORTED_ERRORS",
    "MAX_TITLE_CHARS",
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
    """Limits of one session. Times are in seconds, sizes in bytes unless a field says otherwise."""

    connect_timeout_s: float = 15.0
    """From the start of a server to its tool list."""

    max_frame_bytes: int = 8 << 20
    """Size of one message of a server. A longer one is dropped while it is read."""

    max_text_chars: int = 1 << 20
    """Length of the text of one result; size of its structured content in bytes of JSON."""

    max_images: int = 8
    max_image_bytes: int = 4 << 20
    """Size of all images of one result together."""

    max_arguments_bytes: int = 4 << 20
    max_tools: int = 256
    """Tools offered in one session by all servers together."""

    max_list_pages: int = 64
    """Pages of the tool list of one server."""

    max_schema_bytes: int = 64 << 10
    """Size of the input schema of one tool, as JSON."""

    max_description_chars: int = 4000
    """Length of the description of one tool."""

    max_stderr_bytes: int = 64 << 10
    """How much of a server's stderr is logged, each time it is started."""


EXIT_AFTER_STDIN_TIMEOUT_S: Final = 0.8
"""Seconds that a server has to exit after its stdin is closed."""
EXIT_AFTER_TERM_TIMEOUT_S: Final = 0.5
EXIT_AFTER_KILL_TIMEOUT_S: Final = 0.6
HTTP_QUICK_TIMEOUT_S: Final = 10.0
"""Seconds for operations that need no work of the server: connect, write, accept a notification."""
SESSION_DELETE_TIMEOUT_S: Final = 0.7
"""Seconds for the DELETE request that ends an HTTP session."""
STREAM_REOPEN_INTERVAL_S: Final = 1.0
"""Minimum interval between two connections to the event stream, whatever the server asks for."""
MAX_UNANSWERED_REQUESTS: Final = 64
"""Requests of a server without a response. Further ones are dropped."""
MAX_UNREAD_BYTES: Final = 1 << 20
"""Bytes of unprocessed lines from which the server's output is no longer read."""
MAX_CONSECUTIVE_NON_MESSAGES: Final = 1000
"""Consecutive lines that are not messages, after which the server is closed."""
LIST_CHANGE_DEBOUNCE_S: Final = 0.1
"""Seconds to wait after a changed tool list, so that several changes are read at once."""
TOOL_LIST_INTERVAL_S: Final = 1.0
"""Minimum interval between two reads of the tool list, however often a server says that it changed."""
CONNECTION_CLOSE_TIMEOUT_S: Final = 2.5
"""Seconds for the orderly end of a connection."""
CANCEL_TIMEOUT_S: Final = 1.0
"""Seconds for cancelled tasks to end when a connection is closed."""
MAX_TOOL_NAME_CHARS: Final = 64
"""Length of a tool name that every provider accepts."""
MAX_REMEMBERED_TOOL_NAMES: Final = 4096
"""Assigned names from which those of tools that no longer exist are dropped."""
MAX_LISTED_NAME_CHARS: Final = 1024
"""Length of a tool name in a server's list. A tool with a longer one is not offered."""
MAX_TITLE_CHARS: Final = 200
MAX_CURSOR_CHARS: Final = 65536
MAX_REJECTED_TOOLS_SHOWN: Final = 3
"""Tools named in the warning about those that cannot be offered."""
MAX_OMISSION_NOTES: Final = 20
"""Notes in one result about parts that were left out."""
MAX_REPORTED_ERRORS: Final = 50
"""Different errors of one server that are reported in a session."""
MAX_HTTP_CONNECTIONS: Final = 32
