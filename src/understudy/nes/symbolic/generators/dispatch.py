"""Runs all generators over the learned patterns, and combines replacements that apply to the same line."""

from collections.abc import Iterator, Sequence

from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.generators.block_replacements import generate_block_replacements
from understudy.nes.symbolic.generators.call_arguments import generate_call_changes
from understudy.nes.symbolic.generators.deletions import (
    generate_deletions,
    generate_moved_line_deletions,
    generate_similar_deletions,
)
from understudy.nes.symbolic.generators.insertions import generate_insertions
from understudy.nes.symbolic.generators.name_parts import generate_name_part_changes
from understudy.nes.symbolic.generators.replacements import generate_replacements
from understudy.nes.symbolic.generators.style import generate_style_changes
from understudy.nes.symbolic.generators.templates import generate_template_changes
from understudy.nes.symbolic.limits import (
    MAX_ANALOGY_AGE,
    MIN_COMBINED_PROBABILITY,
    PART_OF_CHANGE_FACTOR,
)
from understudy.nes.symbolic.patterns import BlockChange, strip_lines

__all__ = ["combine_in_line", "generate_candidates"]


def generate_candidates(extractor: FeatureExtractor) -> Iterator[UnscoredCandidate]:
    """Where all of an edit applies again, a part of it alone is left out: it would leave the place half changed."""
    patterns = extractor.patterns
    for replacement in patterns.replacements:
        yield from (
            generate_name_part_changes(replacement, extractor)
            if replacement.family == "partial"
            else generate_replacements(replacement, extractor)
        )
    yield from generate_call_changes(patterns.line_examples, extractor)
    yield from generate_template_changes(patterns.line_examples, extractor)
    yield from generate_style_changes(patterns.line_examples, extractor)
    covered_lines: dict[int, set[int]] = {}
    seen: set[tuple[tuple[str, ...], ...]] = set()
    for block in patterns.blocks:
        content = (strip_lines(block.old), strip_lines(block.new))
        around = () if block.old else (strip_lines((block.above or "", block.below or "")),)
        if (*content, *around) in seen:
            continue  # a newer edit did the same
        seen.add((*content, *around))
        edit = block.edit
        is_whole_edit = (block.old, block.new) == (edit.old, edit.new)
        covered = covered_lines.setdefault(edit.serial, set())
        for unscored in _generate_for_block(block, extractor):
            if is_whole_edit and unscored.family == "again" and unscored.line_count > 1:
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


def combine_in_line(unscored: list[UnscoredCandidate]) -> Iterator[UnscoredCandidate]:
    """Lines with all likely replacements that apply to them: one alone would leave the line half changed.

    Expects scored candidates, and lowers the probability of those that it combines.
    """
    by_line: dict[tuple[str, int], list[UnscoredCandidate]] = {}
    for one in unscored:
        if (
            one.token_replacement is not None
            and one.line_count == 1
            and one.family in ("replace", "variant", "context")
        ):
            by_line.setdefault((one.snapshot.uri, one.line), []).append(one)
    for group in by_line.values():
        _prefer_whole_changes(group)
        likely = [one for one in group if one.probability >= MIN_COMBINED_PROBABILITY]
        if len(likely) < 2:
            continue
        likely.sort(key=lambda one: -len("".join(one.token_replacement[0] if one.token_replacement else ())))
        first = likely[0]
        text = new = first.snapshot.lines[first.line]
        probability = 1.0
        for one in likely:
            old_tokens, new_tokens = one.token_replacement or ((), ())
            if "".join(old_tokens) in new:
                new = new.replace("".join(old_tokens), "".join(new_tokens))
                probability = min(probability, one.probability)
        if new not in (text, *(one.new[0] for one in likely)):
            for one in likely:
                one.probability *= 1 - probability
            label = CandidateLabel("several", first.pattern, first.topic, first.why)
            combined = label.candidate(first.snapshot, first.line, 1, tuple(new.split("\n")), first.features)
            combined.probability = probability
            yield combined


def _prefer_whole_changes(group: Sequence[UnscoredCandidate]) -> None:
    """Where all that changed in a line occurs again, a part of it alone would leave the line half changed."""
    for whole in group:
        parts = [one for one in group if one is not whole and _is_part(one, whole)]
        if parts:
            whole.probability = max(whole.probability, *(one.probability for one in parts))
            for one in parts:
                one.probability *= PART_OF_CHANGE_FACTOR


def _is_part(one: UnscoredCandidate, whole: UnscoredCandidate) -> bool:
    """Whether both are of the same edit, and the one changes some of the tokens that the other changes."""
    old, new = one.token_replacement or ((), ())
    whole_old, whole_new = whole.token_replacement or ((), ())
    return (
        whole.features.get("age") == one.features.get("age")
        and len(old) < len(whole_old)
        and _contains(whole_old, old)
        and _contains(whole_new, new)
        and not _contains(whole_new, old)
    )


def _contains(tokens: Sequence[str], part: Sequence[str]) -> bool:
    size = len(part)
    return any(tokens[at : at + size] == part for at in range(len(tokens) - size + 1))
