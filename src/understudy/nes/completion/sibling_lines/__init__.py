"""The typed line as the lines above it show, with the names that belong to the one that was typed."""

from understudy.nes.completion.sibling_lines.block_bodies import block_rest
from understudy.nes.completion.sibling_lines.counterparts import counterpart_rest
from understudy.nes.completion.sibling_lines.rows import row_rest

__all__ = ["block_rest", "counterpart_rest", "row_rest"]
