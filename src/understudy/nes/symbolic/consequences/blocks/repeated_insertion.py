"""Lines that the user inserted are wanted again between lines like those around the first place.

The anchors are the next lines with text above and below, up to three on each side, whatever empty lines are
between. `generators.insertions` compares the two neighbours of one insertion with lines that resemble them; here
all insertions of the same lines are examples, and only equal lines are anchors. Not for import statements.
"""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.blocks.other_switches import adds_case_of_other_type
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_TEXTS,
    MAX_INSERTION_AGE,
    MAX_INSERTION_ANCHORS,
    MAX_INSERTION_CANDIDATES,
    MAX_INSERTION_EDITS,
    MAX_INSERTION_LINES,
    MAX_INSERTION_PLACES,
    MIN_INSERTION_CHARS,
    NEAR_INSERTION_LINES,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText, identifiers_in
from understudy.nes.symbolic.consequences.rules import RuleProbability
from understudy.nes.symbolic.consequences.siblings import adds_member_to_unrelated_type
from understudy.nes.symbolic.passed_places import PassedPlaces, is_visited, visited_line
from understudy.nes.symbolic.tokens import enclosing_type, indentation, line_shape
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span

__all__ = ["propose_repeated_insertions"]

_FIELD: Final = re.compile(
    r"\s*(?:(?:pub|public|private|protected|readonly)\s+)*[A-Za-z_$][\w$]*\??\s*[:=]\s*\S"
)
_IMPORT: Final = re.compile(r"(?:import|from|(?:pub )?use|#include)\b|.*\brequire\(")


class _Features(NamedTuple):
    above: float = 0
    """Lines above that equal those above the example."""
    below: float = 0
    """Lines below that equal those below the example."""
    is_above_other: float = 0
    """The line above is another one."""
    is_below_other: float = 0
    """The line below is another one."""
    is_above_alike: float = 0
    """The line above has at least the same shape."""
    is_below_alike: float = 0
    """The line below has at least the same shape."""
    examples: float = 0
    """The binary logarithm of the number of examples."""
    size: float = 0
    """The binary logarithm of the number of inserted lines with text."""
    places: float = 0
    """The binary logarithm of the number of such places in the text."""
    foreign_words: float = 0
    """Inserted words that occur near the example but not here."""
    stale: float = 0
    left_behind: float = 0
    """Edits in other texts since the last edit of this one."""
    is_untouched: float = 0
    """The user has not edited this text yet."""


PROBABILITY: Final = RuleProbability(
    0.055,
    _Features(
        above=0.55,
        below=0.6,
        is_above_other=-1.0,
        is_below_other=-0.35,
        is_above_alike=0.7,
        is_below_alike=0.4,
        examples=0.85,
        size=-0.45,
        places=-0.4,
        foreign_words=-0.9,
        stale=-0.5,
        left_behind=-0.8,
        is_untouched=0.3,
    ),
)
"""Lower than the share of right places by a log-odds shift of 0.9: repetition proposes many of them already, and of
those that only this rule proposes more are wrong."""


class _Surroundings(NamedTuple):
    """What is above and below a place: the next lines with text, and the empty lines before these."""

    above: tuple[str, ...]
    """The nearest first, without indentation."""
    below: tuple[str, ...]
    gap_above: int
    gap_below: int
    indent_above: str
    indent_below: str


class _Example(NamedTuple):
    edit: Edit
    around: _Surroundings


def propose_repeated_insertions(context: RuleContext) -> list[Candidate]:
    """Propose the lines that recent edits inserted, at places with the same lines above or below."""
    candidates: list[Candidate] = []
    for content, examples in _group_examples(context).items():
        age = sum(1 for edit in context.situation.edits if edit.serial > examples[0].edit.serial)
        if age > MAX_INSERTION_AGE or _IMPORT.match(content[0]):
            continue
        if context.is_past_deadline:
            break
        newest = examples[0].around
        literals = [
            line for line in (*newest.above[:1], *newest.below[:1]) if len(identifiers_in((line,))) > 1
        ]
        others = context.other_texts(literals, MAX_CALLING_TEXTS) if literals else []
        for text in (context.current_text, *others):
            candidates += _place_candidates(context, text, content, examples, age)
    candidates.sort(key=lambda one: -one.probability)
    return candidates[:MAX_INSERTION_CANDIDATES]


def _group_examples(context: RuleContext) -> dict[tuple[str, ...], list[_Example]]:
    """Return the recent insertions by their lines without indentation and empty lines, the newest first."""
    groups: dict[tuple[str, ...], list[_Example]] = {}
    for edit in reversed(context.situation.edits[-MAX_INSERTION_EDITS:]):
        if edit.origin is EditOrigin.UNDONE or edit.origin is EditOrigin.EXTERNAL:
            break
        if edit.old or len(edit.new) > MAX_INSERTION_LINES:
            continue
        content = tuple([line.strip() for line in edit.new if line.strip()])
        if sum(map(len, content)) < MIN_INSERTION_CHARS:
            continue
        text = context.text_at(edit.uri)
        end = edit.line + len(edit.new)
        if text is None or tuple(text.raw[edit.line : end]) != edit.new:
            continue
        groups.setdefault(content, []).append(_Example(edit, _surroundings(text.raw, edit.line, end)))
    return groups


def _surroundings(lines: Sequence[str], start: int, end: int) -> _Surroundings:
    above, gap_above = _next_lines(lines, start - 1, -1)
    below, gap_below = _next_lines(lines, end, 1)
    return _Surroundings(
        tuple([line.strip() for line in above]),
        tuple([line.strip() for line in below]),
        gap_above,
        gap_below,
        indentation(above[0]) if above else "",
        indentation(below[0]) if below else "",
    )


def _next_lines(lines: Sequence[str], at: int, step: int) -> tuple[list[str], int]:
    """Return the next lines with text, and the number of empty lines before the first of them."""
    found: list[str] = []
    gap = 0
    while 0 <= at < len(lines) and len(found) < MAX_INSERTION_ANCHORS:
        if lines[at].strip():
            found.append(lines[at])
        elif not found:
            gap += 1
        at += step
    return found, gap


def _place_candidates(
    context: RuleContext, text: SourceText, content: tuple[str, ...], examples: list[_Example], age: int
) -> Iterator[Candidate]:
    edits = context.situation.edits
    passed = PassedPlaces(text.snapshot.uri, edits)
    visited = visited_line(context.situation) if text is context.current_text else -1
    first_serial = examples[-1].edit.serial
    found: list[tuple[int, _Surroundings, _Example, float]] = []
    for place in _anchored_lines(text, examples):
        if not 0 < place < len(text.raw) or _is_inserted(text.raw, place, content):
            continue
        features = passed.features(place, first_serial)
        is_passed = features.get("skipped") or features.get("above_edits")
        if is_passed and not is_visited(place, visited):
            continue
        if len(content) == 1 and (
            adds_member_to_unrelated_type(context, text, place, content[0])
            or _is_field_of_other_type(context, text, place, examples)
        ):
            continue
        if adds_case_of_other_type(context, text, place, content):
            continue
        around = _surroundings(text.raw, place, place)
        example = max(examples, key=lambda one: _equal_line_count(one.around, around))
        gaps = example.around.gap_above, example.around.gap_below
        if gaps == (around.gap_above, around.gap_below) and place not in text.import_lines:
            found.append((place, around, example, features.get("left_behind", 0.0)))
    is_untouched = all(edit.uri != text.snapshot.uri for edit in edits)
    for place, around, example, left_behind in found:
        other = example.around
        features = _Features(
            above=_equal_prefix(other.above, around.above),
            below=_equal_prefix(other.below, around.below),
            is_above_other=other.above[:1] != around.above[:1],
            is_below_other=other.below[:1] != around.below[:1],
            is_above_alike=_are_alike(other.above, around.above),
            is_below_alike=_are_alike(other.below, around.below),
            examples=math.log2(len(examples)),
            size=math.log2(len(content)),
            places=math.log2(len(found)),
            foreign_words=_foreign_word_count(context, content, example, text, place),
            stale=age,
            left_behind=left_behind,
            is_untouched=is_untouched,
        )
        yield _candidate(text, place, around, example, content, PROBABILITY.estimate(features))


def _is_field_of_other_type(
    context: RuleContext, text: SourceText, place: int, examples: Sequence[_Example]
) -> bool:
    """Whether a line with a key would be inserted where another type is declared or constructed than in the
    examples."""
    line = examples[0].edit.new[0]
    name = enclosing_type(text.raw, place, line) if _FIELD.match(line) else ""
    sources = ((one, context.text_at(one.edit.uri)) for one in examples) if name else ()
    known = [enclosing_type(source.raw, one.edit.line, line) for one, source in sources if source is not None]
    return bool(known) and all(known) and name not in known


def _anchored_lines(text: SourceText, examples: Sequence[_Example]) -> list[int]:
    """Return the lines to insert before: as far from an equal line as in an example."""
    places: set[int] = set()
    for example in examples:
        around = example.around
        for line in around.above[:1]:
            places.update(at + 1 + around.gap_above for at in _equal_lines(text, line))
        for line in around.below[:1]:
            places.update(at - around.gap_below for at in _equal_lines(text, line))
    return sorted(places)


def _equal_lines(text: SourceText, line: str) -> list[int]:
    if len(line) < 2:
        return []
    found = [at for at in text.raw_lookup.iterate_containing(line) if text.raw[at].strip() == line]
    return found if len(found) <= MAX_INSERTION_PLACES else []


def _is_inserted(lines: Sequence[str], place: int, content: Sequence[str]) -> bool:
    """Return whether the first of the lines is near already."""
    reach = len(content) + 1
    return any(line.strip() == content[0] for line in lines[max(0, place - reach) : place + reach])


def _equal_line_count(one: _Surroundings, other: _Surroundings) -> int:
    return _equal_prefix(one.above, other.above) + _equal_prefix(one.below, other.below)


def _equal_prefix(one: Sequence[str], other: Sequence[str]) -> int:
    for count, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return count
    return min(len(one), len(other))


def _are_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    return bool(one and other) and line_shape(one[0]) == line_shape(other[0])


def _foreign_word_count(
    context: RuleContext, content: tuple[str, ...], example: _Example, text: SourceText, place: int
) -> int:
    source = context.text_at(example.edit.uri)
    if source is None:
        return 0
    start, end = example.edit.line, example.edit.line + len(example.edit.new)
    there = _near_words(source.raw, start, end)
    return len((identifiers_in(content) & there) - _near_words(text.raw, place, place))


def _near_words(lines: Sequence[str], start: int, end: int) -> frozenset[str]:
    near = (*lines[max(0, start - NEAR_INSERTION_LINES) : start], *lines[end : end + NEAR_INSERTION_LINES])
    return identifiers_in(near)


def _candidate(
    text: SourceText,
    place: int,
    around: _Surroundings,
    example: _Example,
    content: tuple[str, ...],
    probability: float,
) -> Candidate:
    is_anchored_above = example.around.above[:1] == around.above[:1]
    old = example.around.indent_above if is_anchored_above else example.around.indent_below
    new = around.indent_above if is_anchored_above else around.indent_below
    lines = [
        new + line.removeprefix(old) if line.strip() and line.startswith(old) else line
        for line in example.edit.new
    ]
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="insertion-again",
        pattern=f"+ {content[0]}",
        why="You inserted these lines at a place between the same lines.",
        edits=(Replacement(Span(Point(place, 0), Point(place, 0)), "".join(f"{line}\n" for line in lines)),),
        probability=probability,
    )
