"""A call whose arguments changed, in other calls of the same name: `f(a)` became `f(a, x)`, so `f(b)` is `f(b, x)`.

What stands around the call does not matter here, unlike for whole lines.

One argument or parameter more or less is the business of one function: it goes on to its calls only.

Who gives `load(a)` a second argument does not give one to `store(a)`, and who gives one function a parameter does
not give it to the next. That it is wanted elsewhere too is learned from someone who has typed it at two of them.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.engine_api import EditOrigin
from understudy.nes.symbolic.alignment import diff_tokens, similarity
from understudy.nes.symbolic.analogy import apply_analogous_change, summarize_differences
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled, truncate_text
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.patterns import EditPatterns, Example
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["ArgumentChangeFilter", "generate_call_changes"]

_CLOSING_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_CALLABLE_KEYWORDS: Final = frozenset({"def", "func", "fn", "function", "class", "fun"})
_MODIFIER_KEYWORDS: Final = frozenset({"pub", "async", "export", "default", "static", "unsafe"})
_CONTROL_KEYWORDS: Final = frozenset(
    {"if", "for", "while", "switch", "return", "match", "catch", "and", "or", "not", "in"}
)


def generate_call_changes(
    examples: list[Example], extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    lessons: dict[tuple[str, str], list[Example]] = {}
    for example in examples:
        found = _changed_call(example.old, example.new)
        if found is not None:
            lessons.setdefault(found, []).append(example)
    outcomes: dict[str, int] = {}
    for old, _ in lessons:
        name = tokenize(old)[0]
        outcomes[name] = outcomes.get(name, 0) + 1
    for (old, new), same in lessons.items():
        foretold = sum(
            1 for other, made in lessons if other != old and apply_analogous_change(old, new, other) == made
        )
        yield from _changes_of_other_calls(
            old, new, same, outcomes[tokenize(old)[0]] - foretold, foretold, extractor
        )


def _changes_of_other_calls(
    old: str,
    new: str,
    examples: list[Example],
    outcome_count: int,
    predicted_count: int,
    extractor: FeatureExtractor,
) -> Iterator[UnscoredCandidate]:
    scan = extractor.index
    name = tokenize(old)[0]
    newest = min(examples, key=lambda example: example.age)
    free = [
        (line, column)
        for line, column in scan.find_tokens((name, "("))
        if not extractor.is_edited_since(line, newest.edit.serial)
    ]
    near = set(extractor.nearest_lines([line for line, _ in free]))
    edits = [example.edit for example in examples]
    topic, lesson = f"{name}(", f"{truncate_text(old)} → {truncate_text(new)}"
    shared = extractor.pattern_features(edits, newest.age, lesson, topic) if free else {}
    added = len(tokenize(new)) - len(tokenize(old))
    for line, column in free:
        text = scan.lines[line]
        other = _call_at(text, column) if line in near and len(text) <= MAX_PATTERN_LINE_CHARS else None
        if other is None or _is_definition_at(text, column):
            continue
        result = apply_analogous_change(old, new, other)
        alike = similarity(old, other)
        if result is None or result == other or other == new:
            continue
        differences, beside = summarize_differences(old, new, other)
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=1,
            new=(text[:column] + result + text[column + len(other) :],),
            family="call",
            pattern=lesson,
            topic=topic,
            why=f"You changed a call of “{truncate_text(name)}” in this way.",
            features={
                **shared,
                **extractor.place_features(line, edits),
                "alike": alike,
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
            },
        )


def _changed_call(old: str, new: str) -> tuple[str, str] | None:
    """The innermost call that holds all that changed in the line, before and after."""
    ops = diff_tokens(old, new)
    if not ops or all(word.isspace() for op in ops for word in (*tokenize(old)[op.start : op.end], *op.new)):
        return None
    words, later = tokenize(old), tokenize(new)
    first, last = ops[0].start, ops[-1].end
    for start in range(first - 1, 0, -1):
        if words[start] != "(" or not is_word(words[start - 1]) or words[start - 1] in _CONTROL_KEYWORDS:
            continue
        end = _closing_index(words, start)
        if end is None or not start < first or end - 1 < last:
            continue
        if _is_definition_before(words, start - 1) or len(words[start - 1]) < 2:
            return None
        after = len(later) - (len(words) - end)
        return "".join(words[start - 1 : end]), "".join(later[start - 1 : after])
    return None


def _closing_index(words: tuple[str, ...], start: int) -> int | None:
    """Where the bracket that opens at `start` has closed."""
    open_: list[str] = []
    for at in range(start, len(words)):
        word = words[at]
        if word in _CLOSING_BRACKETS:
            open_.append(_CLOSING_BRACKETS[word])
        elif open_ and word == open_[-1]:
            open_.pop()
            if not open_:
                return at + 1
    return None


def _call_at(text: str, column: int) -> str | None:
    words = tokenize(text[column:])
    end = _closing_index(words, 1) if len(words) > 1 else None
    return None if end is None else "".join(words[:end])


def _is_definition_at(text: str, column: int) -> bool:
    words = tokenize(text[:column])
    return _is_definition_before(words, len(words))


def _is_definition_before(words: tuple[str, ...], at: int) -> bool:
    before = [word for word in words[:at] if not word.isspace()]
    if not before:
        return False
    first = next((word for word in before if word not in _MODIFIER_KEYWORDS), "")
    return before[-1] in _CALLABLE_KEYWORDS or (first in _CALLABLE_KEYWORDS and before[-1] == ")")


_OPENING_BRACKETS: Final = frozenset("([{")
_CLOSERS: Final = frozenset(")]}")
_STYLE_ARGUMENTS: Final = frozenset({"void", "*", "**", "...", "..", "_"})
"""Such an argument is a way of writing, and many functions may get it."""


class ArgumentChangeFilter:
    """Whose arguments the user has changed in number."""

    def __init__(self, patterns: EditPatterns) -> None:
        self._changed_functions = {
            changed
            for example in patterns.line_examples
            if example.edit.origin is not EditOrigin.ACCEPTED
            and (changed := _function_with_changed_arguments(example.old, example.new)) is not None
            and changed not in _OPENING_BRACKETS
        }

    def is_for_other_function(self, candidate: UnscoredCandidate) -> bool:
        """Whether it would give another function than that of the user an argument more or less."""
        if len(self._changed_functions) != 1 or candidate.line_count != 1 or len(candidate.new) != 1:
            return False
        changed = _function_with_changed_arguments(candidate.snapshot.lines[candidate.line], candidate.new[0])
        return changed is not None and changed not in self._changed_functions


@lru_cache(maxsize=2048)
def _function_with_changed_arguments(old: str, new: str) -> str | None:
    """The function whose call or head has more or fewer arguments, or the bracket of what is no call."""
    if len(old) > MAX_PATTERN_LINE_CHARS or len(new) > MAX_PATTERN_LINE_CHARS:
        return None
    ops = diff_tokens(old, new)
    if len(ops) != 1:
        return None
    words, later = tokenize(old), tokenize(new)
    if not _STYLE_ARGUMENTS.isdisjoint((*words[ops[0].start : ops[0].end], *ops[0].new)):
        return None
    open_: list[int] = []
    for at, word in enumerate(words[: ops[0].start]):
        if word in _OPENING_BRACKETS:
            open_.append(at)
        elif word in _CLOSERS and open_:
            open_.pop()
    start = open_[-1] if open_ else 0
    if not open_ or _count_arguments(words, start) == _count_arguments(later, start):
        return None
    if (
        words[start] != "("
        or not start
        or not is_word(words[start - 1])
        or words[start - 1] in _CONTROL_KEYWORDS
    ):
        return words[start]  # an element of something else
    return words[start - 1]


def _count_arguments(words: Sequence[str], start: int) -> int:
    """How many arguments are in the bracket that opens there, as far as this line says."""
    depth = commas = 0
    given = False
    for word in words[start + 1 :]:
        if word in _CLOSERS:
            if not depth:
                break
            depth -= 1
        elif word in _OPENING_BRACKETS:
            depth += 1
        elif word == "," and not depth:
            commas += 1
            given = False
            continue
        given = given or not word.isspace()
    return commas + given
