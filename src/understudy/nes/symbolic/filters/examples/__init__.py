"""What the examples of a change have in common, and how often and where the user made it."""

from understudy.nes.symbolic.filters.examples.common_calls import limit_other_calls
from understudy.nes.symbolic.filters.examples.insertion_series import raise_insertion_series
from understudy.nes.symbolic.filters.examples.left_places import limit_left_places
from understudy.nes.symbolic.filters.examples.local_changes import (
    limit_local_changes,
    limit_partial_deletions,
)
from understudy.nes.symbolic.filters.examples.other_blocks import limit_other_blocks
from understudy.nes.symbolic.filters.examples.parallel_shape import raise_parallel_lines
from understudy.nes.symbolic.filters.examples.repeated_results import RepeatedResultFilter
from understudy.nes.symbolic.filters.examples.senseless_results import drop_senseless_results
from understudy.nes.symbolic.filters.examples.sibling_branches import limit_equal_branches
from understudy.nes.symbolic.filters.examples.typed_once import limit_distant_repetitions, limit_typed_once

__all__ = [
    "RepeatedResultFilter",
    "drop_senseless_results",
    "limit_distant_repetitions",
    "limit_equal_branches",
    "limit_left_places",
    "limit_local_changes",
    "limit_other_blocks",
    "limit_other_calls",
    "limit_partial_deletions",
    "limit_typed_once",
    "raise_insertion_series",
    "raise_parallel_lines",
]
