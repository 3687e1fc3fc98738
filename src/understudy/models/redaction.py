"""Keeps secrets out of logs and messages. Pure.

`describe_exception_safely` names the type of an exception and where it was raised, but not its message: the
message, and the values in the frames, may contain keys, headers or a user's text. `repeats_text` finds a
secret text in a message, whatever punctuation or escapes the message uses.
"""

import re
import traceback
from pathlib import PurePath
from typing import Final

from understudy.models.limits import MAX_LOGGED_FRAMES, MIN_REPEATED_CHARS

__all__ = ["describe_exception_safely", "repeats_text"]

_OWN_PACKAGE: Final = "understudy"


def describe_exception_safely(raised: BaseException) -> str:
    """`TypeError at models/provider_model.py:90 stream, ... (httpx/_client.py:12 send)`: our frames, then the
    last one if it is not ours."""
    frames = traceback.extract_tb(raised.__traceback__)
    own = [frame for frame in frames if _OWN_PACKAGE in PurePath(frame.filename).parts]
    places = [_frame_location(frame) for frame in own[-MAX_LOGGED_FRAMES:]]
    if frames and frames[-1] not in own:
        places.append(f"({_frame_location(frames[-1])})")
    return f"{type(raised).__name__} at {', '.join(places) or 'an unknown place'}"


def _frame_location(frame: traceback.FrameSummary) -> str:
    # The last two path components locate the file and reveal nothing of the machine.
    return f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"


_NON_ALPHANUMERIC: Final = re.compile(r"[\W_]+")
_ESCAPE: Final = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|[bfnrt])")


def repeats_text(message: str, text: str) -> bool:
    """Whether the message has 12 letters and digits in a row of the text, or all of a shorter text."""
    secret_text = _normalize(text)
    for words in {_normalize(message), _normalize(_ESCAPE.sub(_unescape, message))}:
        if len(secret_text) < MIN_REPEATED_CHARS and secret_text and secret_text in words:
            return True
        if any(
            words[at : at + MIN_REPEATED_CHARS] in secret_text
            for at in range(len(words) - MIN_REPEATED_CHARS + 1)
        ):
            return True
    return False


def _normalize(text: str) -> str:
    """Remove spaces and punctuation, which a provider may escape, double or drop."""
    return _NON_ALPHANUMERIC.sub("", text).casefold()


def _unescape(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else " "
