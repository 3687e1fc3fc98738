"""The names of the features that a candidate is scored by, declared once.

`weights.json` stores a weight for each of these names. A name misspelt in a generator is a type error
(`Features` has `FeatureName` keys) and raises `KeyError` when the candidate is scored; a name in `weights.json`
that is not declared here makes loading the weights fail. Values are computed in `features` and `generators`.
"""

from typing import Final, Literal, get_args

__all__ = ["FEATURE_NAMES", "FeatureName", "Features"]

FeatureName = Literal[
    # The pattern: how often it was seen, and what the user made of its suggestions.
    "support", "examples", "age", "newest", "taken", "refused", "topic_taken", "topic_refused", "edit_size",
    "typed",
    # The session.
    "session_taken", "session_refused", "streak", "repetitive", "edits",
    # The file.
    "prose", "config", "test",
    # The change itself, and what other candidates make of the same lines.
    "words_added", "words_removed", "words_unknown", "copies_here", "changes", "in_string", "line_start",
    "changed_share", "agreeing", "agreeing_families", "contested",
    # How many places a change of lines fits as well.
    "matches",
    # The place: where it is relative to the cursor and to the edits that the pattern was learned from.
    "here", "same_file", "same_function", "distance", "below", "fresh", "ours", "other_kind", "around",
    # Whether it is below the user's own last edit, wherever suggestions were accepted since; not fitted.
    "ahead",
    # Whether the user has moved the cursor there since the last edit; not fitted.
    "visited",
    # Whether the user has passed the place without changing it.
    "skipped", "above_edits", "left_behind",
    # The lines above and below the place, compared with those around the edit.
    "above_same", "below_same", "both_same", "above_alike", "below_alike", "both_alike",
    "above_length", "below_length",
    # How similar the place is to the examples, and how many places and other outcomes there are.
    "alike", "places", "rivals", "confirmed", "holes", "differences", "beside", "same_depth", "kept",
    # Blocks of whole lines.
    "old_lines", "new_lines", "old_length", "new_length", "whole", "unbalanced", "names_used", "names_something",
    "grown", "numbers",
    # Inserted lines.
    "opened", "used", "deep", "text_known",
    # Whether the next line of a row is there, the last two of which have them; not fitted.
    "due",
    # Lines that were moved.
    "copies", "away", "whole_edit", "import",
    # Token replacements: the replaced text and its result.
    "length", "words", "to_nothing", "one_word", "word_to_word", "grows", "shrinks", "case_only", "quoted",
    "number", "number_new", "alone", "kin", "novel", "defines",
    # Token replacements: where else the replaced text occurs.
    "left_over", "passed", "above_first", "inside", "dangling", "gone", "new_known",
    # Token replacements: the matched line.
    "left", "right", "same_line", "times", "comment", "same_kind", "other_call", "owned",
    # Parts of names.
    "names",
    # Calls whose arguments changed.
    "same_call", "line_alike", "added", "removed", "arguments_apart", "one_change",
    # What is around the place and the examples; read by the correction only.
    "outer_alike", "scope_alike", "indent_gap", "company", "place_company", "scope_edits", "file_edits",
    "scope_unknown", "foreign", "removed_compound", "change_seen", "change_seen_part", "shape_seen",
    # Style changes.
    "quotes", "shared",
]  # fmt: skip

Features = dict[FeatureName, float]
"""The features of one candidate. A name that is missing counts as 0."""

FEATURE_NAMES: Final[frozenset[str]] = frozenset(get_args(FeatureName))
