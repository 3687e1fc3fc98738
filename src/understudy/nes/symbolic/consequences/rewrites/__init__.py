"""Expressions that the user rewrote in several places: the others become what the examples show, or stay."""

from understudy.nes.symbolic.consequences.rewrites.rewritten_calls import (
    drop_other_rewrites,
    propose_rewritten_calls,
)

__all__ = ["drop_other_rewrites", "propose_rewritten_calls"]
