"""Lines that came, at places like the first: after or before lines like those around it."""

from collections.abc import Iterator

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.analogy import substitute_words
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled, truncate_text
from understudy.nes.symbolic.generators.block_features import (
    block_features,
    find_similar_lines,
    reindent,
    strip_or_empty,
)
from understudy.nes.symbolic.generators.block_features import corroboration_score as confirmed_by
from understudy.nes.symbolic.limits import MAX_BLOCK_LINES
from understudy.nes.symbolic.patterns import BlockChange, strip_lines
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import indentation, tokenize

__all__ = ["generate_insertions"]


def generate_insertions(block: BlockChange, extractor: FeatureExtractor) -> Iterator[UnscoredCandidate]:
    scan = extractor.index
    above, below = strip_or_empty(block.above), strip_or_empty(block.below)
    first = next((line.strip() for line in block.new if line.strip()), "")
    if len(block.new) > MAX_BLOCK_LINES or not first or bracket_balance(block.new):
        return
    places = scan.get_or_compute(
        ("insertions", block.above, block.below), lambda: _find_insertion_places(block, scan)
    )
    if not places:
        return
    confirmed = confirmed_by(block, extractor)
    lesson, topic = f"+ {truncate_text(first)}", f"+ {truncate_text(first)}"
    used = {word for text in block.new for word in tokenize(text)}
    height = len(block.new) + 1
    lengths = log_scaled(len(above)), log_scaled(len(below))
    known = float(len(scan.find_equal_lines(first)) > 1)
    deep = float(indentation(block.new[0]) != "")
    opened = extractor.opened_empty_line()
    free = [n for n in places if n == opened or not extractor.is_edited_since(n, block.edit.serial)]
    for line in extractor.nearest_lines(free):
        before, after, named = places[line]
        lines = tuple([substitute_words(text, named) for text in reindent(block.new, before, after)])
        around = strip_lines(scan.lines[max(0, line - height) : line + height])
        if any(text and text in around for text in strip_lines(lines)):
            continue
        over = scan.lines[line - 1].strip() if line else ""
        under_at = line + (line == opened)  # the empty line will be filled
        under = scan.lines[under_at].strip() if under_at < len(scan.lines) else ""
        above_same, below_same = over == above, under == below
        above_alike, below_alike = similarity(over, above), similarity(under, below)
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=0,
            new=lines,
            family="insert",
            pattern=lesson,
            topic=topic,
            why=f"You inserted “{truncate_text(first)}” at a place like this.",
            features={
                **block_features(block, extractor, line, lesson, topic),
                "fresh": float(line != opened and extractor.is_recently_edited(line)),
                "opened": float(line == opened),
                "above_same": float(above_same),
                "below_same": float(below_same),
                "both_same": float(above_same and below_same),
                "above_alike": above_alike,
                "below_alike": below_alike,
                "both_alike": above_alike * below_alike,
                "above_length": lengths[0] * above_same,
                "below_length": lengths[1] * below_same,
                "places": log_scaled(len(places)),
                "holes": float(bool(named)),
                "used": float(not used.isdisjoint(named)),
                "deep": deep,
                "text_known": known,
                "confirmed": confirmed,
            },
        )


def _find_insertion_places(
    block: BlockChange, index: SnapshotIndex
) -> dict[int, tuple[str, str, dict[str, str]]]:
    """Where lines like those around the insertion stand: depth there, depth here, and what is named otherwise."""
    places: dict[int, tuple[str, str, dict[str, str]]] = {}
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        for line in index.find_equal_lines(strip_or_empty(anchor)):
            places.setdefault(line + offset, (indentation(anchor or ""), indentation(index.lines[line]), {}))
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        for line, named in find_similar_lines(anchor, index):
            places.setdefault(
                line + offset, (indentation(anchor or ""), indentation(index.lines[line]), named)
            )
    return places
