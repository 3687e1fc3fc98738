"""All filters for the repetitions of an edit, in their order. A new one is added here.

One that raises is skipped (see `run_guarded`). The first ones drop candidates or lower their probability by the
place, the last ones by what the user has changed there; a filter that looks at likely candidates only comes behind
those that make them unlikely. In an automatic request, candidates that are not displayed whatever a filter says are
not filtered: half of all requests have no others.
"""

from collections.abc import Callable, Sequence
from typing import ParamSpec

from understudy.nes.engine_api import Situation
from understudy.nes.errors import run_guarded
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
    changes_shell_script,
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
    changes_pinned_version,
    limit_options_of_other_commands,
    limit_repeated_arguments,
    limit_repeated_messages,
    limit_words_of_other_files,
    limit_words_of_other_places,
    prefer_named_values,
    writes_named_value,
)
from understudy.nes.symbolic.limits import OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["filter_repetitions", "split_by_likelihood"]

P = ParamSpec("P")


def filter_repetitions(
    repetitions: Sequence[UnscoredCandidate],
    patterns: EditPatterns,
    situation: Situation,
    *,
    is_limited: bool = False,
) -> list[UnscoredCandidate]:
    """Return the candidates that fit their place, the likeliest first, with the probabilities that remain.

    If `is_limited`, unlikely candidates are returned as they are.
    """
    if situation.selection is None:
        _run(raise_parallel_lines, repetitions, patterns)
        _run(raise_insertion_series, repetitions, patterns)
    likely, unlikely = split_by_likelihood(repetitions) if is_limited else ([*repetitions], [])
    if unlikely and run_guarded(_may_raise_unlikely, True, patterns, situation):
        likely, unlikely = [*repetitions], []
    kept = _filter_likely(likely, unlikely, patterns, situation) if likely else []
    return sorted([*kept, *unlikely], key=lambda one: -one.probability)


def split_by_likelihood(
    repetitions: Sequence[UnscoredCandidate],
) -> tuple[list[UnscoredCandidate], list[UnscoredCandidate]]:
    """Return the candidates that may be displayed, and those that are as improbable as a filter would make them."""
    likely = [one for one in repetitions if one.probability > OTHER_VALUE_PROBABILITY]
    if len(likely) == len(repetitions):
        return likely, []
    return likely, [one for one in repetitions if one.probability <= OTHER_VALUE_PROBABILITY]


def _may_raise_unlikely(patterns: EditPatterns, situation: Situation) -> bool:
    """Whether one of the filters below may make an unlikely candidate likely."""
    return (
        changes_shell_script(patterns)
        or changes_pinned_version(patterns)
        or writes_named_value(patterns, situation)
    )


def _filter_likely(
    likely: Sequence[UnscoredCandidate],
    unlikely: Sequence[UnscoredCandidate],
    patterns: EditPatterns,
    situation: Situation,
) -> list[UnscoredCandidate]:
    kept = run_guarded(_drop_other_place_kinds, [*likely], likely, patterns)
    kept = run_guarded(drop_senseless_results, kept, kept, patterns)
    if not kept:
        return kept
    _run(limit_broken_sentences, kept)
    _run(limit_other_return_types, kept, patterns)
    _run(limit_attributes_of_other_tags, kept, patterns)
    _run(limit_clauses_of_other_queries, kept, patterns)
    _run(limit_columns_of_other_tables, kept, patterns, situation)
    _run(limit_deprecation_notes, kept, patterns)
    _run(limit_languages_of_code_ends, kept)
    _run(limit_logical_sides, kept)
    _run(limit_changes_of_other_statements, kept, patterns)
    _run(limit_members_of_other_values, kept, patterns, situation)
    _run(limit_uses_of_other_types, kept, patterns)
    _run(limit_local_names_of_other_functions, kept, patterns)
    _run(limit_renames_in_other_functions, kept, patterns)
    _run(limit_reordered_parameters, kept, patterns, situation)
    _run(limit_other_calls, kept, patterns)
    _run(limit_repeated_messages, kept, patterns)
    _run(limit_repeated_arguments, kept)
    _run(limit_left_places, [*kept, *unlikely], patterns)
    _run(limit_words_of_other_places, kept, patterns, situation)
    _run(limit_words_of_other_files, kept, patterns)
    _run(limit_options_of_other_commands, kept, patterns, situation)
    _run(limit_equal_branches, kept, patterns)
    _run(limit_impossible_derives, kept)
    _run(limit_fields_of_other_types, kept, patterns, situation)
    _run(limit_types_of_other_records, kept, patterns, situation)
    _run(adapt_to_places, kept, patterns)
    _run(limit_missing_import_targets, kept, patterns, situation)
    _run(limit_locked_versions, kept)
    _run(limit_names_that_stay, kept, patterns, situation)
    _run(limit_changes_of_deleted_imports, kept, situation)
    _run(limit_constants_that_change, kept)
    _run(limit_blanks_for_used_names, kept)
    _run(limit_missing_members, kept, situation)
    _run(limit_wrapped_names, kept, patterns)
    kept = run_guarded(_drop_repeated_results, kept, kept, patterns)
    kept = run_guarded(_drop_changed_literals, kept, kept, patterns)
    kept = run_guarded(prefer_named_values, kept, kept, patterns, situation)
    _run(limit_typed_once, kept, patterns)
    _run(limit_distant_repetitions, kept, patterns)
    _run(limit_local_changes, kept, patterns)
    _run(limit_partial_deletions, kept, patterns)
    _run(limit_other_blocks, kept, patterns)
    return kept


def _run(step: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    run_guarded(step, None, *args, **kwargs)


def _drop_other_place_kinds(
    repetitions: Sequence[UnscoredCandidate], patterns: EditPatterns
) -> list[UnscoredCandidate]:
    return PlaceKindFilter(patterns).filter(repetitions)


def _drop_repeated_results(
    repetitions: Sequence[UnscoredCandidate], patterns: EditPatterns
) -> list[UnscoredCandidate]:
    return RepeatedResultFilter(patterns).filter(repetitions)


def _drop_changed_literals(
    repetitions: Sequence[UnscoredCandidate], patterns: EditPatterns
) -> list[UnscoredCandidate]:
    return LiteralFilter(patterns).filter(repetitions)
