"""Candidates that insert lines the user inserted elsewhere, beside lines like those around the first insertion."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.analogy import substitute_words, word_substitutions
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled, truncate_text
from understudy.nes.symbolic.generators.block_features import (
    corroboration_score,
    find_lines_beginning_alike,
    find_similar_lines,
    longest_line_index,
    merge_substitutions,
    neighbour_substitutions,
    reindent,
    shared_block_features,
    skipped_places,
    strip_or_empty,
)
from understudy.nes.symbolic.generators.sibling_rows import next_places_of_row
from understudy.nes.symbolic.limits import MAX_ANALOGY_AGE, MAX_BLOCK_LINES, MAX_PLACES_PER_PATTERN
from understudy.nes.symbolic.patterns import BlockChange, strip_lines
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import indentation, tokenize

__all__ = ["generate_insertions"]


_DEFINITION: Final = re.compile(
    r"(?:(?:export|default|pub|async|abstract|static|public|final)\s+)*"
    r"(?:def|class|func|fn|function|struct|enum|trait|type|interface)\s+([A-Za-z_$][\w$]*)"
)

_COMMENT: Final = re.compile(r"\s*(?:#|//+|/\*+|\*|--)\s*(?:[^\W\d_]+[,']?\s+){2,}[^\W\d_]+")


class _InsertionPlace(NamedTuple):
    old_indent: str
    """The indentation of the line beside the first insertion."""
    new_indent: str
    """The indentation of the corresponding line here."""
    substitutions: dict[str, str]
    """The words in which the two lines differ."""
    lines_beginning_alike: tuple[str, str] | None = None
    """The two lines if they only begin alike: the words are looked for where the place is chosen."""


def generate_insertions(block: BlockChange, extractor: FeatureExtractor) -> Iterator[UnscoredCandidate]:
    index = extractor.index
    above, below = strip_or_empty(block.above), strip_or_empty(block.below)
    first = next((line.strip() for line in block.new if line.strip()), "")
    if len(block.new) > MAX_BLOCK_LINES or not first or bracket_balance(block.new):
        return
    places = index.get_or_compute(
        ("insertions", block.above, block.below, block.age >= MAX_ANALOGY_AGE),
        lambda: _find_insertion_places(block, index),
    )
    due = next_places_of_row(block, extractor)
    if due - places.keys():
        indent = indentation(block.new[0])
        places = places | {line: _InsertionPlace(indent, indent, {}) for line in due - places.keys()}
    opened = extractor.opened_empty_line()
    free = [n for n in places if n == opened or not extractor.is_edited_since(n, block.edit.serial)]
    if not free:
        return
    confirmed = corroboration_score(block, extractor)
    if not confirmed and index.snapshot.uri == block.edit.uri and _is_sentence(block.new):
        return  # what a comment says of one place it says of no other one
    text = truncate_text(first)
    label = CandidateLabel("insert", f"+ {text}", f"+ {text}", f"You inserted “{text}” at a place like this.")
    edits, common = shared_block_features(block, extractor, label.pattern, label.topic)
    shared: Features = {**common, "places": log_scaled(len(places)), "confirmed": confirmed}
    if extractor.leaves_out("insert", shared):
        return
    inserted_tokens = {token for line in block.new for token in tokenize(line)}
    height = len(block.new) + 1
    defined = _defined_names(block.new)
    longest = longest_line_index(block.new)
    above_length, below_length = log_scaled(len(above)), log_scaled(len(below))
    is_known = float(len(index.find_equal_lines(first)) > 1)
    is_indented = float(indentation(block.new[0]) != "")
    skipped = skipped_places(free, [block.edit], index.snapshot.uri)
    chosen = _choose_places(free, above, below, extractor)
    for line in (*chosen, *(line for line in free if line in due and line not in chosen)):
        old_indent, new_indent, substitutions, lines_beginning_alike = places[line]
        if lines_beginning_alike is not None:
            substitutions = word_substitutions(*lines_beginning_alike)
        substitutions = _all_substitutions(substitutions, block, line, index)
        lines = tuple(
            [substitute_words(text, substitutions) for text in reindent(block.new, old_indent, new_indent)]
        )
        reach = height - (line in due)  # one sibling may be above that has the lines
        around = strip_lines(index.lines[max(0, line - reach) : line + reach])
        if lines[longest].strip() in around:
            continue  # inserted already; shorter lines, such as a closing bracket, may occur in any place
        if defined and index.snapshot.uri == block.edit.uri and not defined.isdisjoint(_defined_names(lines)):
            continue  # a text defines a name once
        line_above = index.lines[line - 1].strip() if line else ""
        below_at = line + (line == opened)  # the empty line will be filled
        line_below = index.lines[below_at].strip() if below_at < len(index.lines) else ""
        above_same, below_same = line_above == above, line_below == below
        above_alike, below_alike = similarity(line_above, above), similarity(line_below, below)
        yield label.candidate(
            index.snapshot,
            line,
            0,
            lines,
            {
                **shared,
                **extractor.place_features(line, edits),
                "fresh": float(line != opened and extractor.is_recently_edited(line)),
                "opened": float(line == opened),
                "above_same": float(above_same),
                "below_same": float(below_same),
                "both_same": float(above_same and below_same),
                "above_alike": above_alike,
                "below_alike": below_alike,
                "both_alike": above_alike * below_alike,
                "above_length": above_length * above_same,
                "below_length": below_length * below_same,
                "holes": float(bool(substitutions)),
                "used": float(not inserted_tokens.isdisjoint(substitutions)),
                "deep": is_indented,
                "text_known": is_known,
                "due": float(line in due),
                **skipped,
            },
        )


def _is_sentence(lines: Sequence[str]) -> bool:
    """Whether the lines are a comment of several words, and none for a tool."""
    return all(_COMMENT.match(line) is not None for line in lines if line.strip())


def _defined_names(lines: Sequence[str]) -> set[str]:
    """The functions and types that lines without indentation define."""
    return {match[1] for line in lines if (match := _DEFINITION.match(line)) is not None}


def _all_substitutions(
    substitutions: dict[str, str], block: BlockChange, line: int, index: SnapshotIndex
) -> dict[str, str]:
    """The substitutions of the anchor, and those of the other neighbour of the place."""
    lines = index.lines
    above = neighbour_substitutions(block.above, lines[line - 1] if line else None)
    below = neighbour_substitutions(block.below, lines[line] if line < len(lines) else None)
    return merge_substitutions([substitutions, above or {}, below or {}])


def _choose_places(places: list[int], above: str, below: str, extractor: FeatureExtractor) -> list[int]:
    """The nearest places; if there are too many, first those between the same two lines as the insertion."""
    nearest = extractor.nearest_lines(places)
    if len(nearest) == len(places):
        return nearest
    lines = extractor.index.lines
    between = [
        line
        for line in places
        if 0 < line < len(lines) and lines[line - 1].strip() == above and lines[line].strip() == below
    ]
    chosen = extractor.nearest_lines(between)[: MAX_PLACES_PER_PATTERN // 2]
    return list(dict.fromkeys([*chosen, *nearest]))[:MAX_PLACES_PER_PATTERN]


def _find_insertion_places(block: BlockChange, index: SnapshotIndex) -> dict[int, _InsertionPlace]:
    """The lines to insert before, beside lines that equal (preferred) or resemble those around the insertion."""
    places: dict[int, _InsertionPlace] = {}
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        indent = indentation(anchor or "")
        for line in index.find_equal_lines(strip_or_empty(anchor)):
            places.setdefault(line + offset, _InsertionPlace(indent, indentation(index.lines[line]), {}))
    if block.age >= MAX_ANALOGY_AGE:
        return places
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        indent = indentation(anchor or "")
        for line, substitutions in find_similar_lines(anchor, index):
            places.setdefault(
                line + offset, _InsertionPlace(indent, indentation(index.lines[line]), substitutions)
            )
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        indent = indentation(anchor or "")
        stripped = strip_or_empty(anchor)
        for line in find_lines_beginning_alike(stripped, index):
            text = index.lines[line]
            places.setdefault(
                line + offset, _InsertionPlace(indent, indentation(text), {}, (stripped, text.strip()))
            )
    return places
