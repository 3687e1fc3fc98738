"""Limits of `understudy.nes.completion`."""

from typing import Final

__all__ = [
    "COMPLETION_FAMILY",
    "MAX_ABOVE_LINES",
    "MAX_BLOCK_LINES",
    "MAX_CACHED_LINES",
    "MAX_CACHED_TEXTS",
    "MAX_COMPLETED_LINE_CHARS",
    "MAX_DELETED_LINES_PER_EDIT",
    "MAX_HEADER_DISTANCE_LINES",
    "MAX_LINE_TOKENS",
    "MAX_OCCURRENCES_PER_LINE",
    "MAX_OTHER_TEXTS",
    "MAX_RECENT_EDITS",
    "MAX_REFERENCES",
    "MAX_SCANNED_LINES",
    "MAX_SCANNED_LINES_ELSEWHERE",
    "MAX_SCORED_CANDIDATES",
    "MAX_SHAPE_MATCHES",
    "MIN_ASSIGNMENT_PROBABILITY",
    "MIN_COMPLETION_CHARS",
    "MIN_EXTENSION_PROBABILITY",
    "MIN_PROBABILITY_BY_EAGERNESS",
    "NEARBY_LINES",
    "OTHER_TEXTS_TTL_S",
    "TYPING_PAUSE_S",
]

COMPLETION_FAMILY: Final = "completion"
"""The family id of completions, on the wire and in the feedback store."""
MIN_PROBABILITY_BY_EAGERNESS: Final = {"low": 0.7, "medium": 0.5, "high": 0.38}
"""The probability from which on a completion is shown while the user types."""
MIN_EXTENSION_PROBABILITY: Final = 0.75
"""The probability from which on further lines are completed too."""
MIN_ASSIGNMENT_PROBABILITY: Final = 0.8
"""Of a parameter's field, where the lines above assign the parameters before it."""
MIN_COMPLETION_CHARS: Final = 4
"""A completion that saves fewer characters is not worth a glance."""
TYPING_PAUSE_S: Final = 0.3
"""Without a key for so long, the user is no longer typing in the middle of a line."""
MAX_COMPLETED_LINE_CHARS: Final = 400
MAX_LINE_TOKENS: Final = 120
MAX_CACHED_LINES: Final = 100_000
"""Lines whose tokens are kept."""
MAX_CACHED_TEXTS: Final = 64
MAX_SCANNED_LINES: Final = 6_000
"""Lines of the edited text that are searched, those around the cursor."""
MAX_SCANNED_LINES_ELSEWHERE: Final = 6_000
"""Lines of other texts that are searched, the nearest texts first."""
MAX_OTHER_TEXTS: Final = 6
OTHER_TEXTS_TTL_S: Final = 1.0
"""How long the texts found for a word are used without a new search."""
MAX_SHAPE_MATCHES: Final = 120
MAX_REFERENCES: Final = 160
"""Lines that are compared with the typed one."""
MAX_OCCURRENCES_PER_LINE: Final = 3
MAX_ABOVE_LINES: Final = 3
"""Lines above that are compared."""
MAX_SCORED_CANDIDATES: Final = 10
MAX_BLOCK_LINES: Final = 8
"""Lines that one completion may add."""
NEARBY_LINES: Final = 40
"""Words within this distance count as words of the place."""
MAX_RECENT_EDITS: Final = 12
MAX_DELETED_LINES_PER_EDIT: Final = 40
MAX_HEADER_DISTANCE_LINES: Final = 60
"""How far above the cursor the header of the enclosing function is searched."""
