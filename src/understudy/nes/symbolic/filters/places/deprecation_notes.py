"""A text that says what is deprecated keeps the old name.

Who replaces `new Buffer(a)` by `Buffer.from(a)` leaves the comment `new Buffer(a) is deprecated`, and the message
`use from() instead of the constructor`. Not where the name was changed by its definition: it is the same thing.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.filters.places.place_kinds import place_kind
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns, Example
from understudy.nes.symbolic.tokens import DEFINITION_KEYWORDS
from understudy.nes.text import common_affix_lengths

__all__ = ["limit_deprecation_notes"]

_BEHIND: Final = re.compile(
    r"(?i)\b(?:deprecated|obsolete|discouraged|superseded|no longer (?:supported|available|recommended|allowed))\b"
)
_BEFORE: Final = re.compile(
    r"(?i)\b(?:deprecated|obsolete)\s+\W?\Z|\b(?:instead of|rather than|in favou?r of|replacement (?:of|for)"
    r"|replaces|formerly|avoid|(?:do not|don't|never|no longer) (?:use|call))\b[^.;!?]*\Z"
)
_TEXTS: Final = frozenset({"text", "prose", "code in prose"})


def limit_deprecation_notes(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Lower the probability of candidates that replace a name where a text says that it is not to be used."""
    notes = [one for one in unscored if one.probability > OTHER_TYPE_PROBABILITY and _is_note(one)]
    if not notes or any(_renames_definition(one) for one in patterns.line_examples):
        return
    for one in notes:
        one.probability = OTHER_TYPE_PROBABILITY


def _renames_definition(example: Example) -> bool:
    head, _ = common_affix_lengths(example.old, example.new)
    while head and (example.old[head - 1].isalnum() or example.old[head - 1] in "_$"):
        head -= 1
    return not DEFINITION_KEYWORDS.isdisjoint(example.old[:head].split()[-1:])


def _is_note(candidate: UnscoredCandidate) -> bool:
    if not candidate.is_line_change:
        return False
    old, new = candidate.snapshot.lines[candidate.line], candidate.new[0]
    if len(old) > MAX_PATTERN_LINE_CHARS:
        return False
    head, tail = common_affix_lengths(old, new)
    end = len(old) - tail
    if _BEHIND.search(old, end) is None and _BEFORE.search(old[:head]) is None:
        return False
    return place_kind(old, head, max(end, head + 1), candidate.snapshot.language) in _TEXTS
