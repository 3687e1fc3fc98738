"""Limits and timeouts of `understudy.chat.turn.turn` that a person may want to tune."""

from typing import Final

__all__ = [
    "CANCEL_TIMEOUT_S",
    "END_RECORD_TIMEOUT_S",
    "MAX_PARALLEL_CALLS",
    "MAX_STREAMING_CALLS_SHOWN",
    "STREAM_FLUSH_INTERVAL_S",
]

END_RECORD_TIMEOUT_S: Final = 1.0
"""Seconds for keeping a cancelled turn's end before it is answered all the same."""
CANCEL_TIMEOUT_S: Final = 0.05
"""Seconds that cancelled work has to put its things away before the turn goes on without it."""
MAX_PARALLEL_CALLS: Final = 16
MAX_STREAMING_CALLS_SHOWN: Final = 100
"""Calls of one answer that are shown before they are made."""
STREAM_FLUSH_INTERVAL_S: Final = 0.2
"""Seconds that streamed text may wait before it is kept."""
