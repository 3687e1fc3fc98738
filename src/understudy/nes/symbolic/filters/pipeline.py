"""All filters for the repetitions of an edit, in their order. A new one is added here.

The first ones drop candidates or lower their probability by the place, the last ones by what the user has changed
there; a filter that looks at likely candidates only comes behind those that make them unlikely.
"""

from collections.abc import Sequence

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.filters.examples import (
    RepeatedResultFilter,
    drop_senseless_results,
    limit_distant_repetitions,
    limit_equal_branches,
    limit_left_places,
    limit_local_changes,
    limit_other_blocks,
    limit_other_calls,
    limit_partial_deletions,
    limit_typed_once,
    raise_insertion_series,
    raise_parallel_lines,
)
from understudy.nes.symbolic.filters.places import (
    PlaceKindFilter,
    adapt_to_places,
    limit_attributes_of_other_tags,
    limit_broken_sentences,
    limit_changes_of_deleted_imports,
    limit_changes_of_other_statements,
    limit_clauses_of_other_queries,
    limit_columns_of_other_tables,
    limit_deprecation_notes,
    limit_languages_of_code_ends,
    limit_locked_versions,
    limit_logical_sides,
    limit_missing_import_targets,
    limit_names_that_stay,
)
from understudy.nes.symbolic.filters.types import (
    limit_blanks_for_used_names,
    limit_constants_that_change,
    limit_fields_of_other_types,
    limit_impossible_derives,
    limit_local_names_of_other_functions,
    limit_members_of_other_values,
    limit_missing_members,
    limit_other_return_types,
    limit_renames_in_other_functions,
    limit_reordered_parameters,
    limit_types_of_other_records,
    limit_uses_of_other_types,
    limit_wrapped_names,
)
from understudy.nes.symbolic.filters.values import (
    LiteralFilter,
    limit_options_of_other_commands,
    limit_repeated_arguments,
    limit_repeated_messages,
    limit_words_of_other_files,
    limit_words_of_other_places,
    prefer_named_values,
)
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["filter_repetitions"]


def filter_repetitions(
    repetitions: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> list[UnscoredCandidate]:
    """Return the candidates that fit their place, the likeliest first, with the probabilities that remain."""
    kept = drop_senseless_results(PlaceKindFilter(patterns).filter(repetitions), patterns)
    limit_broken_sentences(kept)
    if situation.selection is None:
        raise_parallel_lines(kept, patterns)
        raise_insertion_series(kept, patterns)
    limit_other_return_types(kept, patterns)
    limit_attributes_of_other_tags(kept, patterns)
    limit_clauses_of_other_queries(kept, patterns)
    limit_columns_of_other_tables(kept, patterns, situation)
    limit_deprecation_notes(kept, patterns)
    limit_languages_of_code_ends(kept)
    limit_logical_sides(kept)
    limit_changes_of_other_statements(kept, patterns)
    limit_members_of_other_values(kept, patterns, situation)
    limit_uses_of_other_types(kept, patterns)
    limit_local_names_of_other_functions(kept, patterns)
    limit_renames_in_other_functions(kept, patterns)
    limit_reordered_parameters(kept, patterns, situation)
    limit_other_calls(kept, patterns)
    limit_repeated_messages(kept, patterns)
    limit_repeated_arguments(kept)
    limit_left_places(kept, patterns)
    limit_words_of_other_places(kept, patterns, situation)
    limit_words_of_other_files(kept, patterns)
    limit_options_of_other_commands(kept, patterns, situation)
    limit_equal_branches(kept, patterns)
    limit_impossible_derives(kept)
    limit_fields_of_other_types(kept, patterns, situation)
    limit_types_of_other_records(kept, patterns, situation)
    adapt_to_places(kept, patterns)
    limit_missing_import_targets(kept, patterns, situation)
    limit_locked_versions(kept)
    limit_names_that_stay(kept, patterns, situation)
    limit_changes_of_deleted_imports(kept, situation)
    limit_constants_that_change(kept)
    limit_blanks_for_used_names(kept)
    limit_missing_members(kept, situation)
    limit_wrapped_names(kept, patterns)
    kept = LiteralFilter(patterns).filter(RepeatedResultFilter(patterns).filter(kept))
    kept = prefer_named_values(kept, patterns, situation)
    limit_typed_once(kept, patterns)
    limit_distant_repetitions(kept, patterns)
    limit_local_changes(kept, patterns)
    limit_partial_deletions(kept, patterns)
    limit_other_blocks(kept, patterns)
    return sorted(kept, key=lambda one: -one.probability)
