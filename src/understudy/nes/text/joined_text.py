"""A text as one string, with the offset of each line in it: made once per state of a text, for all readers."""

import threading
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, repeat
from operator import add

from understudy.bounded_dict import BoundedDict
from understudy.nes.limits import MAX_CACHED_JOINED_TEXTS
from understudy.nes.text.text_types import TextSnapshot

__all__ = ["JoinedText", "join_snapshot"]


class JoinedText:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)
        """A copy: the lines of an open document change in place. Readers must not change it."""
        self.text = "\n".join(self.lines)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line, and one behind the last line as if it had a line ending."""
        return [0, *accumulate(map(add, map(len, self.lines), repeat(1)))]


_cached: "BoundedDict[str, tuple[TextSnapshot, JoinedText]]" = BoundedDict(MAX_CACHED_JOINED_TEXTS)
_cache_lock = threading.Lock()
"""A text may be prepared in another thread."""


def join_snapshot(snapshot: TextSnapshot) -> JoinedText:
    """Return the joined text of a snapshot. Lines change in place with a new version; a full text is a new list."""
    key = snapshot.uri + snapshot.variant
    cached = _cached.get(key)
    if cached is not None:
        known, joined = cached
        if (
            known.lines is snapshot.lines
            and known.version == snapshot.version
            and len(joined.lines) == len(snapshot.lines)
        ):
            return joined
    joined = JoinedText(snapshot.lines)
    with _cache_lock:
        _cached[key] = (snapshot, joined)
    return joined
