"""Consequences of a changed line for the block that it begins."""

from understudy.nes.symbolic.consequences.blocks.closing_brackets import propose_closing_brackets

__all__ = ["propose_closing_brackets"]
