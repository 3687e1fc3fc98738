"""Runs all generators over the learned patterns."""

from collections.abc import Hashable, Iterator

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.generators.block_replacements import generate_block_replacements
from understudy.nes.symbolic.generators.call_arguments import generate_call_changes
from understudy.nes.symbolic.generators.deletions import (
    generate_deletions,
    generate_moved_line_deletions,
    generate_similar_deletions,
)
from understudy.nes.symbolic.generators.dormant_patterns import PatternSearches
from understudy.nes.symbolic.generators.insertions import generate_insertions
from understudy.nes.symbolic.generators.name_parts import generate_name_part_changes
from understudy.nes.symbolic.generators.replacements import generate_replacements
from understudy.nes.symbolic.generators.style import generate_style_changes
from understudy.nes.symbolic.generators.templates import generate_template_changes
from understudy.nes.symbolic.limits import MAX_ANALOGY_AGE
from understudy.nes.symbolic.patterns import BlockChange, TokenReplacement, strip_lines
from understudy.nes.text import Edit

__all__ = ["generate_candidates"]


def generate_candidates(
    extractor: FeatureExtractor, searches: PatternSearches | None = None
) -> Iterator[UnscoredCandidate]:
    """Where all of an edit applies again, a part of it alone is left out: it would leave the place half changed."""
    patterns = extractor.patterns
    searches = searches or PatternSearches(None, extractor)
    for replacement in patterns.replacements:
        age = min([example.age for example in replacement.examples])
        content = (replacement.family, replacement.old, replacement.new, len(replacement.examples))
        key = searches.key(content)
        if searches.are_limited and _is_older_name_part(replacement, age):
            continue
        if searches.can_skip(key, age):
            continue
        for unscored in (
            generate_name_part_changes(replacement, extractor)
            if replacement.family == "partial"
            else generate_replacements(replacement, extractor)
        ):
            unscored.search_key = key
            yield unscored
    yield from generate_call_changes(patterns.line_examples, extractor)
    yield from generate_template_changes(patterns.line_examples, extractor, only_likely=searches.are_limited)
    yield from generate_style_changes(patterns.line_examples, extractor)
    covered_lines: dict[int, set[int]] = {}
    seen: set[tuple[tuple[str, ...], ...]] = set()
    key: Hashable = None
    previous: Edit | None = None
    is_skipped = False
    for block in patterns.blocks:
        edit = block.edit
        if edit is not previous:
            previous = edit
            key = searches.key((edit.serial, edit.old, edit.new))
            is_skipped = searches.can_skip(key, block.age)
        if is_skipped:
            continue
        content = (strip_lines(block.old), strip_lines(block.new))
        around = () if block.old else (strip_lines((block.above or "", block.below or "")),)
        if (*content, *around) in seen:
            continue  # a newer edit did the same
        seen.add((*content, *around))
        is_whole_edit = (block.old, block.new) == (edit.old, edit.new)
        covered = covered_lines.setdefault(edit.serial, set())
        for unscored in _generate_for_block(block, extractor):
            unscored.search_key = key
            has_parts = max(unscored.line_count, len(unscored.new)) > 1
            if is_whole_edit and unscored.family == "again" and has_parts:
                covered.update(range(unscored.line, unscored.line + unscored.line_count))
            if is_whole_edit or unscored.line not in covered:
                yield unscored


def _generate_for_block(block: BlockChange, extractor: FeatureExtractor) -> Iterator[UnscoredCandidate]:
    if block.age == 0 and block.new:
        yield from generate_moved_line_deletions(block, extractor)
    if not block.old:
        yield from generate_insertions(block, extractor)
    elif not block.new:
        yield from generate_deletions(block, extractor)
        if block.age < MAX_ANALOGY_AGE:
            yield from generate_similar_deletions(block, extractor)
    else:
        yield from generate_block_replacements(block, extractor)


def _is_older_name_part(replacement: TokenReplacement, age: int) -> bool:
    """Whether the pattern is a part of a name that an older edit of whole lines replaced: hardly ever repeated."""
    is_name_part = replacement.family in ("partial", "variant")
    return is_name_part and age > 0 and not any(one.edit.is_typed for one in replacement.examples)
