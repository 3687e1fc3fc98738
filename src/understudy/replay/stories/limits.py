"""Limits and times of stories that a person may want to tune."""

from typing import Final

__all__ = [
    "FIRST_REQUEST_S",
    "KEY_INTERVAL_S",
    "MAX_HOLD_S",
    "MAX_JUMP_DISTANCE_LINES",
    "MAX_REJECTIONS_IN_A_ROW",
    "MAX_REQUESTS_PER_STORY",
    "MAX_SHOWN_TEXT_CHARS",
    "MAX_STORIES",
    "MAX_STORY_FILE_BYTES",
    "SECOND_REQUEST_S",
    "SETTLE_STEPS",
    "THREAD_POLL_S",
]

KEY_INTERVAL_S: Final = 0.08
"""Between two keys of the simulated user."""
FIRST_REQUEST_S: Final = 0.3
"""From the last key to the first request."""
SECOND_REQUEST_S: Final = 1.2
"""From the last key to the second request, if the first got nothing."""
MAX_HOLD_S: Final = 3.0
"""A request that is not answered after that many seconds got nothing."""
MAX_REJECTIONS_IN_A_ROW: Final = 3
"""Of wrong suggestions; then the user makes the next edit by hand."""
MAX_REQUESTS_PER_STORY: Final = 60
MAX_JUMP_DISTANCE_LINES: Final = 1
"""From an inserted line: the cursor may be before or after it."""
MAX_STORIES: Final = 5_000
MAX_STORY_FILE_BYTES: Final = 4 << 20
MAX_SHOWN_TEXT_CHARS: Final = 200
"""Of a suggestion in the report."""
SETTLE_STEPS: Final = 24
"""Rounds of the event loop in which an agent in this process handles a message that needs no waiting."""
THREAD_POLL_S: Final = 0.02
"""Real seconds between two looks at an agent that works in a thread."""
