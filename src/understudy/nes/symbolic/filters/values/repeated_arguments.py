"""An argument or entry that a call or literal has already is not added to it again.

`get(url)` became `get(url, timeout=10)`, and `get(url, timeout=None)` has its own timeout: two arguments of one
name are an error, and so are two fields in a literal of a struct.
"""

from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.tokens import is_word, non_space_tokens

__all__ = ["limit_repeated_arguments"]

_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")
_BEFORE: Final = frozenset("({,")
"""What stands before the name of an argument, or before the key of an entry."""
_BEHIND: Final = frozenset("=:")


def limit_repeated_arguments(unscored: Sequence[UnscoredCandidate]) -> None:
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        line, new = one.snapshot.lines[one.line], one.new[0]
        if "," not in new or max(len(line), len(new)) > MAX_PATTERN_LINE_CHARS:
            continue
        if _count_repeated(new) > _count_repeated(line):
            one.probability = OTHER_VALUE_PROBABILITY


def _count_repeated(line: str) -> int:
    """How many arguments by name, and entries, have the name of an earlier one in the same brackets of the line."""
    tokens = non_space_tokens(line)
    seen: list[set[str]] = []
    repeated = 0
    for at, token in enumerate(tokens):
        if token in _OPENING:
            seen.append(set())
        elif token in _CLOSING and seen:
            seen.pop()
        elif seen and is_word(token) and _is_name(tokens, at):
            repeated += token in seen[-1]
            seen[-1].add(token)
    return repeated


def _is_name(tokens: Sequence[str], at: int) -> bool:
    behind = tokens[at + 1 : at + 3]
    return at > 0 and tokens[at - 1] in _BEFORE and len(behind) == 2 and behind[0] in _BEHIND
