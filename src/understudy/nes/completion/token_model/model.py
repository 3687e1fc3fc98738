"""How probable the next token is, by the counts of the texts of a place: longer contexts count more.

A language model of the open texts only, built while the user types: nothing of it is stored or fitted.
"""

import heapq
import math
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.bounded_dict import BoundedDict
from understudy.nes.completion.limits import (
    MAX_CONTEXT_TOKENS,
    MAX_NEXT_PIECES,
    MAX_REMEMBERED_PROBABILITIES,
    MAX_TOKEN_MODELS,
)
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.texts import Place
from understudy.nes.completion.token_model.counts import LINE_END, CountedTexts, TextCounts

__all__ = ["RestProbability", "TokenModel", "TokenModels"]

_PIECE: Final = re.compile(r"\s*(?:\w+|[^\w\s])")
_WORD_END: Final = re.compile(r"\w\w")
_UNSEEN: Final = 0.002
"""The probability of a piece that no context knows."""


class RestProbability(NamedTuple):
    """The probability of the rest of a line, token by token."""

    total: float
    """The logarithm of the probability of all of it."""
    lowest: float
    first: float
    end: float


class _Order(NamedTuple):
    """What was seen behind one context."""

    seen: list[tuple[dict[str, int], float]]
    """The counts of each text, and how much they count."""
    total: float
    kinds: int


class _Context:
    """Tokens, and what is known of the pieces behind them."""

    __slots__ = ("steps", "tokens")

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self.tokens = tokens
        self.steps: dict[str, _Step] = {}
        """By piece."""


class _Step:
    """One piece behind a context."""

    __slots__ = ("log", "next", "value")

    def __init__(self, value: float) -> None:
        self.value = value
        """Its probability."""
        self.log = math.log(value)
        self.next: _Context | None = None
        """The context with this piece; found when it is needed."""


class TokenModel:
    def __init__(self, counts: Sequence[tuple[TextCounts, float]]) -> None:
        self._lookups = [(one.get, weight) for one, weight in counts]
        """The counts of each text, with how much an occurrence in it counts."""
        self._known: dict[tuple[str, ...], list[_Order]] = {}
        self._next_pieces: dict[tuple[str, ...], list[tuple[float, str]]] = {}
        self._contexts: dict[tuple[str, ...], _Context] = {}
        self._step_count = 0

    @property
    def is_full(self) -> bool:
        """Whether it remembers so much that a new one should be made."""
        return self._step_count + len(self._known) > MAX_REMEMBERED_PROBABILITIES

    def successors(self, context: tuple[str, ...]) -> dict[str, float]:
        """Return the pieces that follow the longest context that was seen, with their weights."""
        orders = self._find(context)
        weights: dict[str, float] = {}
        for seen, weight in orders[-1].seen if orders else ():
            for piece, count in seen.items():
                weights[piece] = weights.get(piece, 0.0) + weight * count
        return weights

    def next_pieces(self, context: tuple[str, ...]) -> list[tuple[float, str]]:
        """Return the likeliest next pieces with their probabilities, the likeliest first."""
        found = self._next_pieces.get(context)
        if found is None:
            weights = self.successors(context)
            likeliest = heapq.nlargest(MAX_NEXT_PIECES, weights, key=weights.__getitem__)
            found = sorted([(self.probability(context, piece), piece) for piece in likeliest], reverse=True)
            self._next_pieces[context] = found
        return found

    def probability(self, context: tuple[str, ...], piece: str) -> float:
        return self._step(self._context(context), piece).value

    def _context(self, tokens: tuple[str, ...]) -> _Context:
        found = self._contexts.get(tokens)
        if found is None:
            found = self._contexts[tokens] = _Context(tokens)
        return found

    def _step(self, context: _Context, piece: str) -> _Step:
        found = context.steps.get(piece)
        if found is None:
            found = context.steps[piece] = _Step(self._compute_probability(context.tokens, piece))
            self._step_count += 1
        return found

    def _compute_probability(self, context: tuple[str, ...], piece: str) -> float:
        value = _UNSEEN
        for seen_by_text, total, kinds in self._find(context):
            count = 0.0
            for seen, weight in seen_by_text:
                times = seen.get(piece)
                if times is not None:
                    count += weight * times
            value = (count + kinds * value) / (total + kinds)
        return value

    def rest_probability(self, prefix: LineTokens, rest: str) -> RestProbability:
        """Return how probable it is that the line goes on like this and ends there; `prefix` is what is typed."""
        context = (LINE_END, *prefix.tokens)[-MAX_CONTEXT_TOKENS - 1 :]
        typed = prefix.text
        if rest[:1].isspace() or not _WORD_END.match(typed[-1:] + rest[:1]):
            rest = typed[prefix.ends[-1] :] + rest
        else:  # the rest begins inside a word
            start = prefix.ends[-2] if len(prefix.ends) > 1 else prefix.starts[0]
            rest, context = typed[start:] + rest, context[:-1]
        here = self._context(context[-MAX_CONTEXT_TOKENS:])
        pieces: list[str] = _PIECE.findall(rest)
        total, lowest, first = 0.0, 1.0, 0.0
        for piece in pieces:
            step = here.steps.get(piece) or self._step(here, piece)
            value = step.value
            total += step.log
            if value < lowest:
                lowest = value
            if not first:
                first = value
            if step.next is None:
                step.next = self._context((*here.tokens, piece.lstrip())[-MAX_CONTEXT_TOKENS:])
            here = step.next
        end = self._step(here, LINE_END)
        return RestProbability(total + end.log, min(lowest, end.value), first or end.value, end.value)

    def mean_typed(self, tokens: tuple[str, ...], pieces: Sequence[str]) -> float:
        """Return the mean logarithm of the probability of the tokens typed so far."""
        all_tokens = (LINE_END, *tokens)
        total = 0.0
        for at, piece in enumerate(pieces):
            context = self._context(all_tokens[max(0, at + 1 - MAX_CONTEXT_TOKENS) : at + 1])
            total += self._step(context, piece).log
        return total / max(1, len(pieces))

    def _find(self, context: tuple[str, ...]) -> list[_Order]:
        """Return what was seen behind each context that ends like this one, the shortest first."""
        known = self._known.get(context)
        if known is not None:
            return known
        size = len(context)
        found: list[_Order] = []
        if size > 1:
            # The end of the context is mostly known: contexts of one line share their ends.
            found = self._find(context[1:])
        if len(found) == size - 1:
            order = self._count(hash(context))
            if order is not None:
                found = [*found, order]
        self._known[context] = found
        return found

    def _count(self, key: int) -> _Order | None:
        """Return what was seen behind the context with this key; None if it was not seen."""
        seen_by_text: list[tuple[dict[str, int], float]] = []
        total, kinds = 0.0, 0
        for find, weight in self._lookups:
            seen = find(key)
            if seen is None:
                continue
            if isinstance(seen, str):
                seen_by_text.append(({seen: 1}, weight))
                total += weight
                kinds += 1
            else:
                seen_by_text.append((seen, weight))
                total += weight * seen.total
                kinds += len(seen)
        return _Order(seen_by_text, total, kinds) if seen_by_text else None


class TokenModels:
    """The models of the last places: while a line is typed, the counts stay, and what a model remembers too."""

    def __init__(self) -> None:
        self._counted = CountedTexts()
        self._models: BoundedDict[tuple[tuple[int, float], ...], TokenModel] = BoundedDict(MAX_TOKEN_MODELS)

    def of_place(self, place: Place) -> TokenModel:
        counts = self._counted.of_place(place)
        key = tuple([(one.revision, weight) for one, weight in counts])
        model = self._models.get(key)
        if model is None or model.is_full:
            model = self._models[key] = TokenModel(counts)
        return model
