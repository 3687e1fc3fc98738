"""Where what the user did applies again, over all kinds of lessons; and several of them in one line."""

from collections.abc import Iterator

from understudy.nes.symbolic.candidates import UnscoredCandidate
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
from understudy.nes.symbolic.limits import MIN_COMBINED_PROBABILITY
from understudy.nes.symbolic.patterns import BlockChange, strip_lines

__all__ = ["combine_in_line", "generate_candidates"]


def generate_candidates(extractor: FeatureExtractor) -> Iterator[UnscoredCandidate]:
    lessons = extractor.patterns
    for swap in lessons.replacements:
        yield from (
            generate_name_part_changes(swap, extractor)
            if swap.family == "partial"
            else generate_replacements(swap, extractor)
        )
    yield from generate_call_changes(lessons.line_examples, extractor)
    yield from generate_style_changes(lessons.line_examples, extractor)
    covered: dict[int, set[int]] = {}
    seen: set[tuple[tuple[str, ...], ...]] = set()
    for block in lessons.blocks:
        what = (strip_lines(block.old), strip_lines(block.new))
        around = () if block.old else (strip_lines((block.above or "", block.below or "")),)
        if (*what, *around) in seen:
            continue  # a newer edit did the same
        seen.add((*what, *around))
        edit = block.edit
        whole = (block.old, block.new) == (edit.old, edit.new)
        done = covered.setdefault(edit.serial, set())
        for draft in _generate_for_block(block, extractor):
            if whole and draft.family == "again" and draft.line_count > 1:
                done.update(range(draft.line, draft.line + draft.line_count))
            if whole or draft.line not in done:
                yield draft


def _generate_for_block(block: BlockChange, extractor: FeatureExtractor) -> Iterator[UnscoredCandidate]:
    """Where all of an edit applies again, a part of it alone would leave the place half done: see the caller."""
    if block.age == 0 and block.new:
        yield from generate_moved_line_deletions(block, extractor)
    if not block.old:
        yield from generate_insertions(block, extractor)
    elif not block.new:
        yield from generate_deletions(block, extractor)
        yield from generate_similar_deletions(block, extractor)
    else:
        yield from generate_block_replacements(block, extractor)


def combine_in_line(unscored: list[UnscoredCandidate]) -> Iterator[UnscoredCandidate]:
    """Lines that several replacements apply to, with all that are likely: one alone leaves the line half done."""
    lines: dict[tuple[str, int], list[UnscoredCandidate]] = {}
    for draft in unscored:
        if (
            draft.token_replacement is not None
            and draft.line_count == 1
            and draft.family in ("replace", "variant", "context")
        ):
            lines.setdefault((draft.snapshot.uri, draft.line), []).append(draft)
    for group in lines.values():
        likely = [draft for draft in group if draft.probability >= MIN_COMBINED_PROBABILITY]
        if len(likely) < 2:
            continue
        likely.sort(
            key=lambda draft: -len("".join(draft.token_replacement[0] if draft.token_replacement else ()))
        )
        text = likely[0].snapshot.lines[likely[0].line]
        new = text
        chance = 1.0
        for draft in likely:
            old, result = draft.token_replacement or ((), ())
            if "".join(old) in new:
                new = new.replace("".join(old), "".join(result))
                chance = min(chance, draft.probability)
        if new not in (text, *(draft.new[0] for draft in likely)):
            first = likely[0]
            for draft in likely:
                draft.probability *= 1 - chance
            yield UnscoredCandidate(
                snapshot=first.snapshot, line=first.line, line_count=1, new=tuple(new.split("\n")), family="several",
                pattern=first.pattern, topic=first.topic, why=first.why, features=first.features, probability=chance,
            )  # fmt: skip
