"""What the lessons about whole lines share: their figures, their depth, and lines that resemble one another."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.engine_api import Edit
from understudy.nes.symbolic.analogy import match_word_substitutions
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled
from understudy.nes.symbolic.generators.limits import MAX_SIMILAR_LINES
from understudy.nes.symbolic.patterns import BlockChange, strip_lines
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["block_features", "find_similar_lines", "reindent", "strip_lines", "strip_or_empty"]


_NAME_DEFINITION: Final = re.compile(
    r"\s*(?:from\s+\S+\s+import\s+|import\s+|use\s+)(?P<import>.*)"
    r"|\s*(?:export\s+)?(?:const|let|var|mut)?\s*(?P<name>\w+)\s*(?::[^=:]+)?:?=(?!=)"
)
_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")


def strip_or_empty(text: str | None) -> str:
    return "" if text is None else text.strip()


def reindent(lines: Sequence[str], old_indent: str, new_indent: str) -> tuple[str, ...]:
    """The lines moved from one depth to another."""
    if old_indent == new_indent:
        return tuple(lines)
    size = len(old_indent)
    return tuple(
        [new_indent + line[size:] if line.startswith(old_indent) and line.strip() else line for line in lines]
    )


def longest_line_index(lines: Sequence[str]) -> int:
    """Which line says the most."""
    return max(range(len(lines)), key=lambda number: len(lines[number].strip()))


def find_block_starts(stripped_lines: tuple[str, ...], index: SnapshotIndex) -> list[int]:
    """Where these lines stand one after the other, at any depth."""
    longest = longest_line_index(stripped_lines)
    return [
        line - longest
        for line in index.find_equal_lines(stripped_lines[longest])
        if line >= longest
        and strip_lines(index.lines[line - longest : line - longest + len(stripped_lines)]) == stripped_lines
    ]


def block_features(
    block: BlockChange, extractor: FeatureExtractor, line: int, pattern: str, topic: str
) -> dict[str, float]:
    """The figures of the lesson, which are the same at all places, and those of the place."""
    known = extractor.block_features_cache.get(id(block))
    if known is None:
        known = extractor.block_features_cache[id(block)] = _shared_block_features(
            block, extractor, pattern, topic
        )
    edits, shared = known
    return {**shared, **extractor.place_features(line, edits)}


def _shared_block_features(
    block: BlockChange, extractor: FeatureExtractor, pattern: str, topic: str
) -> tuple[list[Edit], dict[str, float]]:
    body = (strip_lines(block.old), strip_lines(block.new))
    same = extractor.patterns.blocks_by_content[body]
    edits = [other.edit for other in same]
    key = ("\n", *strip_lines(block.old or (block.above or "", block.below or "")))
    return edits, {
        **extractor.pattern_features(edits, min(other.age for other in same), pattern, topic),
        "old_lines": log_scaled(len(block.old)),
        "new_lines": log_scaled(len(block.new)),
        "old_length": log_scaled(sum(map(len, body[0]))),
        "new_length": log_scaled(sum(map(len, body[1]))),
        "whole": float((block.old, block.new) == (block.edit.old, block.edit.new)),
        "unbalanced": float(bracket_balance(block.old) != bracket_balance(block.new)),
        "rivals": log_scaled(extractor.patterns.outcome_counts.get(key, 1) - 1),
        "names_used": float(_defines_name_used_elsewhere(block.new or block.old, extractor.index)),
        "names_something": float(any(_NAME_DEFINITION.match(text) for text in block.new or block.old)),
    }


def _defines_name_used_elsewhere(lines: Sequence[str], index: SnapshotIndex) -> bool:
    """Whether a name that these lines import or assign is used in other lines of the page."""
    for text in lines:
        match = _NAME_DEFINITION.match(text)
        if match is None:
            continue
        body = text.strip()
        for word in _IDENTIFIER.findall(match["import"] or match["name"] or ""):
            if len(word) > 1 and any(
                index.lines[line].strip() != body for line, _ in index.find_tokens((word,))
            ):
                return True
    return False


def find_similar_lines(anchor: str | None, index: SnapshotIndex) -> list[tuple[int, dict[str, str]]]:
    """Lines that are the anchor with other words in its holes."""
    found: list[tuple[int, dict[str, str]]] = []
    bare = strip_or_empty(anchor)
    words = tokenize(bare)
    if len(words) < 3 or len(bare) < 6:
        return found
    for line in _lines_sharing_word(words, index):
        named = match_word_substitutions(anchor or "", index.lines[line])
        if named:
            found.append((line, named))
            if len(found) >= MAX_SIMILAR_LINES:
                break
    return found


def _lines_sharing_word(words: tuple[str, ...], index: SnapshotIndex) -> list[int]:
    """Lines that hold the first word, or the longest."""
    first = words[0]
    lines = [line for line, _ in index.find_tokens((first,))] if is_word(first) and len(first) > 1 else []
    if lines:
        return lines
    longest = max((word for word in words if not word.isspace()), key=len)
    return [line for line, _ in index.find_tokens((longest,))]
