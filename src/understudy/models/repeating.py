"""Whether some words repeat a text that must not be told, in whatever marks or escapes they do. Pure."""

import re
from typing import Final

__all__ = ["repeats"]

RUN: Final = 12
"""Letters and digits in a row that are no coincidence: less finds a common word, more misses a password."""

_MARKS: Final = re.compile(r"[\W_]+")
_ESCAPE: Final = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|[bfnrt])")


def repeats(words: str, text: str) -> bool:
    """Whether a run of the words stands in the text, or all of a text that is shorter than a run in the words."""
    kept = _bare(text)
    for said in {_bare(words), _bare(_ESCAPE.sub(_unescaped, words))}:
        if len(kept) < RUN and kept and kept in said:
            return True
        if any(said[at : at + RUN] in kept for at in range(len(said) - RUN + 1)):
            return True
    return False


def _bare(text: str) -> str:
    """Without spaces and punctuation, which a provider may escape, double or drop."""
    return _MARKS.sub("", text).casefold()


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else " "
