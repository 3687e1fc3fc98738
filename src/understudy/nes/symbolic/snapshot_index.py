"""Fast search in a snapshot of a text: the lines as one string, the offset of each line, and enclosing scopes.

Search results of the previous snapshot are carried over: only the lines that changed since are searched again.
Scopes (functions and classes) are recognized by indentation and keywords, the same for every language.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
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
from understudy.nes.symbolic.tokens import cache_by_line, is_word_char
from understudy.nes.text import TextSnapshot, join_snapshot

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
    """The lines that changed since the previous snapshot, and the results found in that snapshot."""

    first_line: int
    removed: int
    added: int
    token_places: dict[tuple[str, ...], _Places]
    part_places: dict[str, _Places]
    equal_lines: dict[str, list[int]]


class SnapshotIndex:
    """The search index of one snapshot."""

    def __init__(self, snapshot: TextSnapshot, previous: "SnapshotIndex | None" = None) -> None:
        """`previous` is the index of an earlier snapshot of the same text."""
        self.snapshot = snapshot
        self._joined = join_snapshot(snapshot)
        self.lines = self._joined.lines  # a copy: the lines of the snapshot change in place
        self._scopes = _EnclosingScopes(self.lines)
        self._word_set: set[bytes] | None = None
        self._word_set_age = 0
        self._search_count = 0
        self._computed: dict[tuple[object, ...], Any] = {}
        self._token_places: dict[tuple[str, ...], _Places] = {}
        self._part_places: dict[str, _Places] = {}
        self._equal_lines: dict[str, list[int]] = {}
        self._change = self._detect_change(previous) if previous is not None else None

    def _detect_change(self, previous: "SnapshotIndex") -> _Change | None:
        line, old, new = self._joined.change_since(previous.lines)
        if len(old) > MAX_CARRIED_CHANGE_LINES or len(new) > MAX_CARRIED_CHANGE_LINES:
            return None
        if previous._word_set is not None and previous._word_set_age < MAX_WORD_SET_AGE:
            self._word_set, self._word_set_age = previous._word_set, previous._word_set_age + 1
            self._word_set |= _split_words("\n".join(new))
        known = previous._token_places, previous._part_places, previous._equal_lines
        self._scopes.copy_results(previous._scopes, line)
        return _Change(line, len(old), len(new), *known)

    def is_built_from(self, snapshot: TextSnapshot) -> bool:
        """Whether the index is up to date. Lines change in place with a new version; a full text is a new list."""
        own = self.snapshot
        return (
            own.version == snapshot.version
            and own.lines is snapshot.lines
            and len(self.lines) == len(snapshot.lines)
        )

    @property
    def text(self) -> str:
        return self._joined.text

    @property
    def line_starts(self) -> Sequence[int]:
        return self._joined.line_starts

    def find_tokens_in(self, piece: tuple[str, ...], lines: range) -> _Places:
        """The same as `find_tokens` for a part of the text, in which the first occurrences may not be."""
        literal = "".join(piece)
        first, last = max(0, lines.start), min(len(self.lines), lines.stop)
        return [
            (line, column)
            for line in range(first, last)
            for column in _token_columns(self.lines[line], literal)
        ]

    def find_tokens(self, piece: tuple[str, ...]) -> _Places:
        """(line, column) of each occurrence of these tokens, whole words only."""
        found = self._token_places.get(piece)
        if found is None:
            if len(self._token_places) >= MAX_CACHED_SEARCHES:
                self._token_places.clear()
            literal = "".join(piece)
            known = self._change.token_places.get(piece) if self._change is not None and literal else None
            found = self._carry_places(known, lambda line: _token_columns(line, literal), MAX_PLACES_FOUND)
            found = self._token_places[piece] = found if found is not None else self._search_tokens(piece)
        return found

    def contains_word(self, word: str) -> bool:
        if self._word_set is None:
            self._word_set = _split_words(self.text)
        return word.encode(errors="replace") in self._word_set

    def find_words_containing(self, part: str) -> _Places:
        """(line, column) of each word that contains this part."""
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
        """The lines that equal this one after stripping."""
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
        """Cache what a generator finds in this snapshot: it searches for the same in the next request."""
        found = self._computed.get(key)
        if found is None:
            if len(self._computed) >= MAX_CACHED_SEARCHES:
                self._computed.clear()
            found = self._computed[key] = compute()
        return found

    def enclosing_scope(self, line: int) -> int:
        """The header line of the function or class that contains this line; -1 outside of all."""
        return self._scopes.enclosing(line)

    def outer_line(self, line: int) -> int:
        """The nearest line above with less indentation; -1 if there is none."""
        return self._scopes.outer(line)

    # Results carried over from the previous snapshot

    def _carry_places(
        self, known: _Places | None, find_columns: Callable[[str], list[int]], max_places: int
    ) -> _Places | None:
        """The earlier places outside the changed lines plus the new ones inside; None if some may be missing."""
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
        # If the earlier search stopped at the limit, places after the last one found are unknown.
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

    # Searches of the whole text

    def _search_tokens(self, piece: tuple[str, ...]) -> _Places:
        literal = "".join(piece)
        if not literal or not self._may_contain(piece):
            return []
        text, size = self.text, len(literal)
        at = text.find(literal)
        if at < 0:
            return []
        begins, ends, starts = is_word_char(literal[0]), is_word_char(literal[-1]), self.line_starts
        length, line = len(text), 0
        find = text.find
        found: _Places = []
        while at >= 0:
            end = at + size
            # `is_word_char`, written out: a frequent word has hundreds of places.
            if not (begins and at and ((before := text[at - 1]).isalnum() or before == "_")) and not (
                ends and end < length and ((after := text[end]).isalnum() or after == "_")
            ):
                line = bisect_right(starts, at, line) - 1
                found.append((line, at - starts[line]))
                if len(found) == MAX_PLACES_FOUND:
                    break
            at = find(literal, end)
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
            while start > 0 and is_word_char(text[start - 1]):
                start -= 1
            while end < length and is_word_char(text[end]):
                end += 1
            line = bisect_right(starts, start, line) - 1
            found.append((line, start - starts[line]))
            at = text.find(part, end)
        return found

    def _may_contain(self, piece: tuple[str, ...]) -> bool:
        """A fast negative for most searches. Building the word set costs as much as about twenty searches."""
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
    """The columns of the literal in the line, whole words only."""
    at = line.find(literal)
    found: list[int] = []
    if at < 0:
        return found
    size, length = len(literal), len(line)
    begins, ends = is_word_char(literal[0]), is_word_char(literal[-1])
    while at >= 0:
        end = at + size
        if not (begins and at and is_word_char(line[at - 1])) and not (
            ends and end < length and is_word_char(line[end])
        ):
            found.append(at)
        at = line.find(literal, end)
    return found


def _columns_of_words_containing(line: str, part: str) -> list[int]:
    """The columns of the words that contain the part."""
    return [match.start() for match in _WORD.finditer(line) if part in match[0]] if part in line else []


class _EnclosingScopes:
    """The enclosing scope of each line of one text, cached."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._scope_cache: dict[int, int] = {}
        self._outer_cache: dict[int, int] = {}
        """The nearest line above with less indentation; -1 if there is none."""

    def copy_results(self, previous: "_EnclosingScopes", first_changed: int) -> None:
        """Take over the results of an earlier text for the lines above the first one that changed."""
        for known, own in (
            (previous._scope_cache, self._scope_cache),
            (previous._outer_cache, self._outer_cache),
        ):
            own.update((line, found) for line, found in known.items() if line < first_changed)

    def enclosing(self, line: int) -> int:
        """The header line of the function or class that contains this line; -1 outside of all."""
        header = self._scope_cache.get(line)
        if header is None:
            header = self._scope_cache[line] = self._find_scope(line) if 0 <= line < len(self._lines) else -1
        return header

    def outer(self, line: int) -> int:
        in_text = 0 <= line < len(self._lines)
        return self._find_outer_line(line, line - MAX_SCOPE_SEARCH_LINES) if in_text else -1

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
        """The nearest line above with less indentation; -1 if there is none after `last`."""
        cached = self._outer_cache.get(line)
        if cached is not None:
            return cached
        lines, outer = self._lines, self._outer_cache
        depth = _indent_depth(lines[line])
        if not depth:
            outer[line] = -1
            return -1
        at = line - 1
        equally_deep = [line]
        while at >= 0 and at > last:
            width = _indent_depth(lines[at])
            if width < depth:
                outer.update(dict.fromkeys(equally_deep, at))
                return at
            if width == depth:
                equally_deep.append(at)
            at = outer.get(at, at - 1)
        if at < 0:
            outer.update(dict.fromkeys(equally_deep, -1))
        return -1


def _indent_depth(text: str) -> int:
    """The width of the indentation; a blank line counts as deeper than all others."""
    unindented = text.lstrip()
    return len(text) - len(unindented) if unindented else BLANK_LINE_DEPTH


@cache_by_line
def _is_scope_header(text: str) -> bool:
    return _SCOPE_HEADER.search(text) is not None and not _CONTROL_FLOW.match(text)
