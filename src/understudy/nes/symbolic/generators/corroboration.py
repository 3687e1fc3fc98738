"""Whether one example foretells another: a lesson that the user has confirmed, with other words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.analogy import apply_analogous_change, match_word_substitutions, substitute_words
from understudy.nes.symbolic.features import FeatureExtractor, log_scaled
from understudy.nes.symbolic.generators.block_features import reindent
from understudy.nes.symbolic.generators.limits import (
    MAX_CORROBORATING_BLOCKS,
    MAX_SHORT_LINE_TOKENS,
    MIN_CORROBORATION_SIMILARITY,
)
from understudy.nes.symbolic.patterns import BlockChange, strip_lines
from understudy.nes.symbolic.tokens import indentation, non_space_tokens

__all__ = ["corroboration_score"]


class _BlockLines(NamedTuple):
    """What a block did, whoever did it and when."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None
    below: str | None


def corroboration_score(block: BlockChange, extractor: FeatureExtractor) -> float:
    """Grows with the number of other edits that this one would have foretold."""
    known = extractor.corroboration_cache.get(id(block))
    if known is None:
        known = extractor.corroboration_cache[id(block)] = _compute_corroboration(block, extractor)
    return known


def _compute_corroboration(block: BlockChange, extractor: FeatureExtractor) -> float:
    others = [other for other in extractor.patterns.blocks if other.edit.serial != block.edit.serial]
    mine = _BlockLines(*block[2:])
    return log_scaled(
        len(
            {
                other.edit.serial
                for other in others[:MAX_CORROBORATING_BLOCKS]
                if len(block.old) == len(other.old)
                and bool(block.new) == bool(other.new)
                and _predicts(mine, _BlockLines(*other[2:]))
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
    mine, theirs = "\n".join(block.old), "\n".join(other.old)
    if (
        similarity(mine, theirs) < MIN_CORROBORATION_SIMILARITY
        and max(len(non_space_tokens(mine)), len(non_space_tokens(theirs))) > MAX_SHORT_LINE_TOKENS
    ):
        return False
    made = apply_analogous_change(
        _dedented_text(block.old), _dedented_text(block.new), _dedented_text(other.old)
    )
    return made is not None and strip_lines(made.split("\n")) == strip_lines(other.new)


def _predicts_insertion(block: _BlockLines, other: _BlockLines) -> bool:
    """After or before lines that differ only in words, lines that differ in the same words."""
    for mine, theirs in ((block.above, other.above), (block.below, other.below)):
        if not mine or not theirs or not mine.strip():
            continue
        named = match_word_substitutions(mine, theirs)
        if named is not None and strip_lines(
            [substitute_words(line, named) for line in block.new]
        ) == strip_lines(other.new):
            return True
    return False


def _dedented_text(lines: Sequence[str]) -> str:
    return "\n".join(reindent(lines, indentation(lines[0]), ""))
