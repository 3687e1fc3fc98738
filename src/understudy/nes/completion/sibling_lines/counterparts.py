"""The line for the other one of two: `scaleX = canvas.width / columns` above shows `scaleY = canvas.height / rows`.

Some words belong together in pairs, of which one line uses the one side and the next line the other: the axes, the
sides, the ends and the bounds. The typed name tells which pairs are meant.
"""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.sibling_lines.known_names import occurs_elsewhere
from understudy.nes.completion.sibling_lines.replaced_tokens import rest_behind, with_replaced_tokens
from understudy.nes.completion.texts import Place

__all__ = ["counterpart_names", "counterpart_rest"]

_PAIRS: Final = (
    (
        *(("x", "y"), ("xs", "ys"), ("dx", "dy"), ("vx", "vy"), ("w", "h"), ("width", "height")),
        *(("columns", "rows"), ("cols", "rows"), ("column", "row"), ("col", "row"), ("left", "top")),
        *(("right", "bottom"), ("horizontal", "vertical"), ("horizontally", "vertically")),
    ),
    (("left", "right"), ("start", "end"), ("leading", "trailing")),
    (("top", "bottom"), ("upper", "lower"), ("above", "below")),
    (("first", "last"), ("start", "end"), ("begin", "end"), ("head", "tail"), ("from", "to")),
    (
        *(("min", "max"), ("minimum", "maximum"), ("lower", "upper"), ("low", "high")),
        *(("lowest", "highest"), ("smallest", "largest"), ("least", "most"), ("floor", "ceil")),
    ),
    (("latitude", "longitude"), ("lat", "lon"), ("lat", "lng"), ("lat", "long")),
)
"""Words that belong together, by what they are about."""
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

_Pairs = dict[str, list[str]]
"""The other words for a word."""


def counterpart_rest(place: Place) -> Iterator[str]:
    """Yield the rest of the line above with the words of the other side, if the typed name is the other one."""
    if not place.above:
        return
    last, typed = place.above[0], place.prefix.tokens
    if (
        last.indent != place.prefix.indent
        or len(last.tokens) <= len(typed)
        or last.shape[: len(typed)] != (place.prefix.shape)
    ):
        return
    first = next((at for at, token in enumerate(typed) if token != last.tokens[at]), None)
    if first is None:
        return
    for pairs in _meant_pairs(last.tokens[first], typed[first]):
        full = _other_side(place, last, pairs, len(typed))
        rest = rest_behind(place, full) if full is not None else None
        if rest:
            yield rest
            return


def counterpart_names(old: str, new: str, name: str) -> Iterator[str]:
    """Yield what becomes of a name where one side of a pair is replaced by the other."""
    for pairs in _meant_pairs(old, new):
        yield from _counterparts(name, pairs)


def _meant_pairs(old: str, new: str) -> Iterator[_Pairs]:
    """The pairs of every subject in which one name is the other side of the other name, in that direction."""
    before, after = _PART.findall(old), _PART.findall(new)
    if len(before) != len(after):
        return
    words = {(one.lower(), other.lower()) for one, other in zip(before, after, strict=True) if one != other}
    for subject in _PAIRS:
        for pairs in (subject, tuple((other, one) for one, other in subject)):
            if words and words <= set(pairs):
                found: _Pairs = {}
                for one, other in pairs:
                    found.setdefault(one, []).append(other)
                yield found


def _other_side(place: Place, last: LineTokens, pairs: _Pairs, typed_count: int) -> str | None:
    """The line with its words replaced; None if it has words of both sides, or nothing shows that they fit."""
    sides = {part.lower() for token in last.tokens for part in _PART.findall(token)}
    if any(other in sides for others in pairs.values() for other in others):
        return None
    replaced: dict[int, str] = {}
    is_known = False
    for at, token in enumerate(last.tokens):
        variants = [*_counterparts(token, pairs)]
        if not variants:
            continue
        known = [one for one in variants if occurs_elsewhere(place, one)]
        if len(variants) > 1 and len(known) != 1:
            return None
        replaced[at] = known[0] if known else variants[0]
        is_known = is_known or (at >= typed_count and bool(known))
    return with_replaced_tokens(last, replaced) if is_known else None


def _counterparts(token: str, pairs: _Pairs) -> Iterator[str]:
    """The names of the other side; none if no part of the name has one."""
    found = [match for match in _PART.finditer(token) if match[0].lower() in pairs]
    if len(found) == 1:
        [part] = found
        for other in pairs[part[0].lower()]:
            yield token[: part.start()] + _spelled_like(part[0], other) + token[part.end() :]


def _spelled_like(word: str, other: str) -> str:
    if word.isupper() and (len(word) > 1 or len(other) == 1):
        return other.upper()
    return other.capitalize() if word[0].isupper() else other
