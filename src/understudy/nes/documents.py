"""The mirror of one document: the client's text, line by line, as its changes say it is.

Lines end with `\\r\\n`, `\\n` or `\\r` and nothing else. A change that cannot be true of this text makes the
mirror untrusted: it then stays as it is until a full text comes. Who made a change is no question here, nor is
what may be suggested.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from operator import ne
from typing import Final, NamedTuple

from understudy.nes.positions import Encoding, to_column
from understudy.nes.values import Page, Splice

__all__ = [
    "MOST_CHARACTERS",
    "MOST_LINES",
    "MOST_OF_A_LINE",
    "MOST_WIELDY",
    "Change",
    "Document",
    "Step",
    "cut",
    "split",
]

MOST_OF_A_LINE: Final = 20_000
"""A longer line is no line that somebody writes: nothing is learned from it and nothing suggested beside it."""
MOST_LINES: Final = 200_000
MOST_CHARACTERS: Final = 8_000_000
"""A larger text is not kept at all."""
MOST_WIELDY: Final = 2_000_000
"""Characters up to which a text is looked through while the user waits; a larger one is only followed."""

_REWRITTEN: Final = 30  # a full text that changes more lines than that was not typed
_RUNS: Final = 16  # places that one full text may have changed; beyond, they are taken as one
_STRIDE: Final = 256  # lines that are compared at once
_END: Final = re.compile(r"(\r\n|\n|\r)")
_PAIRS: Final = frozenset(("()", "[]", "{}", "<>", '""', "''", "``"))  # what editors put for one key


class Change(NamedTuple):
    range: tuple[int, int, int, int] | None
    """Line and character where it starts, line and character where it ends; None for the full text."""
    text: str


class Step(NamedTuple):
    """A splice, and what stood around it when it was made."""

    splice: Splice
    above: str | None
    below: str | None
    whole: bool = False
    """The text was replaced by something else than typing."""
    blind: bool = False
    """Something changed that cannot be told in lines (`splice` is empty): earlier line numbers mean nothing now."""
    keyed: bool | None = None
    """Whether one key made it; None where only the text after it is known."""


def split(text: str) -> tuple[list[str], list[str]]:
    """The lines without their ends, and their ends. The last line has the end ""."""
    if "\r" not in text:
        lines = text.split("\n")
        return lines, ["\n"] * (len(lines) - 1) + [""]
    pairs = text.count("\r\n")
    if pairs == text.count("\n") == text.count("\r"):
        return text.split("\r\n"), ["\r\n"] * pairs + [""]
    parts = _END.split(text)
    return parts[::2], [*parts[1::2], ""]


def cut(line: int, old: Sequence[str], new: Sequence[str]) -> Splice:
    """The splice without the equal lines at both ends; the ones at its beginning go first."""
    shorter = min(len(old), len(new))
    start = 0
    while shorter - start > _STRIDE and old[start : start + _STRIDE] == new[start : start + _STRIDE]:
        start += _STRIDE
    while start < shorter and old[start] == new[start]:
        start += 1
    shorter -= start
    tail = 0
    while (
        shorter - tail > _STRIDE
        and old[-tail - _STRIDE : -tail or None] == new[-tail - _STRIDE : -tail or None]
    ):
        tail += _STRIDE
    while tail < shorter and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Splice(line + start, tuple(old[start : len(old) - tail]), tuple(new[start : len(new) - tail]))


class Document:
    def __init__(self, uri: str, language: str, version: int, text: str) -> None:
        self.uri = uri
        self.language = language
        self.version = version
        """The newest that the client named, also while the mirror is not trusted."""
        self.lines: list[str] = [""]
        self.ends: list[str] = [""]
        self.trusted = True
        self.trouble = ""
        """Why it is not trusted: version-not-newer, range-outside, range-reversed, inside-character, too-large,
        message-lost, not-open."""
        self._counts: Counter[str] = Counter()
        self._odd = 0  # lines that are too long or hold NUL
        self._size = 0
        self._load(text)

    @property
    def wieldy(self) -> bool:
        """Whether this is a text that somebody writes, of a size at which engines stay quick."""
        return not self._odd and self._size <= MOST_WIELDY and self.trouble != "too-large"

    @property
    def end(self) -> str:
        """The line end that new text should have."""
        counts = self._counts
        crlf, lf, cr = counts["\r\n"], counts["\n"], counts["\r"]
        if crlf > lf and crlf >= cr:
            return "\r\n"
        return "\r" if cr > lf else "\n"

    def text(self) -> str:
        return "".join(chain.from_iterable(zip(self.lines, self.ends, strict=True)))

    def page(self) -> Page:
        """The text as it is now. Shares the lines: after the next change they are those of then."""
        return Page(self.uri, self.language, self.lines, self.version, self.end)

    def around(self, splice: Splice) -> tuple[str | None, str | None]:
        """The lines above and below a splice that was the last change to this text."""
        after = splice.line + len(splice.new)
        return (
            self.lines[splice.line - 1] if 0 < splice.line <= len(self.lines) else None,
            self.lines[after] if after < len(self.lines) else None,
        )

    def apply(self, version: int, changes: Sequence[Change], encoding: Encoding) -> list[Splice]:
        """Like `follow`, for who does not want to know what stood around."""
        return [step.splice for step in self.follow(version, changes, encoding) if not step.blind]

    def follow(self, version: int, changes: Sequence[Change], encoding: Encoding) -> list[Step]:
        """Make the changes, one after the other, and tell what they did to the lines.

        Stops at the first that is impossible: `trusted` and `trouble` then say so.
        """
        if self.trusted and version <= self.version:
            self._doubt("version-not-newer")
            return []
        self.version = version
        steps: list[Step] = []
        for change in changes:
            if change.range is None:
                steps += self._replace_all(change.text)
            elif self.trusted:
                steps += self._replace(change.range, change.text, encoding)
        return steps

    def _doubt(self, trouble: str) -> list[Step]:
        self.trusted, self.trouble = False, trouble
        return []

    def _load(self, text: str) -> None:
        """Take the whole text, if it is one that can be kept."""
        if len(text) > MOST_CHARACTERS:
            self._let_go()
            return
        pairs = text.count("\r\n")
        counts = {"\r\n": pairs, "\n": text.count("\n") - pairs, "\r": text.count("\r") - pairs}
        if sum(counts.values()) >= MOST_LINES:
            self._let_go()
            return
        self.lines, self.ends = split(text)
        self.trusted, self.trouble = True, ""
        self._size, self._counts, self._odd = len(text), Counter(counts), 0
        if "\0" in text or (len(text) > MOST_OF_A_LINE and max(map(len, self.lines)) > MOST_OF_A_LINE):
            self._odd = _odd(self.lines)

    def _let_go(self) -> None:
        self.lines, self.ends = [""], [""]
        self._counts, self._odd, self._size = Counter(), 0, 0
        self._doubt("too-large")

    def _replace_all(self, text: str) -> list[Step]:
        before, known, odd = self.lines, self.trusted, self._odd
        self._load(text)
        if odd or not self.wieldy or (not known and before == [""]):
            return [] if self.lines == before and known else [_BLIND]
        splice = cut(0, before, self.lines)
        if not splice.old and not splice.new:
            return []
        if len(splice.old) == len(splice.new) > 1 and known:
            return [self._step(run, max(len(run.old), len(run.new)) > _REWRITTEN) for run in _runs(splice)]
        rewritten = len(splice.old) > _REWRITTEN and bool(splice.new)
        return [self._step(splice, rewritten or not known)]

    def _replace(self, range_: tuple[int, int, int, int], text: str, encoding: Encoding) -> list[Step]:
        first, start, last, stop = range_
        lines, ends = self.lines, self.ends
        if not (0 <= first < len(lines) and 0 <= last < len(lines)):
            return self._doubt("range-outside")
        left = to_column(lines[first], start, encoding)
        right = left if range_[:2] == range_[2:] else to_column(lines[last], stop, encoding)
        if left is None or right is None:
            line, character = (lines[first], start) if left is None else (lines[last], stop)
            return self._doubt("inside-character" if _within(line, character, encoding) else "range-outside")
        if (first, left) > (last, right):
            return self._doubt("range-reversed")
        fresh = "".join((lines[first][:left], text, lines[last][right:]))
        if "\n" not in text and "\r" not in text and first == last and fresh:
            return self._retype(first, fresh, _of_a_key(text))
        end = ends[last]
        fresh += end
        if first and ends[first - 1] == "\r" and fresh.startswith("\n"):
            first -= 1  # the two become one line end
            fresh = lines[first] + "\r" + fresh
        new, new_ends = split(fresh)
        if end:  # it belongs to the last line; what `split` sees behind it is the next one
            del new[-1], new_ends[-1]
        return self._put(
            first, last + 1, new, new_ends, _of_a_key(text) and (range_[0] == last or bool(text))
        )

    def _retype(self, line: int, fresh: str, keyed: bool) -> list[Step]:
        """One line becomes another and no line end is touched: what nearly every keystroke does."""
        lines = self.lines
        stale = lines[line]
        if fresh == stale:
            return []
        lines[line] = fresh
        self._size += len(fresh) - len(stale)
        if self._overgrown():
            return [_BLIND]
        odd = _is_odd(fresh)
        if odd or self._odd:
            was_odd = _is_odd(stale)
            self._odd += odd - was_odd
            if odd or was_odd:
                return [_BLIND]
        return [self._step(Splice(line, (stale,), (fresh,)), keyed=keyed)]

    def _put(self, start: int, stop: int, new: list[str], new_ends: list[str], keyed: bool) -> list[Step]:
        old = self.lines[start:stop]
        counts = self._counts
        counts.subtract(self.ends[start:stop])
        counts.update(new_ends)
        odd, was_odd = _odd(new), _odd(old) if self._odd else 0
        self._odd += odd - was_odd
        self._size += sum(map(len, new)) - sum(map(len, old))
        entire = start == 0 and stop == len(self.lines)
        self.lines[start:stop] = new
        self.ends[start:stop] = new_ends
        if self._overgrown() or odd or was_odd:
            return [_BLIND]
        splice = cut(start, old, new)
        if not splice.old and not splice.new:
            return []
        whole = entire and len(splice.old) > _REWRITTEN and bool(splice.new)
        return [self._step(splice, whole, keyed)]

    def _overgrown(self) -> bool:
        if len(self.lines) <= MOST_LINES and self._size <= MOST_CHARACTERS:
            return False
        self._let_go()
        return True

    def _step(self, splice: Splice, whole: bool = False, keyed: bool | None = None) -> Step:
        return Step(splice, *self.around(splice), whole, keyed=keyed)


_BLIND: Final = Step(Splice(0, (), ()), None, None, blind=True)


def _of_a_key(text: str) -> bool:
    """Whether one key puts this: nothing, a letter, a pair of brackets, a line end with the depth behind it."""
    return len(text) <= 1 or text in _PAIRS or text.isspace()


def _is_odd(line: str) -> bool:
    return len(line) > MOST_OF_A_LINE or "\0" in line


def _odd(lines: Sequence[str]) -> int:
    return sum(map(_is_odd, lines))


def _within(line: str, character: int, encoding: Encoding) -> bool:
    """Whether that character is in the line, in the middle of a code point."""
    return character > 0 and any(
        to_column(line, character + more, encoding) is not None for more in (1, 2, 3)
    )


def _runs(splice: Splice) -> list[Splice]:
    """The stretches of changed lines, of a splice with as many new lines as old ones."""
    differs = [*map(ne, splice.old, splice.new), False]
    runs: list[Splice] = []
    start = -1
    for at, differing in enumerate(differs):
        if differing and start < 0:
            start = at
        elif not differing and start >= 0:
            runs.append(Splice(splice.line + start, splice.old[start:at], splice.new[start:at]))
            start = -1
    return runs if len(runs) <= _RUNS else [splice]
