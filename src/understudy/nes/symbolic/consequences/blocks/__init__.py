"""Consequences for whole lines: the end of a block whose beginning changed, lines that were inserted elsewhere."""

from understudy.nes.symbolic.consequences.blocks.closing_brackets import propose_closing_brackets
from understudy.nes.symbolic.consequences.blocks.repeated_insertion import propose_repeated_insertions

__all__ = ["propose_closing_brackets", "propose_repeated_insertions"]
