"""The return type of one function says nothing about that of another one.

A change that gives a function a return type, or adds something to its type, seen at functions of one name, is
improbable at a function of another name, unless it returns nothing: `-> None` is the same everywhere.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["limit_other_return_types"]

_PARAMETERS: Final = r"\((?:[^()]|\([^()]*\))*\)"
_HEADERS: Final = (
    re.compile(r"\b(?:def|fn)\s+(\w+).*?->\s*(.+?)\s*(?::|\{|where\b)?\s*\Z"),
    re.compile(
        rf"([\w$]+)\s*(?:=\s*(?:async\s*)?)?(?:<[^()]*>)?{_PARAMETERS}\s*:\s*(.+?)\s*(?:\{{|=>.*)\s*\Z"
    ),
    re.compile(rf"\bfunc\s+(?:\([^()]*\)\s*)?(\w+)(?:\[[^()]*\])?{_PARAMETERS}\s*([\w*\[(].*?)\s*\{{\s*\Z"),
)
"""A header in one line, with the name and the return type: Python and Rust, TypeScript, Go."""
_NOTHING: Final = frozenset({"None", "()", "void"})


class _ReturnType(NamedTuple):
    """A function that gets another return type."""

    name: str
    change: str
    """The new type, or what is added to the old one."""


def limit_other_return_types(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    names: dict[str, set[str]] = {}
    for example in patterns.line_examples:
        for one in _changed_return_types(example.old, example.new):
            names.setdefault(one.change, set()).add(one.name)
    if not names:
        return
    for candidate in unscored:
        if candidate.line_count == len(candidate.new) == 1:
            changes = _changed_return_types(candidate.snapshot.lines[candidate.line], candidate.new[0])
            seen = [(names[one.change], one.name) for one in changes if one.change in names]
            if seen and all(len(others) == 1 and name not in others for others, name in seen):
                candidate.probability = min(candidate.probability, OTHER_TYPE_PROBABILITY)


@lru_cache(maxsize=1024)
def _changed_return_types(old: str, new: str) -> tuple[_ReturnType, ...]:
    """The function that gets another return type, by the whole type and by what is added to the old one.

    The same lines are asked for with every request.
    """
    for pattern in _HEADERS:
        after = pattern.search(new)
        if after is None:
            continue
        before = pattern.search(old)
        if after[2] in _NOTHING or (before is not None and before[2] == after[2]):
            return ()
        whole = _ReturnType(after[1], after[2])
        added = diff_tokens(before[2], after[2]) if before is not None else ()
        if before is None or any(op.start != op.end for op in added):
            return (whole,)
        return whole, _ReturnType(after[1], f"+{[op.new for op in added]}")
    return ()
