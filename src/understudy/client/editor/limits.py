"""Limits and timeouts of `understudy.client.editor` that a person may want to tune."""

from typing import Final

__all__ = [
    "DEFAULT_RECENT_FILES",
    "EDIT_MERGE_INTERVAL_S",
    "FILE_OPERATION_TIMEOUT_S",
    "MAX_EDIT_DIFF_CHARS",
    "MAX_EDIT_ENTRIES",
    "MAX_EDIT_LINES",
    "MAX_FILE_BYTES",
    "MAX_LISTED_FILES",
    "MAX_RECENT_DOCUMENTS",
    "MAX_RECENT_FILES_CHARS",
    "MAX_SPLICES_PER_CHANGE",
    "MAX_TEXT_GROWTH_CHARS",
    "MAX_USER_ACTIONS",
    "NES_CLOSE_TIMEOUT_S",
    "NES_REQUEST_TIMEOUT_S",
    "SEARCH_TIMEOUT_S",
]

DEFAULT_RECENT_FILES: Final = 10
"""Recent files that are sent when the agent names no number."""
MAX_RECENT_DOCUMENTS: Final = 50
MAX_RECENT_FILES_CHARS: Final = 2_000_000
"""Of all recent files together; the document itself is always among them."""
NES_REQUEST_TIMEOUT_S: Final = 30.0
NES_CLOSE_TIMEOUT_S: Final = 5.0
MAX_FILE_BYTES: Final = 4 << 20
"""Of a file: a larger one is no text that somebody edits by hand."""
MAX_LISTED_FILES: Final = 5_000
FILE_OPERATION_TIMEOUT_S: Final = 30.0
MAX_EDIT_ENTRIES: Final = 30
MAX_EDIT_LINES: Final = 40
"""Lines that one edit grows over; what goes on beyond is the next one."""
MAX_EDIT_DIFF_CHARS: Final = 20_000
"""Characters. A larger change was not made by hand, and is left out."""
MAX_USER_ACTIONS: Final = 100
EDIT_MERGE_INTERVAL_S: Final = 2.0
"""Seconds after which typing on the next line is something new."""
MAX_TEXT_GROWTH_CHARS: Final = 16 << 20
SEARCH_TIMEOUT_S: Final = 10.0
"""For all the matching of one suggestion."""
MAX_SPLICES_PER_CHANGE: Final = 200
"""Ranges that one change names; beyond, they go out as one."""
