"""Candidates that repeat a change of whole lines: at equal lines, and by analogy at similar ones."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens, similarities, similarity
from understudy.nes.symbolic.analogy import (
    apply_analogous_change,
    match_word_substitutions,
    summarize_differences,
)
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled, truncate_text
from understudy.nes.symbolic.generators.block_features import (
    block_features,
    corroboration_score,
    find_beginnings,
    longest_line_index,
    reindent,
    skipped_places,
    strip_or_empty,
)
from understudy.nes.symbolic.layout import LIMITS
from understudy.nes.symbolic.limits import (
    BLOCK_NEIGHBOUR_LINES,
    MAX_ANALOGY_AGE,
    MAX_BLOCK_CHARS,
    MAX_BLOCK_LINES,
    MAX_BLOCKS_COMPARED,
    MAX_SEARCH_WORD_PLACES,
    MAX_SIMILAR_LINES,
    MIN_BLOCK_SIMILARITY,
)
from understudy.nes.symbolic.patterns import BlockChange, breaks_line, strip_lines
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import indentation, is_word, tokenize, words_of
from understudy.nes.text import Edit

__all__ = ["generate_block_replacements"]


class _BlockSummary(NamedTuple):
    """What depends on the changed lines only, wherever they are searched for."""

    old: str
    new: str
    """The lines, without the indentation of the least indented one."""
    topic: str
    pattern: str
    longest_line_index: int
    longest_line: str
    search_words: tuple[str, ...]
    """The longest words of the longest line."""
    extra_indent: str
    """What the first old line is indented by beyond the least indented line."""


def generate_block_replacements(
    block: BlockChange, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    if len(block.old) > MAX_BLOCK_LINES or len(block.new) > MAX_BLOCK_LINES:
        return
    index = extractor.index
    summary = _summarize_block(block.old, block.new)
    old, new, topic, pattern = summary[:4]
    if old == new:
        return
    size = len(block.old)
    starts = _find_starts(block, summary, index)
    limit = _line_limit(block.edit)
    found = [
        line
        for line in starts
        if not extractor.is_edited_since(line, block.edit.serial)
        and (not limit or len(index.lines[line]) > limit)
    ]
    if not found:
        return
    matches = index.get_or_compute(
        ("matches", block.old, block.new, tuple(found)), lambda: _match_blocks(summary, found, size, index)
    )
    if not any(matches.values()):
        return
    confirmed = corroboration_score(block, extractor)
    above, below = strip_or_empty(block.above), strip_or_empty(block.below)
    kept = similarity(old, new)
    is_rewritten = _is_part_of_rewriting(block)
    shape = _describe_change(old, new)
    for line in extractor.nearest_lines(found):
        end = line + size
        match = matches[line]
        if match is None or (is_rewritten and match.family == "again"):
            continue
        as_similar = [
            other
            for other, found in matches.items()
            if found is not None and found.similarity >= match.similarity
        ]
        label = CandidateLabel(match.family, pattern, topic, f"You changed “{topic}” in this way.")
        yield label.candidate(
            index.snapshot,
            line,
            size,
            match.new_lines,
            {
                **block_features(block, extractor, line, pattern, topic),
                "alike": match.similarity,
                "kept": kept,
                "above_same": float(line > 0 and index.lines[line - 1].strip() == above),
                "below_same": float(end < len(index.lines) and index.lines[end].strip() == below),
                "places": log_scaled(len(found)),
                "holes": match.has_substitutions,
                "grown": float(len(block.new) > len(block.old)),
                "differences": match.differences,
                "beside": match.differs_beside_change,
                "confirmed": confirmed,
                "matches": log_scaled(len(as_similar)),
                **shape,
                **skipped_places(as_similar, [block.edit], index.snapshot.uri),
            },
        )


def _is_part_of_rewriting(block: BlockChange) -> bool:
    """Whether a line of a rewritten block was only paired with another one that is not its result.

    The edit replaced lines by another number of lines, and the two are in other blocks, or the old one stands
    elsewhere in the new text.
    """
    edit = block.edit
    if len(edit.old) == len(edit.new) or (block.old, block.new) == (edit.old, edit.new):
        return False
    if indentation(block.old[0]) != indentation(block.new[0] if block.new else ""):
        return True
    return not set(strip_lines(block.old)).isdisjoint(strip_lines(edit.new))


def _line_limit(edit: Edit) -> int:
    """The limit because of which the edit broke a long line into several; 0 if it did something else."""
    if not breaks_line(edit):
        return 0
    return max((limit for limit in LIMITS if limit < len(edit.old[0])), default=0)


class _BlockMatch(NamedTuple):
    """What the change makes of other lines, and how these differ from the changed block."""

    new_lines: tuple[str, ...]
    family: str
    similarity: float
    has_substitutions: float
    differences: float
    differs_beside_change: float


def _match_blocks(
    summary: _BlockSummary, starts: Sequence[int], size: int, index: SnapshotIndex
) -> dict[int, _BlockMatch | None]:
    return {line: _match_block(summary, tuple(index.lines[line : line + size]), size) for line in starts}


@lru_cache(maxsize=1024)
def _match_block(summary: _BlockSummary, lines: tuple[str, ...], size: int) -> _BlockMatch | None:
    """None if the change does not apply to the lines."""
    if len(lines) < size:
        return None
    old, new, extra = summary.old, summary.new, summary.extra_indent
    indent = indentation(lines[0])
    if not indent.endswith(extra):
        return None
    indent = indent[: len(indent) - len(extra)]
    other = "\n".join(reindent(lines, indent, ""))
    if len(other) > MAX_BLOCK_CHARS:
        return None
    if _has_word(old) and not _has_word(other):
        return None  # the end of a block or the like, of which there are many
    alike = similarity(old, other)
    if alike < MIN_BLOCK_SIMILARITY and match_word_substitutions(old, other) is None:
        return None
    result = apply_analogous_change(old, new, other)
    if result is None or result == other:
        return None
    differences, beside = summarize_differences(old, new, other)
    new_lines = tuple(indent + text if text.strip() else text for text in result.split("\n"))
    if new_lines == lines:
        return None
    return _BlockMatch(
        new_lines,
        "again" if other == old else "analogy",
        alike,
        float(match_word_substitutions(old, other) is not None),
        log_scaled(differences),
        float(beside),
    )


def _has_word(text: str) -> bool:
    return any(is_word(token) or token[0].isdigit() for token in tokenize(text))


@lru_cache(maxsize=256)
def _describe_change(old: str, new: str) -> Features:
    """How much of the block changed, whether all of that is numbers, and how many words are new in it."""
    ops = diff_tokens(old, new)
    tokens = tokenize(old)
    changed = [token for op in ops for token in (*tokens[op.start : op.end], *op.new)]
    before = words_of(old)
    return {
        "one_change": float(len(ops) == 1),
        "numbers": float(all(token[0].isdigit() for token in changed)),
        "added": log_scaled(sum(len(op.new) for op in ops)),
        "removed": log_scaled(sum(op.end - op.start for op in ops)),
        "novel": log_scaled(
            len({token for op in ops for token in op.new if is_word(token) and token not in before})
        ),
    }


def _least_indentation(lines: Sequence[str]) -> str:
    """What all lines are indented by; nothing if tabs and spaces are mixed."""
    found = [indentation(line) for line in lines if line.strip()]
    least = min(found, key=len, default="")
    return least if all(one.startswith(least) for one in found) else ""


@lru_cache(maxsize=512)
def _summarize_block(old: tuple[str, ...], new: tuple[str, ...]) -> _BlockSummary:
    indent = _least_indentation((*old, *new))
    old_text, new_text = "\n".join(reindent(old, indent, "")), "\n".join(reindent(new, indent, ""))
    topic = truncate_text(old[0].strip())
    longest = longest_line_index(old)
    longest_line = old[longest].strip()
    words = dict.fromkeys(token for token in tokenize(longest_line) if is_word(token) and len(token) > 2)
    return _BlockSummary(
        old_text,
        new_text,
        topic,
        f"{topic} → {truncate_text(new[0].strip())}",
        longest,
        longest_line,
        tuple(sorted(words, key=len, reverse=True)[:4]),
        indentation(old[0])[len(indent) :],
    )


def _find_starts(block: BlockChange, summary: _BlockSummary, index: SnapshotIndex) -> list[int]:
    """The lines where a similar block may begin, the most similar first."""
    text, longest = summary.longest_line, summary.longest_line_index
    if len(text) < 3:
        return []
    if block.age >= MAX_ANALOGY_AGE:
        return [line - longest for line in index.find_equal_lines(text) if line >= longest]
    neighbours = _neighbour_ranges(block, index)
    return index.get_or_compute(
        ("starts", text, longest, neighbours), lambda: _search_starts(summary, neighbours, index)
    )


def _search_starts(summary: _BlockSummary, neighbours: tuple[range, ...], index: SnapshotIndex) -> list[int]:
    text, longest = summary.longest_line, summary.longest_line_index
    hits: dict[int, int] = {}
    has_frequent_word = False
    rarest: Sequence[tuple[int, int]] | None = None
    edited = neighbours[0].stop if neighbours else 0
    for word in summary.search_words:
        places = index.find_tokens((word,))
        if rarest is None or len(places) < len(rarest):
            rarest = places
        if len(places) > MAX_SEARCH_WORD_PLACES:
            has_frequent_word = True
        else:
            for line in {line - longest for line, _ in places}:
                hits[line] = hits.get(line, 0) + 1
    if has_frequent_word or len(hits) < 2:
        alike = sorted(find_beginnings(text, index), key=lambda line: abs(line - longest - edited))
        for line in alike[:MAX_BLOCKS_COMPARED]:
            hits.setdefault(line - longest, 1)
    likely = (
        hits
        if len(hits) <= MAX_BLOCKS_COMPARED
        else sorted(hits, key=lambda line: -hits[line])[:MAX_BLOCKS_COMPARED]
    )
    lines = index.lines
    if rarest is not None and len(rarest) <= MAX_SEARCH_WORD_PLACES and index.text.isascii():
        # Equal lines contain that word. Beside other characters than ASCII, words may not be found.
        equal = [line for line, _ in rarest if lines[line].strip() == text]
    else:
        equal = index.find_equal_lines(text)
    found = {line - longest for line in equal}.union(likely, *neighbours)
    last = len(lines) - longest
    inside = [line for line in found if 0 <= line < last]
    shares = similarities(text, [lines[line + longest] for line in inside])
    ranked = sorted([(-alike, abs(line - edited), line) for alike, line in zip(shares, inside, strict=True)])
    return [
        line
        for alike, _, line in ranked[:MAX_SIMILAR_LINES]
        if -alike >= MIN_BLOCK_SIMILARITY or any(line in lines_beside for lines_beside in neighbours)
    ]


def _neighbour_ranges(block: BlockChange, index: SnapshotIndex) -> tuple[range, ...]:
    """The lines around an edit at the keyboard: neighbours are often changed in the same way with other words."""
    edit = block.edit
    if edit.uri != index.snapshot.uri or edit.line < 0 or not edit.is_typed:
        return ()
    end = edit.line + len(edit.new)
    return range(max(0, edit.line - BLOCK_NEIGHBOUR_LINES), edit.line), range(
        end, end + BLOCK_NEIGHBOUR_LINES
    )
