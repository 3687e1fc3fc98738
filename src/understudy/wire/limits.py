"""Limits and timeouts of `understudy.wire` that a person may want to tune."""

from typing import Final

__all__ = [
    "BATCH_BYTES",
    "GATHER_BYTES",
    "HANGUP_POLL_INTERVAL_S",
    "HIGH_WATER_BYTES",
    "MAX_ARENAS",
    "MAX_FRAME_BYTES",
    "MAX_HEADER_BYTES",
    "MMAP_THRESHOLD_BYTES",
    "OVERLONG_LINE_KEPT_BYTES",
    "PIPE_BYTES",
    "READ_CHUNK_BYTES",
    "RELAY_FLUSH_TIMEOUT_S",
    "STALL_TIMEOUT_S",
    "TRIM_THRESHOLD_BYTES",
]

MAX_FRAME_BYTES: Final = 32 << 20
"""Size of one frame. A longer one is dropped while it is read."""
MAX_HEADER_BYTES: Final = 8 << 10
"""Size of the header of one frame, where frames have one."""
OVERLONG_LINE_KEPT_BYTES: Final = 256
"""Bytes kept of either end of an overlong line, for a summary of it."""
HIGH_WATER_BYTES: Final = 1 << 20
"""Unwritten bytes above which a channel has no room; it has room again at half of it."""
PIPE_BYTES: Final = 1 << 20
"""Size of the pipe of the standard output, where the system allows it."""
MMAP_THRESHOLD_BYTES: Final = 32 << 20
"""Blocks up to this size come from the heap."""
TRIM_THRESHOLD_BYTES: Final = 64 << 20
"""Free memory that the heap keeps."""
STALL_TIMEOUT_S: Final = 30.0
"""Seconds that a side may read nothing while the other has frames for it."""
RELAY_FLUSH_TIMEOUT_S: Final = 5.0
"""Seconds that one side has to read what the other sent before it disconnected."""
BATCH_BYTES: Final = 1 << 16
"""Bytes delivered in one loop iteration, about: the size of one read from a pipe."""
GATHER_BYTES: Final = 1 << 16
"""Bytes up to which small pieces are written together, about."""
READ_CHUNK_BYTES: Final = 1 << 16
"""Bytes of one read: the capacity of a pipe, and a block that the allocator keeps instead of mapping it."""
HANGUP_POLL_INTERVAL_S: Final = 1.0
"""Seconds between two checks whether the writer of a paused descriptor has closed it."""
MAX_ARENAS: Final = 2
"""Heaps of the C library. By default each thread gets one, and each keeps what its largest work needed."""
