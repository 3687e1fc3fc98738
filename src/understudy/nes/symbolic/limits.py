"""Limits and timeouts of `understudy.nes.symbolic` that a person may want to tune.

Limits and timeouts of `understudy.nes.symbolic.generators` that a person may want to tune.
"""

from typing import Final

__all__ = [
    "BLOCK_NEIGHBOUR_LINES",
    "BULK_PROBABILITY_BONUS",
    "COUNTED_LINE_PROBABILITY",
    "CURRENT_FILE_BONUS",
    "JUMP_PAUSE_S",
    "KNOWN_WORD_PAUSE_S",
    "LISTED_NAME_PROBABILITY",
    "MAX_ALIGNED_LINES",
    "MAX_ARGUMENT_LINE_CHARS",
    "MAX_BLOCKS_COMPARED",
    "MAX_BLOCK_CHARS",
    "MAX_BLOCK_LINES",
    "MAX_CACHED_LINE_CHARS",
    "MAX_CACHED_SEARCHES",
    "MAX_CARRIED_CHANGE_LINES",
    "MAX_CHANGES_PER_LINE",
    "MAX_COMPARED_CHARS",
    "MAX_CORROBORATING_BLOCKS",
    "MAX_DIAGNOSTICS",
    "MAX_ENGINE_CANDIDATES",
    "MAX_JUMP_EDIT_PROBABILITY",
    "MAX_LEARNED_EDITS",
    "MAX_LEARNED_EDIT_LINES",
    "MAX_LEARNED_LINE_CHARS",
    "MAX_LEARNED_REPLACEMENTS",
    "MAX_MESSAGE_CHARS",
    "MAX_OTHER_TEXTS",
    "MAX_PLACES_FOUND",
    "MAX_PLACES_PER_PATTERN",
    "MAX_REPLACEMENT_LINE_CHARS",
    "MAX_SCOPE_SEARCH_LINES",
    "MAX_SEARCH_WORD_PLACES",
    "MAX_SHORT_LINE_TOKENS",
    "MAX_SIMILAR_LINES",
    "MAX_SNAPSHOT_INDEXES",
    "MAX_VISIBLE_DISTANCE_LINES",
    "MAX_WORDS_CONTAINING",
    "MAX_WORD_LOOKUP_TEXTS",
    "MAX_WORD_SET_AGE",
    "MIN_ALIGNED_SIMILARITY",
    "MIN_BLOCK_SIMILARITY",
    "MIN_BULK_PLACES",
    "MIN_BULK_PROBABILITY",
    "MIN_COMBINED_PROBABILITY",
    "MIN_CORRECTED_NAME_CHARS",
    "MIN_CORROBORATION_SIMILARITY",
    "MIN_EDIT_PROBABILITY",
    "MIN_MOVED_LINE_CHARS",
    "MIN_RETYPED_WORD_CHARS",
    "MIN_RULE_TIME_S",
    "MIN_SELECTION_PROBABILITY",
    "MIN_USER_EDITS",
    "NEARNESS_BONUS",
    "SEARCHES_BEFORE_WORD_SET",
    "SELECTION_ODDS_FACTOR",
    "SINGLE_STEP_PROBABILITY",
    "STYLE_SEARCH_LINES",
    "SUFFICIENT_PROBABILITY",
    "UNKNOWN_WORD_PAUSE_S",
]

MIN_ALIGNED_SIMILARITY: Final = 0.4
"""Lines less alike than this are no versions of one another."""
MAX_COMPARED_CHARS: Final = 1500
"""Characters of a text that is compared."""
MAX_ALIGNED_LINES: Final = 60
"""Blocks of more lines are not compared line by line."""
MAX_LEARNED_EDITS: Final = 6
"""How far back an edit is learned from."""
MAX_SNAPSHOT_INDEXES: Final = 16
"""Texts that are kept ready for searching."""
MAX_OTHER_TEXTS: Final = 6
"""Other texts that are looked through at one time."""
MIN_RULE_TIME_S: Final = 0.008
"""Seconds that must be left for what follows from the user's edits: a text may have to be parsed."""
SUFFICIENT_PROBABILITY: Final = 0.55
"""With something this sure at hand, nothing more is worked out."""
MAX_ENGINE_CANDIDATES: Final = 20
"""Candidates that are handed on."""
MAX_PLACES_PER_PATTERN: Final = 8
"""Places of one lesson that are weighed, the nearest to the cursor first."""
MAX_SCOPE_SEARCH_LINES: Final = 400
"""Lines that are looked through upwards for the head of a function."""
MAX_JUMP_EDIT_PROBABILITY: Final = 0.36
"""An edit that is surer than this is shown itself."""
MAX_VISIBLE_DISTANCE_LINES: Final = 3
"""Lines that nobody needs a jump for."""
MAX_LEARNED_LINE_CHARS: Final = 400
MAX_LEARNED_EDIT_LINES: Final = 40
"""Lines of an edit that are compared one by one; a larger one is a rewrite."""
MAX_CHANGES_PER_LINE: Final = 6
"""Changes in one line; with more it was written anew."""
MIN_USER_EDITS: Final = 2
"""So many edits that the user typed are learned from, however many suggestions were taken since."""
MAX_LEARNED_REPLACEMENTS: Final = 60
"""Replacements that are kept in mind, the newest first."""
MIN_EDIT_PROBABILITY: Final = 0.36
"""An edit this likely is better than a jump."""
NEARNESS_BONUS: Final = 0.1
"""What the nearest place is worth, in chances."""
CURRENT_FILE_BONUS: Final = 0.3
"""So much likelier must something in another file be to come first."""
MAX_PLACES_FOUND: Final = 200
"""Places of one pattern that are looked at. What is found more often says too little."""
MAX_WORDS_CONTAINING: Final = 120
"""Words that hold a part, likewise."""
SEARCHES_BEFORE_WORD_SET: Final = 12
MAX_CACHED_SEARCHES: Final = 1000
"""Patterns whose places are remembered."""
MAX_CARRIED_CHANGE_LINES: Final = 300
"""Lines that may have changed; with more, what was found before is forgotten."""
MAX_WORD_SET_AGE: Final = 400
"""Changes after which the words are set apart anew: those that went are among them still."""
SELECTION_ODDS_FACTOR: Final = 2.5
"""How much better the odds are for a place that the user has selected: they want something done there."""
MIN_SELECTION_PROBABILITY: Final = 0.15
MAX_CACHED_LINE_CHARS: Final = 500
"""Characters of a line that is remembered; few are longer, and they would fill the memory."""
KNOWN_WORD_PAUSE_S: Final = 0.3
"""Seconds without a key after which a word that is known counts as finished."""
UNKNOWN_WORD_PAUSE_S: Final = 1.0
"""The same for a word that stands nowhere else: it may be a part of one."""
JUMP_PAUSE_S: Final = 0.5
"""Seconds without a key before anybody is sent elsewhere."""
MAX_WORD_LOOKUP_TEXTS: Final = 3
"""Other texts in which a word is looked for."""
MIN_RETYPED_WORD_CHARS: Final = 3
"""Characters of a word that may stand for a longer one."""
MIN_BULK_PLACES: Final = 3
"""With fewer, one after the other is as quick."""
MIN_BULK_PROBABILITY: Final = 0.4
BULK_PROBABILITY_BONUS: Final = 0.001
MAX_DIAGNOSTICS: Final = 12
"""Diagnostics that are looked at; in a broken text there may be hundreds."""
MAX_MESSAGE_CHARS: Final = 600
MIN_CORRECTED_NAME_CHARS: Final = 3


MAX_ARGUMENT_LINE_CHARS: Final = 400
MAX_BLOCK_LINES: Final = 10
"""Lines of a block that is offered again."""
MAX_SIMILAR_LINES: Final = 16
"""Lines that are compared with one that was changed."""
MIN_BLOCK_SIMILARITY: Final = 0.5
MAX_SEARCH_WORD_PLACES: Final = 120
"""A word that stands in more places finds nothing."""
MAX_BLOCKS_COMPARED: Final = 20
"""Lines that are compared: those that share the most words."""
MAX_BLOCK_CHARS: Final = 1500
"""Characters of a block that is compared."""
BLOCK_NEIGHBOUR_LINES: Final = 6
"""Lines around an edit that are compared whatever their words."""
MAX_CORROBORATING_BLOCKS: Final = 16
"""Other blocks that are compared, the newest first."""
MIN_CORROBORATION_SIMILARITY: Final = 0.4
MAX_SHORT_LINE_TOKENS: Final = 3
"""Tokens of lines that may be alike without sharing one, as the members of a list."""
MIN_MOVED_LINE_CHARS: Final = 14
"""Characters of a line that is not written twice by chance."""
STYLE_SEARCH_LINES: Final = 300
"""Lines around the cursor that are looked at."""
MIN_COMBINED_PROBABILITY: Final = 0.3
COUNTED_LINE_PROBABILITY: Final = 0.6
"""The chance of the next number after two equal steps; there is no such case in the corpus to fit it on."""
SINGLE_STEP_PROBABILITY: Final = 0.45
"""After one step only, and only if the user asks: above what is then enough."""
LISTED_NAME_PROBABILITY: Final = 0.5
MAX_REPLACEMENT_LINE_CHARS: Final = 400
