"""Named features of a continuation: what its fitted probability is computed from."""

import heapq
import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from understudy.nes.completion.continuations import Continuation, Continuations, bracket_growth
from understudy.nes.completion.limits import MAX_RECENT_EDITS, MAX_SIBLINGS, NEARBY_LINES
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


_FAR: Final = 1_000_000
"""The line number of a reference in another text: far from every line."""


class FeatureExtractor:
    """Computes the features of the continuations of one request."""

    def __init__(self, place: Place, situation: Situation, found: Continuations, model: TokenModel) -> None:
        self._place = place
        self._model = model
        self._found = found
        edited = place.texts[0]
        line = place.line
        near = range(max(edited.first, line - NEARBY_LINES), min(edited.end, line + NEARBY_LINES // 2))
        self._near_words = {token for at in near if at != line for token in edited.at(at).tokens}
        self._near_words.update(place.prefix.tokens)
        self._near_texts = [
            edited.at(at).stripped
            for at in range(max(edited.first, line - 6), min(edited.end, line + 7))
            if at != line
        ]
        self._below = edited.at(line + 1).stripped if line + 1 < edited.end else ""
        self._recent = {
            one.strip()
            for edit in situation.edits[-MAX_RECENT_EDITS:]
            if edit.uri == situation.snapshot.uri
            for one in edit.new
        }
        self._recent_elsewhere = {
            one.strip()
            for edit in situation.edits[-MAX_RECENT_EDITS:]
            if edit.uri != situation.snapshot.uri
            for one in edit.new
        }
        self._levels = [reference.equal_before for reference in found.references]
        self._counts_from_level = _counts_from(self._levels)
        self._distances = [abs(_origin_of(reference) - line) for reference in found.references]
        siblings = _nearest_siblings(found.references, line)
        self._siblings = frozenset(siblings)
        self._nearest_sibling = siblings[0] if siblings else -1
        self._old_lines = {one for text in place.texts if text.is_deleted for one in text.stripped_lines}
        self._stale = set(replaced_words(place, situation))
        for reference in found.references:
            if reference.text.is_deleted and reference.is_aligned:
                self._stale.update(reference.mapping.replaced_words)
        self._stale.difference_update(place.prefix.tokens)
        self._heaviest = heapq.nlargest(2, [one.weight for one in found.found.values()])
        self._stripped_lines = edited.stripped_lines
        self._line_counts: dict[str, int] = {}
        prefix = place.prefix
        old_equal = count_old_tokens(place)
        self._stripped_prefix = prefix.text.lstrip()
        last = prefix.text[-1:]
        word = prefix.tokens[-1]
        self._common: dict[str, float] = {
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
            "word_known": float(not place.ends_in_word or word in self._near_words_elsewhere(word)),
            "python": float(place.language.has_colon_blocks),
            "braces": float(place.language.family in ("go", "rust", "java", "c")),
            "in_import": float(_IMPORT.match(prefix.text) is not None),
        }

    def _near_words_elsewhere(self, word: str) -> Sequence[str]:
        """The word, if a line of the text other than the typed one has it as a whole word."""
        edited, line = self._place.texts[0], self._place.line
        is_known = any(at != line and word in edited.at(at).tokens for at in edited.lines_containing(word))
        return (word,) if is_known else ()

    def extract(self, one: Continuation) -> dict[str, float]:
        place, found = self._place, self._found
        best = one.best
        assert best is not None  # noqa: S101 - a continuation has a reference
        count = len(place.prefix.tokens)
        sources = one.sources
        levels = [*map(self._levels.__getitem__, sources)]
        level = max(levels)
        level_votes = levels.count(level)
        level_count = self._counts_from_level[level]
        rivals = self._rival_weight(one)
        texts = {id(found.references[source].text) for source in sources}
        first_rest, _, more = one.text.partition("\n")
        words = _WORD.findall(one.text)
        unknown_here = [word for word in set(words) if word not in self._near_words]
        left_open, closes = bracket_growth(first_rest)
        all_open = bracket_growth(one.text)[0] if more else left_open
        whole_line = self._stripped_prefix + first_rest
        nearest = min(map(self._distances.__getitem__, sources))
        below = best.text.at(best.line + 1).stripped if best.line + 1 < best.text.end else ""
        last = one.text[-1]
        rest = self._model.rest_probability(place.prefix, first_rest + place.suffix)
        features: dict[str, float] = {
            "equal_before": float(min(best.equal_before, 12)),
            "equal_share": best.equal_total / count,
            "whole": float(best.is_aligned and best.equal_total >= count - best.extends_word),
            "aligned": float(best.is_aligned),
            "different": float(count - best.equal_total) if best.is_aligned else -1.0,
            "mapped_words": float(one.mapped_words),
            "extends_word": float(best.extends_word),
            "above_equal": float(best.above_equal),
            "above_alike": float(best.above_alike),
            "below_equal": float(bool(below) and below == self._below),
            "votes": math.log1p(one.votes),
            "share": one.weight / found.total_weight if found.total_weight else 0.0,
            "level_votes": math.log1p(level_votes),
            "level_share": level_votes / level_count,
            "level_count": math.log1p(level_count),
            "rival_share": rivals / (rivals + one.weight),
            "texts": float(len(texts)),
            "edited_text": float(best.text.is_edited),
            "distance": math.log1p(min(nearest, 10_000)),
            "is_above": float(best.text.is_edited and best.line < place.line),
            "same_indent": float(best.tokens.indent == place.prefix.indent),
            "recent": float(best.tokens.stripped in self._recent),
            "rest_chars": math.log1p(len(one.text.strip())),
            "rest_tokens": float(min(len(words) * 2, 40)),
            "rest_words": float(min(len(words), 20)),
            "unknown_here": float(len(unknown_here)),
            "unknown_in_file": float(self._count_unknown(unknown_here)),
            "extra_lines": float(more.count("\n") + 1 if more else 0),
            "opens": float(left_open),
            "closes": float(closes),
            "left_open": float(all_open),
            "ends_block": float(last in "{:"),
            "ends_comma": float(last == ","),
            "duplicates": math.log1p(self._count_lines(whole_line)),
            "duplicate_near": float(whole_line in self._near_texts),
            "rest_strings": float(sum(map(one.text.count, "\"'`"))),
            "rest_numbers": float(sum(map(str.isdigit, one.text))),
            "deleted": float(best.text.is_deleted),
            "series": float("series" in one.rules),
            "arguments": float("arguments" in one.rules),
            "assignment": float("assignment" in one.rules),
            "composed": float("composed" in one.rules),
            "member": float("member" in one.rules),
            "token_total": max(-20.0, rest.total),
            "token_lowest": rest.lowest,
            "token_first": rest.first,
            "token_end": rest.end,
        }
        resumption = one.resumption
        features["resume_equal"] = float(resumption.equal) if resumption else -1.0
        features["resume_typed"] = float(resumption.typed) if resumption else -1.0
        features["resume_skipped"] = float(resumption.skipped) if resumption else -1.0
        features["resume_repeated"] = float(resumption.repeated) if resumption else -1.0
        repetition = one.repetition
        features["repeat_support"] = float(repetition.support) if repetition else -1.0
        features["repeat_behind"] = float(repetition.behind) if repetition else -1.0
        features["repeat_ahead"] = float(repetition.ahead) if repetition else -1.0
        features["repeat_left_out"] = float(repetition.left_out) if repetition else -1.0
        features["repeat_offset"] = float(repetition.offset) if repetition else -1.0
        rewriting = one.rewriting
        features["rewrite_support"] = float(rewriting.support) if rewriting else -1.0
        features["rewrite_offset"] = float(rewriting.offset) if rewriting else -1.0
        features["cut"] = float("cut" in one.rules)
        features["is_old_line"] = float(whole_line in self._old_lines)
        features["stale_words"] = float(len(self._stale.intersection(words)))
        features["sibling_votes"] = float(len(self._siblings.intersection(one.voters)))
        features["nearest_sibling"] = float(self._nearest_sibling in one.voters)
        features["recent_elsewhere"] = float(best.tokens.stripped in self._recent_elsewhere)
        features["line_chars"] = float(min(len(place.prefix.text) + len(first_rest), 200))
        line_open, line_closed = bracket_growth(whole_line)
        features["line_open"] = float(line_open)
        features["line_closed"] = float(line_closed)
        features.update(self._common)
        return features

    def _rival_weight(self, one: Continuation) -> float:
        """Return the weight of the heaviest other continuation."""
        if one.weight < self._heaviest[0]:
            return self._heaviest[0]
        return self._heaviest[1] if len(self._heaviest) > 1 else 0.0

    def _count_unknown(self, words: Sequence[str]) -> int:
        """Return how many of the words no line of the text contains."""
        edited, line = self._place.texts[0], self._place.line
        return sum(not edited.is_elsewhere(word, line) for word in words)

    def _count_lines(self, stripped: str) -> int:
        """Return how many lines are equal to this one; continuations with further lines share their first one."""
        count = self._line_counts.get(stripped)
        if count is None:
            count = self._line_counts[stripped] = self._stripped_lines.count(stripped)
        return count


def _counts_from(levels: Sequence[int]) -> dict[int, int]:
    """Return for each level how many are at least as high."""
    counts: dict[int, int] = {}
    total = 0
    for level, count in sorted(Counter(levels).items(), reverse=True):
        total += count
        counts[level] = total
    return counts


def _nearest_siblings(references: Sequence[Reference], line: int) -> list[int]:
    """Return the indexes of the lines of the text that have the shape of the typed one, the nearest first."""
    aligned = (
        (abs(one.line - line), index)
        for index, one in enumerate(references)
        if one.is_aligned and one.text.is_edited
    )
    return [index for _, index in heapq.nsmallest(MAX_SIBLINGS, aligned)]


def _origin_of(reference: Reference) -> int:
    """Return where the line of the reference is, or was, in the edited text."""
    if reference.text.is_edited:
        return reference.line
    return reference.text.origins[reference.line] if reference.text.is_deleted else _FAR
