"""Lines that became others: the same lines elsewhere, and lines like them with other words in the holes."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens, similarity
from understudy.nes.symbolic.analogy import (
    apply_analogous_change,
    match_word_substitutions,
    summarize_differences,
)
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled, truncate_text
from understudy.nes.symbolic.generators.block_features import (
    block_features,
    longest_line_index,
    reindent,
    strip_or_empty,
)
from understudy.nes.symbolic.generators.block_features import corroboration_score as confirmed_by
from understudy.nes.symbolic.limits import (
    BLOCK_NEIGHBOUR_LINES,
    MAX_BLOCK_CHARS,
    MAX_BLOCK_LINES,
    MAX_BLOCKS_COMPARED,
    MAX_SEARCH_WORD_PLACES,
    MAX_SIMILAR_LINES,
    MIN_BLOCK_SIMILARITY,
)
from understudy.nes.symbolic.patterns import BlockChange
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import indentation, is_word, tokenize

__all__ = ["generate_block_replacements"]


class _BlockSummary(NamedTuple):
    """What there is to say about a block wherever it is looked for."""

    old: str
    new: str
    """Its lines, without the depth of the first."""
    topic: str
    pattern: str
    longest_line_index: int
    longest_line: str
    """The line that says the most, and which it is."""
    search_words: tuple[str, ...]
    """Its words that are worth looking for."""
    only_numbers_change: bool
    """Nothing but numbers changed."""


def generate_block_replacements(
    block: BlockChange, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    if len(block.old) > MAX_BLOCK_LINES or len(block.new) > MAX_BLOCK_LINES:
        return
    scan = extractor.index
    pattern = _summarize_block(block.old, block.new)
    old, new, topic, lesson = pattern[:4]
    if old == new:
        return
    size = len(block.old)
    found = [
        line
        for line in _find_starts(block, pattern, scan)
        if not extractor.is_edited_since(line, block.edit.serial)
    ]
    confirmed = confirmed_by(block, extractor) if found else 0.0
    above, below = strip_or_empty(block.above), strip_or_empty(block.below)
    kept = similarity(old, new)
    for line in extractor.nearest_lines(found):
        site = _match_block(old, new, tuple(scan.lines[line : line + size]), size)
        if site is None:
            continue
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=size,
            new=site.new_lines,
            family=site.family,
            pattern=lesson,
            topic=topic,
            why=f"You changed “{topic}” in this way.",
            features={
                **block_features(block, extractor, line, lesson, topic),
                "alike": site.similarity,
                "kept": kept,
                "above_same": float(line > 0 and scan.lines[line - 1].strip() == above),
                "below_same": float(
                    line + size < len(scan.lines) and scan.lines[line + size].strip() == below
                ),
                "places": log_scaled(len(found)),
                "holes": site.has_substitutions,
                "grown": float(len(block.new) > len(block.old)),
                "numbers": float(pattern.only_numbers_change),
                "differences": site.differences,
                "beside": site.differs_beside_change,
                "confirmed": confirmed,
            },
        )


class _BlockMatch(NamedTuple):
    """What a block makes of some lines, and how they differ from its own."""

    new_lines: tuple[str, ...]
    family: str
    similarity: float
    has_substitutions: float
    differences: float
    differs_beside_change: float


@lru_cache(maxsize=1024)
def _match_block(old: str, new: str, lines: tuple[str, ...], size: int) -> _BlockMatch | None:
    """None where it does not apply."""
    if len(lines) < size:
        return None
    here = indentation(lines[0])
    other = "\n".join(reindent(lines, here, ""))
    if len(other) > MAX_BLOCK_CHARS:
        return None
    alike = similarity(old, other)
    named = match_word_substitutions(old, other)
    if alike < MIN_BLOCK_SIMILARITY and named is None:
        return None
    result = apply_analogous_change(old, new, other)
    if result is None or result == other:
        return None
    differences, beside = summarize_differences(old, new, other)
    made = tuple(here + text if text.strip() else text for text in result.split("\n"))
    if made == lines:
        return None
    family = "again" if other == old else "analogy"
    return _BlockMatch(made, family, alike, float(named is not None), log_scaled(differences), float(beside))


def _changes_only_numbers(old: str, new: str) -> bool:
    words = tokenize(old)
    return all(
        word[0].isdigit() for op in diff_tokens(old, new) for word in (*words[op.start : op.end], *op.new)
    )


@lru_cache(maxsize=512)
def _summarize_block(old: tuple[str, ...], new: tuple[str, ...]) -> _BlockSummary:
    depth = indentation(old[0])
    one, other = "\n".join(reindent(old, depth, "")), "\n".join(reindent(new, depth, ""))
    topic = truncate_text(old[0].strip())
    longest = longest_line_index(old)
    text = old[longest].strip()
    told = dict.fromkeys(word for word in tokenize(text) if is_word(word) and len(word) > 2)
    words = tuple(sorted(told, key=len, reverse=True)[:4])
    lesson = f"{topic} → {truncate_text(new[0].strip())}"
    return _BlockSummary(one, other, topic, lesson, longest, text, words, _changes_only_numbers(one, other))


def _find_starts(block: BlockChange, summary: _BlockSummary, index: SnapshotIndex) -> list[int]:
    """Lines where a block like this one may begin."""
    text, longest = summary.longest_line, summary.longest_line_index
    if len(text) < 3:
        return []
    siblings = _neighbour_ranges(block, index)
    return index.get_or_compute(
        ("starts", text, longest, siblings), lambda: _search_starts(summary, siblings, index)
    )


def _search_starts(summary: _BlockSummary, neighbours: tuple[range, ...], index: SnapshotIndex) -> list[int]:
    text, longest = summary.longest_line, summary.longest_line_index
    hits: dict[int, int] = {}
    for word in summary.search_words:
        places = index.find_tokens((word,))
        if len(places) <= MAX_SEARCH_WORD_PLACES:
            for line in {line - longest for line, _ in places}:
                hits[line] = hits.get(line, 0) + 1
    likely = (
        hits
        if len(hits) <= MAX_BLOCKS_COMPARED
        else sorted(hits, key=lambda line: -hits[line])[:MAX_BLOCKS_COMPARED]
    )
    found = {line - longest for line in index.find_equal_lines(text)}.union(likely, *neighbours)
    lines = index.lines
    last = len(lines) - longest
    ranked = sorted([(-similarity(text, lines[line + longest]), line) for line in found if 0 <= line < last])
    return [
        line
        for alike, line in ranked[:MAX_SIMILAR_LINES]
        if -alike >= MIN_BLOCK_SIMILARITY or any(line in beside for beside in neighbours)
    ]


def _neighbour_ranges(block: BlockChange, index: SnapshotIndex) -> tuple[range, ...]:
    """The lines around the edit: neighbours are often changed alike, though they share few words."""
    edit = block.edit
    if edit.uri != index.snapshot.uri or edit.line < 0:
        return ()
    end = edit.line + len(edit.new)
    return range(max(0, edit.line - BLOCK_NEIGHBOUR_LINES), edit.line), range(
        end, end + BLOCK_NEIGHBOUR_LINES
    )
