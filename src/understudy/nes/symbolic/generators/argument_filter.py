"""One argument or parameter more or less is the business of one function: it goes on to its calls only.

Who gives `load(a)` a second argument does not give one to `store(a)`, and who gives one function a parameter does
not give it to the next. That it is wanted elsewhere too is learned from someone who has typed it at two of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.engine_api import EditOrigin
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.generators.limits import MAX_ARGUMENT_LINE_CHARS
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["ArgumentChangeFilter"]

_OPENING_BRACKETS: Final = frozenset("([{")
_CLOSING_BRACKETS: Final = frozenset(")]}")
_CONTROL_KEYWORDS: Final = frozenset(
    {"if", "for", "while", "switch", "return", "match", "catch", "and", "or", "not", "in"}
)
_STYLE_ARGUMENTS: Final = frozenset({"void", "*", "**", "...", "..", "_"})
"""Such an argument is a way of writing, and many functions may get it."""


class ArgumentChangeFilter:
    """Whose arguments the user has changed in number."""

    def __init__(self, patterns: EditPatterns) -> None:
        self._changed_functions = {
            changed
            for example in patterns.line_examples
            if example.edit.origin is not EditOrigin.ACCEPTED
            and (changed := _function_with_changed_arguments(example.old, example.new)) is not None
            and changed not in _OPENING_BRACKETS
        }

    def is_for_other_function(self, candidate: UnscoredCandidate) -> bool:
        """Whether it would give another function than that of the user an argument more or less."""
        if len(self._changed_functions) != 1 or candidate.line_count != 1 or len(candidate.new) != 1:
            return False
        changed = _function_with_changed_arguments(candidate.snapshot.lines[candidate.line], candidate.new[0])
        return changed is not None and changed not in self._changed_functions


@lru_cache(maxsize=2048)
def _function_with_changed_arguments(old: str, new: str) -> str | None:
    """The function whose call or head has more or fewer arguments, or the bracket of what is no call."""
    if len(old) > MAX_ARGUMENT_LINE_CHARS or len(new) > MAX_ARGUMENT_LINE_CHARS:
        return None
    ops = diff_tokens(old, new)
    if len(ops) != 1:
        return None
    words, later = tokenize(old), tokenize(new)
    if not _STYLE_ARGUMENTS.isdisjoint((*words[ops[0].start : ops[0].end], *ops[0].new)):
        return None
    open_: list[int] = []
    for at, word in enumerate(words[: ops[0].start]):
        if word in _OPENING_BRACKETS:
            open_.append(at)
        elif word in _CLOSING_BRACKETS and open_:
            open_.pop()
    start = open_[-1] if open_ else 0
    if not open_ or _count_arguments(words, start) == _count_arguments(later, start):
        return None
    if (
        words[start] != "("
        or not start
        or not is_word(words[start - 1])
        or words[start - 1] in _CONTROL_KEYWORDS
    ):
        return words[start]  # an element of something else
    return words[start - 1]


def _count_arguments(words: Sequence[str], start: int) -> int:
    """How many arguments are in the bracket that opens there, as far as this line says."""
    depth = commas = 0
    given = False
    for word in words[start + 1 :]:
        if word in _CLOSING_BRACKETS:
            if not depth:
                break
            depth -= 1
        elif word in _OPENING_BRACKETS:
            depth += 1
        elif word == "," and not depth:
            commas += 1
            given = False
            continue
        given = given or not word.isspace()
    return commas + given
