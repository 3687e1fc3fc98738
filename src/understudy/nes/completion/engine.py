"""The completion engine: continuations of the line at the cursor, with a fitted probability, the likeliest first.

Looks only at the texts, so it answers while the user types, also in an edit that is not complete. Where else
something should change is decided by the other engines.
"""

import itertools
import math
from collections.abc import Iterator
from typing import Final

from understudy.nes.clock import Clock, RealClock
from understudy.nes.completion.balance import BalanceCheck
from understudy.nes.completion.continuations import (
    RULE_WEIGHT,
    Continuation,
    add_generated,
    add_repetition,
    add_resumption,
    add_rewriting,
    group_continuations,
)
from understudy.nes.completion.features import FeatureExtractor
from understudy.nes.completion.limits import (
    COMPLETION_FAMILY,
    LENGTH_PENALTY,
    LINES_PER_STEP,
    MAX_SCORED_CANDIDATES,
    MIN_EXTENSION_PROBABILITY,
    UNPENALIZED_LOG_CHARS,
)
from understudy.nes.completion.line_tokens import tokenize_lines
from understudy.nes.completion.probability import load_trees
from understudy.nes.completion.references import find_references
from understudy.nes.completion.repetition import find_repetitions, find_rewritings
from understudy.nes.completion.resumption import find_resumptions
from understudy.nes.completion.rules import add_rule_continuations
from understudy.nes.completion.texts import OtherTexts, PlaceTexts, find_place
from understudy.nes.completion.token_model import TokenModels, compose_lines
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.text import Point, Replacement, Span, TextSnapshot

__all__ = ["CompletionEngine", "prepare_completion"]

_WHY: Final = "Similar lines go on like this."


def prepare_completion(snapshot: TextSnapshot) -> Iterator[None]:
    """Load the fitted trees and tokenize a text, step by step: what the first request would do otherwise.

    May run in a thread.
    """
    load_trees()
    for start in range(0, len(snapshot.lines), LINES_PER_STEP):
        yield
        tokenize_lines(snapshot.lines[start : start + LINES_PER_STEP])


class CompletionEngine:
    def __init__(self, clock: Clock | None = None) -> None:
        self._texts = PlaceTexts(OtherTexts(clock or RealClock()))
        self._models = TokenModels()

    def propose(self, situation: Situation) -> EngineResult:
        trees = load_trees()
        scored = [
            (max(trees.probability(features), one.min_probability), one.text)
            for one, features in self.scored_continuations(situation)
        ]
        scored = rank_continuations(scored)
        if not scored:
            return EngineResult(reason="nowhere")
        span = Span(situation.cursor, situation.cursor)
        return EngineResult(candidates=tuple([_to_candidate(situation, span, *one) for one in scored]))

    def scored_continuations(self, situation: Situation) -> Iterator[tuple[Continuation, dict[str, float]]]:
        """Yield the continuations worth a closer look, with their features."""
        place = find_place(situation, self._texts)
        if place is None:
            return
        found = group_continuations(place, find_references(place))
        add_rule_continuations(place, found)
        for resumed in find_resumptions(place):
            add_resumption(found, place, resumed)
        for repeated in find_repetitions(place, situation):
            add_repetition(found, place, repeated)
        for rewritten in find_rewritings(place, situation):
            add_rewriting(found, place, rewritten)
        model = self._models.of_place(place)
        for text, probability in compose_lines(place, model):
            weight = RULE_WEIGHT * probability
            add_generated(found, place, text, place.line, "composed", weight=weight)
        if not found.found:
            return
        extractor = FeatureExtractor(place, situation, found, model)
        likeliest = sorted(found.found.values(), key=lambda one: -one.weight)
        balance = BalanceCheck(place, situation)
        balanced = (one for one in likeliest if balance.is_balanced(one.text))
        for one in itertools.islice(balanced, MAX_SCORED_CANDIDATES):
            yield one, extractor.extract(one)


def rank_continuations(scored: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Sort by probability. A continuation with further lines comes before its first line alone if it is certain."""
    ranked = sorted(scored, key=lambda pair: -pair[0])
    if ranked:
        first = ranked[0][1].partition("\n")[0]
        for at, (probability, text) in enumerate(ranked):
            if at and probability >= MIN_EXTENSION_PROBABILITY and text.partition("\n")[0] == first:
                ranked.insert(0, ranked.pop(at))
                break
    return ranked


def penalize_length(probability: float, text: str) -> float:
    """Return the probability that a completion is compared with the threshold by."""
    penalty = LENGTH_PENALTY * (math.log1p(len(text.strip())) - UNPENALIZED_LOG_CHARS)
    return min(max(probability - penalty, 0.0), 1.0)


def _to_candidate(situation: Situation, span: Span, probability: float, text: str) -> Candidate:
    line, column = span.start
    more = text.count("\n")
    end = Point(line + more, len(text) - text.rfind("\n") - 1) if more else Point(line, column + len(text))
    return Candidate(
        kind="edit",
        uri=situation.snapshot.uri,
        probability=penalize_length(probability, text),
        family=COMPLETION_FAMILY,
        why=_WHY,
        edits=(Replacement(span, text),),
        position=end,
    )
