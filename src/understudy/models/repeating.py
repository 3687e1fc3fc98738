"""Whether some words repeat a text that must not be told, in whatever marks or escapes they do. Pure."""

import re
from typing import Final

__all__ = ["repeats_text"]

MIN_REPEATED_CHARS: Final = 12
"""Letters and digits in a row that are no coincidence: less finds a common word, more misses a password."""

_NON_ALPHANUMERIC: Final = re.compile(r"[\W_]+")
_ESCAPE: Final = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|[bfnrt])")


def repeats_text(message: str, text: str) -> bool:
    """Whether a run of the words stands in the text, or all of a text that is shorter than a run in the words."""
    kept = _normalize(text)
    for said in {_normalize(message), _normalize(_ESCAPE.sub(_unescape, message))}:
        if len(kept) < MIN_REPEATED_CHARS and kept and kept in said:
            return True
        if any(said[at : at + MIN_REPEATED_CHARS] in kept for at in range(len(said) - MIN_REPEATED_CHARS + 1)):
            return True
    return False


def _normalize(text: str) -> str:
    """Without spaces and punctuation, which a provider may escape, double or drop."""
    return _NON_ALPHANUMERIC.sub("", text).casefold()


def _unescape(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else " "
