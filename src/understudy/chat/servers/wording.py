"""Words of a server made fit for a sentence of ours: bounded, on one line, without control characters.

Also the one exception that carries such a sentence. Nothing here decides what is trusted.
"""

import re
from typing import Final

__all__ = ["ServerTrouble", "bounded", "plain", "quoted", "size"]

_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+")
_SURROGATES: Final = re.compile(r"[\ud800-\udfff]")


class ServerTrouble(Exception):
    """A server cannot be used. The text is one sentence for a person, without secrets."""


def plain(text: str, most: int = 300) -> str:
    """One line of it, without what could move a cursor or reverse the direction of writing."""
    line = _CONTROLS.sub(" ", _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text[: 4 * most])).strip()
    return line if len(line) <= most else line[: most - 1] + "…"


def quoted(name: str) -> str:
    return f"'{plain(name, 80)}'"


def bounded(text: str, most: int) -> str:
    """A longer text, of which the lines matter, cut with a note."""
    text = _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text[: most + 1])
    return text if len(text) <= most else f"{text[:most]}\n[cut after {most} characters]"


def size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count} bytes"
