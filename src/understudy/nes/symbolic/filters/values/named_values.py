"""A value that the user has replaced by the name of a constant or variable with that value.

`color: #2a6df4` became `color: var(--accent)`, and the text has `--accent: #2a6df4`: the other places with the
value take the name, too, except for the definition itself.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_PATTERN_LINE_CHARS,
    MIN_NAMED_VALUE_CHARS,
    NAMED_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import tokenize
from understudy.nes.text import TextSnapshot

__all__ = ["prefer_named_values", "writes_named_value"]

_VALUE: Final = re.compile(r"\"[^\"\\]+\"|'[^'\\]+'|#[0-9a-fA-F]{3,8}|-?\d[\d_.]*[a-z%]{0,3}")
_NAME: Final = re.compile(r"(?:var\(\s*)?((?:--|[$@])?[A-Za-z_][\w-]*(?:\.[A-Za-z_]\w*)*)\s*\)?")


class _NamedValue(NamedTuple):
    value: str
    written: str
    """What stands in place of the value, such as `var(--accent)`."""
    definition: re.Pattern[str]


def prefer_named_values(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> list[UnscoredCandidate]:
    """Return the candidates without the definition of a name; where its value stands they are probable."""
    names = {one.written: one for one in _named_values(patterns, situation)}
    if not names:
        return list(unscored)
    kept: list[UnscoredCandidate] = []
    for one in unscored:
        change = _value_change(one.snapshot.lines[one.line], one.new[0]) if one.is_line_change else None
        named = names.get(change[1]) if change is not None else None
        if change is None or named is None or named.value != change[0]:
            kept.append(one)
        elif not named.definition.search(one.snapshot.lines[one.line]):
            if not one.features.get("refused"):
                one.probability = max(one.probability, NAMED_VALUE_PROBABILITY)
            kept.append(one)
    return kept


def writes_named_value(patterns: EditPatterns, situation: Situation) -> bool:
    """Whether the user wrote a name in place of its value, so that `prefer_named_values` raises others."""
    return next(_named_values(patterns, situation), None) is not None


def _named_values(patterns: EditPatterns, situation: Situation) -> Iterator[_NamedValue]:
    """The names that the user wrote in place of a value that they are defined with."""
    for example in patterns.line_examples:
        change = _value_change(example.old, example.new)
        name = _NAME.fullmatch(change[1]) if change is not None else None
        snapshot = situation.snapshot_at(example.edit.uri) if name is not None else None
        if change is None or name is None or snapshot is None:
            continue
        last = name[1].rpartition(".")[2]
        definition = re.compile(
            rf"(?<![\w$-]){re.escape(last)}[\"']?\s*(?:(?::[^=:]*)?:?=|:)\s*{re.escape(change[0])}\s*[;,)]?\s*\Z"
            rf"|#define\s+{re.escape(last)}\s+{re.escape(change[0])}\s*\Z"
        )
        if _has_line(snapshot, change[0], definition):
            yield _NamedValue(*change, definition)


def _has_line(snapshot: TextSnapshot, value: str, definition: re.Pattern[str]) -> bool:
    return any(value in line and definition.search(line) for line in snapshot.lines)


def _value_change(old: str, new: str) -> tuple[str, str] | None:
    """The value of the old line and what the new line has instead, if nothing else changed."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return None
    ops = diff_tokens(old, new)
    if not ops:
        return None
    tokens, new_tokens = tokenize(old), tokenize(new)
    start, end = ops[0].start, ops[-1].end
    behind = len(tokens) - end
    value = "".join(tokens[start:end]).strip()
    written = "".join(new_tokens[start : len(new_tokens) - behind]).strip()
    is_value = len(value) >= MIN_NAMED_VALUE_CHARS and _VALUE.fullmatch(value) is not None
    return (value, written) if is_value else None
