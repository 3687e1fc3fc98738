"""What may be logged of an exception: its type and where it was raised, never a word of what it says.

The message of an exception, and the values in its frames, may hold keys, headers or a user's text.
"""

import traceback
from pathlib import PurePath
from typing import Final

__all__ = ["told_safely"]

_HOUSE: Final = "understudy"
_MOST_FRAMES: Final = 8


def told_safely(raised: BaseException) -> str:
    """`TypeError at models/provided.py:90 stream, ... (httpx/_client.py:12 send)`: our frames, then the last one
    if it is not ours."""
    frames = traceback.extract_tb(raised.__traceback__)
    ours = [frame for frame in frames if _HOUSE in PurePath(frame.filename).parts]
    places = [_place(frame) for frame in ours[-_MOST_FRAMES:]]
    if frames and frames[-1] not in ours:
        places.append(f"({_place(frames[-1])})")
    return f"{type(raised).__name__} at {', '.join(places) or 'an unknown place'}"


def _place(frame: traceback.FrameSummary) -> str:
    # Two names are enough to find it, and tell nothing of the machine.
    return f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"
