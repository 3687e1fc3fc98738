"""Prepares text of a server for our messages: bounded, on one line, without control characters.

Also the exception that carries such a message. Nothing here decides what is trusted.
"""

import re
from typing import Final

__all__ = ["ServerError", "format_size", "is_encodable", "one_line", "quote_name", "truncate"]

_CONTROL_CHARS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+")
_SURROGATES: Final = re.compile(r"[\ud800-\udfff]")


class ServerError(Exception):
    """A server cannot be used. The text is one sentence for a person, without secrets."""


def one_line(text: str, max_chars: int = 300) -> str:
    """Return the text on one line, without characters that move a cursor or change the direction of writing."""
    line = _CONTROL_CHARS.sub(
        " ", _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text[: 4 * max_chars])
    ).strip()
    return line if len(line) <= max_chars else line[: max_chars - 1] + "…"


def quote_name(name: str) -> str:
    return f"'{one_line(name, 80)}'"


def truncate(text: str, max_chars: int) -> str:
    """Truncate a text with lines, and append a note."""
    text = _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text[: max_chars + 1])
    return text if len(text) <= max_chars else f"{text[:max_chars]}\n[cut after {max_chars} characters]"


def is_encodable(text: str) -> bool:
    """Whether the text can be encoded as UTF-8: a lone surrogate cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def format_size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count} bytes"
