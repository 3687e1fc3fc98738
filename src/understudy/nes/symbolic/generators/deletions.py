"""Candidates that delete lines: equal to deleted ones, similar to deleted ones, or the originals of moved lines."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.features import FeatureExtractor, bracket_balance, log_scaled, truncate_text
from understudy.nes.symbolic.generators.block_features import (
    block_features,
    corroboration_score,
    find_block_starts,
    find_similar_lines,
    longest_line_index,
    skipped_places,
    strip_or_empty,
)
from understudy.nes.symbolic.limits import MAX_BLOCK_LINES, MIN_MOVED_LINE_CHARS, MIN_REWRITTEN_SIMILARITY
from understudy.nes.symbolic.patterns import BlockChange, strip_lines
from understudy.nes.symbolic.tokens import indentation, is_word, tokenize
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import EditOrigin, TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["generate_deletions", "generate_moved_line_deletions", "generate_similar_deletions"]

_BLOCK_HEADER: Final = re.compile(r"[{:]\s*\Z|\b(?:else|do|then)\s*\Z")
_GUARD: Final = re.compile(
    r"\s*if\b\s*(?:\((?P<condition>.*?)\)(?=\s*\w)|(?P<other>[^(]*?)(?::|\{)\s*(?=\w)).*[;})]\s*\Z"
)
"""A check with what it does in one line."""
_IMPORT_PREFIXES: Final = ("import ", "from ", "use ")
_MEMBER_LISTS: Final = frozenset(
    {
        "interface_body",
        "object_type",
        "class_body",
        "enum_body",
        "field_declaration_list",
        "enum_variant_list",
    }
)
_MEMBER_TYPES: Final = frozenset({"class_definition"})
"""Types whose members stand in a block."""


def generate_deletions(block: BlockChange, extractor: FeatureExtractor) -> Iterator[UnscoredCandidate]:
    """Delete other blocks that are equal to the deleted one, at any indentation."""
    index = extractor.index
    body = strip_lines(block.old)
    longest = longest_line_index(body)
    if len(body[longest]) < 4 or len(body) > MAX_BLOCK_LINES:
        return
    starts = find_block_starts(body, index)
    text = truncate_text(body[longest])
    label = CandidateLabel("delete", f"- {text}", f"- {text}", f"You deleted “{text}” elsewhere.")
    free = [line for line in starts if not extractor.is_edited_since(line, block.edit.serial)]
    skipped = skipped_places(free, [block.edit], index.snapshot.uri)
    for line in extractor.nearest_lines(free):
        features: Features = {
            **block_features(block, extractor, line, label.pattern, label.topic),
            **_neighbour_features(block, extractor, line, len(body)),
            "places": log_scaled(len(starts)),
            **skipped,
        }
        yield label.candidate(index.snapshot, line, len(body), (), features)


def generate_similar_deletions(
    block: BlockChange, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    """Delete lines that differ from the deleted line only in words."""
    index = extractor.index
    if len(block.old) != 1 or len(strip_or_empty(block.old[0])) < 6:
        return
    text = strip_or_empty(block.old[0])
    short = truncate_text(text)
    label = CandidateLabel("thin", f"- {short}…", f"- {short}…", f"You deleted a line like this, “{short}”.")
    found = [
        (line, substitutions)
        for line, substitutions in find_similar_lines(block.old[0], index)
        if not extractor.is_edited_since(line, block.edit.serial)
    ]
    near = set(extractor.nearest_lines([line for line, _ in found]))
    confirmed = corroboration_score(block, extractor) if near else 0.0
    for line, substitutions in found:
        if line not in near or bracket_balance([index.lines[line]]):
            continue
        features: Features = {
            **block_features(block, extractor, line, label.pattern, label.topic),
            **_neighbour_features(block, extractor, line, 1),
            "alike": similarity(text, index.lines[line]),
            "places": log_scaled(len(found)),
            "holes": float(len(substitutions)),
            "same_depth": float(indentation(block.old[0]) == indentation(index.lines[line])),
            "confirmed": confirmed,
            **skipped_places([line for line, _ in found], [block.edit], index.snapshot.uri),
        }
        yield label.candidate(index.snapshot, line, 1, (), features)


def generate_moved_line_deletions(
    block: BlockChange, extractor: FeatureExtractor
) -> Iterator[UnscoredCandidate]:
    """Delete the originals of lines that the user has just pasted: the lines were moved."""
    index = extractor.index
    if block.edit.revision or block.edit.origin is EditOrigin.ACCEPTED:
        return  # typed or suggested, not pasted: the user may want the same line twice
    lines = [line for line in block.new if line.strip()]
    if (
        not lines
        or block.edit.uri != index.snapshot.uri
        or block.edit.line < 0
        or len(lines) > MAX_BLOCK_LINES
    ):
        return
    body = strip_lines(lines)
    longest = longest_line_index(body)
    if len(body[longest]) < MIN_MOVED_LINE_CHARS and not body[longest].startswith(_IMPORT_PREFIXES):
        return
    if any(similarity(old.strip(), body[longest]) >= MIN_REWRITTEN_SIMILARITY for old in block.old):
        return  # changed in its place
    written = range(block.edit.line, block.edit.line + len(block.edit.new))
    others = [
        line
        for line in find_block_starts(body, index)
        if line not in written
        and not extractor.is_recently_edited(line)
        and not _is_whole_block(index.lines, line, len(body))
        and not _guards_next_statement(index.lines, line, len(body))
    ]
    if others and len(body) == 1:
        owner = _member_list(index.snapshot, block.edit.line + block.edit.new.index(lines[0]))
        others = [line for line in others if owner in (0, _member_list(index.snapshot, line) or owner)]
    text = truncate_text(body[longest])
    label = CandidateLabel("moved", f"moved {text}", f"moved {text}", f"You wrote “{text}” anew nearby.")
    for line in extractor.nearest_lines(others):
        features: Features = {
            **block_features(block, extractor, line, label.pattern, label.topic),
            "copies": log_scaled(len(others) - 1),
            "away": log_scaled(min(abs(line - written.start), abs(line - written.stop))),
            "same_depth": float(indentation(lines[0]) == indentation(index.lines[line])),
            "whole_edit": float(len(block.new) == len(block.edit.new)),
            "import": float(body[longest].startswith((*_IMPORT_PREFIXES, "const "))),
        }
        yield label.candidate(index.snapshot, line, len(body), (), features)


def _is_whole_block(lines: Sequence[str], line: int, size: int) -> bool:
    """Whether nothing would be left of a block with a header: who moves all of it removes the header, too."""
    above = lines[line - 1] if line else ""
    below = next((one for one in lines[line + size :] if one.strip()), "")
    return (
        _BLOCK_HEADER.search(above) is not None
        and len(indentation(above)) < len(indentation(lines[line]))
        and len(indentation(below)) <= len(indentation(above))
    )


def _guards_next_statement(lines: Sequence[str], line: int, size: int) -> bool:
    """Whether a check in one line is about what the next line uses: it is needed at both places."""
    guard = _GUARD.match(lines[line]) if size == 1 else None
    if guard is None or line + 1 >= len(lines):
        return False
    used = set(filter(is_word, tokenize(lines[line + 1])))
    return not used.isdisjoint(filter(is_word, tokenize(guard["condition"] or guard["other"])))


def _member_list(snapshot: TextSnapshot, line: int) -> int:
    """Return the id of the list of the members of a type that a line is one of; 0 for other lines."""
    parsed = parse_snapshot(snapshot)
    if parsed is None or line >= len(snapshot.lines):
        return 0
    start = (line, len(snapshot.lines[line]) - len(snapshot.lines[line].lstrip()))
    at: Node | None = parsed[1].root_node.descendant_for_point_range(start, start)
    while at is not None:
        is_body = at.type == "block" and at.parent is not None and at.parent.type in _MEMBER_TYPES
        if is_body or at.type in _MEMBER_LISTS:
            return at.id
        if at.start_point.row < line:
            return 0
        at = at.parent
    return 0


def _neighbour_features(block: BlockChange, extractor: FeatureExtractor, line: int, size: int) -> Features:
    """Whether the lines above and below the place are those that were around the deleted block."""
    lines, end = extractor.index.lines, line + size
    above = lines[line - 1].strip() if line else ""
    below = lines[end].strip() if end < len(lines) else ""
    return {
        "above_same": float(above == strip_or_empty(block.above)),
        "below_same": float(below == strip_or_empty(block.below)),
    }
