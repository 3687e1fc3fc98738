"""Limits and timeouts of `understudy.wire` that a person may want to tune."""

from typing import Final

__all__ = [
    "BATCH_BYTES",
    "GATHER_BYTES",
    "HANGUP_POLL_INTERVAL_S",
    "HIGH_WATER_BYTES",
    "MAX_FRAME_BYTES",
    "MMAP_THRESHOLD_BYTES",
    "OVERLONG_LINE_KEPT_BYTES",
    "PIPE_BYTES",
    "READ_CHUNK_BYTES",
    "RELAY_FLUSH_TIMEOUT_S",
    "STALL_TIMEOUT_S",
    "TRIM_THRESHOLD_BYTES",
]

MAX_FRAME_BYTES: Final = 32 << 20
"""What one frame may have. A longer one is passed over while it is read, never held."""
OVERLONG_LINE_KEPT_BYTES: Final = 256
"""Bytes kept of either end of an overlong line, for callers that want a summary of it."""
HIGH_WATER_BYTES: Final = 1 << 20
"""How many unwritten bytes take away the room."""
PIPE_BYTES: Final = 1 << 20
MMAP_THRESHOLD_BYTES: Final = 32 << 20
TRIM_THRESHOLD_BYTES: Final = 64 << 20
STALL_TIMEOUT_S: Final = 30.0
"""Seconds that a side may take nothing while the other has something for it."""
RELAY_FLUSH_TIMEOUT_S: Final = 5.0
"""Seconds that one side has to take what the other said before it left."""
BATCH_BYTES: Final = 1 << 16
"""Bytes that are handed over in one turn of the loop, about: what one read of a pipe brings."""
GATHER_BYTES: Final = 1 << 16
"""Small pieces are written together up to about this many bytes."""
READ_CHUNK_BYTES: Final = 1 << 16
"""What one read asks for: what a pipe holds, and a block that the allocator keeps instead of mapping it."""
HANGUP_POLL_INTERVAL_S: Final = 1.0
"""Seconds between two looks at a paused descriptor: has its writer gone?"""
