"""Finding a piece of text in a page, quickly: the lines as one string, and where each begins.

What was found in the text as it was before is found again in all lines but those that changed since.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeVar

from understudy.nes.symbolic.limits import (
    MAX_CACHED_SEARCHES,
    MAX_CARRIED_CHANGE_LINES,
    MAX_PLACES_FOUND,
    MAX_SCOPE_SEARCH_LINES,
    MAX_WORD_SET_AGE,
    MAX_WORDS_CONTAINING,
    SEARCHES_BEFORE_WORD_SET,
)
from understudy.nes.symbolic.tokens import cache_by_line
from understudy.nes.text import TextSnapshot, minimal_splice

__all__ = ["SnapshotIndex"]

_NON_WORD_TO_SPACE: Final = bytes(
    code if code > 127 or chr(code).isalnum() or code == ord("_") else ord(" ") for code in range(256)
)
_WORD: Final = re.compile(r"\w+")
BLANK_LINE_DEPTH: Final = 1 << 30

_SCOPE_HEADER: Final = re.compile(
    r"\b(?:def|fn|func|function|class|impl|struct|interface|trait|enum|type|module)\b"
    r"|\b(?:describe|it|test)\(|=>\s*\{?$|\)\s*(?:->[^{]*|:[^{]*)?\{?$"
)
_CONTROL_FLOW: Final = re.compile(
    r"\s*[})\]]*\s*(?:if|elif|else|for|while|switch|match|case|with|try|catch|except|return)\b"
)

_Places = list[tuple[int, int]]
_Result = TypeVar("_Result")


class _Change(NamedTuple):
    """The lines from `first` on that are others now, and what was known before of all lines."""

    first_line: int
    removed: int
    added: int
    token_places: dict[tuple[str, ...], _Places]
    part_places: dict[str, _Places]
    equal_lines: dict[str, list[int]]
    line_starts: list[int] | None


class SnapshotIndex:
    """One page, read for finding."""

    def __init__(self, snapshot: TextSnapshot, previous: "SnapshotIndex | None" = None) -> None:
        """`before` is the same page at an earlier moment."""
        self.snapshot = snapshot
        self.lines = list(snapshot.lines)  # those of the page go on changing
        self._scopes = _EnclosingScopes(self.lines)
        self._line_starts: list[int] | None = None
        self._word_set: set[bytes] | None = None
        self._word_set_age = 0
        self._search_count = 0
        self._computed: dict[tuple[object, ...], Any] = {}
        self._token_places: dict[tuple[str, ...], _Places] = {}
        self._part_places: dict[str, _Places] = {}
        self._equal_lines: dict[str, list[int]] = {}
        self._change = self._detect_change(previous) if previous is not None else None

    def _detect_change(self, previous: "SnapshotIndex") -> _Change | None:
        line, old, new = minimal_splice(0, previous.lines, self.lines)
        if len(old) > MAX_CARRIED_CHANGE_LINES or len(new) > MAX_CARRIED_CHANGE_LINES:
            return None
        if previous._word_set is not None and previous._word_set_age < MAX_WORD_SET_AGE:
            self._word_set, self._word_set_age = previous._word_set, previous._word_set_age + 1
            self._word_set |= _split_words("\n".join(new))
        known = previous._token_places, previous._part_places, previous._equal_lines, previous._line_starts
        return _Change(line, len(old), len(new), *known)

    def is_built_from(self, snapshot: TextSnapshot) -> bool:
        """Lines change in place, but then the version rises; a new full text comes in a new list."""
        mine = self.snapshot
        return (
            mine.version == snapshot.version
            and mine.lines is snapshot.lines
            and len(self.lines) == len(snapshot.lines)
        )

    @cached_property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def line_starts(self) -> list[int]:
        if self._line_starts is None:
            self._line_starts = self._carry_line_starts() or [
                0,
                *accumulate([len(line) + 1 for line in self.lines]),
            ]
        return self._line_starts

    def find_tokens(self, piece: tuple[str, ...]) -> _Places:
        """(line, column) of each place where these tokens stand, whole words only."""
        found = self._token_places.get(piece)
        if found is None:
            if len(self._token_places) >= MAX_CACHED_SEARCHES:
                self._token_places.clear()
            literal = "".join(piece)
            known = self._change.token_places.get(piece) if self._change is not None and literal else None
            found = self._carry_places(known, lambda line: _token_columns(line, literal), MAX_PLACES_FOUND)
            found = self._token_places[piece] = found if found is not None else self._search_tokens(piece)
        return found

    def find_words_containing(self, part: str) -> _Places:
        """Where each word begins that holds this part."""
        found = self._part_places.get(part)
        if found is None:
            if len(self._part_places) >= MAX_CACHED_SEARCHES:
                self._part_places.clear()
            known = self._change.part_places.get(part) if self._change is not None else None
            found = self._carry_places(
                known, lambda line: _columns_of_words_containing(line, part), MAX_WORDS_CONTAINING
            )
            found = self._part_places[part] = (
                found if found is not None else self._search_words_containing(part)
            )
        return found

    def find_equal_lines(self, stripped: str) -> list[int]:
        """The lines that are this one but for the space around."""
        found = self._equal_lines.get(stripped)
        if found is None:
            if len(self._equal_lines) >= MAX_CACHED_SEARCHES:
                self._equal_lines.clear()
            found = self._carry_equal_lines(stripped) if stripped else []
            found = self._equal_lines[stripped] = (
                found if found is not None else self._search_equal_lines(stripped)
            )
        return found

    def get_or_compute(self, key: tuple[object, ...], compute: Callable[[], _Result]) -> _Result:
        """What a lesson finds in this page, by what it looks for: it looks again at the next question."""
        found = self._computed.get(key)
        if found is None:
            if len(self._computed) >= MAX_CACHED_SEARCHES:
                self._computed.clear()
            found = self._computed[key] = compute()
        return found

    def enclosing_scope(self, line: int) -> int:
        """The line that heads the function or class around this one; -1 outside of all."""
        return self._scopes.enclosing(line)

    # What is known already

    def _carry_line_starts(self) -> list[int] | None:
        change = self._change
        if change is None or change.line_starts is None:
            return None
        starts, first, rest = change.line_starts, change.first_line, change.first_line + change.removed
        fresh = self.lines[first : first + change.added]
        begun = [*accumulate((len(line) + 1 for line in fresh), initial=starts[first])]
        shift = begun[-1] - starts[rest]
        return starts[:first] + begun[:-1] + [start + shift for start in starts[rest:]]

    def _carry_places(
        self, known: _Places | None, find_columns: Callable[[str], list[int]], max_places: int
    ) -> _Places | None:
        """What was known before, with what is in the changed lines now; None if that is not all there is."""
        change = self._change
        if change is None or known is None:
            return None
        first, rest, shift = (
            change.first_line,
            change.first_line + change.removed,
            change.added - change.removed,
        )
        lines = self.lines
        inside = [
            (number, column)
            for number in range(first, first + change.added)
            for column in find_columns(lines[number])
        ]
        if not known:
            return inside[:max_places]
        after = known[bisect_left(known, (rest, 0)) :]
        if shift:
            after = [(line + shift, column) for line, column in after]
        found = known[: bisect_left(known, (first, 0))] + inside + after
        # Where there were more than are looked at, what comes behind the last of them is not known.
        return found[:max_places] if len(known) < max_places or len(found) >= max_places else None

    def _carry_equal_lines(self, stripped: str) -> list[int] | None:
        change = self._change
        known = change.equal_lines.get(stripped) if change is not None else None
        if change is None or known is None:
            return None
        first, rest = change.first_line, change.first_line + change.removed
        inside = [
            number for number in range(first, first + change.added) if self.lines[number].strip() == stripped
        ]
        shift = change.added - change.removed
        after = [line + shift for line in known[bisect_left(known, rest) :]]
        found = known[: bisect_left(known, first)] + inside + after
        return (
            found[:MAX_PLACES_FOUND]
            if len(known) < MAX_PLACES_FOUND or len(found) >= MAX_PLACES_FOUND
            else None
        )

    # What is looked for

    def _search_tokens(self, piece: tuple[str, ...]) -> _Places:
        literal = "".join(piece)
        if not literal or not self._may_contain(piece):
            return []
        text, size = self.text, len(literal)
        at = text.find(literal)
        if at < 0:
            return []
        begins, ends, starts = _is_word_char(literal[0]), _is_word_char(literal[-1]), self.line_starts
        length, line = len(text), 0
        found: _Places = []
        while at >= 0:
            end = at + size
            if not (begins and at and _is_word_char(text[at - 1])) and not (
                ends and end < length and _is_word_char(text[end])
            ):
                line = bisect_right(starts, at, line) - 1
                found.append((line, at - starts[line]))
                if len(found) == MAX_PLACES_FOUND:
                    break
            at = text.find(literal, end)
        return found

    def _search_words_containing(self, part: str) -> _Places:
        text, size = self.text, len(part)
        at = text.find(part)
        if at < 0:
            return []
        starts = self.line_starts
        length, line = len(text), 0
        found: _Places = []
        while at >= 0 and len(found) < MAX_WORDS_CONTAINING:
            start, end = at, at + size
            while start > 0 and _is_word_char(text[start - 1]):
                start -= 1
            while end < length and _is_word_char(text[end]):
                end += 1
            line = bisect_right(starts, start, line) - 1
            found.append((line, start - starts[line]))
            at = text.find(part, end)
        return found

    def _may_contain(self, piece: tuple[str, ...]) -> bool:
        """A quick no for most. Setting the words apart costs as much as looking for some twenty of them."""
        self._search_count += 1
        words = self._word_set
        if words is None:
            if self._search_count < SEARCHES_BEFORE_WORD_SET:
                return True
            words = self._word_set = _split_words(self.text)
        return all(not word.isascii() or not word.isidentifier() or word.encode() in words for word in piece)

    def _search_equal_lines(self, stripped: str) -> list[int]:
        text = self.text
        at = text.find(stripped)
        if at < 0:
            return []
        lines, starts = self.lines, self.line_starts
        found: list[int] = []
        line = 0
        while at >= 0 and len(found) < MAX_PLACES_FOUND:
            line = bisect_right(starts, at, line) - 1
            if lines[line].strip() == stripped:
                found.append(line)
            at = text.find(stripped, starts[line + 1])
        return found


def _split_words(text: str) -> set[bytes]:
    return set(text.encode(errors="replace").translate(_NON_WORD_TO_SPACE).split())


def _token_columns(line: str, literal: str) -> list[int]:
    """Where it stands in the line, whole words only."""
    at = line.find(literal)
    found: list[int] = []
    if at < 0:
        return found
    size, length = len(literal), len(line)
    begins, ends = _is_word_char(literal[0]), _is_word_char(literal[-1])
    while at >= 0:
        end = at + size
        if not (begins and at and _is_word_char(line[at - 1])) and not (
            ends and end < length and _is_word_char(line[end])
        ):
            found.append(at)
        at = line.find(literal, end)
    return found


def _columns_of_words_containing(line: str, part: str) -> list[int]:
    """Where each word of the line begins that holds the part."""
    return [match.start() for match in _WORD.finditer(line) if part in match[0]] if part in line else []


def _is_word_char(char: str) -> bool:
    return char.isalnum() or char == "_"


class _EnclosingScopes:
    """The heads of one text, each looked for once."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._scope_cache: dict[int, int] = {}
        self._outer_cache: dict[int, int] = {}
        """The nearest line above that is less deep; -1 if there is none."""

    def enclosing(self, line: int) -> int:
        """The line that heads the function or class around this one; -1 outside of all."""
        head = self._scope_cache.get(line)
        if head is None:
            head = self._scope_cache[line] = self._find_scope(line) if 0 <= line < len(self._lines) else -1
        return head

    def _find_scope(self, line: int) -> int:
        text = self._lines[line]
        if text.rstrip().endswith(("{", ":", "(", "=>")) and _is_scope_header(text):
            return line
        last = line - MAX_SCOPE_SEARCH_LINES
        at = self._find_outer_line(line, last)
        while at >= 0 and at > last:
            text = self._lines[at]
            if _is_scope_header(text):
                return at
            if not text[0].isspace() and not text.startswith(("}", ")", "]")):
                return at
            at = self._find_outer_line(at, last)
        return -1

    def _find_outer_line(self, line: int, last: int) -> int:
        """The nearest line above that is less deep; -1 if there is none behind `last`."""
        known = self._outer_cache.get(line)
        if known is not None:
            return known
        lines, outer = self._lines, self._outer_cache
        depth = _indent_depth(lines[line])
        at = line - 1
        while at >= 0 and at > last:
            width = _indent_depth(lines[at])
            if width < depth:
                outer[line] = at
                return at
            at = outer.get(at, at - 1)
        if at < 0:
            outer[line] = -1
        return -1


def _indent_depth(text: str) -> int:
    """How far it is indented; a line of nothing but space is deeper than all."""
    bare = text.lstrip()
    return len(text) - len(bare) if bare else BLANK_LINE_DEPTH


@cache_by_line
def _is_scope_header(text: str) -> bool:
    return _SCOPE_HEADER.search(text) is not None and not _CONTROL_FLOW.match(text)
