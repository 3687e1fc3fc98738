"""What may be logged of an exception: its type and where it was raised, never a word of what it says.

The message of an exception, and the values in its frames, may hold keys, headers or a user's text.

Whether some words repeat a text that must not be told, in whatever marks or escapes they do. Pure.
"""

import re
import traceback
from pathlib import PurePath
from typing import Final

from understudy.models.limits import MAX_LOGGED_FRAMES, MIN_REPEATED_CHARS

__all__ = ["describe_exception_safely", "repeats_text"]

_OWN_PACKAGE: Final = "understudy"


def describe_exception_safely(raised: BaseException) -> str:
    """`TypeError at models/provided.py:90 stream, ... (httpx/_client.py:12 send)`: our frames, then the last one
    if it is not ours."""
    frames = traceback.extract_tb(raised.__traceback__)
    ours = [frame for frame in frames if _OWN_PACKAGE in PurePath(frame.filename).parts]
    places = [_frame_location(frame) for frame in ours[-MAX_LOGGED_FRAMES:]]
    if frames and frames[-1] not in ours:
        places.append(f"({_frame_location(frames[-1])})")
    return f"{type(raised).__name__} at {', '.join(places) or 'an unknown place'}"


def _frame_location(frame: traceback.FrameSummary) -> str:
    # Two names are enough to find it, and tell nothing of the machine.
    return f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"


_NON_ALPHANUMERIC: Final = re.compile(r"[\W_]+")
_ESCAPE: Final = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|[bfnrt])")


def repeats_text(message: str, text: str) -> bool:
    """Whether a run of the words stands in the text, or all of a text that is shorter than a run in the words."""
    kept = _normalize(text)
    for said in {_normalize(message), _normalize(_ESCAPE.sub(_unescape, message))}:
        if len(kept) < MIN_REPEATED_CHARS and kept and kept in said:
            return True
        if any(
            said[at : at + MIN_REPEATED_CHARS] in kept for at in range(len(said) - MIN_REPEATED_CHARS + 1)
        ):
            return True
    return False


def _normalize(text: str) -> str:
    """Without spaces and punctuation, which a provider may escape, double or drop."""
    return _NON_ALPHANUMERIC.sub("", text).casefold()


def _unescape(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else " "
