"""What the user did: changes of lines, merged into the edits that a person would name.

Told by the mirrors of all documents of one session, newest last. Knows no texts and suggests nothing. Keeps
the last edits only, and of a very large one nothing but that lines have moved. How two changes make one is
in `merging`.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from understudy.nes.documents import Step, cut
from understudy.nes.expected import Expected
from understudy.nes.merging import Merged, compose, is_keystroke, is_one_line, moved, touches
from understudy.nes.port import Edit, Origin
from understudy.nes.values import Splice

__all__ = ["History"]

MOST_EDITS: Final = 50
MOST_CHARACTERS: Final = 200_000
"""Of all edits together."""
MOST_LINES: Final = 400
"""That one edit may have taken or put."""
MOST_STATES: Final = 64
PAUSE: Final = 1.0
"""Seconds without a keystroke after which something new begins, unless it is on the same line."""

_OWN: Final = (Origin.TYPED, Origin.REDONE)
_MARKS: Final = frozenset((Origin.ACCEPTED, Origin.UNDONE, Origin.OUTSIDE))
"""What ends all that was being done before."""
_NOTHING: Final = hash(((), ()))


class _Thread(Struct, eq=False):
    """One edit, and how it came to be."""

    edit: Edit
    states: list[int]
    """Hashes of what it was: nothing, and then after each change."""
    size: int = 0
    active: int = 0
    """The line that was touched last, counted from where the edit begins."""
    base: "_Thread | None" = None
    """For an undo that took back only the last part of an edit: that edit."""


class History:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._threads: list[_Thread] = []
        self._expected = Expected()
        self._serial = 0
        self._size = 0
        self._merged: tuple[_Thread, Edit, Splice] | None = None  # the last merge, to take it apart again

    @property
    def edits(self) -> Sequence[Edit]:
        """Newest last. An edit that was undone is gone; that it was undone is an edit of its own."""
        return tuple([thread.edit for thread in self._threads])

    @property
    def now(self) -> float:
        """The time on the clock of the edits."""
        return self._clock()

    def follow(self, uri: str, steps: Iterable[Step]) -> None:
        """Note all that a change of a document did."""
        for step in steps:
            if step.blind:
                self.closed(uri)
            else:
                self._note(uri, step)

    def closed(self, uri: str) -> None:
        """Nobody tells of this document any more, so where its edits stand is not known from here on."""
        for thread in self._threads:
            if thread.edit.uri == uri:
                thread.edit.line = -1
        self._expected.forget(uri)
        self._merged = None

    def saved(self, uri: str) -> None:
        """Who saves a text is not in the middle of a word."""
        for thread in self._threads:
            if thread.edit.uri == uri:
                thread.edit.keyed = False

    def expect(
        self, uri: str, old: tuple[str, ...], new: tuple[str, ...], line: int, *, follows: bool = False
    ) -> None:
        """The user took a suggestion: this change comes next, or has just come, and is ours.

        Tell of all changes of a suggestion at once, with their lines in the text as it is now.
        """
        splice = cut(line, old, new)
        came = self._came(uri, splice)
        if came is None:
            self._expected.add(uri, splice, self._clock(), follows=follows)
        else:
            came.follows = follows

    def note(
        self,
        uri: str,
        splice: Splice,
        above: str | None,
        below: str | None,
        *,
        whole: bool = False,
        told: bool = False,
        keyed: bool | None = None,
    ) -> Edit | None:
        """Take one change in. The edit that it made or became a part of; None if nothing is left of that.

        `told` is for what the client only tells of: it moves no lines, and the same is taken in once.
        """
        step = Step(splice, above, below, whole, keyed=keyed)
        if not told:
            return self._note(uri, step)
        if any(one.edit.uri == uri and (one.edit.old, one.edit.new) == splice[1:] for one in self._threads):
            return None
        return self._bounded(self._begin(uri, step, Origin.TOLD, self._clock()))

    def _note(self, uri: str, step: Step) -> Edit | None:
        now = self._clock()
        splice = step.splice
        self._merged = None
        follows = self._expected.take(uri, splice, now)
        if follows is not None:
            self._rebase(uri, splice)
            return self._bounded(self._begin(uri, step, Origin.ACCEPTED, now, follows=follows))
        touched = self._touched(uri, splice)
        for thread in touched:
            merged = compose(thread.edit, step)
            if (key := hash((merged.old, merged.new))) in thread.states and not is_keystroke(splice):
                return self._bounded(self._take_back(thread, key, merged, step, now))
        if not step.whole and (thread := self._going_on(touched, splice, now)):
            self._rebase(uri, splice, thread)
            return self._bounded(self._go_on(thread, step, now))
        self._rebase(uri, splice)
        return self._bounded(self._begin(uri, step, Origin.OUTSIDE if step.whole else Origin.TYPED, now))

    # What belongs together.

    def _touched(self, uri: str, splice: Splice) -> list[_Thread]:
        """The edits that this change has to do with, newest first. Called at every keystroke."""
        first, last = splice.line, splice.line + len(splice.old)
        near: list[_Thread] = []
        for thread in self._threads:
            edit = thread.edit
            if (
                edit.line <= last
                and edit.line + len(edit.new) >= first
                and edit.uri == uri
                and touches(edit, splice)
            ):
                near.append(thread)
        near.reverse()
        return near

    def _going_on(self, touched: Sequence[_Thread], splice: Splice, now: float) -> _Thread | None:
        """The edit that this change belongs to, if it is no undo."""
        for thread in touched:
            if thread.edit.origin is Origin.TOLD:
                continue
            in_time = now - thread.edit.time <= PAUSE  # several cursors type in turn, but none of them pauses
            later = [one.edit.origin for one in self._threads[self._threads.index(thread) + 1 :]]
            newest = all(origin is Origin.TOLD for origin in later)
            thread = thread.base or thread
            edit = thread.edit
            if edit.origin not in _OWN or not _stays_small(edit, splice) or not touches(edit, splice):
                return None
            if newest and is_one_line(splice) and splice.line == edit.line + thread.active:
                return thread
            return thread if in_time and _MARKS.isdisjoint(later) else None
        return None

    def _go_on(self, thread: _Thread, step: Step, now: float) -> Edit | None:
        edit, splice = thread.edit, step.splice
        for undo in [one for one in self._threads if one.base is thread]:
            self._drop(undo)  # after typing, nothing can be redone
        before = replace(edit)
        edit.keyed = _keyed(step)
        key = self._become(thread, compose(edit, step), now)
        if edit.old == edit.new:
            self._drop(thread)
            return None
        thread.active = max(0, splice.line + max(len(splice.new), 1) - 1 - edit.line)
        if key in thread.states:  # a letter was typed and deleted again
            del thread.states[thread.states.index(key) + 1 :]
            return edit
        thread.states.append(key)
        if len(thread.states) > MOST_STATES:
            del thread.states[1]
        self._merged = (thread, before, splice)
        return edit

    def _begin(
        self, uri: str, step: Step, origin: Origin, now: float, *, follows: bool = False
    ) -> Edit | None:
        line, old, new = step.splice
        if old == new or max(len(old), len(new)) > MOST_LINES:
            return None
        self._serial += 1
        edit = Edit(self._serial, uri, line, old, new, step.above, step.below, origin, now)
        edit.keyed, edit.follows = origin is Origin.TYPED and _keyed(step), follows
        thread = _Thread(edit, [_NOTHING, hash((old, new))], active=max(0, len(new) - 1))
        self._threads.append(thread)
        self._weigh(thread)
        return edit

    # What is taken back, and brought back.

    def _take_back(self, thread: _Thread, key: int, merged: Merged, step: Step, now: float) -> Edit | None:
        """The edit is again what it was before some of its last changes; that alone is told as an edit."""
        uri, base, newest = thread.edit.uri, thread.base, self._threads[-1]
        origin = Origin.REDONE if thread.edit.origin is Origin.UNDONE else Origin.UNDONE
        grows = base  # the edit whose end was undone gets it back
        if grows is None and newest.edit.origin is origin and newest.edit.uri == uri:
            grows = newest if touches(newest.edit, step.splice) else None  # one step of several, in a row
        self._rebase(uri, step.splice, thread, grows)
        self._become(thread, merged, now)
        del thread.states[thread.states.index(key) + 1 :]
        rest = thread if len(thread.states) > 1 else None
        if rest is None:
            self._drop(thread)
        if grows is None:
            edit = self._begin(uri, step, origin, now)
            if edit is not None and origin is Origin.UNDONE:
                self._threads[-1].base = rest
            return edit
        if origin is Origin.UNDONE:
            grows.base = rest
        grows.states.append(self._become(grows, compose(grows.edit, step), now))
        grows.edit.origin = origin
        if grows.edit.old != grows.edit.new:
            return grows.edit
        self._drop(grows)
        return None

    # What is ours.

    def _came(self, uri: str, splice: Splice) -> Edit | None:
        """That change, if it is already noted, as typed; it is not any more."""
        if self._merged is not None and (self._merged[0].edit.uri, self._merged[2]) == (uri, splice):
            return self._take_apart(*self._merged)
        for thread in self._threads[-8:]:
            edit = thread.edit
            alone = edit.origin is Origin.TYPED and len(thread.states) == 2
            if alone and edit.uri == uri and (edit.line, edit.old, edit.new) == splice:
                edit.origin = Origin.ACCEPTED
                return edit
        return None

    def _take_apart(self, thread: _Thread, before: Edit, splice: Splice) -> Edit | None:
        self._merged = None
        step = Step(splice, thread.edit.above, thread.edit.below)
        time_ = thread.edit.time
        self._become(thread, Merged(-1, before.old, before.new, before.above, before.below), before.time)
        thread.states.pop()
        return self._bounded(self._begin(before.uri, step, Origin.ACCEPTED, time_))

    # Keeping the books.

    def _become(self, thread: _Thread, merged: Merged, now: float) -> int:
        """Change the edit, and give the hash of what it is now."""
        edit = thread.edit
        edit.line, edit.old, edit.new, edit.above, edit.below = merged
        edit.time = now
        edit.revision += 1
        self._weigh(thread)
        return hash((edit.old, edit.new))

    def _rebase(self, uri: str, splice: Splice, *but: _Thread | None) -> None:
        """Where the other edits of this document stand, now that its lines have moved."""
        first, last = splice.line, splice.line + len(splice.old)
        shift = len(splice.new) - len(splice.old)
        for thread in self._threads:
            edit = thread.edit
            line = edit.line
            if line >= last and not shift:
                continue
            if line >= 0 and line + len(edit.new) > first and edit.uri == uri and thread not in but:
                edit.line = moved(line, len(edit.new), splice)
        self._expected.rebase(uri, splice)

    def _weigh(self, thread: _Thread) -> None:
        size = sum(map(len, thread.edit.old)) + sum(map(len, thread.edit.new))
        self._size += size - thread.size
        thread.size = size

    def _bounded(self, edit: Edit | None) -> Edit | None:
        """Let the oldest edits go until there are not too many; that may be this one as well."""
        while len(self._threads) > MOST_EDITS or self._size > MOST_CHARACTERS:
            self._drop(self._threads[0])
        return edit if self._threads else None

    def _drop(self, thread: _Thread) -> None:
        self._threads.remove(thread)
        self._size -= thread.size
        for other in self._threads:
            if other.base is thread:
                other.base = None


def _keyed(step: Step) -> bool:
    return is_keystroke(step.splice) if step.keyed is None else step.keyed


def _stays_small(edit: Edit, splice: Splice) -> bool:
    return len(edit.old) + len(splice.old) <= MOST_LINES and len(edit.new) + len(splice.new) <= MOST_LINES
