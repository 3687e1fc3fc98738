"""Limits and timeouts of a peer. The size of a frame is limited by the channel."""

from typing import Final

import msgspec

__all__ = ["LOOP_TURNS_AT_END", "MAX_QUOTED_CHARS", "MAX_WARNINGS", "Limits"]


class Limits(msgspec.Struct, frozen=True):
    """Counts, sizes in bytes, and times in seconds."""

    max_requests: int = 256
    """Request handlers in progress. One more request gets the error BUSY."""
    max_notifications: int = 256
    """Notification handlers in progress. With that many, later messages are queued."""
    max_queued: int = 4096
    """Queued messages. With that many, reading pauses until half of them are processed."""
    max_queued_bytes: int = 64 << 20
    """Size of the queued messages; as for `max_queued`."""
    drain_timeout_s: float = 2.0
    """After the end of input, for queued messages to be processed."""
    cancel_timeout_s: float = 5.0
    """For cancelled handlers to end."""
    flush_timeout_s: float = 1.0
    """For the other side to read the last responses."""


MAX_WARNINGS: Final = 100
"""Warnings about notifications; further ones are logged as debug messages, so that they cannot fill the log."""
LOOP_TURNS_AT_END = 3
"""Loop iterations that handlers have at the end of input: enough for one that waits for nothing."""
MAX_QUOTED_CHARS: Final = 300
"""Characters of the peer's own message that an error quotes."""
