"""A message that the user wrote at one place: it says what happened there, and not at another place.

`return false` became `return { ok: false, reason: "expired" }`: the next `return false` has another reason. So has
the next `return None` in Rust, after one became `return Err(ParseError::Length)`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.text import EditOrigin

__all__ = ["limit_repeated_messages"]

_MESSAGE: Final = re.compile(
    r"\b(?:reason|message|msg|error|detail|description|title|label|hint|summary)[\"']?\s*[:=]\s*"
    r"(?P<quote>[\"'`])(?P<text>[^\"'`]*[A-Za-z]{2}[^\"'`]*)(?P=quote)"
)
"""A text with the name of a message."""
_ERROR_VARIANT: Final = re.compile(r"\bErr\(\s*(?P<text>(?:\w+::)*[A-Z]\w*::[A-Z]\w*)")
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,},? [A-Za-z]{2,}|\A[A-Za-z]+\Z")


def limit_repeated_messages(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make it improbable to write the message of the only example at another place."""
    lines = {(one.edit.serial, one.old, one.new) for one in patterns.line_examples}
    lines |= {
        (one.edit.serial, one.old[0], one.new[0])
        for one in patterns.blocks
        if one.edit.origin is not EditOrigin.ACCEPTED and len(one.old) == len(one.new) == 1
    }
    counts = Counter(message for _, old, new in lines for message in _new_messages(old, new))
    once = {message for message, count in counts.items() if count == 1}
    if not once:
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        if not once.isdisjoint(_new_messages(one.snapshot.lines[one.line], one.new[0])):
            one.probability = OTHER_VALUE_PROBABILITY


def _new_messages(old: str, new: str) -> set[str]:
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return set()
    has_quote = any(quote in new for quote in "\"'`")
    if not has_quote and "Err(" not in new:
        return set()
    if not any(op.new for op in diff_tokens(old, new)):
        return set()
    found = {match["text"] for match in _MESSAGE.finditer(new)} - {
        match["text"] for match in _MESSAGE.finditer(old)
    }
    variants = {match["text"] for match in _ERROR_VARIANT.finditer(new)} if "Err(" not in old else set[str]()
    return {text for text in found if _SENTENCE.search(text)} | variants
