"""Scores the candidates of one text, by their own features and by those that depend on the other candidates.

What a candidate changes is compared with the text around it, whatever pattern made it. Candidates that agree on the
result support each other; candidates with different results for the same lines contradict each other.
"""

import re
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import ArgumentChangeFilter, UnscoredCandidate, adds_duplicate_text
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.probability import estimate_probability
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.surroundings import Surroundings
from understudy.nes.symbolic.tokens import tokenize, words_of

__all__ = ["Change", "score_candidates"]

Change = tuple[str, int, int, tuple[str, ...]]
"""The uri, the first line, the number of lines and the new lines."""
_QUOTE: Final = re.compile(r"[\"'`]")


def score_candidates(
    candidates: Iterable[UnscoredCandidate],
    extractor: FeatureExtractor,
    argument_filter: ArgumentChangeFilter,
) -> dict[Change, UnscoredCandidate]:
    """Set the probabilities. Of several candidates that make the same change, keep the likeliest."""
    index, surroundings = extractor.index, Surroundings(extractor)
    by_change: dict[Change, list[UnscoredCandidate]] = {}
    for one in candidates:
        if not adds_duplicate_text(one) and not argument_filter.is_for_other_function(one):
            change = (one.snapshot.uri, one.line, one.line_count, one.new)
            by_change.setdefault(change, []).append(one)
    results_by_line: dict[tuple[int, bool], int] = {}
    for _, line, line_count, _ in by_change:
        place = (line, line_count > 0)
        results_by_line[place] = results_by_line.get(place, 0) + 1
    best: dict[Change, UnscoredCandidate] = {}
    for change, group in by_change.items():
        _, line, line_count, _ = change
        families = {one.family for one in group}
        patterns = {one.pattern for one in group}
        common: Features = {
            **_change_features(group[0], index),
            "agreeing_families": float(len(families) - 1),
            "agreeing": log_scaled(len(patterns) - 1),
            "contested": log_scaled(results_by_line[line, line_count > 0] - 1),
        }
        for one in group:
            one.features.update(common)
            one.features.update(extractor.visited_features(line))
            further = partial(surroundings.features, one)
            one.probability = estimate_probability(one.family, one.features, further)
        best[change] = max(group, key=lambda one: one.probability)
    return best


def _change_features(one: UnscoredCandidate, index: SnapshotIndex) -> Features:
    old, new = one.old, one.new
    removed, added = _changed_words(old, new)
    line = _describe_change(old[0], new[0]) if len(old) == len(new) == 1 else None
    unknown = sum(1 for word in added - removed if not index.contains_word(word))
    return {
        "words_added": log_scaled(len(added)),
        "words_removed": log_scaled(len(removed)),
        "words_unknown": log_scaled(unknown),
        "copies_here": log_scaled(len(index.find_equal_lines(old[0].strip())) - 1) if old else 0.0,
        "changes": log_scaled(line.changes) if line else 0.0,
        "in_string": float(line.in_string) if line else 0.0,
        "line_start": float(line.at_start) if line else 0.0,
        "changed_share": line.share if line else 1.0,
    }


class _LineChange(NamedTuple):
    changes: int
    in_string: bool
    """Whether the first change is between quotes."""
    at_start: bool
    share: float
    """The share of the line's tokens that change."""


@lru_cache(maxsize=1024)
def _describe_change(old: str, new: str) -> _LineChange | None:
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return None
    ops = diff_tokens(old, new)
    if not ops:
        return None
    tokens = tokenize(old)
    before = "".join(tokens[: ops[0].start])
    quotes = _QUOTE.findall(before)
    return _LineChange(
        len(ops),
        any(quotes.count(quote) % 2 for quote in "\"'`"),
        not before.strip(),
        min(1.0, sum(op.end - op.start + len(op.new) for op in ops) / max(1, 2 * len(tokens))),
    )


@lru_cache(maxsize=1024)
def _changed_words(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The words that only the old lines have, and those that only the new ones have."""
    before = frozenset[str]().union(*map(words_of, old))
    after = frozenset[str]().union(*map(words_of, new))
    return before - after, after - before
