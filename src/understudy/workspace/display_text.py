r"""Untrusted text made safe to display: escaped control characters, and file names that survive JSON.

A file name is a `str` decoded by the file system's rules (undecodable bytes as lone surrogates). JSON cannot
carry those, so names leave the workspace through `escape_filename`, which writes such a byte as \xNN, and
`unescape_filename` undoes it. A file whose name really contains a backslash, an x and two digits takes
precedence over the escape.
"""

import re
from typing import Final

__all__ = ["escape_controls", "escape_filename", "unescape_filename"]

# Joined by U+200D, these are displayed as one emoji.
_EMOJI: Final = "[\u2190-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff]"
# Controls except tab and newline; DEL and C1; bidirectional marks; other invisible characters and fillers that look
# like spaces; surrogates; a joiner that is not between two emoji.
_UNSAFE_CHARS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200c\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
    f"|\u200d(?:(?!{_EMOJI})|(?<!{_EMOJI}\u200d)(?<!{_EMOJI}\ufe0f\u200d))"
)


def escape_controls(text: str, *, one_line: bool = False) -> str:
    """Escape every character that controls a terminal or can deceive a reader.

    Example: `escape_controls("a\\x1b[31m")` returns the escape as visible text.
    """
    text = _UNSAFE_CHARS.sub(_escape_char, text.replace("\r\n", "\n"))
    return text.replace("\n", "\\n").replace("\t", "\\t") if one_line else text


def _escape_char(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_SURROGATE = re.compile("[\udc80-\udcff]")
_ESCAPE = re.compile(r"\\x([89a-f][0-9a-f])")


def escape_filename(name: str) -> str:
    """The name with undecodable bytes as \\xNN escapes.

    Example: `escape_filename("a\\udcff")` returns a name that can be printed.
    """
    if name.isascii():
        return name
    return _SURROGATE.sub(lambda found: f"\\x{ord(found[0]) - 0xDC00:02x}", name)


def unescape_filename(path: str) -> str | None:
    """The path with its escapes decoded; None if it has none."""
    if "\\x" not in path:
        return None
    raw = _ESCAPE.sub(lambda found: chr(0xDC00 + int(found[1], 16)), path)
    return None if raw == path else raw
