"""Limits and timeouts of `understudy.nes.session.session` that a person may want to tune."""

from typing import Final

__all__ = [
    "EXPECTED_ACCEPT_RATIO",
    "FEEDBACK_EVENTS_PER_SAVE",
    "FEEDBACK_HALVING_COUNT",
    "HUNK_SEARCH_RADIUS_LINES",
    "MAX_CACHED_DIFFS",
    "MAX_CLIENT_EDITS",
    "MAX_CLIENT_HISTORY_CHARS",
    "MAX_CLIENT_HISTORY_ENTRIES",
    "MAX_CONTEXT_DOCUMENTS",
    "MAX_CONTEXT_DOCUMENT_CHARS",
    "MAX_FAMILIES",
    "MAX_FEEDBACK_COUNTERS",
    "MAX_FEEDBACK_FILE_BYTES",
    "MAX_HUNKS_PER_ENTRY",
    "MAX_LINE_CHANGES_PER_EVENT",
    "MAX_ODDS_FACTOR",
    "MAX_OPEN_DOCUMENTS",
    "MAX_PRE_SESSION_CHARS",
    "MAX_PRE_SESSION_DOCUMENTS",
    "MAX_RECENT_SUGGESTIONS",
    "MAX_REJECTIONS",
    "MIN_FEEDBACK_COUNT",
    "MIN_ODDS_FACTOR",
]

MIN_FEEDBACK_COUNT: Final = 10
"""Verdicts on a family before they count."""
MIN_ODDS_FACTOR: Final = 0.5
MAX_ODDS_FACTOR: Final = 2.0
EXPECTED_ACCEPT_RATIO: Final = 2.0
"""Taken to refused, for a family that is as good as its chances say."""
MAX_FAMILIES: Final = 64
MAX_FEEDBACK_FILE_BYTES: Final = 16_384
FEEDBACK_HALVING_COUNT: Final = 500.0
"""From so many verdicts on, old ones count less."""
FEEDBACK_EVENTS_PER_SAVE: Final = 10
"""Verdicts between two writes."""
MAX_REJECTIONS: Final = 20
MAX_FEEDBACK_COUNTERS: Final = 500
MAX_RECENT_SUGGESTIONS: Final = 8
"""Suggestions of late whose verdict may still come."""
MAX_CLIENT_HISTORY_ENTRIES: Final = 30
MAX_CLIENT_EDITS: Final = 50
MAX_HUNKS_PER_ENTRY: Final = 20
"""Of one diff. Who changes more places at once did not do it by hand, so nothing is learned from it."""
MAX_CLIENT_HISTORY_CHARS: Final = 100_000
MAX_CACHED_DIFFS: Final = 128
HUNK_SEARCH_RADIUS_LINES: Final = 200
"""Lines around the place that a diff names, in which its new text is looked for."""
MAX_OPEN_DOCUMENTS: Final = 500
MAX_CONTEXT_DOCUMENTS: Final = 50
MAX_CONTEXT_DOCUMENT_CHARS: Final = 24 << 20
"""Of all texts that came with requests; more than one request may bring."""
MAX_LINE_CHANGES_PER_EVENT: Final = 200
"""Of one change. Who changes more places at once, as by "replace all", gives no examples by that."""
MAX_PRE_SESSION_DOCUMENTS: Final = 200
MAX_PRE_SESSION_CHARS: Final = 32 << 20
