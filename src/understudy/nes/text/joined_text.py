"""A text as one string, with the offset of each line in it: made once per state of a text, for all readers."""

import threading
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, repeat
from operator import add
from typing import Any, Final, TypeVar, cast

from understudy.bounded_dict import BoundedDict
from understudy.nes.limits import MAX_CACHED_JOINED_TEXTS
from understudy.nes.text.computed_sequence import ComputedSequence
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.text_types import Splice, TextSnapshot

__all__ = ["JoinedText", "has_longer_line", "is_longer_than", "join_snapshot"]

T = TypeVar("T")

COUNTED_LINES_PER_CHUNK: Final = 1024
MIN_SHIFTED_TEXT_LINES: Final = 20_000
"""In a shorter text, the offsets are a list: reading that is faster."""
MAX_SHIFTED_LINES: Final = 64


class _ShiftedOffsets(ComputedSequence[int]):
    """Offsets of lines after changes within single lines: those behind a change are shifted when they are read.

    To shift the offsets of 100,000 lines at once takes several milliseconds, more than the rest of a keystroke.
    """

    __slots__ = ("_base", "_lines", "_shifts")

    def __init__(self, base: list[int], lines: tuple[int, ...], shifts: tuple[int, ...]) -> None:
        self._base = base
        self._lines = lines
        """The changed lines, ascending."""
        self._shifts = shifts
        """What is added behind none of them, behind the first, behind the first two, and so on."""

    def __len__(self) -> int:
        return len(self._base)

    def _item(self, index: int) -> int:
        return self._base[index] + self._shifts[bisect_left(self._lines, index)]

    def with_change(self, line: int, shift: int) -> "_ShiftedOffsets | None":
        """Return the offsets after a change of the length of one line; None after too many changes."""
        at = bisect_left(self._lines, line)
        lines, shifts = self._lines, self._shifts
        if at == len(lines) or lines[at] != line:
            if len(lines) >= MAX_SHIFTED_LINES:
                return None
            lines, shifts = (*lines[:at], line, *lines[at:]), (*shifts[: at + 1], *shifts[at:])
        return _ShiftedOffsets(
            self._base, lines, (*shifts[: at + 1], *(one + shift for one in shifts[at + 1 :]))
        )


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
        self._has_longer: dict[int, bool] = {}
        self._without_longer = (
            {limit: previous.lines for limit, found in previous._has_longer.items() if not found}
            if previous is not None
            else {}
        )
        """By the maximum length of a line, the lines of the earlier state if none of them was longer."""
        self._known_change: tuple[list[str], Splice] | None = None
        self._results: dict[Callable[..., Any], Any] = {}

    def remember(self, read: "Callable[[str, Sequence[int]], T]") -> T:
        """Return what a function reads from the text and the offsets of its lines; it is called once."""
        if read not in self._results:
            self._results[read] = read(self.text, self.line_starts)
        return cast("T", self._results[read])

    def has_longer_line(self, max_chars: int) -> bool:
        """Return whether a line has more characters than that. Only lines that have changed are looked at."""
        found = self._has_longer.get(max_chars)
        if found is None:
            before = self._without_longer.pop(max_chars, None)
            found = self._has_longer[max_chars] = (
                has_longer_line(self.text, max_chars)
                if before is None
                else any(len(line) > max_chars for line in self.change_since(before).new)
            )
        return found

    def change_since(self, lines: list[str]) -> Splice:
        """Return what became of the lines of an earlier state. That of the last one asked for is known."""
        known = self._known_change
        if known is None or known[0] is not lines:
            known = self._known_change = lines, minimal_splice(0, lines, self.lines)
        return known[1]

    @cached_property
    def line_starts(self) -> Sequence[int]:
        """The offset of each line, and one behind the last line as if it had a line ending."""
        previous, self._previous = self._previous, None
        if previous is not None:
            lines, starts = previous
            carried = _carry_offsets(len(lines), starts, self.change_since(lines))
            if carried is not None:
                return carried
        return [0, *accumulate(map(add, map(len, self.lines), repeat(1)))]


def _carry_offsets(line_count: int, starts: Sequence[int], change: Splice) -> Sequence[int] | None:
    """Return the offsets after a change, from those of the earlier lines; None if to add up all is better."""
    line, old, new = change
    if len(old) == len(new) == 1 and line_count >= MIN_SHIFTED_TEXT_LINES:
        if isinstance(starts, list):
            starts = _ShiftedOffsets(starts, (), (0,))
        if isinstance(starts, _ShiftedOffsets):
            return starts.with_change(line, len(new[0]) - len(old[0]))
    if not isinstance(starts, list):
        return None
    after = line + len(old) + 1
    found = [*starts[:line], *accumulate((len(one) + 1 for one in new), initial=starts[line])]
    shift = found[-1] - starts[after - 1]
    return found + ([start + shift for start in starts[after:]] if shift else starts[after:])


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


def has_longer_line(text: str, max_chars: int) -> bool:
    """Return whether a line has more characters than that. Does not look at every line."""
    start, size = 0, len(text)
    while size - start > max_chars:
        # Search for the last line ending in a window as long as the limit.
        end = text.rfind("\n", start, start + max_chars + 1)
        if end < 0:
            return True
        start = end + 1
    return False


def is_longer_than(snapshot: TextSnapshot, max_chars: int) -> bool:
    """Return whether the lines have more characters than that, without line endings.

    It is asked many times for one request, so it does not count all lines of a large text.
    """
    joined = _find_current(snapshot)
    if joined is None and len(snapshot.lines) <= COUNTED_LINES_PER_CHUNK:
        joined = join_snapshot(snapshot)  # who asks reads the text next, and to join few lines is faster
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
