"""Which lines of a commit count as typed, and after which characters a completion is requested.

The rules of the shared scorer (`typed_lines.py`): a new line that was not there before in the hunk and has at least
six characters is typed; a request follows each word, symbol and run of spaces with at least four characters to go.
"""

import re
from collections.abc import Set as AbstractSet
from typing import Final

__all__ = ["MIN_SAVED_CHARS", "is_typed_line", "token_borders"]

MIN_SAVED_CHARS: Final = 4
MIN_TYPED_CHARS: Final = 6
_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")


def is_typed_line(line: str, old: AbstractSet[str]) -> bool:
    """Whether the line is typed; `old` has the stripped lines that the hunk replaces."""
    return len(line.lstrip()) >= MIN_TYPED_CHARS and line.strip() not in old


def token_borders(text: str) -> list[int]:
    """Return where tokens end, except within the last characters: there is nothing worth completing."""
    ends = (match.end() for match in _TOKEN.finditer(text))
    return [end for end in ends if end <= len(text) - MIN_SAVED_CHARS]
