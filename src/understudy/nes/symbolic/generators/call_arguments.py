"""Candidates for other calls of a function whose call arguments changed: `f(a)` → `f(a, x)`, so `f(b)` → `f(b, x)`.

Unlike for whole lines, the text around the call does not matter.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.alignment import diff_tokens, similarity
from understudy.nes.symbolic.analogy import apply_analogous_change, summarize_differences
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled, truncate_text
from understudy.nes.symbolic.generators.block_features import skipped_places
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.patterns import Example
from understudy.nes.symbolic.tokens import CONTROL_KEYWORDS, is_word, tokenize

__all__ = ["generate_call_changes"]

_CLOSING_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_CALLABLE_KEYWORDS: Final = frozenset({"def", "func", "fn", "function", "class", "fun"})
_MODIFIER_KEYWORDS: Final = frozenset({"pub", "async", "export", "default", "static", "unsafe"})


def generate_call_changes(
    examples: list[Example], extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    examples_by_change: dict[tuple[str, str], list[Example]] = {}
    for example in examples:
        changed_call = _changed_call(example.old, example.new)
        if changed_call is not None:
            examples_by_change.setdefault(changed_call, []).append(example)
    if not examples_by_change:
        return
    outcomes: dict[str, int] = {}
    for old, _ in examples_by_change:
        name = tokenize(old)[0]
        outcomes[name] = outcomes.get(name, 0) + 1
    for (old, new), same in examples_by_change.items():
        name = tokenize(old)[0]
        newest = min(same, key=lambda example: example.age)
        free = [
            (line, column)
            for line, column in extractor.index.find_tokens((name, "("))
            if not extractor.is_edited_since(line, newest.edit.serial)
        ]
        if not free:
            continue
        predicted = sum(
            1
            for other, other_new in examples_by_change
            if other != old and apply_analogous_change(old, new, other) == other_new
        )
        yield from _changes_of_other_calls(
            old, new, same, free, outcomes[name] - predicted, predicted, extractor
        )


def _changes_of_other_calls(
    old: str,
    new: str,
    examples: list[Example],
    free: list[tuple[int, int]],
    outcome_count: int,
    predicted_count: int,
    extractor: FeatureExtractor,
) -> Iterator[UnscoredCandidate]:
    index = extractor.index
    name = tokenize(old)[0]
    newest = min(examples, key=lambda example: example.age)
    near = set(extractor.nearest_lines([line for line, _ in free]))
    edits = [example.edit for example in examples]
    label = CandidateLabel(
        family="call",
        pattern=f"{truncate_text(old)} → {truncate_text(new)}",
        topic=f"{name}(",
        why=f"You changed a call of “{truncate_text(name)}” in this way.",
    )
    shared = extractor.pattern_features(edits, newest.age, label.pattern, label.topic)
    added = len(tokenize(new)) - len(tokenize(old))
    skipped = skipped_places([line for line, _ in free], edits, index.snapshot.uri)
    for line, column in free:
        text = index.lines[line]
        other = _call_at(text, column) if line in near and len(text) <= MAX_PATTERN_LINE_CHARS else None
        if other is None or _is_definition_at(text, column):
            continue
        result = apply_analogous_change(old, new, other)
        if result is None or result == other or other == new:
            continue
        differences, beside = summarize_differences(old, new, other)
        yield label.candidate(
            index.snapshot,
            line,
            1,
            (text[:column] + result + text[column + len(other) :],),
            {
                **shared,
                **extractor.place_features(line, edits),
                "alike": similarity(old, other),
                "same_call": float(old == other),
                "line_alike": max(similarity(text, example.old) for example in examples[:6]),
                "places": log_scaled(len(free)),
                "rivals": log_scaled(outcome_count - 1),
                "confirmed": log_scaled(predicted_count),
                "length": log_scaled(len(name)),
                "added": log_scaled(added) if added > 0 else 0.0,
                "removed": log_scaled(-added) if added < 0 else 0.0,
                "differences": log_scaled(differences),
                "beside": float(beside),
                "arguments_apart": float(other.count(",") != old.count(",")),
                "one_change": float(len(diff_tokens(old, new)) == 1),
                **skipped,
            },
        )


@lru_cache(maxsize=512)
def _changed_call(old: str, new: str) -> tuple[str, str] | None:
    """The innermost call that contains everything that changed in the line, before and after the change."""
    ops = diff_tokens(old, new)
    old_tokens, new_tokens = tokenize(old), tokenize(new)
    if all(token.isspace() for op in ops for token in (*old_tokens[op.start : op.end], *op.new)):
        return None
    first, last = ops[0].start, ops[-1].end
    for start in range(first - 1, 0, -1):
        name = old_tokens[start - 1]
        if old_tokens[start] != "(" or not is_word(name) or name in CONTROL_KEYWORDS:
            continue
        end = _closing_index(old_tokens, start)
        if end is None or end - 1 < last:
            continue
        if _is_definition_before(old_tokens, start - 1) or len(name) < 2:
            return None
        new_end = len(new_tokens) - (len(old_tokens) - end)
        return "".join(old_tokens[start - 1 : end]), "".join(new_tokens[start - 1 : new_end])
    return None


def _closing_index(tokens: tuple[str, ...], start: int) -> int | None:
    """The index after the token that closes the bracket opened at `start`."""
    expected: list[str] = []
    for at in range(start, len(tokens)):
        token = tokens[at]
        if token in _CLOSING_BRACKETS:
            expected.append(_CLOSING_BRACKETS[token])
        elif expected and token == expected[-1]:
            expected.pop()
            if not expected:
                return at + 1
    return None


def _call_at(text: str, column: int) -> str | None:
    tokens = tokenize(text[column:])
    end = _closing_index(tokens, 1) if len(tokens) > 1 else None
    return None if end is None else "".join(tokens[:end])


def _is_definition_at(text: str, column: int) -> bool:
    tokens = tokenize(text[:column])
    return _is_definition_before(tokens, len(tokens))


def _is_definition_before(tokens: tuple[str, ...], at: int) -> bool:
    """Whether the tokens before `at` make what follows a definition, also of a Go method with its receiver."""
    before = [token for token in tokens[:at] if not token.isspace()]
    if not before:
        return False
    first = next((token for token in before if token not in _MODIFIER_KEYWORDS), "")
    return before[-1] in _CALLABLE_KEYWORDS or (first in _CALLABLE_KEYWORDS and before[-1] == ")")
