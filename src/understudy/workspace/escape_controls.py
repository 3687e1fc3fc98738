"""Text of strangers with everything written out that steers a terminal or deceives a reader."""

import re
from typing import Final

__all__ = ["escape_controls"]

# Joined by U+200D, these are one picture.
_EMOJI: Final = "[\u2190-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff]"
# Controls but tab and newline; DEL and C1; bidirectional marks; other characters that show nothing; surrogates;
# a joiner that stands not between two pictures.
_UNSAFE_CHARS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
    f"|\u200d(?:(?!{_EMOJI})|(?<!{_EMOJI}\u200d)(?<!{_EMOJI}\ufe0f\u200d))"
)


def escape_controls(text: str, *, one_line: bool = False) -> str:
    """The text with every such character written out as an escape."""
    text = _UNSAFE_CHARS.sub(_escape_char, text.replace("\r\n", "\n"))
    return text.replace("\n", "\\n").replace("\t", "\\t") if one_line else text


def _escape_char(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
