"""Expressions that the user rewrote in several places: the others become what the examples show, or stay."""

from understudy.nes.symbolic.consequences.rewrites.rewritten_calls import (
    drop_other_rewrites,
    propose_rewritten_calls,
)
from understudy.nes.symbolic.consequences.rewrites.rewritten_texts import (
    drop_other_compositions,
    propose_rewritten_texts,
)
from understudy.nes.symbolic.consequences.rewrites.struct_tags import propose_struct_tags

__all__ = [
    "drop_other_compositions",
    "drop_other_rewrites",
    "propose_rewritten_calls",
    "propose_rewritten_texts",
    "propose_struct_tags",
]
