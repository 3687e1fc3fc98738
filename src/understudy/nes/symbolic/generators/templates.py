"""Candidates that repeat the change of a whole expression, whatever stands in its variable parts.

A changed line gives a template: the text from the first to the last changed token. Parts that were kept between the
changes, and words that were moved, are holes: `errors.New("x")` → `fmt.Errorf("x: %w", err)` also changes
`errors.New("y")`, and `function (a) {` → `(a) => {` changes `function (b, c) {`. A change without a word in it is
extended to a word beside it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import EditOp, diff_tokens, similarity
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled, truncate_text
from understudy.nes.symbolic.generators.block_features import skipped_places
from understudy.nes.symbolic.limits import (
    MAX_HOLE_CHARS,
    MAX_PATTERN_LINE_CHARS,
    MAX_PLACES_FOUND,
    MAX_TEMPLATE_HOLES,
    MAX_TEMPLATES,
)
from understudy.nes.symbolic.patterns import Example
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import is_word, is_word_char, tokenize

__all__ = ["generate_template_changes"]

_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_SEPARATORS: Final = frozenset({"=", ",", ";", ":", "==", "!=", "<=", ">=", "+", "&&", "||", "and", "or"})
"""What stands between two expressions."""
_QUOTES: Final = frozenset("\"'`")
_STRING: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`[^`]*`")
_BRACKETS: Final = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
_HOLE_PATTERN: Final = f"(.{{0,{MAX_HOLE_CHARS}}}?)"
_NAME_PATTERN: Final = r"(?<![\w.])(\w+(?:\.\w+)*)"

_Part = str | int
"""A literal token, or the number of a hole; the hole of a moved name has a negative number."""


class _Template(NamedTuple):
    """An expression before and after the change, with holes."""

    old: tuple[_Part, ...]
    new: tuple[_Part, ...]


class _Match(NamedTuple):
    """What a template makes of a line."""

    new_line: str
    times: int


def generate_template_changes(
    examples: Sequence[Example], extractor: FeatureExtractor, *, only_likely: bool = False
) -> Iterator[UnscoredCandidate]:
    """If `only_likely`, without those that one older edit of whole lines shows: hardly any place is likely."""
    learned = extractor.compute_once(
        ("templates", only_likely), lambda: _learn_from_examples(examples, only_likely=only_likely)
    )
    for template, seen, outcome_count in learned:
        yield from _changes_elsewhere(template, seen, outcome_count, extractor)


def _learn_from_examples(
    examples: Sequence[Example], *, only_likely: bool
) -> list[tuple[_Template, list[Example], int]]:
    """The templates with the examples that show them, and how many results these have."""
    by_template: dict[_Template, list[Example]] = {}
    for example in examples:
        for template in _learn_templates(example.old, example.new):
            if template in by_template or len(by_template) < MAX_TEMPLATES:
                by_template.setdefault(template, []).append(example)
    outcomes: dict[tuple[_Part, ...], int] = {}
    for template in by_template:
        outcomes[template.old] = outcomes.get(template.old, 0) + 1
    return [
        (template, seen, outcomes[template.old])
        for template, seen in by_template.items()
        if not (only_likely and _is_older_and_shown_once(seen))
    ]


def _is_older_and_shown_once(seen: Sequence[Example]) -> bool:
    """Whether one edit, of whole lines and not the newest, shows the template. Those of the newest edit support
    other candidates that make the same change."""
    serials = {example.edit.serial for example in seen}
    is_typed = any(example.edit.is_typed for example in seen)
    return len(serials) == 1 and seen[0].age > 0 and not is_typed


def _changes_elsewhere(
    template: _Template,
    seen: list[Example],
    outcome_count: int,
    extractor: FeatureExtractor,
) -> Iterator[UnscoredCandidate]:
    index = extractor.index
    newest = min(seen, key=lambda example: example.age)
    lines = index.get_or_compute(("template", template.old), lambda: _find_lines(template, index))
    free = [line for line in lines if not extractor.is_edited_since(line, newest.edit.serial)]
    if not free:
        return
    old_text, new_text = _describe(template.old), _describe(template.new)
    label = CandidateLabel(
        family="template",
        pattern=f"{truncate_text(old_text)} → {truncate_text(new_text)}",
        topic=truncate_text(old_text),
        why=f"You changed “{truncate_text(old_text)}” to “{truncate_text(new_text)}”.",
    )
    edits = [example.edit for example in seen]
    words = {part for part in template.old if isinstance(part, str) and is_word(part)}
    new_words = {part for part in template.new if isinstance(part, str) and is_word(part)}
    literal = sum(len(part) for part in template.old if isinstance(part, str))
    result = sum(len(part) for part in template.new if isinstance(part, str))
    shared: Features = {
        **extractor.pattern_features(edits, newest.age, label.pattern, label.topic),
        "length": log_scaled(literal),
        "words": float(min(len(words), 4)),
        "novel": log_scaled(len(new_words - words)),
        "added": log_scaled(result - literal),
        "removed": log_scaled(literal - result),
        "places": log_scaled(len(free)),
        "rivals": log_scaled(outcome_count - 1),
        "holes": float(len({part for part in template.old if isinstance(part, int)})),
        "alone": float(any(example.is_only_change for example in seen)),
        **skipped_places(free, edits, index.snapshot.uri),
    }
    for line in extractor.nearest_lines(free):
        text = index.lines[line]
        match = _apply(template, text)
        if match is None:
            continue
        features: Features = {
            **shared,
            **extractor.place_features(line, edits),
            "alike": max(similarity(text, example.old) for example in seen[:6]),
            "same_line": float(any(text.strip() == example.old.strip() for example in seen[:6])),
            "times": log_scaled(match.times - 1),
            "unbalanced": float(bracket_balance([text]) == 0 != bracket_balance([match.new_line])),
        }
        yield label.candidate(index.snapshot, line, 1, (match.new_line,), features)


def _describe(parts: Sequence[_Part]) -> str:
    return "".join("…" if isinstance(part, int) else part for part in parts).strip()


# Learning


@lru_cache(maxsize=1024)
def _learn_templates(old: str, new: str) -> tuple[_Template, ...]:
    """The templates of a changed line, the one with the most context first."""
    ops = diff_tokens(old, new)
    tokens = tokenize(old)
    changed = [token for op in ops for token in (*tokens[op.start : op.end], *op.new)]
    if all(token.isspace() for token in changed):
        return ()
    found: dict[_Template, None] = {}
    for group in _group_operations(tokens, ops):
        for left, right in _context_ranges(tokens, group):
            template = _build_template(tokens, group, left, right)
            if template is not None and template.old != template.new:
                found[template] = None
    return tuple(found)


def _group_operations(tokens: tuple[str, ...], ops: Sequence[EditOp]) -> Iterator[Sequence[EditOp]]:
    """All changes of the line, and those of each expression in it if there are several."""
    yield ops
    first = 0
    for at in range(1, len(ops) + 1):
        if at == len(ops) or not _SEPARATORS.isdisjoint(tokens[ops[at - 1].end : ops[at].start]):
            if at - first < len(ops):
                yield ops[first:at]
            first = at


def _context_ranges(tokens: tuple[str, ...], ops: Sequence[EditOp]) -> Iterator[tuple[int, int]]:
    """The first token and the end of the expression, with context where the change itself is not specific."""
    first, last = ops[0].start, ops[-1].end
    inner = [token for op in ops for token in tokens[op.start : op.end]]
    left, right = _previous_token(tokens, first), _next_token(tokens, last)
    if any(is_word(token) and len(token) > 1 for token in inner):
        yield first if ops[0].start < ops[0].end else left, last if ops[-1].start < ops[-1].end else right
        return
    word_left = left
    for _ in range(2):
        if not (is_word(tokens[word_left]) if word_left < first else False):
            word_left = _previous_token(tokens, word_left)
    word_right = right
    for _ in range(2):
        if not (is_word(tokens[word_right - 1]) if word_right > last else False):
            word_right = _next_token(tokens, word_right)
    yield word_left, last if ops[-1].start < ops[-1].end else right
    yield word_left, last
    yield first, word_right
    if sum(len(token) for token in inner) > 1:
        yield left, right


def _previous_token(tokens: Sequence[str], at: int) -> int:
    """The number of the last token before `at` that is no space; `at` if there is none."""
    number = at - 1
    while number >= 0 and tokens[number].isspace():
        number -= 1
    return number if number >= 0 else at


def _next_token(tokens: Sequence[str], end: int) -> int:
    """The end of the first token from `end` on that is no space; `end` if there is none."""
    number = end
    while number < len(tokens) and tokens[number].isspace():
        number += 1
    return number + 1 if number < len(tokens) else end


def _build_template(
    tokens: tuple[str, ...], ops: Sequence[EditOp], left: int, right: int
) -> _Template | None:
    removed = {token for op in ops for token in tokens[op.start : op.end] if is_word(token)}
    added = {token for op in ops for token in op.new if is_word(token)}
    moved = sorted(removed & added)
    numbers = {word: -1 - at for at, word in enumerate(moved)}
    holes: list[str] = []
    old: list[_Part] = list(tokens[left : ops[0].start])
    new: list[_Part] = list(old)
    for number, op in enumerate(ops):
        old += [numbers.get(token, token) for token in tokens[op.start : op.end]]
        new += [numbers.get(token, token) for token in op.new]
        if number + 1 == len(ops):
            break
        for part in _split_kept(tokens[op.end : ops[number + 1].start]):
            if len(part) == 1 and not _is_variable(part[0]):
                old += part
                new += part
            else:
                hole = _number_of("".join(part), holes, numbers)
                old.append(hole)
                new.append(hole)
    old += tokens[ops[-1].end : right]
    new += tokens[ops[-1].end : right]
    while old and new and old[0] == new[0] and isinstance(old[0], str) and old[0].isspace():
        del old[0], new[0]
    has_word = any(isinstance(part, str) and is_word(part) and len(part) > 1 for part in old)
    has_hole = any(isinstance(part, int) for part in old)
    is_specific = has_word or (has_hole and sum(len(part) for part in old if isinstance(part, str)) > 1)
    if not has_hole and left == ops[0].start and right == ops[0].end:
        return None  # a replacement of tokens, without context
    if (
        not is_specific
        or len(holes) + len(moved) > MAX_TEMPLATE_HOLES
        or (isinstance(old[0], int) and old[0] >= 0)
        or (isinstance(old[-1], int) and old[-1] >= 0)
    ):
        return None
    return _Template(tuple(old), tuple(new))


def _number_of(content: str, holes: list[str], numbers: dict[str, int]) -> int:
    if content not in numbers:
        numbers[content] = len(holes)
        holes.append(content)
    return numbers[content]


def _is_variable(token: str) -> bool:
    return is_word(token) or token[0].isdigit()


def _split_kept(tokens: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The literal tokens and the holes of a kept text: brackets and quotes without a counterpart are literal."""
    start, end = 0, len(tokens)
    while start < end and not _is_variable(tokens[start]):
        yield (tokens[start],)
        start += 1
    tail = end
    while tail > start and not _is_variable(tokens[tail - 1]):
        tail -= 1
    run: list[str] = []
    for at in range(start, tail):
        token = tokens[at]
        if _is_unpaired(tokens[start:tail], at - start):
            if run:
                yield tuple(run)
            run = []
            yield (token,)
        else:
            run.append(token)
    if run:
        yield tuple(run)
    yield from ((token,) for token in tokens[tail:end])


def _is_unpaired(tokens: Sequence[str], at: int) -> bool:
    token = tokens[at]
    if token in _QUOTES:
        return tokens.count(token) % 2 == 1
    if token not in _OPENING + _CLOSING:
        return False
    return sum(tokens.count(one) for one in _OPENING) != sum(tokens.count(one) for one in _CLOSING)


# Searching and applying


def _find_lines(template: _Template, index: SnapshotIndex) -> list[int]:
    """The lines that the template changes."""
    literals = _literal_runs(template.old)
    best: list[tuple[int, int]] | None = None
    for run in literals:
        places = index.find_tokens(run)
        if best is None or len(places) < len(best):
            best = places
        if not places:
            return []
    if best is None or len(best) >= MAX_PLACES_FOUND:
        return []
    return [line for line in dict.fromkeys(line for line, _ in best) if _apply(template, index.lines[line])]


@lru_cache(maxsize=512)
def _literal_runs(parts: tuple[_Part, ...]) -> tuple[tuple[str, ...], ...]:
    """The literal tokens between holes and spaces, the longest first."""
    runs: list[tuple[str, ...]] = []
    run: list[str] = []
    for part in (*parts, 0):
        if isinstance(part, int) or part.isspace():
            if run:
                runs.append(tuple(run))
            run = []
        else:
            run.append(part)
    return tuple(sorted(runs, key=lambda run: -sum(map(len, run)))[:3])


def _find_matches(parts: tuple[_Part, ...], text: str) -> Iterator[tuple[int, int, dict[int, str]]]:
    """Where the expression fits, and what its holes contain there."""
    literals = [part for part in parts if isinstance(part, str)]
    if len(literals) == len(parts) and not literals[0].isspace() and not literals[-1].isspace():
        for start, end in _find_literals(literals, text):
            yield start, end, {}
        return
    if not _occur_in_order(literals, text):
        return  # before the expression is compiled
    pattern, groups = _compile(parts)
    for found in pattern.finditer(text):
        yield found.start(), found.end(), {number: found[group] for number, group in groups.items()}


def _occur_in_order(literals: Sequence[str], text: str) -> bool:
    at = 0
    for part in literals:
        if not part.isspace():
            at = text.find(part, at)
            if at < 0:
                return False
            at += len(part)
    return True


def _find_literals(parts: Sequence[str], text: str) -> Iterator[tuple[int, int]]:
    """Where tokens of a line occur, as whole words and with any space where they have some.

    The same as what `_compile` finds; to compile an expression takes far longer than to search a few lines.
    """
    runs = [[""]]
    for part in parts:
        if part.isspace():
            runs.append([])
        else:
            runs[-1].append(part)
    first, *others = ["".join(run) for run in runs]
    begins, ends = is_word(parts[0]), is_word(parts[-1])
    at = text.find(first)
    while at >= 0:
        end = at + len(first)
        for run in others:
            start = len(text) - len(text[end:].lstrip())
            if start == end or not text.startswith(run, start):
                end = -1
                break
            end = start + len(run)
        if (
            end >= 0
            and not (begins and at and is_word_char(text[at - 1]))
            and not (ends and end < len(text) and is_word_char(text[end]))
        ):
            yield at, end
            at = text.find(first, end)
        else:
            at = text.find(first, at + 1)


@lru_cache(maxsize=256)
def _compile(parts: tuple[_Part, ...]) -> tuple[re.Pattern[str], dict[int, int]]:
    """The expression, and the group of each hole."""
    groups: dict[int, int] = {}
    pattern: list[str] = []
    for at, part in enumerate(parts):
        if isinstance(part, int):
            if part in groups:
                pattern.append(f"\\{groups[part]}")
            else:
                groups[part] = len(groups) + 1
                pattern.append(_HOLE_PATTERN if part >= 0 else _NAME_PATTERN)
        elif part.isspace():
            pattern.append(r"\s+")
        else:
            before = r"(?<!\w)" if at == 0 and is_word(part) else ""
            after = r"(?!\w)" if is_word(part) else ""
            pattern.append(before + re.escape(part) + after)
    return re.compile("".join(pattern)), groups


@lru_cache(maxsize=2048)
def _apply(template: _Template, text: str) -> _Match | None:
    """The line with the change made wherever the template fits; None if it fits nowhere."""
    if len(text) > MAX_PATTERN_LINE_CHARS:
        return None
    result: list[str] = []
    at = count = 0
    for start, end, holes in _find_matches(template.old, text):
        if not all(_is_balanced(content) for content in holes.values()):
            continue
        if any(_has_comma(holes[number]) for number in _listed_holes(template.old) if number in holes):
            continue
        new = "".join(holes[part] if isinstance(part, int) else part for part in template.new)
        if _is_there(text, start, text[start:end], new):
            continue
        result += (text[at:start], new)
        at = end
        count += 1
    if not count:
        return None
    return _Match("".join((*result, text[at:])), count)


@lru_cache(maxsize=512)
def _listed_holes(parts: tuple[_Part, ...]) -> frozenset[int]:
    """The holes that are one element of a list each: a comma stands beside them."""
    written = [part for part in parts if isinstance(part, int) or not part.isspace()]
    return frozenset(
        part
        for one, other in pairwise(written)
        for part, beside in ((one, other), (other, one))
        if isinstance(part, int) and beside == ","
    )


def _has_comma(content: str) -> bool:
    """Whether the content of a hole is several elements of a list."""
    if "," not in content:
        return False
    code = _STRING.sub("", content)
    while (shorter := _BRACKETS.sub("", code)) != code:
        code = shorter
    return "," in code


def _is_there(text: str, start: int, old: str, new: str) -> bool:
    """Whether the text found is already a part of the result."""
    at = new.find(old)
    return at >= 0 and start >= at and text.startswith(new, start - at)


def _is_balanced(content: str) -> bool:
    """Whether the content of a hole is a whole expression: brackets and quotes have their counterparts."""
    if any(content.count(quote) % 2 for quote in '"`') or (content.count("'") % 2 and '"' not in content):
        return False
    depth = 0
    for char in content:
        if char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth -= 1
            if depth < 0:
                return False
    return depth == 0
