"""What may be logged of an exception: its type and where it was raised, never a word of what it says.

The message of an exception, and the values in its frames, may hold keys, headers or a user's text.
"""

import traceback
from pathlib import PurePath
from typing import Final

__all__ = ["describe_exception_safely"]

_OWN_PACKAGE: Final = "understudy"
MAX_LOGGED_FRAMES: Final = 8


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
