"""Named features of a continuation: what its fitted probability is computed from."""

import heapq
import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from understudy.nes.completion.continuations import (
    Continuation,
    Continuations,
    bracket_depths,
    bracket_growth,
)
from understudy.nes.completion.limits import MAX_RECENT_EDITS, MAX_SIBLINGS
from understudy.nes.completion.references import Reference
from understudy.nes.completion.repetition import replaced_words
from understudy.nes.completion.resumption import count_old_tokens
from understudy.nes.completion.texts import Place
from understudy.nes.completion.token_model import TokenModel, line_pieces
from understudy.nes.engine_api import Situation

__all__ = ["FEATURE_NAMES", "FeatureExtractor"]

FEATURE_NAMES: Final = (
    "equal_before",
    "equal_share",
    "whole",
    "aligned",
    "different",
    "mapped_words",
    "extends_word",
    "above_equal",
    "above_alike",
    "below_equal",
    "votes",
    "share",
    "level_votes",
    "level_share",
    "level_count",
    "rival_share",
    "references",
    "texts",
    "edited_text",
    "distance",
    "is_above",
    "same_indent",
    "recent",
    "typed_tokens",
    "typed_chars",
    "rest_chars",
    "rest_tokens",
    "rest_words",
    "unknown_here",
    "unknown_in_file",
    "extra_lines",
    "opens",
    "closes",
    "left_open",
    "ends_block",
    "ends_comma",
    "duplicates",
    "duplicate_near",
    "in_word",
    "after_space",
    "after_dot",
    "after_open",
    "after_equals",
    "after_comma",
    "after_quote",
    "comment",
    "rest_strings",
    "rest_numbers",
    "word_known",
    "python",
    "braces",
    "in_import",
    "deleted",
    "series",
    "arguments",
    "assignment",
    "composed",
    "member",
    "token_total",
    "token_lowest",
    "token_first",
    "token_end",
    "token_typed",
    "resume_equal",
    "resume_typed",
    "resume_skipped",
    "resume_repeated",
    "repeat_support",
    "repeat_behind",
    "repeat_ahead",
    "repeat_left_out",
    "repeat_offset",
    "rewrite_support",
    "rewrite_offset",
    "cut",
    "is_old_line",
    "stale_words",
    "siblings",
    "sibling_votes",
    "nearest_sibling",
    "line_open",
    "line_closed",
    "in_string",
    "recent_elsewhere",
    "line_chars",
    "old_equal",
    "old_typed",
)

_WORD: Final = re.compile(r"[^\W\d]\w*")
_COMMENT: Final = re.compile(r"\s*(?:#(?!\[)|//|/\*|\*|--|<!--)")
_IMPORT: Final = re.compile(r"\s*(?:import|from|use|require|include|#include|pub use|export \* from)\b")


_RULES: Final = frozenset({"series", "arguments", "assignment", "composed", "member", "cut"})
"""Rules that are a feature of what they made."""
_ABSENT: Final = {
    **dict.fromkeys(sorted(_RULES), 0.0),
    **{name: -1.0 for name in FEATURE_NAMES if name.startswith(("resume_", "repeat_", "rewrite_"))},
}
"""Features of a continuation that no rule made and that repeats no change of another line."""
_FAR: Final = 1_000_000
"""The line number of a reference in another text: far from every line."""


class FeatureExtractor:
    """Computes the features of the continuations of one request."""

    def __init__(self, place: Place, situation: Situation, found: Continuations, model: TokenModel) -> None:
        self._place = place
        self._model = model
        self._found = found
        edited = place.edited
        line = place.line
        self._near_words = edited.near_words
        self._near_texts = edited.near_stripped
        self._below = edited.below
        self._recent: set[str] = set()
        """Lines of the last edits, here and in other texts."""
        self._recent_elsewhere: set[str] = set()
        for edit in situation.edits[-MAX_RECENT_EDITS:]:
            recent = self._recent if edit.uri == situation.snapshot.uri else self._recent_elsewhere
            recent.update(map(str.strip, edit.new))
        references = found.references
        self._levels = [reference.equal_before for reference in references]
        self._counts_from_level = _counts_from(self._levels)
        self._distances = [abs(_origin_of(reference) - line) for reference in references]
        siblings = _nearest_siblings(references, self._distances)
        self._siblings = frozenset(siblings)
        self._nearest_sibling = siblings[0] if siblings else -1
        self._old_lines = {one for text in place.texts if text.is_deleted for one in text.stripped_lines}
        self._stale = set(replaced_words(place, situation))
        for reference in references:
            if reference.is_aligned and reference.text.is_deleted:
                self._stale.update(reference.mapping.replaced_words)
        self._stale.difference_update(place.prefix.tokens)
        self._heaviest = heapq.nlargest(2, [one.weight for one in found.found.values()])
        prefix = place.prefix
        old_equal = count_old_tokens(place)
        self._stripped_prefix = prefix.text.lstrip()
        last = prefix.text[-1:]
        word = prefix.tokens[-1]
        self._typed_depth, self._typed_lowest = bracket_depths(self._stripped_prefix)
        self._common: dict[str, float] = {
            **_ABSENT,
            "references": math.log1p(len(found.references)),
            "token_typed": model.mean_typed(prefix.tokens, line_pieces(prefix)[:-1]),
            "typed_tokens": float(min(len(prefix.tokens), 20)),
            "typed_chars": float(min(len(self._stripped_prefix), 60)),
            "in_word": float(place.ends_in_word),
            "after_space": float(bool(place.trailing_space)),
            "after_dot": float(last in ".:" or prefix.text.endswith("->")),
            "after_open": float(last in "([{"),
            "after_equals": float(prefix.tokens[-1] == "="),
            "after_comma": float(prefix.tokens[-1] == ","),
            "after_quote": float(last in "\"'`"),
            "in_string": float(any(prefix.text.count(quote) % 2 for quote in "\"'`")),
            "old_equal": float(min(old_equal, 20)),
            "old_typed": float(min(len(prefix.tokens) - old_equal, 20)),
            "siblings": float(len(self._siblings)),
            "comment": float(_COMMENT.match(prefix.text) is not None),
            "word_known": float(not place.ends_in_word or edited.has_token_elsewhere(word)),
            "python": float(place.language.has_colon_blocks),
            "braces": float(place.language.family in ("go", "rust", "java", "c")),
            "in_import": float(_IMPORT.match(prefix.text) is not None),
        }

    def extract(self, one: Continuation) -> dict[str, float]:
        place, found = self._place, self._found
        edited, prefix = place.edited, place.prefix
        best, text = one.best, one.text
        assert best is not None  # noqa: S101 - a continuation has a reference
        source, best_line = best.text, best.tokens
        count = len(prefix.tokens)
        sources = one.sources
        levels = [*map(self._levels.__getitem__, sources)]
        level = max(levels)
        level_votes = levels.count(level)
        level_count = self._counts_from_level[level]
        rivals = self._rival_weight(one)
        first_rest, _, more = text.partition("\n")
        words: list[str] = _WORD.findall(text)
        unknown_here = set(words).difference(self._near_words, prefix.tokens)
        depth, lowest = bracket_depths(first_rest)
        line_lowest = min(self._typed_lowest, self._typed_depth + lowest)
        whole_line = self._stripped_prefix + first_rest
        below = source.at(best.line + 1).stripped if best.line + 1 < source.end else ""
        last = text[-1]
        rest = self._model.rest_probability(prefix, first_rest + place.suffix)
        features: dict[str, float] = {
            **self._common,
            "equal_before": min(best.equal_before, 12),
            "equal_share": best.equal_total / count,
            "whole": best.is_aligned and best.equal_total >= count - best.extends_word,
            "aligned": best.is_aligned,
            "different": count - best.equal_total if best.is_aligned else -1.0,
            "mapped_words": one.mapped_words,
            "extends_word": best.extends_word,
            "above_equal": best.above_equal,
            "above_alike": best.above_alike,
            "below_equal": bool(below) and below == self._below,
            "votes": math.log1p(one.votes),
            "share": one.weight / found.total_weight if found.total_weight else 0.0,
            "level_votes": math.log1p(level_votes),
            "level_share": level_votes / level_count,
            "level_count": math.log1p(level_count),
            "rival_share": rivals / (rivals + one.weight),
            "texts": len({id(found.references[index].text) for index in sources}),
            "edited_text": source.is_edited,
            "distance": math.log1p(min(*map(self._distances.__getitem__, sources), 10_000)),
            "is_above": source.is_edited and best.line < place.line,
            "same_indent": best_line.indent == prefix.indent,
            "recent": best_line.stripped in self._recent,
            "rest_chars": math.log1p(len(text.strip())),
            "rest_tokens": min(len(words) * 2, 40),
            "rest_words": min(len(words), 20),
            "unknown_here": len(unknown_here),
            "unknown_in_file": sum([not edited.is_elsewhere(word) for word in unknown_here]),
            "extra_lines": more.count("\n") + 1 if more else 0,
            "opens": depth - lowest,
            "closes": -lowest,
            "left_open": bracket_growth(text)[0] if more else depth - lowest,
            "ends_block": last in "{:",
            "ends_comma": last == ",",
            "duplicates": math.log1p(edited.count_equal(whole_line)),
            "duplicate_near": whole_line in self._near_texts,
            "rest_strings": text.count('"') + text.count("'") + text.count("`"),
            "rest_numbers": sum(map(str.isdigit, text)),
            "deleted": source.is_deleted,
            "token_total": max(-20.0, rest.total),
            "token_lowest": rest.lowest,
            "token_first": rest.first,
            "token_end": rest.end,
            "is_old_line": whole_line in self._old_lines,
            "stale_words": len(self._stale.intersection(words)),
            "sibling_votes": len(self._siblings.intersection(one.voters)),
            "nearest_sibling": self._nearest_sibling in one.voters,
            "recent_elsewhere": best_line.stripped in self._recent_elsewhere,
            "line_chars": min(len(prefix.text) + len(first_rest), 200),
            "line_open": self._typed_depth + depth - line_lowest,
            "line_closed": -line_lowest,
        }
        for rule in _RULES.intersection(one.rules):
            features[rule] = 1.0
        if (resumption := one.resumption) is not None:
            features["resume_equal"] = resumption.equal
            features["resume_typed"] = resumption.typed
            features["resume_skipped"] = resumption.skipped
            features["resume_repeated"] = resumption.repeated
        if (repetition := one.repetition) is not None:
            features["repeat_support"] = repetition.support
            features["repeat_behind"] = repetition.behind
            features["repeat_ahead"] = repetition.ahead
            features["repeat_left_out"] = repetition.left_out
            features["repeat_offset"] = repetition.offset
        if (rewriting := one.rewriting) is not None:
            features["rewrite_support"] = rewriting.support
            features["rewrite_offset"] = rewriting.offset
        return features

    def _rival_weight(self, one: Continuation) -> float:
        """Return the weight of the heaviest other continuation."""
        if one.weight < self._heaviest[0]:
            return self._heaviest[0]
        return self._heaviest[1] if len(self._heaviest) > 1 else 0.0


def _counts_from(levels: Sequence[int]) -> dict[int, int]:
    """Return for each level how many are at least as high."""
    counts: dict[int, int] = {}
    total = 0
    for level, count in sorted(Counter(levels).items(), reverse=True):
        total += count
        counts[level] = total
    return counts


def _nearest_siblings(references: Sequence[Reference], distances: Sequence[int]) -> list[int]:
    """Return the indexes of the lines of the text that have the shape of the typed one, the nearest first."""
    aligned = [
        (distances[index], index)
        for index, one in enumerate(references)
        if one.is_aligned and one.text.is_edited
    ]
    aligned.sort()
    return [index for _, index in aligned[:MAX_SIBLINGS]]


def _origin_of(reference: Reference) -> int:
    """Return where the line of the reference is, or was, in the edited text."""
    if reference.text.is_edited:
        return reference.line
    return reference.text.origins[reference.line] if reference.text.is_deleted else _FAR
