"""The call beside a change that all examples have in common.

Who adds `.trim()` behind `z.string()` in the lines of several fields has shown which call is meant: not
`z.boolean()`. Nor do the names vary that several examples have replaced alike. After one example every word of the
line may vary.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import EditOp, TokenChange, diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_PATTERN_LINE_CHARS,
    MIN_COMMON_CALL_EXAMPLES,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["limit_other_calls"]

_EMPTY_BRACKETS: Final = ("(", ")")

_TokenChanges = tuple[TokenChange, ...]
"""The removed and the added tokens of each change of a line."""


class _LineChange(NamedTuple):
    changes: _TokenChanges
    calls: tuple[str, ...]
    """The functions called directly before and behind each change, in order; empty where there is none."""
    other_words: frozenset[str]


def limit_other_calls(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make a repetition improbable whose place has another call beside the change than all examples."""
    examples = {(one.old, one.new) for pattern in patterns.replacements for one in pattern.examples}
    if len(examples) < MIN_COMMON_CALL_EXAMPLES:
        return
    groups: dict[_TokenChanges, list[_LineChange]] = {}
    for old, new in examples:
        change = _read_change(old, new)
        groups.setdefault(change.changes, []).append(change)
    common = {changes: calls for changes, group in groups.items() if any(calls := _common_calls(group))}
    repeated = [changes for changes, group in groups.items() if _differ_elsewhere(group)]
    if not common and not repeated:
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        change = _read_change(one.snapshot.lines[one.line], one.new[0])
        if one.family == "analogy" and any(_is_variation(change.changes, other) for other in repeated):
            one.probability = OTHER_VALUE_PROBABILITY
        pairs = zip(common.get(change.changes, ()), change.calls, strict=False)
        if any(call and call != other for call, other in pairs):
            one.probability = OTHER_VALUE_PROBABILITY


def _common_calls(group: Sequence[_LineChange]) -> tuple[str, ...]:
    """The calls that all examples have; none unless the examples differ in other words."""
    if not _differ_elsewhere(group):
        return ()
    by_place = zip(*(one.calls for one in group), strict=True)
    return tuple(calls[0] if len(set(calls)) == 1 else "" for calls in by_place)


def _differ_elsewhere(group: Sequence[_LineChange]) -> bool:
    """Whether several examples made the same change in lines with other words."""
    return len(group) >= MIN_COMMON_CALL_EXAMPLES and len({one.other_words for one in group}) == len(group)


def _is_variation(changes: _TokenChanges, other: _TokenChanges) -> bool:
    """Whether changes replace names by others where the examples replaced and wrote the same ones: after
    `console.log` → `log.debug`, `console.error` does not become `error.debug`."""
    if [*map(_lengths, changes)] != [*map(_lengths, other)] or sum(
        len(removed) for removed, _ in changes
    ) < 2:
        return False
    is_removed = is_added = False
    for (removed, added), (removed_there, added_there) in zip(changes, other, strict=True):
        pairs = (*zip(removed, removed_there, strict=True), *zip(added, added_there, strict=True))
        if any(one != there and not (is_word(one) and is_word(there)) for one, there in pairs):
            return False
        is_removed = is_removed or removed != removed_there
        is_added = is_added or added != added_there
    return is_removed and is_added


def _lengths(change: TokenChange) -> tuple[int, int]:
    return len(change[0]), len(change[1])


@lru_cache(maxsize=1024)
def _read_change(old: str, new: str) -> _LineChange:
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return _LineChange((), (), frozenset())
    tokens = tokenize(old)
    ops = [_align_removal(tokens, op) for op in diff_tokens(old, new)]
    calls: list[str] = []
    for op in ops:
        behind = tokens[op.end :]
        if not op.new and behind[:1] == (".",):
            behind = behind[1:]  # what is called on the rest
        calls += (_call_before(tokens[: op.start]), _call_behind(behind))
    return _LineChange(
        tuple((tokens[op.start : op.end], op.new) for op in ops),
        tuple(calls),
        frozenset(filter(is_word, tokens)) - set(calls),
    )


def _align_removal(tokens: Sequence[str], op: EditOp) -> EditOp:
    """The same removal from a dot on if that makes no difference: `.unwrap()` instead of `unwrap().`"""
    start, end = op.start, op.end
    if op.new:
        return op
    while start and tokens[start - 1] == tokens[end - 1]:
        start, end = start - 1, end - 1
    while tokens[start] != "." and end < len(tokens) and tokens[start] == tokens[end]:
        start, end = start + 1, end + 1
    return EditOp(start, end, op.new) if tokens[start] == "." else op


def _call_before(tokens: Sequence[str]) -> str:
    """The function whose call without arguments the tokens end with, such as `string` in `z.string()`."""
    is_call = len(tokens) > 2 and tuple(tokens[-2:]) == _EMPTY_BRACKETS and is_word(tokens[-3])
    return tokens[-3] if is_call else ""


def _call_behind(tokens: Sequence[str]) -> str:
    """The function whose call the tokens begin with."""
    is_call = len(tokens) > 1 and is_word(tokens[0]) and tokens[1] == "("
    return tokens[0] if is_call else ""
