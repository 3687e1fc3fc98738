"""The return type of one function says nothing about that of another one.

A change that gives a function a return type, seen at functions of one name, is improbable at a function of another
name, unless it returns nothing: `-> None` is the same everywhere.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["limit_other_return_types"]

_HEADER: Final = re.compile(r"\b(?:def|fn)\s+(\w+).*?->\s*(.+?)\s*(?::|\{|where\b)?\s*\Z")
"""A header in one line, with the name and the return type."""
_NOTHING: Final = frozenset({"None", "()"})


def limit_other_return_types(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    names: dict[str, set[str]] = {}
    for example in patterns.line_examples:
        returned = _new_return_type(example.old, example.new)
        if returned is not None:
            names.setdefault(returned[1], set()).add(returned[0])
    if not names:
        return
    for one in unscored:
        if one.line_count == len(one.new) == 1:
            returned = _new_return_type(one.snapshot.lines[one.line], one.new[0])
            seen = names.get(returned[1]) if returned is not None else None
            if returned is not None and seen is not None and len(seen) == 1 and returned[0] not in seen:
                one.probability = min(one.probability, OTHER_TYPE_PROBABILITY)


def _new_return_type(old: str, new: str) -> tuple[str, str] | None:
    """The name of the function and the return type that it gets; None if that is no other one."""
    after = _HEADER.search(new)
    if after is None or after[2] in _NOTHING:
        return None
    before = _HEADER.search(old)
    if before is not None and before[2] == after[2]:
        return None
    return after[1], after[2]
