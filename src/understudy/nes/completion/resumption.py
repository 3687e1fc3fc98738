"""Deleted lines typed again in another form: where the rest of the old line may go on.

A user who replaces a line types its beginning, something else, and then the rest of the old line. From the first
difference on, the old line may go on at the same token (something was inserted), behind one token or one item
(something was replaced), or behind the tokens that the user has just typed too. Each is a possible continuation;
`probability` decides with the features that are collected here.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.completion.limits import MAX_RESUMED_LINES, MAX_RESUMED_TOKENS, NEARBY_OLD_LINES
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.texts import Place, SearchedText

__all__ = ["Resumption", "count_old_tokens", "find_resumptions"]

_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")
_DELIMITERS: Final = frozenset(",;:={")


class Resumption(NamedTuple):
    text: str
    """The rest of the old line."""
    source: SearchedText
    line: int
    equal: int
    """Tokens at the beginning of both lines that are equal."""
    typed: int
    """Tokens that the user has typed since, without those that the old line has too."""
    skipped: int
    """Tokens of the old line that are left out."""
    repeated: int
    """Tokens directly before the cursor that the old line has before its rest."""


def find_resumptions(place: Place) -> Iterator[Resumption]:
    deleted = next((text for text in place.texts if text.is_deleted), None)
    if deleted is None:
        return
    for equal, at in _similar_lines(place, deleted):
        line = deleted.at(at)
        own = place.prefix.tokens
        typed = len(own) - equal
        if not typed or typed > MAX_RESUMED_TOKENS:
            continue  # without a difference, the line is an ordinary reference
        repeated, end = _find_repeated(own, line.tokens, equal)
        if repeated:
            rest = _rest_at(place, line, end, may_add_space=False)
            if rest is not None:
                yield Resumption(rest, deleted, at, equal, typed - repeated, end - repeated - equal, repeated)
        for index in _resumed_tokens(line, equal):
            rest = _rest_at(place, line, index, may_add_space=index == equal)
            if rest is not None:
                yield Resumption(rest, deleted, at, equal, typed, index - equal, 0)


def count_old_tokens(place: Place) -> int:
    """Return how many tokens of the typed line a deleted line from near it begins with."""
    deleted = next((text for text in place.texts if text.is_deleted), None)
    if deleted is None:
        return 0
    own = place.prefix.tokens
    counts = (
        _count_equal(own, line.tokens)
        for line, origin in zip(deleted.lines, deleted.origins, strict=True)
        if abs(origin - place.line) <= NEARBY_OLD_LINES
    )
    return max(counts, default=0)


def _similar_lines(place: Place, deleted: SearchedText) -> list[tuple[int, int]]:
    """Return the deleted lines that begin like the typed one or stood there: the equal tokens, the index."""
    found: list[tuple[int, int, int]] = []
    for at, line in enumerate(deleted.lines):
        distance = abs(deleted.origins[at] - place.line)
        equal = _count_equal(place.prefix.tokens, line.tokens)
        if equal or (distance == 0 and line.tokens):
            found.append((-equal, distance, at))
    found.sort()
    return [(-equal, at) for equal, _, at in found[:MAX_RESUMED_LINES]]


def _count_equal(own: tuple[str, ...], theirs: tuple[str, ...]) -> int:
    count = 0
    for one, other in zip(own, theirs, strict=False):
        if one != other:
            break
        count += 1
    return count


def _find_repeated(own: tuple[str, ...], theirs: tuple[str, ...], equal: int) -> tuple[int, int]:
    """Return how many tokens before the cursor the old line has behind its equal part, and where they end."""
    best = end = 0
    for at in range(equal, len(theirs)):
        if theirs[at] != own[-1]:
            continue
        run = 1
        while run < min(len(own), at + 1) - equal and own[-1 - run] == theirs[at - run]:
            run += 1
        if run > best:
            best, end = run, at + 1
    return best, end


def _resumed_tokens(line: LineTokens, equal: int) -> Iterator[int]:
    """Yield the tokens that the old line may go on with: the first that differs, the next, the end of the item."""
    count = len(line.tokens)
    if equal < count:
        yield equal
    if equal + 1 < count:
        yield equal + 1
    depth = 0
    for at in range(equal, min(count, equal + MAX_RESUMED_TOKENS)):
        token = line.tokens[at]
        if token in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
        if depth < 0 or (depth == 0 and token in _DELIMITERS):
            if at > equal + 1:
                yield at
            return


def _rest_at(place: Place, line: LineTokens, index: int, *, may_add_space: bool) -> str | None:
    """Return the rest of the line from a token on, with the space before it; None if it does not fit the cursor."""
    if index >= len(line.tokens):
        return None
    start = line.ends[index - 1] if index else line.starts[0]
    space = line.text[start : line.starts[index]]
    rest = line.text[line.starts[index] :].rstrip()
    if place.trailing_space:
        return rest if space or may_add_space else None
    if not space and place.ends_in_word and line.shape[index] in "wn":
        return None
    return space + rest
