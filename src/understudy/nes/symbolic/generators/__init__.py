"""Generators of candidates: each searches a text for places where one kind of learned pattern applies.

`candidate_scores` sets their probabilities. Does not decide which candidate is displayed.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.symbolic.generators.candidate_scores import score_candidates
    from understudy.nes.symbolic.generators.dispatch import generate_candidates
    from understudy.nes.symbolic.generators.dormant_patterns import DormantPatterns, PatternSearches
    from understudy.nes.symbolic.generators.line_changes import (
        combine_in_line,
        prefer_larger_changes,
        prefer_whole_statements,
    )
    from understudy.nes.symbolic.generators.sequences import generate_sequence_lines

__all__ = [
    "DormantPatterns",
    "PatternSearches",
    "combine_in_line",
    "generate_candidates",
    "generate_sequence_lines",
    "prefer_larger_changes",
    "prefer_whole_statements",
    "score_candidates",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "candidate_scores": ("score_candidates",),
        "dispatch": ("generate_candidates",),
        "dormant_patterns": ("DormantPatterns", "PatternSearches"),
        "line_changes": ("combine_in_line", "prefer_larger_changes", "prefer_whole_statements"),
        "sequences": ("generate_sequence_lines",),
    },
)
