"""A part of a name that changed, in other names: `user_id` became `account_id`, so `load_user` may change too."""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.patterns import TokenReplacement
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import (
    CaseStyle,
    case_style,
    is_word,
    join_name_parts,
    split_name,
    tokenize,
)

__all__ = ["generate_name_part_changes"]

_WORD: Final = re.compile(r"\w+")
_MULTI_WORD_STYLES: Final[dict[CaseStyle, CaseStyle]] = {
    "lower": "snake",
    "title": "pascal",
    "upper": "screaming",
}


def generate_name_part_changes(
    replacement: TokenReplacement, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    scan = extractor.index
    newest = min(replacement.examples, key=lambda example: example.age)
    known = {word for example in replacement.examples for word in tokenize(example.old) if is_word(word)}
    seen: dict[int, set[tuple[int, str, str]]] = {}
    for line, column, word in _find_words_with_parts(replacement.old, scan):
        changed = _replace_name_part(word, replacement.old, replacement.new)
        if changed is not None and word not in known:
            seen.setdefault(line, set()).add((column, word, changed))
    free = [line for line in seen if not extractor.is_edited_since(line, newest.edit.serial)]
    if not free:
        return
    edits = [example.edit for example in replacement.examples]
    names = {"".join(tokenize(example.old)[example.start : example.end]) for example in replacement.examples}
    topic = "_".join(replacement.old)
    lesson = f"…{topic}… → …{'_'.join(replacement.new)}…"
    shared: Features = {
        **extractor.pattern_features(edits, newest.age, lesson, topic),
        "names": log_scaled(len(names) - 1),
        "length": log_scaled(len("".join(replacement.old))),
        "places": log_scaled(len(free)),
        "left_over": float(min(len(seen) - len(free), 3)),
        "rivals": log_scaled(extractor.patterns.outcome_counts.get(replacement.old, 1) - 1),
        "whole": float(any(len(split_name(name)) == len(replacement.old) for name in names)),
        "gone": float(not any(scan.find_tokens((name,)) for name in names)),
    }
    for line in extractor.nearest_lines(free):
        text = new = scan.lines[line]
        for column, word, changed in sorted(seen[line], reverse=True):
            new = new[:column] + changed + new[column + len(word) :]
        if new == text or len(text) > MAX_PATTERN_LINE_CHARS:
            continue
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=1,
            new=(new,),
            family="partial",
            pattern=lesson,
            topic=topic,
            why=f"You changed “{' '.join(replacement.old)}” to “{' '.join(replacement.new)}” in a name.",
            features={
                **shared,
                **extractor.place_features(line, edits),
                "alike": max(similarity(text, example.old) for example in replacement.examples[:6]),
            },
        )


def _find_words_with_parts(pieces: tuple[str, ...], index: SnapshotIndex) -> Iterator[tuple[int, int, str]]:
    """The words that hold these parts, in any spelling."""
    for spelling in {join_name_parts(pieces, name) for name in ("snake", "screaming", "camel", "pascal")}:
        for line, column in index.find_words_containing(spelling):
            match = _WORD.match(index.lines[line], column)
            if match is not None:
                yield line, column, match[0]


def _replace_name_part(word: str, old: tuple[str, ...], new: tuple[str, ...]) -> str | None:
    pieces, kind = split_name(word), case_style(word)
    if kind is None:
        return None
    for at in range(len(pieces) - len(old) + 1):
        if pieces[at : at + len(old)] == old:
            changed = (*pieces[:at], *new, *pieces[at + len(old) :])
            if not changed:
                return None
            if len(changed) > 1:
                kind = _MULTI_WORD_STYLES.get(kind, kind)
            lead = len(word) - len(word.lstrip("_"))
            trail = len(word) - len(word.rstrip("_"))
            return "_" * lead + join_name_parts(changed, kind) + "_" * trail
    return None
