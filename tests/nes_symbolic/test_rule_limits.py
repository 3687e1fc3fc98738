"""The values of the limits of renames and consequence rules, and the probabilities of the rules.

The other tests check what happens at a limit, whatever its value is. A change of a value is deliberate: adapt these
tables, and measure the change with the replay.
"""

import pkgutil
from importlib import import_module

import pytest

from understudy.nes.symbolic import consequences
from understudy.nes.symbolic.consequences import limits as consequence_limits
from understudy.nes.symbolic.consequences.rules import RuleProbability
from understudy.nes.symbolic.renames import limits as rename_limits

RENAME_LIMITS = {
    "CERTAIN_PROBABILITY": 0.95,
    "REASSIGNED_PROBABILITY": 0.75,
    "REWRITTEN_PROBABILITY": 0.6,
    "LIKELY_PROBABILITY": 0.6,
    "REFERENCES_CHANGED_PROBABILITY": 0.7,
    "DESCRIPTION_PROBABILITY": 0.7,
    "DOCUMENTED_PARAMETER_PROBABILITY": 0.7,
    "CODE_SPAN_PROBABILITY": 0.55,
    "COMMENT_PROBABILITY": 0.5,
    "CORRECTED_PROBABILITY": 0.7,
    "MIN_CORRECTED_CHARS": 7,
    "MIN_SWAPPED_CHARS": 6,
    "OTHER_SPELLING_PROBABILITY": 0.3,
    "OTHER_NAME_PROBABILITY": 0.3,
    "REJECTED_IMPORT_ODDS_FACTOR": 0.03,
    "REJECTED_ODDS_FACTOR": 0.4,
    "STALE_ODDS_FACTOR": 0.9,
    "MAX_EDITS_SEARCHED": 60,
    "MAX_CHANGED_LINES": 40,
    "MAX_OTHER_CHANGED_LINES": 2,
    "MAX_LINES_BESIDE": 2,
    "MAX_RENAMES": 3,
    "MAX_PLACES": 40,
    "MAX_COMMENT_PLACES": 8,
    "MAX_PATH_TEXTS": 8,
    "STRING_PATH_PROBABILITY": 0.85,
    "MAX_DOCUMENT_TEXTS": 6,
}
CONSEQUENCE_LIMITS = {
    "MAX_CONSEQUENCE_CANDIDATES": 12,
    "MAX_RECENT_CHANGES": 6,
    "MAX_NEWEST_CHANGES": 4,
    "MAX_UNUSED_MENTIONS": 4,
    "MAX_UNUSED_NAMES": 100,
    "MAX_USER_MADE_CAUSES": 2,
    "MAX_CAUSING_CHANGES": 3,
    "MAX_CALLING_CHANGES": 2,
    "MAX_CHANGE_LINES": 200,
    "MAX_CODE_LINE_CHARS": 1000,
    "MAX_OTHER_TEXTS": 6,
    "MAX_CALLING_TEXTS": 4,
    "MAX_BODY_CALLS": 24,
    "MAX_CALL_LINES": 12,
    "MAX_COMMAND_LINES": 40,
    "MAX_IMPORTING_TEXTS": 5,
    "MAX_HEADER_LINES": 40,
    "MAX_ENCLOSING_FUNCTION_LINES": 400,
    "MAX_STRUCT_LINES": 200,
    "MAX_OWNER_LINES": 400,
    "MAX_MEMBER_LINE_CHARS": 400,
    "MAX_CALLS_PER_NAME": 60,
    "MAX_CALL_CANDIDATES": 3,
    "MAX_SETTLING_EDITS": 12,
    "MAX_PARAMETER_EDIT_LINES": 3,
    "MAX_REWRITE_CANDIDATES": 6,
    "MAX_REWRITE_EDITS": 16,
    "MAX_REWRITTEN_LINES": 4,
    "MAX_PARAMETER_CANDIDATES": 2,
    "MAX_ADDED_FIELD_LINES": 3,
    "MAX_STRUCT_LITERAL_CANDIDATES": 3,
    "MAX_RENAMED_MEMBER_CANDIDATES": 12,
    "MAX_REWRITTEN_USE_LINES": 2,
    "MANY_REMOVED_IMPORTS": 2,
    "MAX_REMOVED_DEFINITIONS": 3,
    "MAX_REMOVED_PARAMETER_WORDS": 8,
    "MIN_REMOVED_NAME_CHARS": 3,
    "LARGE_REMOVAL_LINES": 12,
    "MAX_UNRESOLVED_NAMES": 8,
    "MAX_BINDING_LINE_CHARS": 500,
    "MIN_SHARED_NAME_RATIO": 0.5,
    "MAX_PARALLEL_CANDIDATES": 2,
    "MAX_PARALLEL_EDIT_LINES": 6,
    "MAX_SIBLING_DISTANCE_LINES": 12,
    "IMPORT_BLOCK_LINES": 15,
    "MAX_IMPORT_HEAD_LINES": 150,
    "MAX_CACHED_IMPORT_TEXTS": 24,
    "MAX_DATA_FLOW_STEPS": 60,
    "MAX_DECLARATION_DEPTH": 12,
    "MAX_DECLARATION_TEXTS": 3,
    "MAX_MEMBERS": 200,
    "MAX_CHANGED_MEMBERS": 4,
    "MAX_MENTIONS": 400,
    "MAX_NAMED_TYPES": 6,
    "MAX_LIST_CLIMB_STEPS": 10,
    "MAX_LIST_ELEMENTS": 200,
    "MAX_LITERAL_CHARS": 1_000,
    "MAX_SIBLING_CANDIDATES": 8,
    "MAX_SIBLING_TEXTS": 6,
    "MIN_FIELD_COVERAGE": 0.6,
    "MIN_UNRELATED_FIELDS": 3,
    "MAX_STYLE_LINES": 200,
    "MAX_IMPLEMENTATION_CANDIDATES": 6,
    "MAX_ASYNC_BODY_NODES": 500,
    "MAX_ASYNC_CANDIDATES": 6,
    "MAX_FUNCTION_DEPTH": 24,
    "MAX_PROTOTYPE_CANDIDATES": 4,
    "MAX_VALUE_CANDIDATES": 8,
    "MAX_VALUE_TEXTS": 8,
    "MAX_VALUE_LINE_CHARS": 1000,
    "MAX_VALUE_NODES": 300,
    "MAX_VALUE_PLACES": 24,
    "MIN_VALUE_CHARS": 4,
    "MIN_VARYING_NUMBERS": 3,
    "MAX_TAGS": 5000,
    "MAX_REMOVED_USES": 6,
    "MAX_INDEX_CANDIDATES": 3,
    "MAX_RETURN_CANDIDATES": 6,
    "MAX_RETURNS": 2000,
    "MAX_ENTRY_LINES": 400,
    "MIN_SHARED_KEYS": 0.5,
    "MAX_DOC_LINES": 60,
    "MAX_ANNOTATION_CANDIDATES": 4,
    "MAX_ANNOTATION_EDITS": 16,
    "MAX_ANNOTATED_HEADER_LINES": 10,
    "MIN_FORMATTED_LINE_CHARS": 88,
    "MAX_BLOCK_OPENING_LINES": 6,
    "MAX_CLOSING_DISTANCE_LINES": 1000,
    "REJECTED_ODDS_FACTOR": 0.4,
    "MAX_COUNTED_EDIT_LINES": 4,
    "MAX_INSERTION_AGE": 2,
    "MAX_INSERTION_ANCHORS": 3,
    "MAX_INSERTION_CANDIDATES": 4,
    "MAX_INSERTION_EDITS": 16,
    "MAX_INSERTION_LINES": 10,
    "MAX_INSERTION_PLACES": 40,
    "MAX_LINK_DEFINITIONS": 2000,
    "MAX_OUTDENTED_LINES": 12,
    "MAX_EXTRACTED_PLACES": 8,
    "MAX_EXTRACTED_SCOPE_LINES": 300,
    "MAX_LOCK_FOLDERS": 4,
    "MAX_OWN_ENTRY_LINES": 20,
    "MAX_RELEASE_HEADING_DISTANCE_LINES": 60,
    "MAX_TEXT_LINE_CHARS": 300,
    "MAX_VANISHED_USES": 8,
    "MIN_COMMON_TEXT_SHARE": 0.6,
    "MIN_COUNTED_CHARS": 2,
    "MIN_EXTRACTED_CHARS": 6,
    "MIN_INSERTION_CHARS": 6,
    "MIN_LIKE_MAPPINGS": 2,
    "MIN_LISTED_FIELDS": 3,
    "MIN_MOVED_DEFINITION_CHARS": 12,
    "MIN_TEXT_CHARS": 8,
    "MIN_OWN_WORD_CHARS": 3,
    "MIN_STRUCTURAL_METHODS": 2,
    "MIN_REGISTERED_SIBLINGS": 2,
    "MAX_THROWING_CANDIDATES": 6,
    "MAX_KEY_LINES": 5_000,
    "MIN_REWRITE_EXAMPLES": 2,
    "MIN_SHARED_FILE_KEYS": 2,
    "MAX_WRAPPED_ERRORS": 4,
    "MAX_WIRE_NAME_LINES": 4,
    "MAX_WIRE_TYPE_LINES": 60,
    "MAX_ERROR_PLACES": 50,
    "NEAR_INSERTION_LINES": 6,
    "MAX_LISTED_NAMES": 4,
    "MAX_PASSED_LISTS": 3,
    "MAX_PASSED_VALUES": 3,
    "MAX_QUERY_CHARS": 3000,
    "MAX_ROW_STEPS": 4,
    "MAX_STATEMENT_CHARS": 20_000,
    "MAX_NESTED_LINES": 400,
    "MAX_CASE_LINES": 300,
    "MAX_LIST_LINES": 200,
    "MAX_OPENING_LINES": 3,
    "MIN_OPENING_EXAMPLES": 2,
}
RULE_PROBABILITIES: dict[str, tuple[float, dict[str, float]]] = {
    "blocks.case_arms.PROBABILITY": (0.8, {"stale": -0.3, "elsewhere": 0}),
    "blocks.closing_brackets.PROBABILITY": (0.85, {"stale": -0.3, "elsewhere": 0}),
    "blocks.media_queries.PROBABILITY": (0.8, {"stale": -0.1, "elsewhere": 0}),
    "blocks.function_openings.PROBABILITY": (0.72, {"examples": 0.5, "stale": -0.3}),
    "blocks.sibling_bodies.PROBABILITY": (0.82, {"stale": 0, "elsewhere": 0}),
    "blocks.outdented_block.PROBABILITY": (0.75, {"stale": -0.6, "elsewhere": 0}),
    "blocks.repeated_insertion.PROBABILITY": (
        0.055,
        {
            "above": 0.55,
            "below": 0.6,
            "is_above_other": -1.0,
            "is_below_other": -0.35,
            "is_above_alike": 0.7,
            "is_below_alike": 0.4,
            "examples": 0.85,
            "size": -0.45,
            "places": -0.4,
            "foreign_words": -0.9,
            "stale": -0.5,
            "left_behind": -0.8,
            "is_untouched": 0.3,
        },
    ),
    "changed_signature.PROBABILITY": (
        0.85,
        {
            "stale": -0.1,
            "elsewhere": -0.1,
            "jump": -0.5,
            "is_guessed": -0.7,
            "is_lenient": -0.5,
            "is_uncertain": -1.0,
        },
    ),
    "columns.table_columns.PROBABILITY": (0.85, {"stale": -0.1, "elsewhere": -0.1, "jump": -0.7}),
    "columns.unselected_columns.PROBABILITY": (0.85, {"stale": -0.1, "jump": -0.7}),
    "definitions.extracted_constant.PROBABILITY": (0.78, {"stale": -0.3, "is_unused": -0.5}),
    "definitions.extracted_value.PROBABILITY": (0.6, {"stale": -0.3, "elsewhere": 0}),
    "definitions.index_files.PROBABILITY": (0.82, {"stale": -0.15, "elsewhere": -0.1}),
    "definitions.moved_definition.PROBABILITY": (0.75, {"stale": -0.3, "elsewhere": 0}),
    "includes.missing_includes.PROBABILITY": (0.82, {"stale": -0.1, "elsewhere": -0.1}),
    "keys.references.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "keys.sibling_files.PROBABILITY": (0.74, {"stale": -0.3, "elsewhere": -0.1}),
    "errors.caught_errors.PROBABILITY": (0.72, {"stale": -0.1, "elsewhere": -0.1}),
    "errors.ignored_errors.PROBABILITY": (0.8, {"stale": -0.3, "is_other_function": -0.5, "jump": -0.5}),
    "errors.wrapped_errors.PROBABILITY": (
        0.82,
        {"stale": -0.3, "jump": -0.4, "is_other_function": -0.4},
    ),
    "errors.thrown_errors.PROBABILITY": (
        0.88,
        {"stale": -0.1, "elsewhere": -0.1, "is_caller": -0.9, "jump": -0.2, "is_uncertain": -1.5},
    ),
    "definitions.other_halves.PROBABILITY": (
        0.88,
        {"stale": -0.15, "elsewhere": -0.1, "is_definition": -0.5},
    ),
    "definitions.registration.PROBABILITY": (0.85, {"stale": -0.15, "elsewhere": -0.1, "jump": -0.7}),
    "definitions.relocated_definitions.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "definitions.removed_methods.PROBABILITY": (
        0.88,
        {"stale": -0.15, "elsewhere": -0.1, "is_definition": -0.4, "jump": -0.3},
    ),
    "definitions.removed_uses.PROBABILITY": (0.88, {"stale": -0.15, "elsewhere": -0.1, "is_call": -0.8}),
    "definitions.removed_variables.KEPT_PROBABILITY": (0.8, {"stale": -0.3, "elsewhere": -0.1}),
    "definitions.removed_variables.PROBABILITY": (0.72, {"stale": -0.3, "elsewhere": -0.1}),
    "definitions.unused_variables.PROBABILITY": (0.8, {"stale": -0.3, "is_large": -1.5, "jump": -0.5}),
    "definitions.vanished_name.PROBABILITY": (0.6, {"stale": -0.3, "elsewhere": 0}),
    "members.RENAME_PROBABILITY": (0.7, {"stale": -0.3, "elsewhere": -0.1, "has_rivals": -1.6}),
    "members.FIELD_PROBABILITY": (0.62, {"stale": -0.3, "elsewhere": -0.1, "jump": 0.9}),
    "messages.expected_messages.PROBABILITY": (0.72, {"stale": -0.3, "elsewhere": -0.1}),
    "missing_import.PROBABILITY": (
        0.66,
        {"stale": -0.3, "is_agreed": -0.5, "is_guessed": -1.1, "is_use_path": -1.1},
    ),
    "missing_parameter.PROBABILITY": (
        0.62,
        {"stale": -0.3, "elsewhere": -0.1, "is_guessed": -1.1, "jump": 1.2},
    ),
    "moved_import.MOVED_PROBABILITY": (
        0.45,
        {"stale": -0.3, "is_relocated": 1.1, "is_renamed": 1.9},
    ),
    "moved_import.LOST_PROBABILITY": (0.85, {"many": -1.5}),
    "parallel_lines.PROBABILITY": (
        0.35,
        {"stale": -0.3, "elsewhere": -0.1, "is_inline": 1.6, "is_same_line": 0.8},
    ),
    "removed_definition.PROBABILITY": (
        0.85,
        {"stale": -0.3, "elsewhere": -0.1, "jump": -0.7, "is_listed": -1.0},
    ),
    "rewrites.struct_tags.PROBABILITY": (0.82, {"stale": -0.3}),
    "rewrites.rewritten_places.PROBABILITY": (
        0.8,
        {"stale": -0.3, "elsewhere": -0.1, "examples": 0.2, "skipped": -1.5, "jump": -0.5},
    ),
    "siblings.added_member.PROBABILITY": (
        0.88,
        {
            "stale": -0.1,
            "elsewhere": -0.1,
            "jump": -0.9,
            "has_wildcard": -0.8,
            "is_field": -0.3,
            "is_partial": -0.8,
            "mismatches": -0.5,
            "by_value": -0.8,
            "is_optional": -0.8,
            "written": -0.5,
        },
    ),
    "siblings.component_props.PROBABILITY": (0.76, {"stale": -0.1, "elsewhere": -0.1}),
    "siblings.implementations.PROBABILITY": (
        0.88,
        {"stale": -0.1, "elsewhere": -0.1, "jump": -0.8, "is_stub": -1.4, "is_structural": -0.5},
    ),
    "siblings.removed_member.PROBABILITY": (
        0.88,
        {"stale": -0.1, "elsewhere": -0.1, "jump": -1.2, "is_field": -0.4},
    ),
    "siblings.removed_member.TYPE_PROBABILITY": (0.82, {"stale": -0.3, "elsewhere": -0.1, "is_free": -0.9}),
    "retyped.composed_base.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "retyped.options_parameter.PROBABILITY": (
        0.86,
        {"stale": -0.1, "elsewhere": -0.1, "jump": -0.5, "is_uncertain": -1.0},
    ),
    "retyped.c_uses.PROBABILITY": (0.85, {"stale": -0.1, "elsewhere": -0.1, "jump": -0.8}),
    "retyped.keyed_maps.PROBABILITY": (0.8, {"stale": -0.1, "elsewhere": -0.1}),
    "retyped.durations.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1, "jump": -0.9}),
    "retyped.java_results.PROBABILITY": (0.85, {"stale": -0.1, "elsewhere": -0.1}),
    "retyped.python_collections.PROBABILITY": (0.85, {"stale": -0.1, "elsewhere": -0.1}),
    "retyped.tuple_records.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "retyped.variant_payloads.PROBABILITY": (
        0.86,
        {"stale": -0.1, "elsewhere": -0.1, "jump": -0.9},
    ),
    "retyped.wrapped_fields.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1, "jump": -0.9}),
    "signatures.accessors.PROBABILITY": (0.87, {"stale": -0.1, "elsewhere": -0.1, "is_uncertain": -1.3}),
    "signatures.keyword_parameters.PROBABILITY": (
        0.87,
        {"stale": -0.1, "elsewhere": -0.1, "is_uncertain": -1.0},
    ),
    "signatures.interface_calls.PROBABILITY": (
        0.74,
        {"stale": -0.1, "elsewhere": -0.1, "is_guessed": -0.2},
    ),
    "signatures.annotations.PROBABILITY": (
        0.5,
        {"repeated": 0.9, "wrapped": -0.7, "named": 0.4, "stale": -0.3},
    ),
    "signatures.awaiting_functions.PROBABILITY": (0.9, {"stale": -0.3}),
    "signatures.async_calls.PROBABILITY": (
        0.9,
        {"stale": -0.1, "elsewhere": -0.1, "is_caller": -1.3, "is_uncertain": -1.5},
    ),
    "signatures.doc_parameters.PROBABILITY": (0.75, {"stale": -0.3, "elsewhere": 0}),
    "signatures.documented_parameters.PROBABILITY": (0.75, {"stale": -0.6, "elsewhere": 0}),
    "signatures.own_parameters.PROBABILITY": (0.75, {"stale": -0.1, "elsewhere": -0.1}),
    "signatures.passed_parameters.PROBABILITY": (0.7, {"stale": -0.1, "elsewhere": 0}),
    "signatures.prototypes.PROBABILITY": (0.92, {"stale": -0.1, "elsewhere": -0.1}),
    "signatures.record_calls.PROBABILITY": (
        0.85,
        {"stale": -0.1, "elsewhere": -0.1, "jump": -0.7, "is_guessed": -0.5},
    ),
    "signatures.returns.return_values.PROBABILITY": (0.85, {"stale": -0.1, "elsewhere": -0.1, "jump": -0.8}),
    "errors.unchecked_errors.PROBABILITY": (0.8, {"stale": -0.3, "elsewhere": -0.1, "jump": -0.5}),
    "unused_import.PROBABILITY": (
        0.8,
        {
            "stale": -0.3,
            "is_large": -1.5,
            "is_touched": -2.0,
            "is_moving_down": -2.0,
            "is_replaced": -0.6,
            "is_part": -1.4,
            "is_duplicate": 0.4,
            "may_be_implicit": -1.5,
            "is_block": -1.8,
        },
    ),
    "values.changed_text.PROBABILITY": (0.65, {"stale": -1.2, "elsewhere": -0.1}),
    "values.changed_value.PROBABILITY": (
        0.85,
        {
            "stale": -0.1,
            "elsewhere": -0.1,
            "is_number": -0.5,
            "is_document": -0.3,
            "is_listed": -2.5,
            "is_other_entry": -2.2,
        },
    ),
    "values.counted_lines.PROBABILITY": (0.85, {"stale": 0, "elsewhere": -0.1}),
    "values.heading_links.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "values.link_definitions.PROBABILITY": (0.72, {"stale": -0.3, "is_version": 1.1, "is_mixed": -1.3}),
    "queries.aliases.PROBABILITY": (0.82, {"stale": -0.1, "elsewhere": 0}),
    "queries.inserted_columns.PROBABILITY": (0.88, {"stale": -0.1, "jump": -0.9, "is_guessed": -0.5}),
    "queries.passed_placeholders.PROBABILITY": (0.85, {"stale": -0.1, "jump": -0.7, "is_guessed": -0.5}),
    "queries.renamed_names.PROBABILITY": (0.82, {"stale": -0.1, "elsewhere": -0.1}),
    "queries.row_reads.PROBABILITY": (0.78, {"stale": -0.1, "elsewhere": -0.1}),
    "queries.selected_columns.PROBABILITY": (0.85, {"stale": -0.1, "jump": -0.7, "is_guessed": -0.5}),
    "documents.document_tables.PROBABILITY": (0.88, {"stale": -0.1, "elsewhere": 0}),
    "documents.document_tables.ROW_PROBABILITY": (0.7, {"stale": -0.1, "elsewhere": 0}),
    "documents.numbered_items.PROBABILITY": (0.88, {"stale": -0.1, "elsewhere": 0}),
    "columns.inserted_parameters.PROBABILITY": (0.86, {"stale": -0.1, "jump": -0.9}),
    "columns.table_records.PROBABILITY": (0.82, {"stale": -0.1, "elsewhere": -0.1, "jump": -0.8}),
    "text_names.usage_options.PROBABILITY": (0.84, {"stale": -0.1, "elsewhere": -0.1, "jump": -1.0}),
    "versions.dropped_versions.PROBABILITY": (0.82, {"stale": -0.1, "elsewhere": -0.1}),
    "values.released_version.PROBABILITY": (0.8, {"stale": -0.15, "elsewhere": 0}),
    "keys.locked_versions.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": 0}),
    "values.sibling_keys.PROBABILITY": (0.8, {"stale": -0.1, "is_added": -0.7, "is_block": -1.5}),
    "text_names.kubernetes.container_ports.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.kubernetes.object_names.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "documents.option_defaults.PROBABILITY": (0.82, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.kubernetes.pod_labels.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.socket_events.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.events.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.shell_variables.PROBABILITY": (0.9, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.build_variables.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.shell_calls.PROBABILITY": (0.9, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.wire_names.PROBABILITY": (0.8, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.terraform_blocks.PROBABILITY": (0.9, {"stale": -0.1, "elsewhere": -0.1}),
    "text_names.data_attributes.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "markup.grid_areas.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "markup.style_identifiers.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "markup.style_names.PROBABILITY": (0.86, {"stale": -0.1, "elsewhere": -0.1}),
    "markup.tag_pairs.PROBABILITY": (0.95, {"stale": -0.3, "elsewhere": 0}),
}
"""The probability without features, and what each feature adds to the log-odds."""


def numbers_in(module: object) -> dict[str, float]:
    return {
        name: value
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, int | float)
    }


def rule_probabilities() -> dict[str, tuple[float, dict[str, float]]]:
    """Of every rule, by the module that defines it."""
    found: dict[int, tuple[str, RuleProbability]] = {}
    for info in pkgutil.walk_packages(consequences.__path__, f"{consequences.__name__}."):
        module = import_module(info.name)
        for name, value in vars(module).items():
            if isinstance(value, RuleProbability):
                place = f"{info.name.removeprefix(f'{consequences.__name__}.')}.{name}"
                found.setdefault(id(value), (place, value))
    return {
        place: (one.base, {name: round(shift, 6) for name, shift in one.shifts._asdict().items()})
        for place, one in found.values()
    }


def test_the_limits_of_renames() -> None:
    assert numbers_in(rename_limits) == RENAME_LIMITS


def test_the_limits_of_consequence_rules() -> None:
    assert numbers_in(consequence_limits) == CONSEQUENCE_LIMITS


@pytest.mark.parametrize("rule", RULE_PROBABILITIES)
def test_the_probability_of_a_rule(rule: str) -> None:
    assert rule_probabilities()[rule] == RULE_PROBABILITIES[rule]


def test_every_rule_is_in_the_table() -> None:
    assert set(rule_probabilities()) == set(RULE_PROBABILITIES)
