"""Candidates for other names with a renamed part: `user_id` → `account_id`, so `load_user` may change, too."""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.patterns import TokenReplacement
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import join_name_parts, replace_name_part, split_name, tokenize, words_of

__all__ = ["generate_name_part_changes"]

_WORD: Final = re.compile(r"\w+")


def generate_name_part_changes(
    replacement: TokenReplacement, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    index = extractor.index
    newest = min(replacement.examples, key=lambda example: example.age)
    example_words = frozenset[str]().union(*[words_of(example.old) for example in replacement.examples])
    changes_by_line: dict[int, set[tuple[int, str, str]]] = {}
    for line, column, word in _find_words_with_parts(replacement.old, index):
        changed = replace_name_part(word, replacement.old, replacement.new)
        if changed is not None and word not in example_words:
            changes_by_line.setdefault(line, set()).add((column, word, changed))
    free = [line for line in changes_by_line if not extractor.is_edited_since(line, newest.edit.serial)]
    if not free:
        return
    edits = [example.edit for example in replacement.examples]
    names = {"".join(tokenize(example.old)[example.start : example.end]) for example in replacement.examples}
    topic = "_".join(replacement.old)
    label = CandidateLabel(
        family="partial",
        pattern=f"…{topic}… → …{'_'.join(replacement.new)}…",
        topic=topic,
        why=f"You changed “{' '.join(replacement.old)}” to “{' '.join(replacement.new)}” in a name.",
    )
    shared: Features = {
        **extractor.pattern_features(edits, newest.age, label.pattern, topic),
        "names": log_scaled(len(names) - 1),
        "length": log_scaled(len("".join(replacement.old))),
        "places": log_scaled(len(free)),
        "left_over": float(min(len(changes_by_line) - len(free), 3)),
        "rivals": log_scaled(extractor.patterns.outcome_counts.get(replacement.old, 1) - 1),
        "whole": float(any(len(split_name(name)) == len(replacement.old) for name in names)),
        "gone": float(not any(index.find_tokens((name,)) for name in names)),
    }
    if extractor.leaves_out("partial", shared):
        return
    for line in extractor.nearest_lines(free):
        text = new = index.lines[line]
        for column, word, changed in sorted(changes_by_line[line], reverse=True):
            new = new[:column] + changed + new[column + len(word) :]
        if new == text or len(text) > MAX_PATTERN_LINE_CHARS:
            continue
        alike = max(similarity(text, example.old) for example in replacement.examples[:6])
        features: Features = {**shared, **extractor.place_features(line, edits), "alike": alike}
        yield label.candidate(index.snapshot, line, 1, (new,), features)


def _find_words_with_parts(parts: tuple[str, ...], index: SnapshotIndex) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of the words that contain these parts, in any case style."""
    for spelling in {join_name_parts(parts, style) for style in ("snake", "screaming", "camel", "pascal")}:
        for line, column in index.find_words_containing(spelling):
            match = _WORD.match(index.lines[line], column)
            if match is not None:
                yield line, column, match[0]
