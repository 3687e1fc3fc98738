"""How much one peer takes on. What one frame may have is the channel's business."""

from typing import Final

import msgspec

__all__ = ["LOOP_TURNS_AT_END", "MAX_QUOTED_CHARS", "MAX_WARNINGS", "Limits"]


class Limits(msgspec.Struct, frozen=True):
    """How much a peer takes on, and how long it waits. Seconds and counts."""

    max_requests: int = 256
    """Handlers of requests in progress. One more is refused."""
    max_notifications: int = 256
    """Handlers of notifications in progress. With that many, later messages wait."""
    max_queued: int = 4096
    """Messages that wait for their turn. With that many, nothing more is read."""
    max_queued_bytes: int = 64 << 20
    drain_timeout_s: float = 2.0
    """After the end of input, for messages that were read already to be handled in order."""
    cancel_timeout_s: float = 5.0
    """For cancelled handlers to end."""
    flush_timeout_s: float = 1.0
    """For the other side to take its last answers."""


MAX_WARNINGS: Final = 100
"""Warnings about notifications; more of them are for debugging. A log that nobody reads must not fill up."""
LOOP_TURNS_AT_END = 3
"""Turns of the loop that handlers have at the end of input: enough for one that waits for nothing."""
MAX_QUOTED_CHARS: Final = 300
