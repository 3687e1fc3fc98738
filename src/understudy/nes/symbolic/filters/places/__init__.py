"""Kinds of places: where a change of one kind of place, tag, table or file is not repeated."""

from understudy.nes.symbolic.filters.places.adapted_texts import adapt_to_places
from understudy.nes.symbolic.filters.places.code_fences import limit_languages_of_code_ends
from understudy.nes.symbolic.filters.places.deprecation_notes import limit_deprecation_notes
from understudy.nes.symbolic.filters.places.import_targets import limit_missing_import_targets
from understudy.nes.symbolic.filters.places.imported_names import (
    limit_changes_of_deleted_imports,
    limit_names_that_stay,
)
from understudy.nes.symbolic.filters.places.locked_versions import limit_locked_versions
from understudy.nes.symbolic.filters.places.logical_sides import limit_logical_sides
from understudy.nes.symbolic.filters.places.other_statements import limit_changes_of_other_statements
from understudy.nes.symbolic.filters.places.place_kinds import (
    STYLE_SHEETS,
    PlaceKindFilter,
    changes_shell_script,
    is_code_style,
    is_distinctive,
    is_in_comment,
    place_kind,
)
from understudy.nes.symbolic.filters.places.query_clauses import limit_clauses_of_other_queries
from understudy.nes.symbolic.filters.places.query_tables import limit_columns_of_other_tables
from understudy.nes.symbolic.filters.places.sentences import limit_broken_sentences
from understudy.nes.symbolic.filters.places.tag_attributes import limit_attributes_of_other_tags

__all__ = [
    "STYLE_SHEETS",
    "PlaceKindFilter",
    "adapt_to_places",
    "changes_shell_script",
    "is_code_style",
    "is_distinctive",
    "is_in_comment",
    "limit_attributes_of_other_tags",
    "limit_broken_sentences",
    "limit_changes_of_deleted_imports",
    "limit_changes_of_other_statements",
    "limit_clauses_of_other_queries",
    "limit_columns_of_other_tables",
    "limit_deprecation_notes",
    "limit_languages_of_code_ends",
    "limit_locked_versions",
    "limit_logical_sides",
    "limit_missing_import_targets",
    "limit_names_that_stay",
    "place_kind",
]
