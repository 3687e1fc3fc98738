"""Limits and timeouts of `understudy.nes.symbolic.generators` that a person may want to tune."""

from typing import Final

__all__ = [
    "BLOCK_NEIGHBOUR_LINES",
    "COUNTED_LINE_PROBABILITY",
    "LISTED_NAME_PROBABILITY",
    "MAX_ARGUMENT_LINE_CHARS",
    "MAX_BLOCKS_COMPARED",
    "MAX_BLOCK_CHARS",
    "MAX_BLOCK_LINES",
    "MAX_CORROBORATING_BLOCKS",
    "MAX_REPLACEMENT_LINE_CHARS",
    "MAX_SEARCH_WORD_PLACES",
    "MAX_SHORT_LINE_TOKENS",
    "MAX_SIMILAR_LINES",
    "MIN_BLOCK_SIMILARITY",
    "MIN_COMBINED_PROBABILITY",
    "MIN_CORROBORATION_SIMILARITY",
    "MIN_MOVED_LINE_CHARS",
    "SINGLE_STEP_PROBABILITY",
    "STYLE_SEARCH_LINES",
]

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
