"""Limits and timeouts of `understudy.lsp` that a person may want to tune."""

from typing import Final

__all__ = [
    "APPLY_EDIT_TIMEOUT_S",
    "CLIENT_TIMEOUT_S",
    "MAX_TITLE_TEXT_CHARS",
    "MAX_UNDECODABLE_EXAMINED_BYTES",
    "SHUTDOWN_TIMEOUT_S",
]

CLIENT_TIMEOUT_S: Final = 30.0
"""Seconds that the editor has to answer a request of ours."""
APPLY_EDIT_TIMEOUT_S: Final = 600.0
"""Seconds that the editor has to apply an edit: it may show the edit to the user before."""
SHUTDOWN_TIMEOUT_S: Final = 2.0
"""Seconds that closing the session may take at the end."""
MAX_TITLE_TEXT_CHARS: Final = 40
"""Characters of the old and of the new text that the title of a code action quotes."""
MAX_UNDECODABLE_EXAMINED_BYTES: Final = 1 << 20
"""A larger message that cannot be decoded is not searched for its document."""
