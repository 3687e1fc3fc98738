"""Limits and timeouts of `understudy.nes.index.store` that a person may want to tune."""

from typing import Final

__all__ = [
    "INDEX_JOIN_TIMEOUT_S",
    "MAX_CACHED_QUERIES",
    "MAX_CACHED_SNAPSHOTS",
    "MAX_CACHED_SNAPSHOT_CHARS",
    "MAX_DEFINITION_LINE_CHARS",
    "MAX_ENTRIES_PER_FOLDER",
    "MAX_FILES_REREAD",
    "MAX_FOLDERS",
    "MAX_FOLDER_DISTANCE",
    "MAX_FOLDER_ENTRIES",
    "MAX_IMPORT_LINES_TRIED",
    "MAX_IMPORT_LINE_CHARS",
    "MAX_IMPORT_SPAN_LINES",
    "MAX_IMPORT_STATEMENT_CHARS",
    "MAX_INDEXED_LINE_CHARS",
    "MAX_OCCURRENCES_PER_LINE",
    "MAX_OCCURRENCES_PER_TEXT",
    "MAX_ON_DEMAND_FILE_BYTES",
    "MAX_ROOTS",
    "MAX_SEARCH_CHARS",
    "MAX_TEXTS_PER_NAME_QUERY",
    "MAX_WORKING_FOLDERS",
    "MIN_FILE_AGE_NS",
    "OTHER_ROOT_DISTANCE",
    "QUERY_CACHE_TTL_S",
]

MAX_ON_DEMAND_FILE_BYTES: Final = 1 << 20
"""Bytes of a file that is read because it was asked for."""
MAX_TEXTS_PER_NAME_QUERY: Final = 24
"""Texts that are looked through for a name."""
MAX_WORKING_FOLDERS: Final = 16
MAX_ROOTS: Final = 64
INDEX_JOIN_TIMEOUT_S: Final = 1.0
MAX_FILES_REREAD: Final = 16
"""Files that one search reads again because they changed; further ones are left out of its answer."""
MAX_SEARCH_CHARS: Final = 4 << 20
"""Characters that one search goes through at most; twice as many for a question about a name."""
QUERY_CACHE_TTL_S: Final = 1.0
MAX_CACHED_QUERIES: Final = 32
MAX_CACHED_SNAPSHOTS: Final = 48
MAX_CACHED_SNAPSHOT_CHARS: Final = 4 << 20
MAX_INDEXED_LINE_CHARS: Final = 5_000
"""Characters; a longer line was not written by hand."""
MIN_FILE_AGE_NS: Final = 50_000_000
"""Nanoseconds; file systems have coarse clocks, so a file that changed just now may do so again unnoticed."""
MAX_FOLDERS: Final = 20_000
MAX_FOLDER_ENTRIES: Final = 200_000
MAX_ENTRIES_PER_FOLDER: Final = 20_000
OTHER_ROOT_DISTANCE: Final = 8
"""How far away another root counts."""
MAX_DEFINITION_LINE_CHARS: Final = 400
"""Characters of a line that is looked at."""
MAX_OCCURRENCES_PER_TEXT: Final = 500
"""Places of a name that are looked at in one text."""
MAX_OCCURRENCES_PER_LINE: Final = 4
MAX_IMPORT_LINE_CHARS: Final = 400
"""Characters of a line that is looked at."""
MAX_IMPORT_STATEMENT_CHARS: Final = 4_000
MAX_IMPORT_SPAN_LINES: Final = 60
"""Lines from the beginning of an import to the name."""
MAX_IMPORT_LINES_TRIED: Final = 12
"""Lines of one text that are tried."""
MAX_FOLDER_DISTANCE: Final = 64
