"""Expressions that the user rewrote in several places: the others become what the examples show, or stay."""

from understudy.nes.symbolic.consequences.rewrites.compared_values import propose_compared_values
from understudy.nes.symbolic.consequences.rewrites.logged_messages import propose_logged_messages
from understudy.nes.symbolic.consequences.rewrites.other_rewritings import drop_other_rewritings
from understudy.nes.symbolic.consequences.rewrites.rewritten_calls import propose_rewritten_calls
from understudy.nes.symbolic.consequences.rewrites.rewritten_texts import propose_rewritten_texts
from understudy.nes.symbolic.consequences.rewrites.struct_tags import propose_struct_tags
from understudy.nes.symbolic.consequences.rewrites.structured_messages import propose_structured_messages
from understudy.nes.symbolic.consequences.rewrites.type_aliases import propose_type_aliases

__all__ = [
    "drop_other_rewritings",
    "propose_compared_values",
    "propose_logged_messages",
    "propose_rewritten_calls",
    "propose_rewritten_texts",
    "propose_struct_tags",
    "propose_structured_messages",
    "propose_type_aliases",
]
