"""Consequences for whole lines: the end of a block whose beginning changed, lines that were inserted elsewhere or
lost indentation, and the other side of a breakpoint that moved."""

from understudy.nes.symbolic.consequences.blocks.case_arms import propose_case_arms
from understudy.nes.symbolic.consequences.blocks.closing_brackets import propose_closing_brackets
from understudy.nes.symbolic.consequences.blocks.function_openings import propose_function_openings
from understudy.nes.symbolic.consequences.blocks.media_queries import propose_media_queries
from understudy.nes.symbolic.consequences.blocks.other_switches import adds_case_of_other_type
from understudy.nes.symbolic.consequences.blocks.outdented_block import propose_outdented_blocks
from understudy.nes.symbolic.consequences.blocks.repeated_insertion import propose_repeated_insertions
from understudy.nes.symbolic.consequences.blocks.sibling_bodies import propose_sibling_bodies

__all__ = [
    "adds_case_of_other_type",
    "propose_case_arms",
    "propose_closing_brackets",
    "propose_function_openings",
    "propose_media_queries",
    "propose_outdented_blocks",
    "propose_repeated_insertions",
    "propose_sibling_bodies",
]
