"""Limits of `understudy.nes.completion`."""

from typing import Final

__all__ = [
    "COMPLETION_FAMILY",
    "LENGTH_PENALTY",
    "LINES_PER_STEP",
    "MAX_ABOVE_COMPARISONS",
    "MAX_ABOVE_LINES",
    "MAX_BLOCK_LINES",
    "MAX_CACHED_LINES",
    "MAX_CACHED_MEMBER_LINES",
    "MAX_CACHED_TEXTS",
    "MAX_COMPLETED_LINE_CHARS",
    "MAX_COMPOSED",
    "MAX_COMPOSED_TOKENS",
    "MAX_COMPOSITION_STEPS",
    "MAX_CONTEXT_TOKENS",
    "MAX_COUNTED_LINES",
    "MAX_COUNTED_LINES_ELSEWHERE",
    "MAX_COUNTED_TEXTS",
    "MAX_CUTS",
    "MAX_DELETED_LINES_PER_EDIT",
    "MAX_FILTERED_MATCHES",
    "MAX_HEADER_DISTANCE_LINES",
    "MAX_KEPT_BLOCKS",
    "MAX_KEPT_WORDS",
    "MAX_LINE_TOKENS",
    "MAX_LISTED_LINES",
    "MAX_MEMBERS",
    "MAX_NEXT_PIECES",
    "MAX_OCCURRENCES_PER_LINE",
    "MAX_OTHER_TEXTS",
    "MAX_RECENT_EDITS",
    "MAX_REFERENCES",
    "MAX_REMEMBERED_PROBABILITIES",
    "MAX_REPEATED_CHANGES",
    "MAX_REPEATED_LINES",
    "MAX_REPEATED_LINE_TOKENS",
    "MAX_RESUMED_LINES",
    "MAX_RESUMED_TOKENS",
    "MAX_REWRITING_DISTANCE_LINES",
    "MAX_REWRITING_EXAMPLES",
    "MAX_ROW_EXAMPLES",
    "MAX_ROW_LINES",
    "MAX_SCANNED_LINES",
    "MAX_SCANNED_LINES_ELSEWHERE",
    "MAX_SCORED_CANDIDATES",
    "MAX_SHAPE_MATCHES",
    "MAX_SIBLINGS",
    "MAX_TOKEN_MODELS",
    "MAX_TYPE_LINES",
    "MIN_ASSIGNMENT_PROBABILITY",
    "MIN_COMPLETION_CHARS",
    "MIN_COMPOSED_PROBABILITY",
    "MIN_EXTENSION_PROBABILITY",
    "MIN_IDIOM_PROBABILITY",
    "MIN_LINE_LIMIT",
    "MIN_LISTED_NAME_CHARS",
    "MIN_LISTED_NAME_PROBABILITY",
    "MIN_PROBABILITY_BY_EAGERNESS",
    "NEARBY_LINES",
    "NEARBY_OLD_LINES",
    "OTHER_TEXTS_TTL_S",
    "TYPING_PAUSE_S",
    "UNPENALIZED_LOG_CHARS",
    "WINDOW_STEP_LINES",
]

COMPLETION_FAMILY: Final = "completion"
"""The family id of completions, on the wire and in the feedback store."""
MIN_PROBABILITY_BY_EAGERNESS: Final = {"low": 0.75, "medium": 0.58, "high": 0.48}
"""The probability from which on a completion is shown while the user types."""
LENGTH_PENALTY: Final = 0.02
"""By how much the probability falls when a completion becomes 2.7 times as long: a long one is shown early in its
line, where more wrong ones follow each other than the fit of single requests tells."""
UNPENALIZED_LOG_CHARS: Final = 2.2
"""The logarithm of a length, nine characters, at which the penalty is zero."""
MIN_EXTENSION_PROBABILITY: Final = 0.75
"""The probability from which on further lines are completed too."""
MIN_ASSIGNMENT_PROBABILITY: Final = 0.8
"""Of a parameter's field, where the lines above assign the parameters before it."""
MIN_LISTED_NAME_PROBABILITY: Final = 0.86
"""Of the next line of a list: two lines above repeat one name each, and one name begins as typed."""
MIN_IDIOM_PROBABILITY: Final = 0.86
"""Of a line whose rest the language or its usual library determines."""
MIN_LISTED_NAME_CHARS: Final = 2
"""So much of the name is typed."""
MAX_LISTED_LINES: Final = 40
"""Lines of the list above whose names are used."""
MIN_LINE_LIMIT: Final = 79
"""No text has a shorter limit for its lines."""
MIN_COMPLETION_CHARS: Final = 4
"""A completion that saves fewer characters is not worth a glance."""
TYPING_PAUSE_S: Final = 0.3
"""Without a key for so long, the user is no longer typing in the middle of a line."""
MAX_COMPLETED_LINE_CHARS: Final = 400
MAX_LINE_TOKENS: Final = 120
MAX_CONTEXT_TOKENS: Final = 4
"""Tokens before a token that its probability depends on."""
MAX_COMPOSITION_STEPS: Final = 40
MAX_COMPOSED: Final = 4
MAX_COMPOSED_TOKENS: Final = 30
MAX_NEXT_PIECES: Final = 4
"""Next tokens that are tried at each step of a composition."""
MIN_COMPOSED_PROBABILITY: Final = 0.05
MAX_COUNTED_LINES: Final = 3_000
"""Lines of the edited text whose tokens are counted, those around the cursor."""
MAX_COUNTED_LINES_ELSEWHERE: Final = 2_000
MAX_COUNTED_TEXTS: Final = 8
"""Texts whose counts are kept."""
MAX_TOKEN_MODELS: Final = 4
"""Models that are kept: the texts that are counted change with the longest word of the line."""
MAX_REMEMBERED_PROBABILITIES: Final = 50_000
"""Contexts and tokens whose probabilities one model keeps."""
MAX_CACHED_LINES: Final = 100_000
"""Lines whose tokens are kept."""
LINES_PER_STEP: Final = 50
"""Lines that are tokenized in advance before a request may come in between: about a millisecond."""
MAX_CACHED_MEMBER_LINES: Final = 10_000
"""Lines of types whose members are kept."""
MAX_CACHED_TEXTS: Final = 64
MAX_SCANNED_LINES: Final = 6_000
"""Lines of the edited text that are searched, those around the cursor."""
WINDOW_STEP_LINES: Final = 500
"""In a longer text, the searched lines begin at a multiple of this: the window does not move with every line."""
MAX_SCANNED_LINES_ELSEWHERE: Final = 6_000
"""Lines of other texts that are searched, the nearest texts first."""
MAX_OTHER_TEXTS: Final = 6
OTHER_TEXTS_TTL_S: Final = 1.0
"""How long the texts found for a word are used without a new search."""
MAX_SHAPE_MATCHES: Final = 120
MAX_FILTERED_MATCHES: Final = 64
"""Lines with the last shape that are filtered when the user types on; more are faster found by a new search."""
MAX_REFERENCES: Final = 160
"""Lines that are compared with the typed one."""
MAX_OCCURRENCES_PER_LINE: Final = 3
MAX_ABOVE_LINES: Final = 3
"""Lines above that are compared."""
MAX_ABOVE_COMPARISONS: Final = 20_000
"""Lines whose lines above were compared with those above the typed one, and for which that is kept."""
MAX_KEPT_BLOCKS: Final = 2_000
"""Blocks of lines, each of a few, that are kept while a line is typed."""
MAX_KEPT_WORDS: Final = 5_000
"""Words of which is kept, while a line is typed, whether another line has them."""
MAX_REPEATED_CHANGES: Final = 40
"""Changes of the last edits, the newest, that may be repeated in a line."""
MAX_REPEATED_LINES: Final = 40
"""Lines that one edit replaced in which they may be repeated."""
MAX_REPEATED_LINE_TOKENS: Final = 60
MAX_REWRITING_DISTANCE_LINES: Final = 4
"""How far from its old place a line may be rewritten."""
MAX_REWRITING_EXAMPLES: Final = 8
"""Replaced lines, the newest, that show how to rewrite another one."""
MAX_CUTS: Final = 5
"""Places at which the rest of a deleted line may end early."""
MAX_ROW_EXAMPLES: Final = 4
"""Lines of a row, the nearest, that the next one is compared with."""
MAX_ROW_LINES: Final = 40
"""How far from the typed line the lines of its row are searched."""
MAX_SIBLINGS: Final = 4
"""Lines of the same shape, the nearest, that count as siblings of the typed one."""
MAX_RESUMED_LINES: Final = 3
"""Deleted lines that the typed line may be another form of."""
MAX_RESUMED_TOKENS: Final = 16
"""Tokens that differ from the deleted line before its rest."""
MAX_SCORED_CANDIDATES: Final = 12
"""Continuations whose probability is computed, those with the most support first."""
MAX_BLOCK_LINES: Final = 8
"""Lines that one completion may add."""
NEARBY_LINES: Final = 40
"""Words within this distance count as words of the place."""
NEARBY_OLD_LINES: Final = 10
"""Deleted lines within this distance may be the one that is typed again."""
MAX_RECENT_EDITS: Final = 12
MAX_DELETED_LINES_PER_EDIT: Final = 40
MAX_HEADER_DISTANCE_LINES: Final = 60
"""How far above the cursor the header of the enclosing function is searched."""
MAX_MEMBERS: Final = 6
"""Members of a type that are offered after a dot."""
MAX_TYPE_LINES: Final = 300
"""Lines of a type that are searched for members."""
