"""`understudy.nes.symbolic.generators`."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.symbolic.generators.call_arguments import ArgumentChangeFilter
    from understudy.nes.symbolic.generators.dispatch import combine_in_line, generate_candidates
    from understudy.nes.symbolic.generators.sequences import generate_sequence_lines

__all__ = ["ArgumentChangeFilter", "combine_in_line", "generate_candidates", "generate_sequence_lines"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "call_arguments": ("ArgumentChangeFilter",),
        "dispatch": ("combine_in_line", "generate_candidates"),
        "sequences": ("generate_sequence_lines",),
    },
)
