"""Files that state old versions on purpose: histories of changes, lock files and what is generated."""

import re
from typing import Final

__all__ = ["is_history"]

_HISTORY: Final = re.compile(
    r"(?i)/(?:changelog|changes|history|news|releases?)(?:\.\w+)?\Z|(?:\.lock|[-.]lock\.\w+|\.sum|\.min\.\w+|\.svg|\.snap)\Z"
)


def is_history(uri: str) -> bool:
    """Whether a file keeps an old version when another one has changed."""
    return _HISTORY.search(uri) is not None
