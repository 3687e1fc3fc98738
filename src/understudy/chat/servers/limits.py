"""How long a server may take and how much of what it sends is kept."""

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Times are in seconds, sizes in bytes unless they say otherwise."""

    connect: float = 15.0
    """From the start of a server to its list of tools."""

    frame: int = 8 << 20
    """One message of a server. A longer one is dropped while it is read."""

    text: int = 1 << 20
    """Text of one result, in characters; its structured content, in bytes of JSON."""

    images: int = 8
    image: int = 4 << 20
    """All images of one result together."""

    arguments: int = 4 << 20
    tools: int = 256
    """Tools offered in one session, of all servers together."""

    pages: int = 64
    """Pages of one server's list of tools."""

    schema: int = 64 << 10
    """One tool's input schema, as JSON."""

    description: int = 4000
    """Characters of one tool's description."""

    stderr: int = 64 << 10
    """What of a server's stderr goes to the log, for each time it is started."""
