"""Lines that went: the same lines elsewhere, lines like them, and lines that were only moved."""

from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled, truncate_text
from understudy.nes.symbolic.generators.block_features import (
    block_features,
    find_block_starts,
    find_similar_lines,
    longest_line_index,
    strip_or_empty,
)
from understudy.nes.symbolic.generators.block_features import corroboration_score as confirmed_by
from understudy.nes.symbolic.limits import MAX_BLOCK_LINES, MIN_MOVED_LINE_CHARS
from understudy.nes.symbolic.patterns import BlockChange, strip_lines
from understudy.nes.symbolic.tokens import indentation

__all__ = ["generate_deletions", "generate_moved_line_deletions", "generate_similar_deletions"]

_IMPORT_PREFIXES: Final = ("import ", "from ", "use ")


def generate_deletions(block: BlockChange, extractor: FeatureExtractor) -> Iterator[UnscoredCandidate]:
    scan = extractor.index
    body = strip_lines(block.old)
    longest = longest_line_index(body)
    if len(body[longest]) < 4 or len(body) > MAX_BLOCK_LINES:
        return
    starts = find_block_starts(body, scan)
    lesson = topic = f"- {truncate_text(body[longest])}"
    for line in extractor.nearest_lines(
        [n for n in starts if not extractor.is_edited_since(n, block.edit.serial)]
    ):
        end = line + len(body)
        over = scan.lines[line - 1].strip() if line else ""
        under = scan.lines[end].strip() if end < len(scan.lines) else ""
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=len(body),
            new=(),
            family="delete",
            pattern=lesson,
            topic=topic,
            why=f"You deleted “{truncate_text(body[longest])}” elsewhere.",
            features={
                **block_features(block, extractor, line, lesson, topic),
                "above_same": float(over == strip_or_empty(block.above)),
                "below_same": float(under == strip_or_empty(block.below)),
                "places": log_scaled(len(starts)),
            },
        )


def generate_similar_deletions(
    block: BlockChange, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    """Lines like the one that was deleted, with other words in its holes."""
    scan = extractor.index
    if len(block.old) != 1 or len(strip_or_empty(block.old[0])) < 6:
        return
    text = strip_or_empty(block.old[0])
    lesson = topic = f"- {truncate_text(text)}…"
    found = [
        (line, named)
        for line, named in find_similar_lines(block.old[0], scan)
        if not extractor.is_edited_since(line, block.edit.serial)
    ]
    near = set(extractor.nearest_lines([line for line, _ in found]))
    confirmed = confirmed_by(block, extractor) if near else 0.0
    for line, named in found:
        if line not in near or bracket_balance([scan.lines[line]]):
            continue
        over = scan.lines[line - 1].strip() if line else ""
        under = scan.lines[line + 1].strip() if line + 1 < len(scan.lines) else ""
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=1,
            new=(),
            family="thin",
            pattern=lesson,
            topic=topic,
            why=f"You deleted a line like this, “{truncate_text(text)}”.",
            features={
                **block_features(block, extractor, line, lesson, topic),
                "above_same": float(over == strip_or_empty(block.above)),
                "below_same": float(under == strip_or_empty(block.below)),
                "alike": similarity(text, scan.lines[line]),
                "places": log_scaled(len(found)),
                "holes": float(len(named)),
                "same_depth": float(indentation(block.old[0]) == indentation(scan.lines[line])),
                "confirmed": confirmed,
            },
        )


def generate_moved_line_deletions(
    block: BlockChange, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    """Lines that the user wrote where they also stand nearby: they were moved, and the old ones can go."""
    scan = extractor.index
    if block.edit.revision:
        return  # typed, not pasted: the same line may be wanted twice
    lines = [line for line in block.new if line.strip()]
    if (
        not lines
        or block.edit.uri != scan.snapshot.uri
        or block.edit.line < 0
        or len(lines) > MAX_BLOCK_LINES
    ):
        return
    body = strip_lines(lines)
    longest = longest_line_index(body)
    if len(body[longest]) < MIN_MOVED_LINE_CHARS and not body[longest].startswith(_IMPORT_PREFIXES):
        return
    known = find_block_starts(body, scan)
    written = range(block.edit.line, block.edit.line + len(block.edit.new))
    others = [line for line in known if line not in written and not extractor.is_recently_edited(line)]
    lesson = topic = f"moved {truncate_text(body[longest])}"
    for line in extractor.nearest_lines(others):
        yield UnscoredCandidate(
            snapshot=scan.snapshot,
            line=line,
            line_count=len(body),
            new=(),
            family="moved",
            pattern=lesson,
            topic=topic,
            why=f"You wrote “{truncate_text(body[longest])}” anew nearby.",
            features={
                **block_features(block, extractor, line, lesson, topic),
                "copies": log_scaled(len(others) - 1),
                "away": log_scaled(min(abs(line - written.start), abs(line - written.stop))),
                "same_depth": float(indentation(lines[0]) == indentation(scan.lines[line])),
                "whole_edit": float(len(block.new) == len(block.edit.new)),
                "import": float(body[longest].startswith((*_IMPORT_PREFIXES, "const "))),
            },
        )
