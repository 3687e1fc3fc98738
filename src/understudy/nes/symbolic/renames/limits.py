"""Limits and probabilities of `understudy.nes.symbolic.renames`."""

from typing import Final

__all__ = [
    "CERTAIN_PROBABILITY",
    "CODE_SPAN_PROBABILITY",
    "COMMENT_PROBABILITY",
    "CORRECTED_PROBABILITY",
    "DESCRIPTION_PROBABILITY",
    "DOCUMENTED_PARAMETER_PROBABILITY",
    "LIKELY_PROBABILITY",
    "MAX_CHANGED_LINES",
    "MAX_COMMENT_PLACES",
    "MAX_DOCUMENT_TEXTS",
    "MAX_EDITS_SEARCHED",
    "MAX_LINES_BESIDE",
    "MAX_OTHER_CHANGED_LINES",
    "MAX_PATH_TEXTS",
    "MAX_PLACES",
    "MAX_RENAMES",
    "MIN_CORRECTED_CHARS",
    "MIN_SWAPPED_CHARS",
    "OTHER_NAME_PROBABILITY",
    "OTHER_SPELLING_PROBABILITY",
    "REASSIGNED_PROBABILITY",
    "REFERENCES_CHANGED_PROBABILITY",
    "REJECTED_IMPORT_ODDS_FACTOR",
    "REJECTED_ODDS_FACTOR",
    "REWRITTEN_PROBABILITY",
    "STALE_ODDS_FACTOR",
    "STRING_PATH_PROBABILITY",
]

CERTAIN_PROBABILITY: Final = 0.95
"""The definition was renamed, and this occurrence refers to it: without the change, the code is broken."""
REASSIGNED_PROBABILITY: Final = 0.75
"""The same where the name is assigned in several places, and one of them was changed."""
REWRITTEN_PROBABILITY: Final = 0.6
"""The definition was renamed, but more than the name changed in that edit."""
OTHER_NAME_PROBABILITY: Final = 0.3
"""The same if the two names have nothing in common: mostly another variable, whose uses are rewritten, too. In the
histories of other projects, one of seven such changes was followed by another."""
LIKELY_PROBABILITY: Final = 0.6
"""The type of the receiver is unknown, but only one type of the workspace has a member of that name."""
REFERENCES_CHANGED_PROBABILITY: Final = 0.7
"""The user has changed two uses to a name that nothing defines, and not the definition yet."""
DOCUMENTED_PARAMETER_PROBABILITY: Final = 0.7
"""The description of a parameter in the comment of its function."""
DESCRIPTION_PROBABILITY: Final = 0.7
"""The name of a type in what its objects say about themselves."""
STRING_PATH_PROBABILITY: Final = 0.85
"""A string whose path leads to the definition: without the change, a test or an entry point is broken."""
CODE_SPAN_PROBABILITY: Final = 0.55
"""The name in code style, in a comment or in a document."""
COMMENT_PROBABILITY: Final = 0.5
"""A distinctive name in a comment near its uses."""
CORRECTED_PROBABILITY: Final = 0.7
"""A misspelt name in a comment: it is misspelt there, too."""
MIN_CORRECTED_CHARS: Final = 7
"""A shorter name may be another word with one other letter, such as `status` and `stats`."""
MIN_SWAPPED_CHARS: Final = 6
"""The same for two letters that changed places, as in `recieve`."""
OTHER_SPELLING_PROBABILITY: Final = 0.3
"""At most, for the same change of another name that resembles the renamed one, or of the same word in a comment or
string of another file: below the thresholds, except for a user who asks."""
REJECTED_ODDS_FACTOR: Final = 0.4
"""Each rejected place of a rename makes the odds of the others this much worse."""
REJECTED_IMPORT_ODDS_FACTOR: Final = 0.03
"""The same if another name is imported: it was exchanged for the old one, and is used in another way."""
STALE_ODDS_FACTOR: Final = 0.9
"""Each edit that the user made since, other than for this rename, does the same."""
MAX_EDITS_SEARCHED: Final = 60
"""Edits of the history that are searched for changed names."""
MAX_CHANGED_LINES: Final = 40
"""A larger edit is a rewrite and no rename."""
MAX_OTHER_CHANGED_LINES: Final = 2
"""An edit that changes more lines, other than by a name, is a rewrite and no rename."""
MAX_LINES_BESIDE: Final = 2
"""Lines between two definitions that take the place of one."""
MAX_RENAMES: Final = 3
"""Renames that are followed at the same time, the newest first."""
MAX_PLACES: Final = 40
"""Places of one rename that become candidates."""
MAX_COMMENT_PLACES: Final = 8
MAX_PATH_TEXTS: Final = 8
"""Texts that are searched for strings with the path of the definition."""
MAX_DOCUMENT_TEXTS: Final = 6
"""Documents that are searched for the name."""
