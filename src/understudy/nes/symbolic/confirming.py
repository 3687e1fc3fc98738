"""Whether one example foretells another: a lesson that the user has confirmed, with other words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.analogy import holes, merge, renamed
from understudy.nes.symbolic.block_figures import shifted
from understudy.nes.symbolic.evidence import Evidence, log
from understudy.nes.symbolic.lessons import Block, body_of
from understudy.nes.symbolic.tokens import indent, solid

__all__ = ["confirmed"]

MOST: Final = 16
"""Other blocks that are compared, the newest first."""
ALIKE: Final = 0.4
SHORT: Final = 3
"""Tokens of lines that may be alike without sharing one, as the members of a list."""


class _Lines(NamedTuple):
    """What a block did, whoever did it and when."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    above: str | None
    below: str | None


def confirmed(block: Block, evidence: Evidence) -> float:
    """Grows with the number of other edits that this one would have foretold."""
    known = evidence.foretold.get(id(block))
    if known is None:
        known = evidence.foretold[id(block)] = _confirmed(block, evidence)
    return known


def _confirmed(block: Block, evidence: Evidence) -> float:
    others = [other for other in evidence.lessons.blocks if other.edit.serial != block.edit.serial]
    mine = _Lines(*block[2:])
    return log(
        len(
            {
                other.edit.serial
                for other in others[:MOST]
                if len(block.old) == len(other.old)
                and bool(block.new) == bool(other.new)
                and _foretells(mine, _Lines(*other[2:]))
            }
        )
    )


@lru_cache(maxsize=1024)
def _foretells(block: _Lines, other: _Lines) -> bool:
    if not block.old:
        return _inserts_alike(block, other)
    if not block.new:
        return all(holes(one, two) is not None for one, two in zip(block.old, other.old, strict=True))
    mine, theirs = "\n".join(block.old), "\n".join(other.old)
    if likeness(mine, theirs) < ALIKE and max(len(solid(mine)), len(solid(theirs))) > SHORT:
        return False
    made = merge(_bare(block.old), _bare(block.new), _bare(other.old))
    return made is not None and body_of(made.split("\n")) == body_of(other.new)


def _inserts_alike(block: _Lines, other: _Lines) -> bool:
    """After or before lines that differ only in words, lines that differ in the same words."""
    for mine, theirs in ((block.above, other.above), (block.below, other.below)):
        if not mine or not theirs or not mine.strip():
            continue
        named = holes(mine, theirs)
        if named is not None and body_of([renamed(line, named) for line in block.new]) == body_of(other.new):
            return True
    return False


def _bare(lines: Sequence[str]) -> str:
    return "\n".join(shifted(lines, indent(lines[0]), ""))
