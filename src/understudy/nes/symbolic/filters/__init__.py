"""What the engine does with the candidates of the generators: those that do not fit their place are dropped or made
improbable, those in a row of lines of one shape are raised, and the one to be displayed is checked by its names.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.symbolic.filters.common_calls import limit_other_calls
    from understudy.nes.symbolic.filters.derived_traits import limit_impossible_derives
    from understudy.nes.symbolic.filters.import_targets import limit_missing_import_targets
    from understudy.nes.symbolic.filters.left_places import limit_left_places
    from understudy.nes.symbolic.filters.literal_changes import LiteralFilter
    from understudy.nes.symbolic.filters.local_names import limit_local_names_of_other_functions
    from understudy.nes.symbolic.filters.messages import limit_repeated_messages
    from understudy.nes.symbolic.filters.name_checks import check_names
    from understudy.nes.symbolic.filters.named_values import prefer_named_values
    from understudy.nes.symbolic.filters.own_words import limit_words_of_other_places
    from understudy.nes.symbolic.filters.parallel_shape import raise_parallel_lines
    from understudy.nes.symbolic.filters.place_kinds import PlaceKindFilter, is_code_style, is_distinctive
    from understudy.nes.symbolic.filters.query_tables import limit_columns_of_other_tables
    from understudy.nes.symbolic.filters.reassigned_names import limit_constants_that_change
    from understudy.nes.symbolic.filters.receivers import limit_members_of_other_values
    from understudy.nes.symbolic.filters.repeated_results import RepeatedResultFilter
    from understudy.nes.symbolic.filters.return_types import limit_other_return_types
    from understudy.nes.symbolic.filters.sibling_branches import limit_equal_branches
    from understudy.nes.symbolic.filters.tag_attributes import limit_attributes_of_other_tags
    from understudy.nes.symbolic.filters.typed_once import limit_typed_once

__all__ = [
    "LiteralFilter",
    "PlaceKindFilter",
    "RepeatedResultFilter",
    "check_names",
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
        "common_calls": ("limit_other_calls",),
        "derived_traits": ("limit_impossible_derives",),
        "import_targets": ("limit_missing_import_targets",),
        "left_places": ("limit_left_places",),
        "literal_changes": ("LiteralFilter",),
        "local_names": ("limit_local_names_of_other_functions",),
        "messages": ("limit_repeated_messages",),
        "name_checks": ("check_names",),
        "named_values": ("prefer_named_values",),
        "own_words": ("limit_words_of_other_places",),
        "parallel_shape": ("raise_parallel_lines",),
        "place_kinds": ("PlaceKindFilter", "is_code_style", "is_distinctive"),
        "query_tables": ("limit_columns_of_other_tables",),
        "reassigned_names": ("limit_constants_that_change",),
        "receivers": ("limit_members_of_other_values",),
        "repeated_results": ("RepeatedResultFilter",),
        "return_types": ("limit_other_return_types",),
        "sibling_branches": ("limit_equal_branches",),
        "tag_attributes": ("limit_attributes_of_other_tags",),
        "typed_once": ("limit_typed_once",),
    },
)
