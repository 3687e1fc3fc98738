"""Limits, thresholds and pauses of `understudy.nes.symbolic` and its sub-packages that one may want to tune."""

from typing import Final

__all__ = [
    "BLOCK_NEIGHBOUR_LINES",
    "BULK_PROBABILITY_BONUS",
    "CANDIDATES_PER_TIME_CHECK",
    "COUNTED_LINE_PROBABILITY",
    "CURRENT_FILE_BONUS",
    "DISTANT_REPETITION_ODDS",
    "JUMP_PAUSE_S",
    "KNOWN_WORD_PAUSE_S",
    "LISTED_NAME_PROBABILITY",
    "MAX_ALIGNED_LINES",
    "MAX_ANALOGY_AGE",
    "MAX_BEGINNING_TOKENS",
    "MAX_BLOCKS_COMPARED",
    "MAX_BLOCK_CHARS",
    "MAX_BLOCK_LINES",
    "MAX_CACHED_LINES",
    "MAX_CACHED_LINE_CHARS",
    "MAX_CACHED_SEARCHES",
    "MAX_CARRIED_CHANGE_LINES",
    "MAX_CHANGES_PER_LINE",
    "MAX_COMPARED_BRANCHES",
    "MAX_COMPARED_CANDIDATES",
    "MAX_COMPARED_CHANGE_LINES",
    "MAX_COMPARED_CHARS",
    "MAX_COMPARED_EDITS",
    "MAX_CONTEXT_EXAMPLES",
    "MAX_CONTEXT_TOKENS",
    "MAX_CORRECTED_LOG_ODDS",
    "MAX_CORROBORATING_BLOCKS",
    "MAX_COUNTED_EDITS",
    "MAX_DIAGNOSTICS",
    "MAX_DIFFERING_SHARE",
    "MAX_DORMANT_PROBABILITY",
    "MAX_DORMANT_REQUESTS",
    "MAX_ENCLOSING_LINES",
    "MAX_ENGINE_CANDIDATES",
    "MAX_FUNCTION_NODES",
    "MAX_HOLE_CHARS",
    "MAX_INDENT_GAP",
    "MAX_LEARNED_EDITS",
    "MAX_LEARNED_EDIT_LINES",
    "MAX_LEARNED_LINE_CHARS",
    "MAX_LEARNED_REPLACEMENTS",
    "MAX_LEFT_IMPORT_USES",
    "MAX_MESSAGE_CHARS",
    "MAX_NEEDED_NAMES",
    "MAX_NEXT_LINES",
    "MAX_OTHER_TEXTS",
    "MAX_PATTERN_LINE_CHARS",
    "MAX_PLACES_FOUND",
    "MAX_PLACES_PER_PATTERN",
    "MAX_REMEMBERED_SEARCHES",
    "MAX_SCOPED_LINES",
    "MAX_SCOPE_LINES_READ",
    "MAX_SCOPE_SEARCH_LINES",
    "MAX_SEARCH_LITERALS",
    "MAX_SEARCH_WORD_PLACES",
    "MAX_SERIES_LINE_CHARS",
    "MAX_SHORT_LINE_TOKENS",
    "MAX_SIMILAR_LINES",
    "MAX_SNAPSHOT_INDEXES",
    "MAX_STATEMENT_LINES",
    "MAX_TEMPLATES",
    "MAX_TEMPLATE_HOLES",
    "MAX_VISIBLE_DISTANCE_LINES",
    "MAX_WORDS_CONTAINING",
    "MAX_WORD_LOOKUP_TEXTS",
    "MAX_WORD_SET_AGE",
    "MIN_ALIGNED_SIMILARITY",
    "MIN_BEGINNING_SYMBOLS",
    "MIN_BLOCK_SIMILARITY",
    "MIN_BULK_PLACES",
    "MIN_BULK_PROBABILITY",
    "MIN_COMBINED_PROBABILITY",
    "MIN_COMMON_CALL_EXAMPLES",
    "MIN_CORRECTED_LOG_ODDS",
    "MIN_CORRECTED_NAME_CHARS",
    "MIN_CORROBORATION_SIMILARITY",
    "MIN_DERIVED_CHARS",
    "MIN_EDIT_PROBABILITY",
    "MIN_JUMP_PROBABILITY",
    "MIN_LARGER_PROBABILITY",
    "MIN_LEFT_LINE_SIMILARITY",
    "MIN_LEFT_PROBABILITY",
    "MIN_MOVED_LINE_CHARS",
    "MIN_NAMED_VALUE_CHARS",
    "MIN_PARALLEL_LINES",
    "MIN_PARALLEL_TOKENS",
    "MIN_REMOVED_TOKENS",
    "MIN_RESULT_WORDS",
    "MIN_RETYPED_WORD_CHARS",
    "MIN_REWRITTEN_SIMILARITY",
    "MIN_SELECTION_PROBABILITY",
    "MIN_SERIES_EXAMPLES",
    "MIN_UNTYPED_JUMP_PROBABILITY",
    "MIN_USER_EDITS",
    "MIN_VERSION_NUMBER",
    "NAMED_VALUE_PROBABILITY",
    "NEARNESS_BONUS",
    "NEAR_DECLARATION_LINES",
    "NEAR_EDIT_LINES",
    "NEAR_SEARCH_LINES",
    "OTHER_TYPE_PROBABILITY",
    "OTHER_VALUE_PROBABILITY",
    "PARALLEL_LINE_PROBABILITY",
    "PART_OF_CHANGE_FACTOR",
    "PINNED_VERSION_PROBABILITY",
    "REPLACED_NAME_PAUSE_S",
    "RULE_CPU_S",
    "SEARCHES_BEFORE_WORD_SET",
    "SELECTION_ODDS_FACTOR",
    "SERIES_PROBABILITY",
    "SHELL_NAME_PROBABILITY",
    "SINGLE_STEP_PROBABILITY",
    "STYLE_SEARCH_LINES",
    "SUFFICIENT_PROBABILITY",
    "TYPED_ONCE_PROBABILITY",
    "UNKNOWN_WORD_PAUSE_S",
    "UNUSED_IMPORT_PROBABILITY",
    "VISIBLE_BONUS",
]

# Alignment and analogy

MIN_ALIGNED_SIMILARITY: Final = 0.4
"""Lines that are less similar are not aligned as two versions of one line."""
MIN_DERIVED_CHARS: Final = 3
"""A part of a name that is shorter may agree with a part of another name by accident."""
MIN_REMOVED_TOKENS: Final = 6
"""A removed passage with fewer tokens must be the same in both texts."""
MAX_DIFFERING_SHARE: Final = 0.25
"""The share of the tokens of a longer one that may be other words."""
MAX_COMPARED_CHARS: Final = 1500
"""Longer texts are not compared: their similarity is 0."""
MAX_ALIGNED_LINES: Final = 60
"""Larger blocks are not aligned line by line."""

# Engine

MAX_LEARNED_EDITS: Final = 16
"""How many of the last edits patterns are extracted from."""
MAX_SNAPSHOT_INDEXES: Final = 16
"""Cached search indexes."""
MAX_OTHER_TEXTS: Final = 6
"""Other texts that are searched for one request."""
RULE_CPU_S: Final = 0.02
"""Processor time before the deadline that is left to the consequence rules: a text may have to be parsed."""
CANDIDATES_PER_TIME_CHECK: Final = 8
"""Reading the clock of the thread takes a few microseconds."""
SUFFICIENT_PROBABILITY: Final = 0.55
"""With a candidate this likely, other texts are not searched and consequence rules are not run."""
MAX_ENGINE_CANDIDATES: Final = 20
"""Candidates that the engine returns."""
MIN_EDIT_PROBABILITY: Final = 0.36
"""An edit this likely is preferred to a jump, and gets the bonuses below."""
MIN_UNTYPED_JUMP_PROBABILITY: Final = 0.6
"""For a jump after an edit of whole lines, such as a paste. In 2,760 commits of 69 other projects, 229 of 255 jumps
from here on were right, and 34 of 49 below."""
VISIBLE_BONUS: Final = 0.05
"""Added to the probability of a place on the screen, where the client says what is."""
NEARNESS_BONUS: Final = 0.1
"""Added to the probability of the nearest place when candidates are ranked; less for places further away."""
CURRENT_FILE_BONUS: Final = 0.3
"""A candidate for another file must be this much likelier to be ranked first."""

# Features and the search index

MAX_PLACES_PER_PATTERN: Final = 8
"""Places of one pattern that become candidates, the nearest to the cursor first."""
MAX_SCOPE_SEARCH_LINES: Final = 400
"""Lines above that are searched for the header of the enclosing function or class."""
MAX_SCOPED_LINES: Final = 40
"""Places of a replacement for which it is found out whether all are in the functions that were edited."""
MAX_PLACES_FOUND: Final = 200
"""Places of one search, the first of the text. A pattern that occurs more often is not specific enough."""
NEAR_SEARCH_LINES: Final = 60
"""Lines above and below the cursor that are searched for a pattern that occurs more often than that."""
MAX_WORDS_CONTAINING: Final = 120
"""`MAX_PLACES_FOUND` for words that contain a part."""
SEARCHES_BEFORE_WORD_SET: Final = 12
"""After this many searches in one snapshot, the set of its words is built to speed up the others."""
MAX_CACHED_SEARCHES: Final = 1000
"""Cached search results of each kind."""
MAX_CARRIED_CHANGE_LINES: Final = 300
"""After a change of more lines, earlier search results are dropped."""
MAX_WORD_SET_AGE: Final = 400
"""Changes after which the word set is rebuilt: until then it keeps words that were removed."""
MAX_CACHED_LINE_CHARS: Final = 500
"""Longer lines are not cached: they are rare, and would fill the memory."""
MAX_CACHED_LINES: Final = 3000
"""Lines whose tokens, and the like, are in one generation of a cache; there are two."""

# Surroundings and the correction of a probability

NEAR_EDIT_LINES: Final = 5
"""Edits with at most this many lines between them belong together."""
MAX_COMPARED_EDITS: Final = 3
"""Edits of a pattern whose surroundings are compared with those of a place."""
MAX_SCOPE_LINES_READ: Final = 200
"""Lines of a function that are read."""
MAX_NEEDED_NAMES: Final = 8
"""Names of a change that are looked up."""
MAX_INDENT_GAP: Final = 16
MAX_COUNTED_EDITS: Final = 40
"""The last edits, in which equal changes are counted."""
MAX_COMPARED_CHANGE_LINES: Final = 12
"""Lines of a larger change are not compared."""
MIN_CORRECTED_LOG_ODDS: Final = -2.0
"""The log-odds of both models (about 12 %) from which the correction is evaluated."""
MAX_CORRECTED_LOG_ODDS: Final = 2.2
"""The log-odds (about 90 %) up to which it is: above, every candidate is displayed."""

# Patterns

MAX_LEARNED_LINE_CHARS: Final = 400
"""An edit with a longer line is not learned from."""
MAX_LEARNED_EDIT_LINES: Final = 40
"""A larger edit is a rewrite: its lines are not compared one by one."""
MAX_CHANGES_PER_LINE: Final = 6
"""A line with more changes was rewritten: no replacement is learned from it."""
MIN_USER_EDITS: Final = 2
"""Edits made by the user that are learned from, however many suggestions were accepted since."""
MAX_LEARNED_REPLACEMENTS: Final = 120
"""Token replacements that are learned, the newest first."""
MAX_SEARCH_LITERALS: Final = 80
"""Texts that other texts are searched for."""

# Edits in progress

KNOWN_WORD_PAUSE_S: Final = 0.3
"""Time without a key after which a known word counts as complete."""
REPLACED_NAME_PAUSE_S: Final = 0.4
"""The same for a new name that was typed in place of another one."""
UNKNOWN_WORD_PAUSE_S: Final = 1.0
"""The same for any other word that occurs nowhere else: it may be incomplete."""
JUMP_PAUSE_S: Final = 0.5
"""Time without a key before a jump is suggested."""
MAX_WORD_LOOKUP_TEXTS: Final = 3
"""Other texts in which a word is looked up."""
MIN_RETYPED_WORD_CHARS: Final = 3
"""A shorter word that replaces a longer one counts as incomplete, unless it occurs elsewhere."""

# Aggregates

MAX_VISIBLE_DISTANCE_LINES: Final = 3
"""Places this near to the cursor need no jump."""
SELECTION_ODDS_FACTOR: Final = 2.5
"""The odds of a change of the selection are this much better: the user intends to change something there."""
MIN_SELECTION_PROBABILITY: Final = 0.15
MIN_JUMP_PROBABILITY: Final = 0.55
"""A jump to a place that several unlikely candidates are for takes the user away: of those below it, a third was
wrong in the histories of other projects."""
MIN_BULK_PLACES: Final = 3
"""With fewer places, single edits are as fast as a rename or a search-and-replace."""
MIN_BULK_PROBABILITY: Final = 0.4
BULK_PROBABILITY_BONUS: Final = 0.001

# Diagnostics

MAX_DIAGNOSTICS: Final = 12
"""Diagnostics that are handled for one request; a broken text may have hundreds."""
MAX_MESSAGE_CHARS: Final = 600
MIN_CORRECTED_NAME_CHARS: Final = 3

# Generators

MAX_PATTERN_LINE_CHARS: Final = 400
"""Longer lines are neither compared nor changed by a pattern."""
MAX_CONTEXT_EXAMPLES: Final = 2
"""Examples of a frequent replacement whose context is searched for."""
MAX_CONTEXT_TOKENS: Final = 3
"""Tokens beside a replacement that are searched for a word."""
MAX_BLOCK_LINES: Final = 10
"""Larger blocks are not repeated."""
MAX_ANALOGY_AGE: Final = 6
"""Lines that are only similar are not changed as in edits that so many others followed: equal ones are."""
MAX_BEGINNING_TOKENS: Final = 5
"""Lines begin alike if they have the same first two words, and these are among so many tokens."""
MIN_BEGINNING_SYMBOLS: Final = 2
"""Lines also begin alike if they have so many symbols before the first word."""
MAX_SIMILAR_LINES: Final = 16
"""Lines that are compared with a changed one."""
MIN_BLOCK_SIMILARITY: Final = 0.5
MAX_SEARCH_WORD_PLACES: Final = 120
"""A word that occurs in more places is not used to search for similar blocks."""
MAX_BLOCKS_COMPARED: Final = 20
"""Lines that are compared: those that share the most words."""
MAX_BLOCK_CHARS: Final = 1500
"""Longer blocks are not compared."""
BLOCK_NEIGHBOUR_LINES: Final = 6
"""Lines around an edit that are compared even if they share no words."""
MAX_CORROBORATING_BLOCKS: Final = 16
"""Other blocks that are compared, the newest first."""
MIN_CORROBORATION_SIMILARITY: Final = 0.4
MAX_SHORT_LINE_TOKENS: Final = 3
"""Lines with at most this many tokens may correspond without sharing one, as the members of a list."""
MIN_MOVED_LINE_CHARS: Final = 14
"""A line of this length is rarely written twice on purpose."""
MAX_TEMPLATES: Final = 24
"""Changed expressions that are searched for, the newest first."""
MAX_TEMPLATE_HOLES: Final = 3
"""Variable parts of an expression; with more, the search would be slow and the result accidental."""
MAX_HOLE_CHARS: Final = 80
STYLE_SEARCH_LINES: Final = 300
"""Lines above and below the cursor that a style change is applied to."""
PARALLEL_LINE_PROBABILITY: Final = 0.5
"""At least, for the same change of the next line in a row of lines of one shape."""
MIN_PARALLEL_LINES: Final = 3
"""Lines of one shape that are a row; two may be alike by chance."""
MIN_PARALLEL_TOKENS: Final = 4
MIN_REWRITTEN_SIMILARITY: Final = 0.6
"""From it on, a line that replaced another one is that line, changed in its place, and no moved one."""
SERIES_PROBABILITY: Final = 0.65
"""At least, for inserted lines at the next place that has in common with several what these have in common."""
MIN_SERIES_EXAMPLES: Final = 2
"""Insertions of the same lines that show what their places have in common."""
MAX_SERIES_LINE_CHARS: Final = 300
"""A longer line is not compared with those of other places."""
MIN_LEFT_LINE_SIMILARITY: Final = 0.6
"""From it on, a line above a typed edit is so like the edited one that the user has left it on purpose."""
MIN_LEFT_PROBABILITY: Final = 0.1
"""The change has to be possible there: a line may be alike, and be about something else."""
TYPED_ONCE_PROBABILITY: Final = 0.4
"""At most, for repeating what was probably meant for one place: below the thresholds."""
DISTANT_REPETITION_ODDS: Final = 0.5
"""What the odds are multiplied by for repeating what was typed once in a similar text, unless in the next lines: it
is displayed from 61 % on, and not from 44 % on."""
MAX_NEXT_LINES: Final = 8
"""Lines from the cursor that are the next ones."""
NEAR_DECLARATION_LINES: Final = 8
"""A variable that is declared so near is not declared again."""
MIN_COMMON_CALL_EXAMPLES: Final = 2
"""As many lines with the same change show that the call beside it does not vary."""
MAX_ENCLOSING_LINES: Final = 60
"""Lines above a place that are searched for the header of its function, or for the value of a variable."""
MIN_NAMED_VALUE_CHARS: Final = 4
"""A shorter value may be equal by chance to that of a name."""
NAMED_VALUE_PROBABILITY: Final = 0.7
"""At least, for writing a name in place of its value, as the user did elsewhere."""
OTHER_VALUE_PROBABILITY: Final = 0.2
"""At most, for changing a value as an equal one of another thing was changed once."""
PINNED_VERSION_PROBABILITY: Final = 0.8
"""At least, for another place where the same package is pinned to the version that was changed."""
SHELL_NAME_PROBABILITY: Final = 0.6
"""At least, for a use of a shell variable or function that was renamed where it is defined."""
OTHER_TYPE_PROBABILITY: Final = 0.3
"""At most, for changing the type of one thing as that of another was changed once."""
MAX_COMPARED_BRANCHES: Final = 24
"""More branches side by side are not compared with each other."""
MAX_COMPARED_CANDIDATES: Final = 8
"""The likeliest candidates whose branches are compared with those beside them."""
UNUSED_IMPORT_PROBABILITY: Final = 0.2
"""At most, for repeating an import where its name is not used."""
MIN_RESULT_WORDS: Final = 2
"""Lines with fewer words are written in many places, and say nothing about a change."""
MAX_LEFT_IMPORT_USES: Final = 4
"""Lines that use an imported name: where there are more, they are not all changed as in the text where the user has
removed its import."""
MIN_COMBINED_PROBABILITY: Final = 0.3
"""Replacements this likely are combined in one line."""
MIN_LARGER_PROBABILITY: Final = 0.1
"""A less likely candidate is no reason to doubt one that makes a part of the same change."""
PART_OF_CHANGE_FACTOR: Final = 0.5
"""For a part of a change where all of it applies as well."""
MIN_VERSION_NUMBER: Final = 100
"""A number from here on that counts up in a list is taken for a version without dots, such as `py314`."""
COUNTED_LINE_PROBABILITY: Final = 0.6
"""The probability of the next number after two equal steps; the corpus has no such case to fit it on."""
SINGLE_STEP_PROBABILITY: Final = 0.45
"""The same after one step, for manual requests only: above the threshold for these."""
LISTED_NAME_PROBABILITY: Final = 0.5

# Dormant patterns

MAX_DORMANT_PROBABILITY: Final = 0.05
"""A pattern whose places are all at most this likely is not searched for in the next requests. In 949 requests
of 207 commits of other projects, this leaves out half of the candidates; two of them would have been displayed."""
MAX_DORMANT_REQUESTS: Final = 8
MAX_REMEMBERED_SEARCHES: Final = 2_000
"""Keys of patterns, per session."""

# Consequences
MAX_FUNCTION_NODES: Final = 4000
"""Nodes of a function that are searched for a word such as `await`."""
MAX_STATEMENT_LINES: Final = 60
"""Above and below a line of SQL that are read for its statement."""
