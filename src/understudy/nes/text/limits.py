"""Limits and timeouts of `understudy.nes.text` that a person may want to tune."""

from typing import Final

__all__ = [
    "ACCEPTED_EDIT_TIMEOUT_S",
    "MAX_DIFF_CHARS",
    "MAX_DIFF_HUNKS",
    "MAX_DOCUMENT_CHARS",
    "MAX_DOCUMENT_LINES",
    "MAX_EDIT_LINES",
    "MAX_EDIT_STATES",
    "MAX_HISTORY_CHARS",
    "MAX_HISTORY_EDITS",
    "MAX_LINE_CHARS",
    "MAX_PENDING_ACCEPTED_EDITS",
    "MAX_PROCESSABLE_CHARS",
    "MAX_RUNS_PER_FULL_TEXT",
    "MAX_TYPED_LINES",
    "MAX_URI_CHARS",
    "TYPING_PAUSE_S",
]

MAX_LINE_CHARS: Final = 20_000
"""A longer line is no line that somebody writes: nothing is learned from it and nothing suggested beside it."""
MAX_DOCUMENT_LINES: Final = 200_000
MAX_DOCUMENT_CHARS: Final = 8_000_000
"""A larger text is not kept at all."""
MAX_PROCESSABLE_CHARS: Final = 2_000_000
"""Characters up to which a text is looked through while the user waits; a larger one is only followed."""
MAX_TYPED_LINES: Final = 30  # a full text that changes more lines than that was not typed
MAX_RUNS_PER_FULL_TEXT: Final = (
    16  # places that one full text may have changed; beyond, they are taken as one
)
MAX_DIFF_CHARS: Final = 400_000
MAX_DIFF_HUNKS: Final = 200
MAX_PENDING_ACCEPTED_EDITS: Final = 32
ACCEPTED_EDIT_TIMEOUT_S: Final = 30.0
"""Seconds in which an announced change has to come."""
MAX_HISTORY_EDITS: Final = 50
MAX_HISTORY_CHARS: Final = 200_000
"""Of all edits together."""
MAX_EDIT_LINES: Final = 400
"""That one edit may have taken or put."""
MAX_EDIT_STATES: Final = 64
TYPING_PAUSE_S: Final = 1.0
"""Seconds without a keystroke after which something new begins, unless it is on the same line."""
MAX_URI_CHARS: Final = 12_288
"""Characters; a path of 4095 bytes, all of them percent-encoded."""
