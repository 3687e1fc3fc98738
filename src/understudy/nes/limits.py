"""Limits and timeouts of `understudy.nes` that a person may want to tune."""

from typing import Final

__all__ = [
    "FIRST_SCAN_TIMEOUT_S",
    "MANUAL_THRESHOLD_REDUCTION",
    "MAX_CANDIDATES_CHECKED",
    "MAX_DIAGNOSTICS",
    "MAX_DIAGNOSTIC_MESSAGE_CHARS",
    "MAX_LOGGED_TEXT_CHARS",
    "MAX_NEW_NAME_CHARS",
    "MAX_NEW_RECENT_FILE_CHARS",
    "MAX_RECENT_FILES",
    "MAX_RECENT_FILE_CHARS",
    "MAX_SESSIONS",
    "MAX_SNIPPETS",
    "MAX_SNIPPET_CHARS",
    "MAX_SUGGESTION_CHARS",
    "MAX_SUGGESTION_LINES",
    "MAX_TOTAL_DOCUMENT_CHARS",
    "MAX_UNCHECKED_COORDINATE",
    "MAX_USER_ACTIONS",
    "MAX_WORKSPACE_ROOTS",
    "MIN_PROBABILITY_FLOOR",
    "MODEL_TIMEOUT_S",
    "PROTECTED_RECENT_EDITS",
    "SYMBOLIC_ENGINE_TIMEOUT_S",
]

MANUAL_THRESHOLD_REDUCTION: Final = 0.15
"""So much less is enough if the user asked for it."""
MAX_LOGGED_TEXT_CHARS: Final = 80
"""Characters of a text that may be in a log."""
MAX_DIAGNOSTICS: Final = 200
MAX_DIAGNOSTIC_MESSAGE_CHARS: Final = 1_000
MAX_SNIPPETS: Final = 50
MAX_SNIPPET_CHARS: Final = 20_000
MAX_USER_ACTIONS: Final = 100
MAX_RECENT_FILES: Final = 50
MAX_RECENT_FILE_CHARS: Final = 16 << 20
MAX_NEW_RECENT_FILE_CHARS: Final = 1 << 20
"""Of texts that are not known yet: to take them in takes time, and the user waits."""
MAX_UNCHECKED_COORDINATE: Final = 10_000_000
SYMBOLIC_ENGINE_TIMEOUT_S: Final = 0.02
"""What the symbolic engine may take."""
MAX_CANDIDATES_CHECKED: Final = 20
"""Candidates that are looked at."""
MAX_SUGGESTION_LINES: Final = 12
"""Changed lines that a user can take in at a glance."""
MAX_SUGGESTION_CHARS: Final = 4_000
MAX_NEW_NAME_CHARS: Final = 200
PROTECTED_RECENT_EDITS: Final = 3
"""So many of the newest edits are never taken back."""
MODEL_TIMEOUT_S: Final = 15.0
"""What a model may take; the engine has its own, shorter limit."""
MIN_PROBABILITY_FLOOR: Final = 0.05
MAX_SESSIONS: Final = 64
FIRST_SCAN_TIMEOUT_S: Final = 0.05
"""Seconds that the answer to `nes/start` may wait for the first look at the workspace's files."""
MAX_WORKSPACE_ROOTS: Final = 64
MAX_TOTAL_DOCUMENT_CHARS: Final = 256 << 20
"""Of all documents of all sessions."""
