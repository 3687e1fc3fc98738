"""Which token follows which in a text: counts after one to four tokens, kept up to date line by line.

A piece is a token with the space before it, so that pieces joined are text again; a line ends with the piece
`LINE_END`. The line being typed is not counted. How counts become a probability is decided in `model`.
"""

import itertools
from collections import Counter
from typing import Final

from understudy.bounded_dict import BoundedDict
from understudy.nes.completion.limits import (
    MAX_CONTEXT_TOKENS,
    MAX_COUNTED_LINES,
    MAX_COUNTED_LINES_ELSEWHERE,
    MAX_COUNTED_TEXTS,
    WINDOW_STEP_LINES,
)
from understudy.nes.completion.line_tokens import LineTokens, line_tokens
from understudy.nes.completion.texts import Place, SearchedText

__all__ = ["LINE_END", "CountedTexts", "SeenPieces", "TextCounts", "context_keys", "line_pieces"]

LINE_END: Final = "\n"
EDITED_WEIGHT: Final = 1.0
OTHER_WEIGHT: Final = 0.5
_CHUNK_LINES: Final = 256
_DELETED_KEY: Final = ""
_BLANK: Final = line_tokens("")
_revisions: Final = itertools.count()


def line_pieces(line: LineTokens) -> list[str]:
    """Return the pieces of a line without its indentation, and its end."""
    text, starts = line.text, line.starts
    if not starts:
        return [LINE_END]
    begin = [starts[0], *line.ends[:-1]]
    return [*(text[a:b] for a, b in zip(begin, line.ends, strict=True)), LINE_END]


def context_keys(tokens: tuple[str, ...]) -> list[int]:
    """Return the keys of the last tokens, the longest context first."""
    count = len(tokens)
    return [hash(tokens[count - size :]) for size in range(min(MAX_CONTEXT_TOKENS, count), 0, -1)]


class SeenPieces(dict[str, int]):
    """How often each of several pieces was seen."""

    __slots__ = ("total",)

    def __init__(self, counts: dict[str, int]) -> None:
        super().__init__(counts)
        self.total = 2
        """How often any was seen: the first two times, and one more with each change of a count."""


class TextCounts:
    """The counts of one text."""

    def __init__(self) -> None:
        self.source: SearchedText | None = None
        """The text whose lines are counted: while it is the same object, they are the same."""
        self._lines: list[LineTokens] = []
        self._successors: dict[int, str | SeenPieces] = {}
        self.revision = next(_revisions)
        """Another number, of no other text, after each change of a count."""

        self.get: Final = self._successors.get
        """Returns what follows a context: the only piece, or how often each of several was seen."""

    def update(self, lines: list[LineTokens]) -> None:
        """Count the lines instead of those of the last call; only what differs costs time."""
        old = self._lines
        first = _equal_lines(old, lines)
        last = _equal_lines(old[first:][::-1], lines[first:][::-1])
        # The order does not matter: a line that only moved costs nothing.
        gone, come = old[first : len(old) - last], lines[first : len(lines) - last]
        change = Counter(map(id, come))
        change.subtract(map(id, gone))
        by_id = {id(line): line for line in (*gone, *come)} if change else {}
        if any(change.values()):
            self.revision = next(_revisions)
        for key, count in change.items():
            for _ in range(count):
                self._add(by_id[key])
            for _ in range(-count):
                self._remove(by_id[key])
        self._lines = lines

    def _add(self, line: LineTokens) -> None:
        successors = self._successors
        tokens = (LINE_END, *line.tokens)
        if len(tokens) == 1:
            return
        for at, piece in enumerate(line_pieces(line), 1):
            for size in range(1, min(MAX_CONTEXT_TOKENS, at) + 1):
                key = hash(tokens[at - size : at])
                known = successors.get(key)
                if known is None:
                    successors[key] = piece
                elif isinstance(known, dict):
                    known[piece] = known.get(piece, 0) + 1
                    known.total += 1
                else:
                    successors[key] = SeenPieces({piece: 2} if known == piece else {known: 1, piece: 1})

    def _remove(self, line: LineTokens) -> None:
        tokens = (LINE_END, *line.tokens)
        if len(tokens) == 1:
            return
        successors = self._successors
        for at, piece in enumerate(line_pieces(line), 1):
            for size in range(1, min(MAX_CONTEXT_TOKENS, at) + 1):
                key = hash(tokens[at - size : at])
                known = successors.get(key)
                if isinstance(known, dict):
                    left = known.get(piece, 0) - 1
                    if left >= 0:
                        known.total -= 1
                    if left > 0:
                        known[piece] = left
                    else:
                        known.pop(piece, None)
                        if not known:
                            del successors[key]
                elif known == piece:
                    del successors[key]


class CountedTexts:
    """The counts of the texts of the last places."""

    def __init__(self) -> None:
        self._counts: BoundedDict[str, TextCounts] = BoundedDict(MAX_COUNTED_TEXTS)

    def of_place(self, place: Place) -> list[tuple[TextCounts, float]]:
        """Return the counts of the texts of a place, each with how much an occurrence in it counts."""
        found: list[tuple[TextCounts, float]] = []
        left = MAX_COUNTED_LINES_ELSEWHERE
        for text in place.texts:
            if text.is_edited:
                found.append((self._count(text.uri, text, place.line), EDITED_WEIGHT))
            elif text.is_deleted:
                found.append((self._count(_DELETED_KEY, text), EDITED_WEIGHT))
            else:
                left -= len(text.lines)
                if left < 0:
                    break
                found.append((self._count(text.uri, text), OTHER_WEIGHT))
        return found

    def _count(self, uri: str, text: SearchedText, typed_line: int | None = None) -> TextCounts:
        counts = self._counts.get(uri)
        if counts is None:
            counts = self._counts[uri] = TextCounts()
        if counts.source is not text:
            counts.update(text.lines if typed_line is None else _counted_lines(typed_line, text))
            counts.source = text
        return counts


def _counted_lines(typed_line: int, edited: SearchedText) -> list[LineTokens]:
    """Return the lines around the cursor without the typed one."""
    typed = typed_line - edited.first
    first = max(0, typed - MAX_COUNTED_LINES // 2) // WINDOW_STEP_LINES * WINDOW_STEP_LINES
    lines = edited.lines[first : first + MAX_COUNTED_LINES]
    lines[typed - first] = _BLANK
    return lines


def _equal_lines(one: list[LineTokens], other: list[LineTokens]) -> int:
    """Return how many lines at the beginning are the same."""
    count = min(len(one), len(other))
    at = 0
    while at < count and one[at : at + _CHUNK_LINES] == other[at : at + _CHUNK_LINES]:
        at += _CHUNK_LINES
    at = min(at, count)
    while at < count and one[at] is other[at]:
        at += 1
    return at
