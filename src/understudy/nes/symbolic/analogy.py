"""What became of one text, done to another that resembles it: old is to new as other is to what?

A three-way merge over tokens. Words that differ between the two are holes: where the new text uses
the one's word again, the answer uses the other's.
"""

from functools import lru_cache

from understudy.nes.symbolic.alignment import Op, changes, token_changes
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = ["apart", "holes", "merge", "renamed"]


@lru_cache(maxsize=4096)
def merge(old: str, new: str, other: str) -> str | None:
    """The other text with the same change made to it; None if the two differ where the change is."""
    wanted = token_changes(old, new)
    base, words = tokens(old), tokens(other)
    differences = changes(base, words)
    named = _holes(base, differences)
    result: list[str] = []
    at = 0
    shift = 0
    pending = list(differences)
    for op in wanted:
        while pending and (pending[0].end <= op.start):
            found = pending.pop(0)
            shift += len(found.new) - (found.end - found.start)
        if pending and pending[0].start < op.end:
            return None
        if pending and pending[0].start == pending[0].end == op.start == op.end:
            return None
        start, end = op.start + shift, op.end + shift
        result += words[at:start]
        result += (named.get(word, word) for word in op.new)
        at = end
    result += words[at:]
    return "".join(result)


def _holes(base: tuple[str, ...], differences: list[Op]) -> dict[str, str]:
    named: dict[str, str] = {}
    torn: set[str] = set()
    for op in differences:
        before = base[op.start : op.end]
        if len(before) != len(op.new):
            continue
        for one, other in zip(before, op.new, strict=True):
            if one == other or one.isspace():
                continue
            if not (is_word(one) or one[0].isdigit()) or named.get(one, other) != other:
                torn.add(one)
            named[one] = other
    for word in torn:
        named.pop(word, None)
    return named


@lru_cache(maxsize=4096)
def holes(old: str, other: str) -> dict[str, str] | None:
    """Which word of one line stands for which of the other; None if they differ in more than words."""
    base, words = tokens(old.strip()), tokens(other.strip())
    if len(base) != len(words):
        return None
    named: dict[str, str] = {}
    for one, another in zip(base, words, strict=True):
        if one == another:
            continue
        fits = (is_word(one) and is_word(another)) or (one[0].isdigit() and another[0].isdigit())
        if not fits or named.get(one, another) != another:
            return None
        named[one] = another
    return named


@lru_cache(maxsize=4096)
def apart(old: str, new: str, other: str) -> tuple[int, bool]:
    """In how many places two texts differ, and whether one of those is beside what changed in the first."""
    differences = changes(tokens(old), tokens(other))
    edges = {edge for op in token_changes(old, new) for edge in (op.start, op.end)}
    return len(differences), any(op.start in edges or op.end in edges for op in differences)


def renamed(line: str, named: dict[str, str]) -> str:
    return "".join(named.get(word, word) for word in tokens(line)) if named else line
