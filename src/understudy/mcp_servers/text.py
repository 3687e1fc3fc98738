"""Words of a server made fit for a sentence of ours: bounded, on one line, without control characters.

Also the one exception that carries such a sentence. Nothing here decides what is trusted.
"""

import re
from typing import Final

__all__ = ["ServerError", "format_size", "one_line", "quote_name", "truncate"]

_CONTROL_CHARS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+")
_SURROGATES: Final = re.compile(r"[\ud800-\udfff]")


class ServerError(Exception):
    """A server cannot be used. The text is one sentence for a person, without secrets."""


def one_line(text: str, max_chars: int = 300) -> str:
    """One line of it, without what could move a cursor or reverse the direction of writing."""
    line = _CONTROL_CHARS.sub(
        " ", _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text[: 4 * max_chars])
    ).strip()
    return line if len(line) <= max_chars else line[: max_chars - 1] + "…"


def quote_name(name: str) -> str:
    return f"'{one_line(name, 80)}'"


def truncate(text: str, max_chars: int) -> str:
    """A longer text, of which the lines matter, cut with a note."""
    text = _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text[: max_chars + 1])
    return text if len(text) <= max_chars else f"{text[:max_chars]}\n[cut after {max_chars} characters]"


def format_size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count} bytes"
