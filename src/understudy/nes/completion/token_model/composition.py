"""Continuations composed token by token: the likeliest ways to the end of the line.

No line needs to have them whole. A search over the token model, the likeliest beginning first, bounded in steps.
"""

import heapq
import itertools
from collections.abc import Iterator
from typing import NamedTuple

from understudy.nes.completion.limits import (
    MAX_COMPOSED,
    MAX_COMPOSED_TOKENS,
    MAX_COMPOSITION_STEPS,
    MAX_CONTEXT_TOKENS,
    MAX_NEXT_PIECES,
    MIN_COMPOSED_PROBABILITY,
)
from understudy.nes.completion.texts import Place
from understudy.nes.completion.token_model.counts import LINE_END
from understudy.nes.completion.token_model.model import TokenModel

__all__ = ["Composed", "compose_lines"]


class Composed(NamedTuple):
    text: str
    probability: float


class _Beginning(NamedTuple):
    cost: float
    """The probability, negated: the heap returns the lowest first."""
    number: int
    context: tuple[str, ...]
    text: str
    tokens: int
    is_ended: bool


def compose_lines(place: Place, model: TokenModel) -> list[Composed]:
    """Return the likeliest rests of the line, the likeliest first."""
    numbers = itertools.count()
    heap = [
        _Beginning(-probability, next(numbers), context, text, 1, is_ended)
        for probability, context, text, is_ended in _first_pieces(place, model)
    ]
    heapq.heapify(heap)
    found: list[Composed] = []
    for _ in range(MAX_COMPOSITION_STEPS):
        if not heap or len(found) == MAX_COMPOSED:
            break
        best = heapq.heappop(heap)
        if best.is_ended:
            found.append(Composed(best.text, -best.cost))
            continue
        if best.tokens == MAX_COMPOSED_TOKENS:
            continue
        for probability, piece in model.next_pieces(best.context):
            cost = best.cost * probability
            if -cost < MIN_COMPOSED_PROBABILITY:
                break
            is_ended = piece == LINE_END
            text = best.text if is_ended else best.text + piece
            heapq.heappush(
                heap,
                _Beginning(
                    cost, next(numbers), _extended(best.context, piece), text, best.tokens + 1, is_ended
                ),
            )
    return found


def _first_pieces(place: Place, model: TokenModel) -> Iterator[tuple[float, tuple[str, ...], str, bool]]:
    tokens = (LINE_END, *place.prefix.tokens)
    space = place.trailing_space
    for probability, piece in model.next_pieces(tokens[-MAX_CONTEXT_TOKENS:]):
        if piece != LINE_END and piece.startswith(space) and probability >= MIN_COMPOSED_PROBABILITY:
            yield probability, _extended(tokens[-MAX_CONTEXT_TOKENS:], piece), piece[len(space) :], False
    if place.ends_in_word:
        yield from _rests_of_word(place, model, tokens)


def _rests_of_word(
    place: Place, model: TokenModel, tokens: tuple[str, ...]
) -> Iterator[tuple[float, tuple[str, ...], str, bool]]:
    """The words that begin with the one being typed, with their share among these words."""
    begun = tokens[-1]
    context = tokens[:-1][-MAX_CONTEXT_TOKENS:]
    text = place.prefix.text
    space = text[place.prefix.ends[-2] : place.prefix.starts[-1]] if len(tokens) > 2 else ""
    start = space + begun
    weights = model.successors(context)
    total = sum(weight for piece, weight in weights.items() if piece.startswith(start))
    longer = [
        (weight, piece) for piece, weight in weights.items() if piece.startswith(start) and piece != start
    ]
    for weight, piece in heapq.nlargest(MAX_NEXT_PIECES, longer):
        yield weight / (total + 1.0), _extended(context, piece), piece[len(start) :], False


def _extended(context: tuple[str, ...], piece: str) -> tuple[str, ...]:
    return (*context, piece.strip() if piece != LINE_END else piece)[-MAX_CONTEXT_TOKENS:]
