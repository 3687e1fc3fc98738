"""Features and searches that the generators for whole lines share.

Owns block features, reindentation, the search for equal and similar lines, and corroboration: whether one edit
would have predicted other edits of the user, which confirms a pattern even if the words differ.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.analogy import (
    apply_analogous_change,
    match_word_substitutions,
    substitute_words,
)
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled
from understudy.nes.symbolic.limits import (
    MAX_BEGINNING_TOKENS,
    MAX_CORROBORATING_BLOCKS,
    MAX_PATTERN_LINE_CHARS,
    MAX_SHORT_LINE_TOKENS,
    MAX_SIMILAR_LINES,
    MIN_BEGINNING_SYMBOLS,
    MIN_CORROBORATION_SIMILARITY,
)
from understudy.nes.symbolic.patterns import BlockChange, strip_lines
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import indentation, is_word, non_space_tokens, tokenize
from understudy.nes.text import Edit

__all__ = [
    "block_features",
    "corroboration_score",
    "find_beginnings",
    "find_block_starts",
    "find_lines_beginning_alike",
    "find_similar_lines",
    "longest_line_index",
    "merge_substitutions",
    "neighbour_substitutions",
    "reindent",
    "shared_block_features",
    "skipped_places",
    "strip_or_empty",
]

_NAME_DEFINITION: Final = re.compile(
    r"\s*(?:from\s+\S+\s+import\s+|import\s+|use\s+)(?P<import>.*)"
    r"|\s*(?:export\s+)?(?:const|let|var|mut)?\s*(?P<name>\w+)\s*(?::[^=:]+)?:?=(?!=)"
)
_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")
_WORD_BYTES: Final = bytes(
    code for code in range(256) if code > 127 or chr(code).isalnum() or chr(code) in "_."
)
"""What words and numbers consist of, and all that is not ASCII."""


def strip_or_empty(text: str | None) -> str:
    return "" if text is None else text.strip()


def reindent(lines: Sequence[str], old_indent: str, new_indent: str) -> tuple[str, ...]:
    """The lines with one indentation replaced by another."""
    if old_indent == new_indent:
        return tuple(lines)
    size = len(old_indent)
    return tuple(
        [new_indent + line[size:] if line.startswith(old_indent) and line.strip() else line for line in lines]
    )


def longest_line_index(lines: Sequence[str]) -> int:
    """The line with the most text: the best one to search for."""
    return max(range(len(lines)), key=lambda number: len(lines[number].strip()))


def find_block_starts(stripped_lines: tuple[str, ...], index: SnapshotIndex) -> list[int]:
    """The first lines of all blocks equal to these lines, at any indentation."""
    longest = longest_line_index(stripped_lines)
    return [
        line - longest
        for line in index.find_equal_lines(stripped_lines[longest])
        if line >= longest
        and strip_lines(index.lines[line - longest : line - longest + len(stripped_lines)]) == stripped_lines
    ]


def skipped_places(lines: Sequence[int], edits: Sequence[Edit], uri: str) -> Features:
    """How many of these places are above the first of the edits and between them: the user has left them out."""
    edited = [edit.line for edit in edits if edit.uri == uri and edit.line >= 0]
    if not edited:
        return {}
    first, last = min(edited), max(edited)
    return {
        "above_first": log_scaled(sum(1 for line in lines if line < first)),
        "passed": log_scaled(sum(1 for line in lines if first <= line <= last)),
    }


def block_features(
    block: BlockChange, extractor: FeatureExtractor, line: int, pattern: str, topic: str
) -> Features:
    """The features of the block, which are computed once, and those of the place."""
    edits, shared = shared_block_features(block, extractor, pattern, topic)
    return {**shared, **extractor.place_features(line, edits)}


def shared_block_features(
    block: BlockChange, extractor: FeatureExtractor, pattern: str, topic: str
) -> tuple[list[Edit], Features]:
    """The edits that show the block, and the features that all its places have in common."""
    cached = extractor.block_features_cache.get(id(block))
    if cached is None:
        cached = extractor.block_features_cache[id(block)] = _compute_block_features(
            block, extractor, pattern, topic
        )
    return cached


def _compute_block_features(
    block: BlockChange, extractor: FeatureExtractor, pattern: str, topic: str
) -> tuple[list[Edit], Features]:
    same = extractor.patterns.blocks_by_content[strip_lines(block.old), strip_lines(block.new)]
    edits = [other.edit for other in same]
    key = ("\n", *strip_lines(block.old or (block.above or "", block.below or "")))
    return edits, {
        **extractor.pattern_features(edits, min(other.age for other in same), pattern, topic),
        **_content_features(block.old, block.new),
        "whole": float((block.old, block.new) == (block.edit.old, block.edit.new)),
        "rivals": log_scaled(extractor.patterns.outcome_counts.get(key, 1) - 1),
        "names_used": float(_defines_name_used_elsewhere(block.new or block.old, extractor.index)),
    }


@lru_cache(maxsize=256)
def _content_features(old: tuple[str, ...], new: tuple[str, ...]) -> Features:
    """The features of the changed lines, in whichever text they are searched for."""
    return {
        "old_lines": log_scaled(len(old)),
        "new_lines": log_scaled(len(new)),
        "old_length": log_scaled(sum(map(len, strip_lines(old)))),
        "new_length": log_scaled(sum(map(len, strip_lines(new)))),
        "unbalanced": float(bracket_balance(old) != bracket_balance(new)),
        "names_something": float(bool(_naming_lines(new or old))),
    }


def _defines_name_used_elsewhere(lines: tuple[str, ...], index: SnapshotIndex) -> bool:
    """Whether a name that these lines import or assign is used in other lines of the text."""
    return any(
        index.lines[line].strip() != stripped
        for stripped, names in _naming_lines(lines)
        for name in names
        for line, _ in index.find_tokens((name,))
    )


@lru_cache(maxsize=256)
def _naming_lines(lines: tuple[str, ...]) -> tuple[tuple[str, list[str]], ...]:
    """The lines that import or assign something, stripped, each with these names but those of one letter."""
    return tuple(
        (
            text.strip(),
            [name for name in _IDENTIFIER.findall(match["import"] or match["name"] or "") if len(name) > 1],
        )
        for text in lines
        if (match := _NAME_DEFINITION.match(text)) is not None
    )


def find_similar_lines(anchor: str | None, index: SnapshotIndex) -> list[tuple[int, dict[str, str]]]:
    """Lines that differ from the anchor only in words, with the substituted words."""
    found: list[tuple[int, dict[str, str]]] = []
    stripped = strip_or_empty(anchor)
    tokens = tokenize(stripped)
    if len(tokens) < 3 or len(stripped) < 6:
        return found
    symbols = _symbols(stripped)
    for line in _lines_sharing_word(tokens, index):
        text = index.lines[line]
        if _symbols(text.strip()) != symbols:
            continue  # before the tokens of the line are compared
        substitutions = match_word_substitutions(anchor or "", text)
        if substitutions:
            found.append((line, substitutions))
            if len(found) >= MAX_SIMILAR_LINES:
                break
    return found


def _symbols(stripped: str) -> bytes:
    """The symbols and spaces of a stripped line: the same in two lines that differ only in words and numbers."""
    return stripped.encode(errors="replace").translate(None, _WORD_BYTES)


def find_beginnings(stripped: str, index: SnapshotIndex) -> list[int]:
    """Lines that begin with the same two words as a stripped line."""
    beginning = _beginning(stripped)
    places = index.find_tokens(beginning) if beginning else []
    return [line for line, column in places if not index.lines[line][:column].strip()]


def find_lines_beginning_alike(stripped: str, index: SnapshotIndex) -> list[int]:
    """Lines that begin with the same words as a stripped line, and are not equal to it."""
    found: list[int] = []
    for line in find_beginnings(stripped, index):
        text = index.lines[line]
        if len(text) > MAX_PATTERN_LINE_CHARS or text.strip() == stripped:
            continue
        found.append(line)
        if len(found) >= MAX_SIMILAR_LINES:
            break
    return found


@lru_cache(maxsize=256)
def _beginning(stripped: str) -> tuple[str, ...]:
    """The tokens up to the second word of a line with more than these; the symbols that a line begins with."""
    tokens = tokenize(stripped)
    words = [at for at, token in enumerate(tokens) if is_word(token)]
    if words and len("".join(tokens[: words[0]]).strip()) >= MIN_BEGINNING_SYMBOLS:
        return tokens[: words[0]]
    if len(words) < 3 or words[1] > MAX_BEGINNING_TOKENS or len(stripped) > MAX_PATTERN_LINE_CHARS:
        return ()
    return tokens[: words[1] + 1]


def _lines_sharing_word(tokens: tuple[str, ...], index: SnapshotIndex) -> list[int]:
    """Lines that contain the first token if it is a word, else the longest token."""
    first = tokens[0]
    lines = [line for line, _ in index.find_tokens((first,))] if is_word(first) and len(first) > 1 else []
    if lines:
        return lines
    longest = max((token for token in tokens if not token.isspace()), key=len)
    return [line for line, _ in index.find_tokens((longest,))]


class _BlockLines(NamedTuple):
    """The content of a block change without its edit, as a cache key."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None
    below: str | None


def corroboration_score(block: BlockChange, extractor: FeatureExtractor) -> float:
    """The log-scaled number of other edits that this one would have predicted."""
    cached = extractor.corroboration_cache.get(id(block))
    if cached is None:
        cached = extractor.corroboration_cache[id(block)] = _compute_corroboration(block, extractor)
    return cached


def _compute_corroboration(block: BlockChange, extractor: FeatureExtractor) -> float:
    others = [other for other in extractor.patterns.blocks if other.edit.serial != block.edit.serial]
    content = _BlockLines(*block[2:])
    return log_scaled(
        len(
            {
                other.edit.serial
                for other in others[:MAX_CORROBORATING_BLOCKS]
                if len(block.old) == len(other.old)
                and bool(block.new) == bool(other.new)
                and _predicts(content, _BlockLines(*other[2:]))
            }
        )
    )


@lru_cache(maxsize=1024)
def _predicts(block: _BlockLines, other: _BlockLines) -> bool:
    if not block.old:
        return _predicts_insertion(block, other)
    if not block.new:
        return all(
            match_word_substitutions(one, two) is not None
            for one, two in zip(block.old, other.old, strict=True)
        )
    old, other_old = "\n".join(block.old), "\n".join(other.old)
    if (
        similarity(old, other_old) < MIN_CORROBORATION_SIMILARITY
        and max(len(non_space_tokens(old)), len(non_space_tokens(other_old))) > MAX_SHORT_LINE_TOKENS
    ):
        return False
    result = apply_analogous_change(
        _dedented_text(block.old), _dedented_text(block.new), _dedented_text(other.old)
    )
    return result is not None and strip_lines(result.split("\n")) == strip_lines(other.new)


def _predicts_insertion(block: _BlockLines, other: _BlockLines) -> bool:
    """Whether both were inserted beside lines that differ only in words, and differ in the same words."""
    expected = strip_lines(other.new)
    pairs = ((block.above, other.above), (block.below, other.below))
    found = [substitutions for pair in pairs if (substitutions := neighbour_substitutions(*pair)) is not None]
    return any(
        strip_lines([substitute_words(line, substitutions) for line in block.new]) == expected
        for substitutions in (*found, merge_substitutions(found))
    )


def neighbour_substitutions(anchor: str | None, other: str | None) -> dict[str, str] | None:
    """The words in which two neighbours of insertions differ; None if they differ in more, or one has no text."""
    if not anchor or not other or not anchor.strip():
        return None
    return match_word_substitutions(anchor, other)


def merge_substitutions(found: Sequence[dict[str, str]]) -> dict[str, str]:
    """All substitutions, those left out that contradict earlier ones: `c.help = s` below `func setHelp() {`."""
    merged: dict[str, str] = {}
    for substitutions in found:
        if all(merged.get(one, other) == other for one, other in substitutions.items()):
            merged |= substitutions
    return merged


def _dedented_text(lines: Sequence[str]) -> str:
    return "\n".join(reindent(lines, indentation(lines[0]), ""))
