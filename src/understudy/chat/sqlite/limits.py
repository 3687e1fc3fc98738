"""Limits and timeouts of `understudy.chat.sqlite` that a person may want to tune."""

from typing import Final

__all__ = [
    "CHECKPOINT_BUSY_TIMEOUT_MS",
    "FILE_LOCK_POLL_INTERVAL_S",
    "MAX_BATCH_BYTES",
    "MAX_BATCH_EVENTS",
    "MAX_EVENT_BYTES",
    "MAX_SESSIONS_PER_PAGE",
    "MAX_WAL_BYTES",
    "WRITE_LOCK_POLL_INTERVAL_S",
]

WRITE_LOCK_POLL_INTERVAL_S: Final = 0.01
CHECKPOINT_BUSY_TIMEOUT_MS: Final = 100
MAX_WAL_BYTES: Final = 8 * 1024 * 1024
FILE_LOCK_POLL_INTERVAL_S: Final = 0.01
MAX_BATCH_EVENTS: Final = 256
MAX_BATCH_BYTES: Final = 1024 * 1024
MAX_EVENT_BYTES: Final = 64 * 1024 * 1024
MAX_SESSIONS_PER_PAGE: Final = 1000
