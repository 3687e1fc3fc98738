"""Limits and timeouts of `understudy.acp` that a person may want to tune."""

from typing import Final

__all__ = [
    "ANSWERS_PER_FULL_COLLECTION",
    "FULL_COLLECTION_PAUSE_S",
    "MAX_EDIT_HISTORY_ENTRIES",
    "MAX_OUTBOUND_ERROR_CHARS",
    "MAX_RECENT_FILES",
    "MAX_UNDECODABLE_EXAMINED_BYTES",
    "MAX_USER_ACTIONS",
    "SHUTDOWN_TIMEOUT_S",
]

SHUTDOWN_TIMEOUT_S: Final = 3.0
"""Seconds that the services have to shut down when the client has disconnected."""
ANSWERS_PER_FULL_COLLECTION: Final = 200
"""Answers to next-edit requests after which a pause is used to collect garbage: about 50 objects for each."""
FULL_COLLECTION_PAUSE_S: Final = 2.0
"""Seconds without an answer after which the user is not typing."""
MAX_OUTBOUND_ERROR_CHARS: Final = 300
"""Characters kept of an error message of the client."""
MAX_RECENT_FILES: Final = 10
MAX_EDIT_HISTORY_ENTRIES: Final = 50
MAX_USER_ACTIONS: Final = 50
MAX_UNDECODABLE_EXAMINED_BYTES: Final = 1 << 20
"""Size of an undecodable message up to which it is examined."""
