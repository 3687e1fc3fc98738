"""What a program printed, as text: without the sequences that steer a terminal, and as it would stand there. Pure.

Text that is to be shown in Markdown goes through `harmless` afterwards: what is left may still deceive a reader.
"""

import re
from typing import Final

from understudy.chat.limits import MIN_OMITTED_CHARS

__all__ = ["final_terminal_text", "strip_escapes", "truncate_middle"]

# In this order: colours and cursor moves; titles and links; other strings; what is left, down to a lone ESC.
# A string ends on its line: one that never ends must not swallow what was printed behind it.
_ESCAPE_SEQUENCE: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*(?:[@-~]|\Z)"
    r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)"
    r"|\x1b[PX^_][^\x07\x1b\n]*\x1b\\"
    r"|\x1b[ -/]*[0-~]?"
)


def strip_escapes(text: str) -> str:
    """The text without escape sequences. Everything else stays."""
    return _ESCAPE_SEQUENCE.sub("", text) if "\x1b" in text else text


def final_terminal_text(text: str) -> str:
    """The text as it stands in a terminal in the end: of a line that was written over and over, its last state."""
    text = strip_escapes(text)
    if "\r" not in text:
        return text
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))


def truncate_middle(text: str, max_chars: int) -> str:
    """The beginning and the end of a long text, `most` characters of it, and a note of what is missing between."""
    left_out = len(text) - max_chars
    if left_out <= MIN_OMITTED_CHARS:
        return text
    half = max_chars // 2
    return f"{text[:half]}\n… {left_out:,} characters are not shown …\n{text[-half:]}"
