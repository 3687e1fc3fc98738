"""Reference lines: lines elsewhere that begin, or go on, like the line being typed.

A reference is aligned with the typed prefix: from the beginning of both lines, where words may differ (the shape of
the lines is the same), or at its last tokens, which are equal. What follows in the reference is a possible
continuation.
"""

from collections.abc import Iterator
from typing import NamedTuple

from understudy.nes.completion.limits import (
    MAX_ABOVE_COMPARISONS,
    MAX_OCCURRENCES_PER_LINE,
    MAX_REFERENCES,
    MAX_SHAPE_MATCHES,
)
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.name_mapping import NO_MAPPING, NameMapping
from understudy.nes.completion.texts import AboveComparison, Place, SearchedText

__all__ = ["Reference", "find_references"]


class Reference(NamedTuple):
    text: SearchedText
    line: int
    column: int
    """Where the continuation begins in the line."""
    equal_before: int
    """Equal tokens directly before the cursor."""
    equal_total: int
    """Equal tokens at the same position, if aligned from the beginning."""
    is_aligned: bool
    """The prefix is aligned from its beginning."""
    extends_word: bool
    """The continuation begins inside a word."""
    above_equal: int
    above_alike: int
    """Lines directly above that are equal, and that have at least the same shape."""
    mapping: NameMapping

    @property
    def tokens(self) -> LineTokens:
        return self.text.at(self.line)


def find_references(place: Place) -> list[Reference]:
    found: dict[tuple[int, int, int], Reference] = {}
    for number, text in enumerate(place.texts):
        for reference in (*_aligned(place, text), *_after_same_tokens(place, text)):
            key = number, reference.line, reference.column
            known = found.get(key)
            if known is None or known.equal_before < reference.equal_before:
                found[key] = reference
        if len(found) >= MAX_REFERENCES:
            break
    return list(found.values())[:MAX_REFERENCES]


def _aligned(place: Place, text: SearchedText) -> Iterator[Reference]:
    """References that have the shape of the prefix at their beginning."""
    prefix = place.prefix
    count, shape = len(prefix.tokens), prefix.shape
    matches = text.lines_shaped(shape)
    scored: list[tuple[int, int, int]] = []
    tokens = prefix.tokens
    lines, first = text.lines, text.first
    for rank, at in enumerate(matches):
        equal = sum(map(str.__eq__, tokens, lines[at - first].tokens))
        if not equal and (count < 3 or rank > 20):
            continue
        scored.append((-equal, rank, at))
    scored.sort()
    for equal, _, at in scored[:MAX_SHAPE_MATCHES]:
        reference = _compare_aligned(place, text, at, -equal)
        if reference is not None:
            yield reference


def _compare_aligned(place: Place, text: SearchedText, at: int, equal_total: int) -> Reference | None:
    own, other = place.prefix.tokens, text.at(at)
    count = len(own)
    column = other.ends[count - 1]
    extends = False
    above = _compare_above(place, text, at)
    if equal_total == count:
        equal_before = count
        mapping = NameMapping(dict(zip(own, own, strict=True))) if above.pairs else NO_MAPPING
    else:
        theirs = other.tokens[:count]
        if place.ends_in_word and theirs[-1] != own[-1] and theirs[-1].startswith(own[-1]):
            extends = True
            column += len(own[-1]) - len(theirs[-1])
            theirs, own = theirs[:-1], own[:-1]
        words = dict(zip(theirs, own, strict=True))
        if tuple(map(words.__getitem__, theirs)) != own:
            return None  # a word would become two different ones
        keywords = place.keywords
        for old, new in words.items():
            if old != new and (old in keywords or new in keywords):
                return None
        equal_before = 0
        for old, new in zip(reversed(theirs), reversed(own), strict=True):
            if old != new:
                break
            equal_before += 1
        mapping = NameMapping(words)
    if place.trailing_space:
        after = _after_space(place, other.text, column)
        if after is None:
            return None
        column = after
    if above.pairs:
        mapping.add_missing(above.pairs)
    return Reference(
        text, at, column, equal_before, equal_total, True, extends, above.equal, above.alike, mapping
    )


def _after_space(place: Place, text: str, column: int) -> int | None:
    """Return the column after the space that the user has typed already; None if the reference has none there."""
    typed = place.trailing_space
    if not typed:
        return column
    return column + len(typed) if text.startswith(typed, column) else None


def _after_same_tokens(place: Place, text: SearchedText) -> Iterator[Reference]:
    """References that contain the last tokens of the prefix somewhere."""
    literal = place.literal
    if not literal:
        return
    places = text.lines_containing(literal)
    if text.is_edited:
        places = place.edited.nearest_first(places)
    starts_in_word = _is_word_char(literal[0])
    for at in places[:MAX_SHAPE_MATCHES]:
        other = text.at(at)
        start = -1
        for _ in range(MAX_OCCURRENCES_PER_LINE):
            start = other.text.find(literal, start + 1)
            if start < 0:
                break
            if starts_in_word and start and _is_word_char(other.text[start - 1]):
                continue
            column = start + len(literal)
            extends = place.ends_in_word and column < len(other.text) and _is_word_char(other.text[column])
            equal_before, is_aligned = _count_equal_before(place, other, column, extends=extends)
            above = _compare_above(place, text, at)
            yield Reference(
                text,
                at,
                column,
                equal_before,
                equal_before,
                is_aligned,
                extends,
                above.equal,
                above.alike,
                NO_MAPPING,
            )


def _count_equal_before(place: Place, other: LineTokens, column: int, *, extends: bool) -> tuple[int, bool]:
    """Return how many tokens before the column equal those before the cursor, and whether these are all."""
    own, theirs = place.prefix.tokens, other.tokens
    index = len(theirs)
    while index and other.ends[index - 1] > column:
        index -= 1
    count = 0
    if extends:  # the unfinished word itself
        count, own = 1, own[:-1]
        limit = min(len(own), index)
    else:
        limit = min(len(own), index)
    matched = 0
    while matched < limit and own[-1 - matched] == theirs[index - 1 - matched]:
        matched += 1
    return count + matched, matched == len(own) == index


def _compare_above(place: Place, text: SearchedText, at: int) -> AboveComparison:
    """Compare the lines directly above with those of the place; while a line is typed, only once."""
    known = place.edited.above_comparisons
    key = text, at
    found = known.get(key)
    if found is None:
        if len(known) >= MAX_ABOVE_COMPARISONS:
            known.clear()
        found = known[key] = _count_alike_above(place, text, at)
    return found


def _count_alike_above(place: Place, text: SearchedText, at: int) -> AboveComparison:
    equal = alike = 0
    pairs: list[tuple[str, str]] = []
    for index, own in zip(range(at - 1, text.first - 1, -1), place.above, strict=False):
        if text.is_edited and index == place.line:
            break
        theirs = text.at(index)
        if own.stripped == theirs.stripped:
            alike += 1
            equal += alike == equal + 1
        elif own.shape == theirs.shape:
            alike += 1
            pairs += zip(theirs.tokens, own.tokens, strict=True)
        else:
            break
    return AboveComparison(equal, alike, pairs)


def _is_word_char(char: str) -> bool:
    return char.isalnum() or char == "_"
