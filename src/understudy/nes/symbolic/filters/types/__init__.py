"""Types and values of names: what a function returns, a type derives, a variable is, and may become."""

from understudy.nes.symbolic.filters.types.derived_traits import limit_impossible_derives
from understudy.nes.symbolic.filters.types.local_names import (
    limit_local_names_of_other_functions,
    limit_renames_in_other_functions,
)
from understudy.nes.symbolic.filters.types.missing_members import limit_missing_members, limit_wrapped_names
from understudy.nes.symbolic.filters.types.other_literals import (
    limit_fields_of_other_types,
    limit_types_of_other_records,
)
from understudy.nes.symbolic.filters.types.reassigned_names import limit_constants_that_change
from understudy.nes.symbolic.filters.types.receivers import limit_members_of_other_values
from understudy.nes.symbolic.filters.types.reordered_parameters import limit_reordered_parameters
from understudy.nes.symbolic.filters.types.return_types import limit_other_return_types
from understudy.nes.symbolic.filters.types.retyped_names import limit_uses_of_other_types
from understudy.nes.symbolic.filters.types.unused_names import limit_blanks_for_used_names

__all__ = [
    "limit_blanks_for_used_names",
    "limit_constants_that_change",
    "limit_fields_of_other_types",
    "limit_impossible_derives",
    "limit_local_names_of_other_functions",
    "limit_members_of_other_values",
    "limit_missing_members",
    "limit_other_return_types",
    "limit_renames_in_other_functions",
    "limit_reordered_parameters",
    "limit_types_of_other_records",
    "limit_uses_of_other_types",
    "limit_wrapped_names",
]
