"""Generators of unscored candidates: each searches a text for places where one kind of learned pattern applies.

Does not score candidates and does not decide which of them is displayed.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.symbolic.generators.dispatch import combine_in_line, generate_candidates
    from understudy.nes.symbolic.generators.sequences import generate_sequence_lines

__all__ = ["combine_in_line", "generate_candidates", "generate_sequence_lines"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "dispatch": ("combine_in_line", "generate_candidates"),
        "sequences": ("generate_sequence_lines",),
    },
)
