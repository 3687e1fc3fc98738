"""What the engine does with the candidates of the generators: those that do not fit their place are dropped or made
improbable, those in a row of lines of one shape are raised, and the one to be displayed is checked by its names.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.symbolic.filters.checks import check_names
    from understudy.nes.symbolic.filters.examples import (
        RepeatedResultFilter,
        limit_equal_branches,
        limit_left_places,
        limit_other_calls,
        limit_typed_once,
        raise_parallel_lines,
    )
    from understudy.nes.symbolic.filters.pipeline import filter_repetitions
    from understudy.nes.symbolic.filters.places import (
        PlaceKindFilter,
        is_code_style,
        is_distinctive,
        limit_attributes_of_other_tags,
        limit_columns_of_other_tables,
        limit_missing_import_targets,
    )
    from understudy.nes.symbolic.filters.types import (
        limit_constants_that_change,
        limit_impossible_derives,
        limit_local_names_of_other_functions,
        limit_members_of_other_values,
        limit_other_return_types,
    )
    from understudy.nes.symbolic.filters.values import (
        LiteralFilter,
        limit_repeated_messages,
        limit_words_of_other_places,
        prefer_named_values,
    )

__all__ = [
    "LiteralFilter",
    "PlaceKindFilter",
    "RepeatedResultFilter",
    "check_names",
    "filter_repetitions",
    "is_code_style",
    "is_distinctive",
    "limit_attributes_of_other_tags",
    "limit_columns_of_other_tables",
    "limit_constants_that_change",
    "limit_equal_branches",
    "limit_impossible_derives",
    "limit_left_places",
    "limit_local_names_of_other_functions",
    "limit_members_of_other_values",
    "limit_missing_import_targets",
    "limit_other_calls",
    "limit_other_return_types",
    "limit_repeated_messages",
    "limit_typed_once",
    "limit_words_of_other_places",
    "prefer_named_values",
    "raise_parallel_lines",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "checks": ("check_names",),
        "examples": (
            "RepeatedResultFilter",
            "limit_equal_branches",
            "limit_left_places",
            "limit_other_calls",
            "limit_typed_once",
            "raise_parallel_lines",
        ),
        "pipeline": ("filter_repetitions",),
        "places": (
            "PlaceKindFilter",
            "is_code_style",
            "is_distinctive",
            "limit_attributes_of_other_tags",
            "limit_columns_of_other_tables",
            "limit_missing_import_targets",
        ),
        "types": (
            "limit_constants_that_change",
            "limit_impossible_derives",
            "limit_local_names_of_other_functions",
            "limit_members_of_other_values",
            "limit_other_return_types",
        ),
        "values": (
            "LiteralFilter",
            "limit_repeated_messages",
            "limit_words_of_other_places",
            "prefer_named_values",
        ),
    },
)
