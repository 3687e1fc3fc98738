"""Tunable limits of the workspace tools."""

from typing import Final

__all__ = [
    "FETCH_TIMEOUT_S",
    "MAX_ANNOUNCED_BYTES",
    "MAX_CONCURRENT_CALLS",
    "MAX_CONTEXT_LINES",
    "MAX_EDITOR_TEXT_BYTES",
    "MAX_FETCH_BYTES",
    "MAX_FETCH_REDIRECTS",
    "MAX_FETCH_TEXT_CHARS",
    "MAX_OLD_FILE_HASH_BYTES",
    "MAX_SKIPPED_FILES",
    "MAX_TITLE_ARGUMENT_CHARS",
    "MAX_TITLE_LIST_ITEMS",
    "MAX_WORKER_THREADS",
    "PROGRESS_INTERVAL_FOLDERS",
]

MAX_ANNOUNCED_BYTES: Final = 1 << 20
"""The largest file, in bytes, whose change is announced with its texts."""
MAX_EDITOR_TEXT_BYTES: Final = 8 << 20
"""The largest text, in bytes, that is exchanged with an editor."""
PROGRESS_INTERVAL_FOLDERS = 256
MAX_CONTEXT_LINES = 25
MAX_SKIPPED_FILES = 20
MAX_TITLE_ARGUMENT_CHARS: Final = 1000
"""Characters of an argument that the title of a call quotes. A model may write megabytes."""
MAX_TITLE_LIST_ITEMS: Final = 120
MAX_WORKER_THREADS: Final = 64
MAX_CONCURRENT_CALLS: Final = 256
MAX_OLD_FILE_HASH_BYTES: Final = 64 << 20
"""Bytes of a file that are read only to report its hash before it is overwritten."""
FETCH_TIMEOUT_S: Final = 20.0
"""Seconds for a page of the web, redirects included."""
MAX_FETCH_BYTES: Final = 4 << 20
MAX_FETCH_REDIRECTS: Final = 5
MAX_FETCH_TEXT_CHARS: Final = 50_000
"""Characters of a page's text that one call returns."""
