"""The values of the limits of the symbolic engine.

The other tests check what happens at a limit, whatever its value is. A change of a value is deliberate: adapt this
table, and measure the change with the replay.
"""

import pytest

from understudy.nes.symbolic import limits

VALUES = {
    "MIN_ALIGNED_SIMILARITY": 0.4,
    "MAX_COMPARED_CHARS": 1500,
    "MAX_ALIGNED_LINES": 60,
    "MAX_LEARNED_EDITS": 16,
    "MAX_SNAPSHOT_INDEXES": 16,
    "MAX_OTHER_TEXTS": 6,
    "RULE_CPU_S": 0.02,
    "CANDIDATES_PER_TIME_CHECK": 8,
    "VISIBLE_BONUS": 0.05,
    "SUFFICIENT_PROBABILITY": 0.55,
    "MAX_ENGINE_CANDIDATES": 20,
    "MIN_EDIT_PROBABILITY": 0.36,
    "NEARNESS_BONUS": 0.1,
    "CURRENT_FILE_BONUS": 0.3,
    "MAX_PLACES_PER_PATTERN": 8,
    "MAX_SCOPE_SEARCH_LINES": 400,
    "MAX_PLACES_FOUND": 200,
    "MAX_WORDS_CONTAINING": 120,
    "SEARCHES_BEFORE_WORD_SET": 12,
    "MAX_CACHED_SEARCHES": 1000,
    "MAX_CARRIED_CHANGE_LINES": 300,
    "MAX_WORD_SET_AGE": 400,
    "MAX_CACHED_LINE_CHARS": 500,
    "MAX_LEARNED_LINE_CHARS": 400,
    "MAX_LEARNED_EDIT_LINES": 40,
    "MAX_CHANGES_PER_LINE": 6,
    "MIN_USER_EDITS": 2,
    "MAX_LEARNED_REPLACEMENTS": 120,
    "KNOWN_WORD_PAUSE_S": 0.3,
    "UNKNOWN_WORD_PAUSE_S": 1.0,
    "JUMP_PAUSE_S": 0.5,
    "REPLACED_NAME_PAUSE_S": 0.4,
    "MAX_WORD_LOOKUP_TEXTS": 3,
    "MIN_RETYPED_WORD_CHARS": 3,
    "MAX_VISIBLE_DISTANCE_LINES": 3,
    "SELECTION_ODDS_FACTOR": 2.5,
    "MIN_SELECTION_PROBABILITY": 0.15,
    "MIN_BULK_PLACES": 3,
    "MIN_BULK_PROBABILITY": 0.4,
    "BULK_PROBABILITY_BONUS": 0.001,
    "MAX_DIAGNOSTICS": 12,
    "MAX_MESSAGE_CHARS": 600,
    "MIN_CORRECTED_NAME_CHARS": 3,
    "MAX_PATTERN_LINE_CHARS": 400,
    "MAX_BLOCK_LINES": 10,
    "MAX_SIMILAR_LINES": 16,
    "MIN_BLOCK_SIMILARITY": 0.5,
    "MAX_SEARCH_WORD_PLACES": 120,
    "MAX_BLOCKS_COMPARED": 20,
    "MAX_BLOCK_CHARS": 1500,
    "BLOCK_NEIGHBOUR_LINES": 6,
    "MAX_CORROBORATING_BLOCKS": 16,
    "MIN_CORROBORATION_SIMILARITY": 0.4,
    "MAX_SHORT_LINE_TOKENS": 3,
    "MIN_MOVED_LINE_CHARS": 14,
    "MAX_ANALOGY_AGE": 6,
    "MAX_BEGINNING_TOKENS": 5,
    "MIN_DERIVED_CHARS": 3,
    "MAX_SEARCH_LITERALS": 80,
    "MAX_TEMPLATES": 24,
    "MAX_TEMPLATE_HOLES": 3,
    "MAX_HOLE_CHARS": 80,
    "STYLE_SEARCH_LINES": 300,
    "MIN_COMBINED_PROBABILITY": 0.3,
    "COUNTED_LINE_PROBABILITY": 0.6,
    "SINGLE_STEP_PROBABILITY": 0.45,
    "LISTED_NAME_PROBABILITY": 0.5,
    "MIN_REMOVED_TOKENS": 6,
    "MAX_DIFFERING_SHARE": 0.25,
    "NEAR_SEARCH_LINES": 60,
    "MIN_JUMP_PROBABILITY": 0.55,
    "MAX_CONTEXT_EXAMPLES": 2,
    "MAX_CONTEXT_TOKENS": 3,
    "MIN_BEGINNING_SYMBOLS": 2,
    "PARALLEL_LINE_PROBABILITY": 0.5,
    "MIN_PARALLEL_LINES": 3,
    "MIN_PARALLEL_TOKENS": 4,
    "OTHER_VALUE_PROBABILITY": 0.2,
    "SHELL_NAME_PROBABILITY": 0.6,
    "OTHER_TYPE_PROBABILITY": 0.3,
    "UNUSED_IMPORT_PROBABILITY": 0.2,
    "MIN_RESULT_WORDS": 2,
    "PART_OF_CHANGE_FACTOR": 0.5,
}


@pytest.mark.parametrize("name", VALUES)
def test_the_value_of_a_limit(name: str) -> None:
    assert getattr(limits, name) == VALUES[name]


def test_every_limit_is_in_the_table() -> None:
    numbers = {
        name for name, value in vars(limits).items() if name.isupper() and isinstance(value, int | float)
    }
    assert numbers == set(VALUES)
