"""Rules for the consequences of the user's edits: imports, calls, members and parallel lines that have to follow.

To add a rule, write a module with a function from `RuleContext` to candidates and its probability, and list the
function in `_RULES` or `_STRUCTURAL_RULES`. Not the repetition of an edit: see `generators`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from understudy.lazy_exports import lazy_getattr
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.consequences.blocks import (
    propose_case_arms,
    propose_closing_brackets,
    propose_function_openings,
    propose_media_queries,
    propose_outdented_blocks,
    propose_repeated_insertions,
    propose_sibling_bodies,
)
from understudy.nes.symbolic.consequences.changed_signature import propose_call_updates
from understudy.nes.symbolic.consequences.columns import (
    propose_inserted_parameters,
    propose_table_columns,
    propose_table_fields,
    propose_unselected_columns,
)
from understudy.nes.symbolic.consequences.definitions import (
    propose_extracted_constants,
    propose_extracted_values,
    propose_index_entries,
    propose_moved_definitions,
    propose_other_halves,
    propose_registrations,
    propose_relocated_imports,
    propose_removed_methods,
    propose_removed_uses,
    propose_removed_variables,
    propose_unused_variables,
    propose_vanished_names,
)
from understudy.nes.symbolic.consequences.documents import (
    propose_item_numbers,
    propose_option_defaults,
    propose_table_cells,
)
from understudy.nes.symbolic.consequences.errors import (
    propose_caught_errors,
    propose_ignored_errors,
    propose_thrown_errors,
    propose_unchecked_errors,
    propose_wrapped_errors,
)
from understudy.nes.symbolic.consequences.explained import drop_explained, with_one_spelling
from understudy.nes.symbolic.consequences.imports import parse_imports
from understudy.nes.symbolic.consequences.includes import propose_missing_includes
from understudy.nes.symbolic.consequences.keys import (
    propose_key_references,
    propose_keys_of_sibling_files,
    propose_locked_versions,
)
from understudy.nes.symbolic.consequences.limits import MAX_CONSEQUENCE_CANDIDATES, REJECTED_ODDS_FACTOR
from understudy.nes.symbolic.consequences.markup import (
    propose_grid_areas,
    propose_paired_tags,
    propose_style_identifiers,
    propose_style_names,
)
from understudy.nes.symbolic.consequences.members import (
    propose_renamed_members,
    propose_struct_literal_fields,
)
from understudy.nes.symbolic.consequences.messages import propose_expected_messages
from understudy.nes.symbolic.consequences.missing_import import propose_missing_imports
from understudy.nes.symbolic.consequences.missing_parameter import propose_missing_parameters
from understudy.nes.symbolic.consequences.moved_import import (
    propose_moved_imports,
    propose_uses_of_changed_imports,
)
from understudy.nes.symbolic.consequences.parallel_lines import propose_parallel_lines
from understudy.nes.symbolic.consequences.queries import (
    propose_inserted_columns,
    propose_passed_placeholders,
    propose_query_aliases,
    propose_query_names,
    propose_row_reads,
    propose_selected_columns,
    written_statement,
)
from understudy.nes.symbolic.consequences.removed_definition import propose_removed_definition_uses
from understudy.nes.symbolic.consequences.retyped import (
    propose_collected_values,
    propose_composed_members,
    propose_durations,
    propose_java_results,
    propose_keyed_maps,
    propose_options_arguments,
    propose_record_uses,
    propose_uses_of_type,
    propose_variant_patterns,
    propose_wrapped_fields,
)
from understudy.nes.symbolic.consequences.rewrites import (
    propose_compared_values,
    propose_logged_messages,
    propose_rewritten_calls,
    propose_rewritten_texts,
    propose_struct_tags,
    propose_structured_messages,
    propose_type_aliases,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.rules import DormantChanges, run_rule
from understudy.nes.symbolic.consequences.siblings import (
    propose_added_members,
    propose_component_props,
    propose_implementations,
    propose_removed_members,
    propose_retyped_members,
)
from understudy.nes.symbolic.consequences.signatures import (
    propose_accessor_uses,
    propose_annotations,
    propose_async_functions,
    propose_awaits,
    propose_doc_parameters,
    propose_documented_parameters,
    propose_interface_calls,
    propose_keyword_arguments,
    propose_own_parameters,
    propose_passed_parameters,
    propose_prototypes,
    propose_record_calls,
    propose_return_uses,
)
from understudy.nes.symbolic.consequences.text_names import (
    function_lines,
    is_command,
    is_local_definition,
    propose_block_names,
    propose_build_variables,
    propose_data_attributes,
    propose_event_names,
    propose_object_names,
    propose_pod_labels,
    propose_port_names,
    propose_shell_calls,
    propose_shell_variables,
    propose_socket_events,
    propose_usage_options,
    propose_wire_names,
)
from understudy.nes.symbolic.consequences.unused_import import (
    propose_duplicate_imports,
    propose_unused_imports,
)
from understudy.nes.symbolic.consequences.values import (
    OwnWord,
    added_words,
    find_own_words,
    is_about_own_option,
    is_other_option,
    is_other_place,
    is_varying_number,
    propose_changed_texts,
    propose_changed_values,
    propose_counted_lines,
    propose_heading_links,
    propose_link_definitions,
    propose_released_versions,
    propose_sibling_keys,
)
from understudy.nes.symbolic.consequences.versions import (
    find_npm_versions,
    is_lock_file,
    propose_dropped_versions,
)
from understudy.nes.syntax import is_syntax_preserved

if TYPE_CHECKING:
    from understudy.nes.symbolic.consequences.missing_import import find_import_source
    from understudy.nes.symbolic.consequences.names import is_builtin_name, is_common_member
    from understudy.nes.symbolic.consequences.rule_context import IDENTIFIER
    from understudy.nes.symbolic.consequences.rules import RuleProbability

__all__ = [
    "IDENTIFIER",
    "DormantChanges",
    "OwnWord",
    "RuleContext",
    "RuleProbability",
    "added_words",
    "drop_explained",
    "find_import_source",
    "find_npm_versions",
    "find_own_words",
    "function_lines",
    "is_about_own_option",
    "is_builtin_name",
    "is_command",
    "is_common_member",
    "is_local_definition",
    "is_lock_file",
    "is_other_option",
    "is_other_place",
    "is_varying_number",
    "parse_imports",
    "propose",
    "propose_closing_brackets",
    "run_rule",
    "with_one_spelling",
    "written_statement",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "missing_import": ("find_import_source",),
        "names": ("is_builtin_name", "is_common_member"),
        "rule_context": ("IDENTIFIER",),
        "rules": ("RuleProbability",),
    },
)


_Rule = Callable[[RuleContext], list[Candidate]]
_STRUCTURAL_RULES: Final[tuple[_Rule, ...]] = (
    propose_added_members,
    propose_component_props,
    propose_implementations,
    propose_removed_members,
    propose_retyped_members,
    propose_keyed_maps,
    propose_variant_patterns,
    propose_record_uses,
    propose_composed_members,
    propose_wrapped_fields,
    propose_durations,
    propose_uses_of_type,
    propose_awaits,
    propose_accessor_uses,
    propose_async_functions,
    propose_prototypes,
    propose_other_halves,
    propose_call_updates,
    propose_keyword_arguments,
    propose_options_arguments,
    propose_interface_calls,
    propose_changed_values,
    propose_changed_texts,
    propose_expected_messages,
    propose_paired_tags,
    propose_style_names,
    propose_grid_areas,
    propose_style_identifiers,
    propose_data_attributes,
    propose_event_names,
    propose_socket_events,
    propose_wire_names,
    propose_object_names,
    propose_pod_labels,
    propose_port_names,
    propose_shell_calls,
    propose_shell_variables,
    propose_build_variables,
    propose_block_names,
    propose_usage_options,
    propose_sibling_keys,
    propose_key_references,
    propose_keys_of_sibling_files,
    propose_locked_versions,
    propose_query_aliases,
    propose_query_names,
    propose_row_reads,
    propose_inserted_columns,
    propose_passed_placeholders,
    propose_selected_columns,
    propose_media_queries,
    propose_table_columns,
    propose_table_fields,
    propose_inserted_parameters,
    propose_unselected_columns,
    propose_heading_links,
    propose_item_numbers,
    propose_option_defaults,
    propose_table_cells,
    propose_link_definitions,
    propose_counted_lines,
    propose_released_versions,
    propose_dropped_versions,
    propose_removed_uses,
    propose_removed_methods,
    propose_removed_variables,
    propose_unused_variables,
    propose_index_entries,
    propose_registrations,
    propose_extracted_constants,
    propose_extracted_values,
    propose_vanished_names,
    propose_moved_definitions,
    propose_relocated_imports,
    propose_return_uses,
    propose_collected_values,
    propose_java_results,
    propose_thrown_errors,
    propose_caught_errors,
    propose_ignored_errors,
    propose_unchecked_errors,
    propose_wrapped_errors,
    propose_record_calls,
    propose_doc_parameters,
    propose_documented_parameters,
    propose_own_parameters,
    propose_passed_parameters,
    propose_case_arms,
    propose_closing_brackets,
    propose_function_openings,
    propose_outdented_blocks,
    propose_sibling_bodies,
    propose_annotations,
    propose_rewritten_calls,
    propose_rewritten_texts,
    propose_logged_messages,
    propose_structured_messages,
    propose_compared_values,
    propose_type_aliases,
    propose_struct_tags,
    propose_missing_includes,
    propose_unused_imports,
)
"""Rules that follow from the syntax tree: they are run whatever repetition proposes."""
_RULES: Final[tuple[_Rule, ...]] = (
    propose_duplicate_imports,
    propose_missing_imports,
    propose_uses_of_changed_imports,
    propose_moved_imports,
    propose_renamed_members,
    propose_struct_literal_fields,
    propose_missing_parameters,
    propose_removed_definition_uses,
    propose_parallel_lines,
    propose_repeated_insertions,
)


def propose(
    situation: Situation, *, is_structural_only: bool = False, context: RuleContext | None = None
) -> list[Candidate]:
    """Return the candidates of the rules, the most probable first. A rule that raises is logged and has none.

    `context` is that of the same situation, if there is one already.
    """
    context = context or RuleContext(situation)
    if not context.changes:
        return []
    rules = _STRUCTURAL_RULES if is_structural_only else (*_STRUCTURAL_RULES, *_RULES)
    candidates = [
        _weigh_feedback(one, situation)
        for one in context.run_rules(rules)
        if one.kind in situation.supported_kinds and not situation.is_rejected(one)
    ]
    candidates.sort(key=lambda one: -one.probability)
    # The most probable one last: its syntax tree is kept for the checks before it is displayed.
    likeliest = reversed(candidates[:MAX_CONSEQUENCE_CANDIDATES])
    return [one for one in likeliest if _preserves_syntax(context, one)][::-1]


def _weigh_feedback(candidate: Candidate, situation: Situation) -> Candidate:
    """Lower the probability for each rejected place of the same consequence that no accepted one makes up for."""
    accepted, rejected = situation.feedback_counts(candidate.pattern)
    if rejected <= accepted:
        return candidate
    odds = candidate.probability / (1 - candidate.probability) * REJECTED_ODDS_FACTOR ** (rejected - accepted)
    return msgspec.structs.replace(candidate, probability=odds / (1 + odds))


def _preserves_syntax(context: RuleContext, candidate: Candidate) -> bool:
    if candidate.kind != "edit":
        return True
    text = context.text_at(candidate.uri)
    return text is not None and is_syntax_preserved(text.snapshot, candidate.edits)
