"""A text as one string, with the offset of each line in it: made once per state of a text, for all readers."""

import threading
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, repeat
from operator import add
from typing import Final

from understudy.bounded_dict import BoundedDict
from understudy.nes.limits import MAX_CACHED_JOINED_TEXTS
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.text_types import TextSnapshot

__all__ = ["JoinedText", "is_longer_than", "join_snapshot"]

COUNTED_LINES_PER_CHUNK: Final = 1024


class JoinedText:
    def __init__(self, lines: Sequence[str], previous: "JoinedText | None" = None) -> None:
        """`previous` is an earlier state of the same text; its offsets are reused."""
        self.lines = list(lines)
        """A copy: the lines of an open document change in place. Readers must not change it."""
        self.text = "\n".join(self.lines)
        self._previous = (
            (previous.lines, previous.line_starts)
            if previous is not None and "line_starts" in previous.__dict__
            else None
        )

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line, and one behind the last line as if it had a line ending."""
        previous, self._previous = self._previous, None
        if previous is None:
            return [0, *accumulate(map(add, map(len, self.lines), repeat(1)))]
        lines, starts = previous
        line, old, new = minimal_splice(0, lines, self.lines)
        after = line + len(old) + 1
        found = [*starts[:line], *accumulate((len(one) + 1 for one in new), initial=starts[line])]
        shift = found[-1] - starts[after - 1]
        found += starts[after:] if not shift else [start + shift for start in starts[after:]]
        return found


_cached: "BoundedDict[str, tuple[TextSnapshot, JoinedText]]" = BoundedDict(MAX_CACHED_JOINED_TEXTS)
_cache_lock = threading.Lock()
"""A text may be prepared in another thread."""


def join_snapshot(snapshot: TextSnapshot) -> JoinedText:
    """Return the joined text of a snapshot. Lines change in place with a new version; a full text is a new list."""
    joined = _find_current(snapshot)
    if joined is None:
        key = snapshot.uri + snapshot.variant
        previous = _cached.get(key)
        joined = JoinedText(snapshot.lines, previous[1] if previous is not None else None)
        with _cache_lock:
            _cached[key] = (snapshot, joined)
    return joined


def is_longer_than(snapshot: TextSnapshot, max_chars: int) -> bool:
    """Return whether the lines have more characters than that, without line endings.

    It is asked many times for one request, so it does not count all lines of a large text.
    """
    joined = _find_current(snapshot)
    if joined is not None:
        return len(joined.text) - len(joined.lines) + 1 > max_chars
    chars_left, lines = max_chars, snapshot.lines
    for start in range(0, len(lines), COUNTED_LINES_PER_CHUNK):
        chars_left -= sum(map(len, lines[start : start + COUNTED_LINES_PER_CHUNK]))
        if chars_left < 0:
            return True
    return chars_left < 0


def _find_current(snapshot: TextSnapshot) -> JoinedText | None:
    cached = _cached.get(snapshot.uri + snapshot.variant)
    if cached is None:
        return None
    known, joined = cached
    is_current = (
        known.lines is snapshot.lines
        and known.version == snapshot.version
        and len(joined.lines) == len(snapshot.lines)
    )
    return joined if is_current else None
