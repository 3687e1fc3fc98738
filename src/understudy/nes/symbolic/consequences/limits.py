"""Limits and timeouts of `understudy.nes.symbolic.consequences` that a person may want to tune."""

from typing import Final

__all__ = [
    "MAX_BINDING_LINE_CHARS",
    "MAX_CACHED_IMPORT_TEXTS",
    "MAX_CALLS_PER_NAME",
    "MAX_CALL_CANDIDATES",
    "MAX_CHANGE_LINES",
    "MAX_CODE_LINE_CHARS",
    "MAX_CONSEQUENCE_CANDIDATES",
    "MAX_HEADER_LINES",
    "MAX_IMPORT_HEAD_LINES",
    "MAX_NEWEST_CHANGES",
    "MAX_PARALLEL_CANDIDATES",
    "MAX_PARALLEL_EDIT_LINES",
    "MAX_RECENT_CHANGES",
    "MAX_RENAMED_MEMBER_CANDIDATES",
    "MAX_RENAMED_MEMBER_TEXTS",
    "MAX_STRUCT_LITERAL_CANDIDATES",
    "MAX_UNRESOLVED_NAMES",
    "MAX_USER_MADE_CAUSES",
    "MEMBER_SEARCH_RANGE",
    "MIN_SHARED_NAME_RATIO",
]

MAX_CONSEQUENCE_CANDIDATES: Final = 12
MAX_NEWEST_CHANGES: Final = 4
MAX_USER_MADE_CAUSES: Final = 2
MAX_RECENT_CHANGES: Final = 6
"""How many edits back a consequence may lie."""
MAX_CODE_LINE_CHARS: Final = 1_000
"""Code on a longer line is made by a program."""
MAX_CHANGE_LINES: Final = 200
"""An edit of more lines is no edit that a person makes by hand."""
MAX_HEADER_LINES: Final = 40
MAX_CALLS_PER_NAME: Final = 60
MAX_UNRESOLVED_NAMES: Final = 8
MAX_BINDING_LINE_CHARS: Final = 500
"""A longer line is not looked through: it may bind anything."""
MIN_SHARED_NAME_RATIO: Final = 0.5
MAX_STRUCT_LITERAL_CANDIDATES: Final = 3
MAX_RENAMED_MEMBER_CANDIDATES: Final = 12
MEMBER_SEARCH_RANGE: Final = 400
MAX_RENAMED_MEMBER_TEXTS: Final = 4
MAX_PARALLEL_CANDIDATES: Final = 2
MAX_PARALLEL_EDIT_LINES: Final = 6
MAX_CALL_CANDIDATES: Final = 3
MAX_IMPORT_HEAD_LINES: Final = 150
"""Lines in which the imports of a text are."""
MAX_CACHED_IMPORT_TEXTS: Final = 24
