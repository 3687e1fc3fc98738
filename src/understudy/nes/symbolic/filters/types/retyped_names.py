"""The field or variable whose type was changed: its uses follow, those of others do not.

`features: string` became `string[]`, so `seat.features.split(",")` becomes `seat.features`. The type of `letter`
and the text that `text.split(",")` divides stay, unless the user has changed two of the kind.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.consequences import with_one_spelling
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.syntax import language_of
from understudy.nes.text import EditOrigin

__all__ = ["limit_uses_of_other_types"]

_DECLARATION: Final = re.compile(
    r"\s*(?:(?:pub(?:\([^()]*\))?|public|private|protected|readonly|static|final|override|declare|export|let|const|var"
    r"|mut|val|lateinit)\s+)*([A-Za-z_$][\w$]*)[?!]?\s*:\s*([^=;,{}]*[^=;,{}\s])\s*(?:=(?!>).*)?[;,]?\s*\Z"
)
"""A declared name and its type, in the languages in which the type stands behind it."""
_TYPE: Final = re.compile(
    r"(?:[&*]|mut\s|dyn\s|impl\s|readonly\s|\[|\()*"
    r"(?:[A-Z]|(?:string|number|boolean|bigint|symbol|object|any|unknown|never|void|null|undefined|int|float|complex|str"
    r"|bytes|bool|list|dict|set|frozenset|tuple|type|char|[iuf]\d+|[iu]size|typing|datetime|std|crate|super)\b)"
)
"""The beginning of a type, as opposed to a value: a name with a capital, or a type of a language."""
_FAMILIES: Final = frozenset({"script", "python", "rust"})
_ACCESS: Final = (".", "?.", "?", "!")

_Use = tuple[tuple[str, ...], tuple[str, ...]]
"""The words that were removed behind a name, without what separates them from it, and those that were added."""


class _Retyped(NamedTuple):
    name: str
    old: str
    new: str


class _NameUse(NamedTuple):
    name: str
    change: _Use


def limit_uses_of_other_types(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make it improbable to change the type of another name likewise, or what follows another name as what follows
    the name whose type was changed."""
    own = {(one.old, one.new) for one in patterns.line_examples if one.edit.origin is not EditOrigin.ACCEPTED}
    types: dict[tuple[str, str], set[str]] = {}
    for old, new in own:
        retyped = _retyped(old, new)
        if retyped is not None:
            types.setdefault((retyped.old, retyped.new), set()).add(retyped.name)
    if not types:
        return
    names = set[str]().union(*types.values())
    uses: dict[_Use, set[str]] = {}
    for old, new in own:
        for use in _changed_uses(old, new):
            uses.setdefault(use.change, set()).add(use.name)
    uses = {change: seen for change, seen in uses.items() if seen <= names}
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        if language_of(one.snapshot).family not in _FAMILIES:
            continue
        old, new = one.snapshot.lines[one.line], one.new[0]
        retyped = _retyped(old, new)
        same = types.get((retyped.old, retyped.new)) if retyped is not None else None
        is_other_type = (
            retyped is not None and same is not None and len(same) == 1 and retyped.name not in same
        )
        if is_other_type or any(
            use.change in uses and use.name not in names for use in (_changed_uses(old, new) if uses else ())
        ):
            one.probability = OTHER_VALUE_PROBABILITY


@lru_cache(maxsize=512)
def _retyped(old: str, new: str) -> _Retyped | None:
    """The name and the types, if a line declares the same name with another type now, and not another spelling."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS or ":" not in old:
        return None
    before, after = _DECLARATION.match(old), _DECLARATION.match(new)
    if before is None or after is None or before[1] != after[1] or before[2] == after[2]:
        return None
    if not _TYPE.match(before[2]) or not _TYPE.match(after[2]):
        return None
    is_respelled = with_one_spelling(before[2]) == with_one_spelling(after[2])
    return _Retyped(before[1], before[2], after[2]) if not is_respelled else None


def _changed_uses(old: str, new: str) -> Iterator[_NameUse]:
    """The changes of a line that follow a name directly: a call of a method that is gone or another one."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        removed = tuple(one for one in tokens[op.start : op.end] if not one.isspace() and one not in _ACCESS)
        added = tuple(one for one in op.new if not one.isspace() and one not in _ACCESS)
        before = [one for one in tokens[: op.start] if one not in _ACCESS]
        is_access = {*tokens[max(0, op.start - 1) : op.start + 1], *op.new[:1]} & set(_ACCESS)
        if before and is_word(before[-1]) and is_access and removed and is_word(removed[0]):
            yield _NameUse(before[-1], (removed, added))
