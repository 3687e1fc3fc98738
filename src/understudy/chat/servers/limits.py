"""How long a server may take and how much of what it sends is kept."""

from dataclasses import dataclass

__all__ = ["Limits"]


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
