"""The value whose member was changed: another value may have no such member.

`blocked.includes(seat)` became `blocked.has(seat)` because `blocked` is the result of a function that returns a set
now. `names`, the result of another function, keeps its `includes`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_PATTERN_LINE_CHARS,
    MAX_RECEIVER_LINES,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["limit_members_of_other_values"]

_ACCESS: Final = frozenset({".", "?."})


class _MemberChange(NamedTuple):
    receiver: str
    old: str
    new: str


def limit_members_of_other_values(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    """Make it improbable to change a member of a value that comes from another function than all examples."""
    origins: dict[tuple[str, str], set[str]] = {}
    for example in patterns.line_examples:
        changes = list(_member_changes(example.old, example.new))
        snapshot = situation.snapshot_at(example.edit.uri) if changes and example.edit.line >= 0 else None
        for change in changes:
            origin = (
                _origin(snapshot.lines, example.edit.line, change.receiver) if snapshot is not None else ""
            )
            origins.setdefault((change.old, change.new), set()).add(origin)
    if not any(all(found) for found in origins.values()):
        return
    for one in unscored:
        if one.line_count != 1 or len(one.new) != 1 or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        for change in _member_changes(one.snapshot.lines[one.line], one.new[0]):
            known = origins.get((change.old, change.new), {""})
            origin = _origin(one.snapshot.lines, one.line, change.receiver) if all(known) else ""
            if origin and origin not in known:
                one.probability = OTHER_VALUE_PROBABILITY


def _member_changes(old: str, new: str) -> Iterator[_MemberChange]:
    """The members of variables that are replaced by other members."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        removed = tokens[op.start : op.end]
        if len(removed) != 1 or len(op.new) != 1 or not is_word(removed[0]) or op.start < 2:
            continue
        access, receiver, *before = reversed(tokens[max(0, op.start - 3) : op.start])
        if access in _ACCESS and is_word(receiver) and before[:1] != ["."]:
            yield _MemberChange(receiver, removed[0], op.new[0])


def _origin(lines: Sequence[str], number: int, name: str) -> str:
    """The function whose result the variable is, by the nearest line above that sets it; empty if it is unknown."""
    assigned = re.compile(
        rf"(?<![\w$.]){re.escape(name)}\s*(?::[^=]*)?:?=\s*(?:await\s+|new\s+|&)*([\w$]+(?:(?:\.|::)[\w$]+)*)\("
    )
    for line in reversed(lines[max(0, number - MAX_RECEIVER_LINES) : number]):
        if name in line and (match := assigned.search(line)) is not None:
            return match[1]
    return ""
