"""Features of what is around a place, compared with what is around the edits that show the pattern.

The block and the function that contain the place, the names that the change needs there, the other edits near it,
and the edits that made the same change of tokens, whatever pattern they show. They take longer than other features,
and are computed for candidates that the correction (see `probability`) is evaluated for.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens, similarity
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled
from understudy.nes.symbolic.limits import (
    MAX_COMPARED_CHANGE_LINES,
    MAX_COMPARED_EDITS,
    MAX_COUNTED_EDITS,
    MAX_INDENT_GAP,
    MAX_NEEDED_NAMES,
    MAX_PATTERN_LINE_CHARS,
    MAX_SCOPE_LINES_READ,
    NEAR_EDIT_LINES,
)
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import is_word_char, line_shape, split_name, tokenize
from understudy.nes.text import Edit

__all__ = ["Surroundings"]

_WORD: Final = re.compile(r"[^\W\d]\w*")
_FREE_NAME: Final = re.compile(r"(?<![\w.:>$@])[^\W\d]\w*")
"""A word that is not a member of something."""

_LinesChange = tuple[tuple[str, ...], tuple[str, ...]]
"""The lines before and after an edit."""
_TokenChange = tuple[tuple[str, ...], tuple[str, ...]]
_ShapeChange = tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]


class _ExampleSurroundings(NamedTuple):
    indent: int
    outer: str
    """The line that its block begins with, stripped."""
    scope: str
    """The header of the function or class that contains it, stripped."""
    company: int
    """Other edits near it."""


class _Place(NamedTuple):
    """What a change makes of a place; several patterns may make the same."""

    indent: int
    outer: str
    scope: str
    features: Features


class _ChangedNames(NamedTuple):
    has_compound_removed: bool
    """Whether a word that is removed has several parts, such as `user_id`."""
    added: tuple[str, ...]
    """Names that are not members of something."""


class _ChangeCounts(NamedTuple):
    """In how many of the last edits a change was made."""

    by_tokens: Mapping[_TokenChange, int]
    by_shape: Mapping[_ShapeChange, int]


class Surroundings:
    """What is around the places of one text, in one situation."""

    def __init__(self, extractor: FeatureExtractor) -> None:
        self._index = extractor.index
        self._edits = extractor.situation.edits
        self._pattern_edits = extractor.pattern_edits
        self._indexes = extractor.indexes
        uri = extractor.index.snapshot.uri
        self._own_edits = [edit for edit in self._edits if edit.uri == uri and edit.line >= 0]
        self._examples: dict[str, list[_ExampleSurroundings]] = {}
        self._places: dict[tuple[int, int, tuple[str, ...]], _Place] = {}
        self._counts: _ChangeCounts | None = None

    def features(self, one: UnscoredCandidate) -> Features:
        change = (one.line, one.line_count, one.new)
        place = self._places.get(change)
        if place is None:
            place = self._places[change] = self._describe_place(one)
        examples = self._examples_of(one.pattern)
        if not examples:
            return dict(place.features)
        indent, outer, scope, _ = place
        return {
            **place.features,
            "outer_alike": max([similarity(outer, known.outer) for known in examples]),
            "scope_alike": max([similarity(scope, known.scope) for known in examples]),
            "indent_gap": log_scaled(
                min(MAX_INDENT_GAP, *[abs(indent - known.indent) for known in examples])
            ),
            "company": log_scaled(min([known.company for known in examples])),
        }

    def _describe_place(self, one: UnscoredCandidate) -> _Place:
        """What does not depend on the pattern."""
        index = self._index
        line, end = min(one.line, len(index.lines) - 1), one.line + max(one.line_count, 1)
        old = one.old
        scope = index.enclosing_scope(line)
        names = _changed_names(old, one.new)
        needed, foreign = self._count_needed(names.added, scope) if scope >= 0 else (0, 0)
        first, last = self._scope_range(scope) if scope >= 0 else (0, 0)
        features: Features = {
            "place_company": log_scaled(sum([_is_near(edit, line, end) for edit in self._own_edits])),
            "scope_edits": log_scaled(sum([first <= edit.line < last for edit in self._own_edits])),
            "file_edits": log_scaled(len(self._own_edits)),
            "scope_unknown": log_scaled(needed),
            "foreign": log_scaled(foreign),
            "removed_compound": float(names.has_compound_removed),
            **self._count_equal_changes(old, one.new),
        }
        outer_text, scope_text = _line_text(index, index.outer_line(line)), _line_text(index, scope)
        return _Place(_indent_width(old or one.new), outer_text, scope_text, features)

    def _count_equal_changes(self, old: tuple[str, ...], new: tuple[str, ...]) -> Features:
        if self._counts is None:
            counted = self._edits[-MAX_COUNTED_EDITS:]
            self._counts = _count_changes(tuple([(edit.old, edit.new) for edit in counted]))
        seen = [self._counts.by_tokens.get(change, 0) for change in _token_changes(old, new)]
        return {
            "change_seen": log_scaled(min(seen, default=0)),
            "change_seen_part": log_scaled(max(seen, default=0)),
            "shape_seen": log_scaled(self._counts.by_shape.get(_shape_change(old, new), 0)),
        }

    def _count_needed(self, names: Sequence[str], scope: int) -> tuple[int, int]:
        """How many of the names the function does not have, and how many of these only other functions have."""
        needed = foreign = 0
        lines = self._index.lines
        for name in names:
            if not self._is_in_scope(name, scope):
                places = self._index.find_tokens((name,))
                needed += 1
                foreign += bool(places) and all(lines[line][:1].isspace() for line, _ in places)
        return needed, foreign

    def _is_in_scope(self, name: str, scope: int) -> bool:
        first, last = self._scope_range(scope)
        starts = self._index.line_starts
        return _has_word(self._index.text, name, starts[first], starts[last] - 1)

    def _scope_range(self, header: int) -> tuple[int, int]:
        return self._index.get_or_compute(
            ("scope range", header), lambda: _find_scope_range(self._index.lines, header)
        )

    def _examples_of(self, pattern: str) -> list[_ExampleSurroundings]:
        found = self._examples.get(pattern)
        if found is None:
            edits = self._pattern_edits.get(pattern, ())
            found = self._examples[pattern] = [self._describe(edit) for edit in edits[:MAX_COMPARED_EDITS]]
        return found

    def _describe(self, edit: Edit) -> _ExampleSurroundings:
        indent = _indent_width(edit.old or edit.new)
        if edit.line < 0:
            return _ExampleSurroundings(indent, "", "", 0)
        end = edit.line + len(edit.new)
        others = [other for other in self._edits if other.uri == edit.uri and other.serial != edit.serial]
        company = sum(other.line >= 0 and _is_near(other, edit.line, end) for other in others)
        index = self._indexes.get(edit.uri)
        if index is None or edit.line >= len(index.lines):
            return _ExampleSurroundings(indent, "", "", company)
        outer, scope = index.outer_line(edit.line), index.enclosing_scope(edit.line)
        return _ExampleSurroundings(indent, _line_text(index, outer), _line_text(index, scope), company)


def _is_near(edit: Edit, first: int, end: int) -> bool:
    return edit.line - NEAR_EDIT_LINES <= end and first <= edit.line + len(edit.new) + NEAR_EDIT_LINES


def _line_text(index: SnapshotIndex, line: int) -> str:
    return index.lines[line].strip() if line >= 0 else ""


def _indent_width(lines: Sequence[str]) -> int:
    text = lines[0] if lines else ""
    return len(text) - len(text.lstrip())


def _has_word(text: str, name: str, start: int, end: int) -> bool:
    """Whether the name is one of the words that `_WORD` finds between these positions, the ends of two lines."""
    at = text.find(name, start, end)
    while at >= 0:
        before, behind = at, at + len(name)
        while before > start and text[before - 1].isdecimal():  # digits before a word are no part of it
            before -= 1
        is_part = before > start and is_word_char(text[before - 1])
        if not is_part and not (behind < end and is_word_char(text[behind])):
            return True
        at = text.find(name, behind, end)
    return False


def _find_scope_range(lines: Sequence[str], header: int) -> tuple[int, int]:
    """The lines of a function or class, up to the first line that is not indented more than its header."""
    depth = _indent_width((lines[header],))
    stop = min(len(lines), header + MAX_SCOPE_LINES_READ)
    for line in range(header + 1, stop):
        text = lines[line].lstrip()
        if text and len(lines[line]) - len(text) <= depth and text[0] not in "){]":
            return header, line
    return header, stop


@lru_cache(maxsize=1024)
def _changed_names(old: tuple[str, ...], new: tuple[str, ...]) -> _ChangedNames:
    before = {word for line in old for word in _WORD.findall(line)}
    after = {word for line in new for word in _WORD.findall(line)}
    added = {name for line in new for name in _FREE_NAME.findall(line)} - before
    return _ChangedNames(
        any(len(split_name(word)) > 1 for word in before - after), tuple(sorted(added)[:MAX_NEEDED_NAMES])
    )


@lru_cache(maxsize=4)
def _count_changes(edits: tuple[_LinesChange, ...]) -> _ChangeCounts:
    """Count for all texts of one request."""
    by_tokens: dict[_TokenChange, int] = {}
    by_shape: dict[_ShapeChange, int] = {}
    for old, new in edits:
        for change in set(_token_changes(old, new)):
            by_tokens[change] = by_tokens.get(change, 0) + 1
        for shape in _shape_changes(old, new):
            by_shape[shape] = by_shape.get(shape, 0) + 1
    return _ChangeCounts(by_tokens, by_shape)


@lru_cache(maxsize=1024)
def _shape_changes(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[_ShapeChange, ...]:
    """The change of all lines, and that of each of them if there are several."""
    shapes = [_shape_change(old, new)]
    if len(old) == len(new) and 1 < len(old) <= MAX_COMPARED_CHANGE_LINES:
        pairs = zip(old, new, strict=True)
        shapes += {_shape_change((before,), (after,)) for before, after in pairs if before != after}
    return tuple(shapes)


@lru_cache(maxsize=1024)
def _token_changes(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[_TokenChange, ...]:
    """The tokens that are replaced by others, line by line; none if the number of lines changes."""
    if len(old) != len(new) or len(old) > MAX_COMPARED_CHANGE_LINES:
        return ()
    found: list[_TokenChange] = []
    for before, after in zip(old, new, strict=True):
        if before != after and max(len(before), len(after)) <= MAX_PATTERN_LINE_CHARS:
            tokens = tokenize(before)
            found += [
                (_without_spaces(tokens[op.start : op.end]), _without_spaces(op.new))
                for op in diff_tokens(before, after)
            ]
    return tuple(found)


def _without_spaces(tokens: Sequence[str]) -> tuple[str, ...]:
    return tuple(token for token in tokens if not token.isspace())


@lru_cache(maxsize=1024)
def _shape_change(old: tuple[str, ...], new: tuple[str, ...]) -> _ShapeChange:
    """The shapes of the lines without their indentation."""
    return (
        tuple(line_shape(line)[1:] for line in old[:MAX_COMPARED_CHANGE_LINES]),
        tuple(line_shape(line)[1:] for line in new[:MAX_COMPARED_CHANGE_LINES]),
    )
