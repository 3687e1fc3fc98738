"""Showing text on a terminal: colours where they are wanted, and nothing that a file's content could do to it."""

import os
import re
import sys
from typing import Final, TextIO

__all__ = ["Terminal", "harmless"]

# Controls but tab and newline; DEL and C1; bidirectional marks; other invisible format characters.
_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
_STYLES: Final = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}


def harmless(text: str, *, one_line: bool = False) -> str:
    """The text with every character that steers a terminal, or deceives its reader, written out."""
    text = _HARMFUL.sub(_written_out, text.replace("\r\n", "\n"))
    return text.replace("\n", "\\n").replace("\t", "\\t") if one_line else text


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class Terminal:
    """An output stream that knows whether it is looked at."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.interactive = self.stream.isatty()
        wanted = os.environ.get("FORCE_COLOR")
        refused = os.environ.get("NO_COLOR")
        self.colours = wanted not in (None, "", "0") or (
            self.interactive and not refused and os.environ.get("TERM") != "dumb"
        )

    def style(self, text: str, *styles: str) -> str:
        if not self.colours or not styles:
            return text
        return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{text}\x1b[0m"

    def line(self, text: str = "") -> None:
        self.write(text + "\n")

    def write(self, text: str) -> None:
        self.stream.write(text)

    def live(self, text: str) -> None:
        """Text that somebody waits for."""
        self.write(text)
        self.stream.flush()
