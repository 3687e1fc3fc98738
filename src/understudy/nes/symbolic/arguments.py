"""One argument or parameter more or less is the business of one function: it goes on to its calls only.

Who gives `load(a)` a second argument does not give one to `store(a)`, and who gives one function a parameter does
not give it to the next. That it is wanted elsewhere too is learned from someone who has typed it at two of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.port import Origin
from understudy.nes.symbolic.alignment import token_changes
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.lessons import Lessons
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = ["Arguments"]

_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")
_FLOW: Final = frozenset(
    {"if", "for", "while", "switch", "return", "match", "catch", "and", "or", "not", "in"}
)
_MANNERS: Final = frozenset({"void", "*", "**", "...", "..", "_"})
"""Such an argument is a way of writing, and many functions may get it."""
_LONGEST: Final = 400


class Arguments:
    """Whose arguments the user has changed in number."""

    def __init__(self, lessons: Lessons) -> None:
        self._whose = {
            changed
            for example in lessons.lines
            if example.edit.origin is not Origin.ACCEPTED
            and (changed := _changed(example.old, example.new)) is not None
            and changed not in _OPENING
        }

    def stray(self, draft: Draft) -> bool:
        """Whether it would give another function than that of the user an argument more or less."""
        if len(self._whose) != 1 or draft.count != 1 or len(draft.new) != 1:
            return False
        changed = _changed(draft.page.lines[draft.line], draft.new[0])
        return changed is not None and changed not in self._whose


@lru_cache(maxsize=2048)
def _changed(old: str, new: str) -> str | None:
    """The function whose call or head has more or fewer arguments, or the bracket of what is no call."""
    if len(old) > _LONGEST or len(new) > _LONGEST:
        return None
    ops = token_changes(old, new)
    if len(ops) != 1:
        return None
    words, later = tokens(old), tokens(new)
    if not _MANNERS.isdisjoint((*words[ops[0].start : ops[0].end], *ops[0].new)):
        return None
    open_: list[int] = []
    for at, word in enumerate(words[: ops[0].start]):
        if word in _OPENING:
            open_.append(at)
        elif word in _CLOSING and open_:
            open_.pop()
    start = open_[-1] if open_ else 0
    if not open_ or _number(words, start) == _number(later, start):
        return None
    if words[start] != "(" or not start or not is_word(words[start - 1]) or words[start - 1] in _FLOW:
        return words[start]  # an element of something else
    return words[start - 1]


def _number(words: Sequence[str], start: int) -> int:
    """How many arguments are in the bracket that opens there, as far as this line says."""
    depth = commas = 0
    given = False
    for word in words[start + 1 :]:
        if word in _CLOSING:
            if not depth:
                break
            depth -= 1
        elif word in _OPENING:
            depth += 1
        elif word == "," and not depth:
            commas += 1
            given = False
            continue
        given = given or not word.isspace()
    return commas + given
