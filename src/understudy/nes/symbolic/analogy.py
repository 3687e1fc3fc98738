"""What became of one text, done to another that resembles it: old is to new as other is to what?

A three-way merge over tokens. Words that differ between the two are holes: where the new text uses
the one's word again, the answer uses the other's.
"""

from functools import lru_cache

from understudy.nes.symbolic.alignment import EditOp, diff_sequences, diff_tokens
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["apply_analogous_change", "match_word_substitutions", "substitute_words", "summarize_differences"]


@lru_cache(maxsize=1024)
def apply_analogous_change(old: str, new: str, other: str) -> str | None:
    """The other text with the same change made to it; None if the two differ where the change is."""
    wanted = diff_tokens(old, new)
    base, words, later = tokenize(old), tokenize(other), tokenize(new)
    differences = _diff_texts(old, other)
    named = _consistent_substitutions(base, differences)
    result: list[str] = []
    at = 0
    shift = 0
    pending = list(differences)
    for op in wanted:
        if any(_is_already_inserted(base, op, found) for found in pending):
            return None
        while pending and (pending[0].end <= op.start):
            found = pending.pop(0)
            shift += len(found.new) - (found.end - found.start)
        inside = [found for found in pending if found.start < op.end]
        put = op.new
        if not all(_keeps_substitutions(base, op, found, named, later) for found in inside):
            changed = _change_inside_word(base, op, inside[0], named)
            if changed is None:
                return None
            put = (changed,)
        start, end = op.start + shift, op.end + shift
        result += words[at:start]
        result += (named.get(word, word) for word in put)
        at = end
    result += words[at:]
    return "".join(result)


def _is_already_inserted(base: tuple[str, ...], op: EditOp, difference: EditOp) -> bool:
    """Whether the other text has right there what would be inserted."""
    if op.start != op.end or not any(is_word(word) for word in op.new):
        return False
    between = base[min(difference.end, op.end) : max(difference.start, op.start)]
    if not all(word.isspace() for word in between):
        return False
    wanted = [word for word in op.new if not word.isspace()]
    words = [word for word in difference.new if not word.isspace()]
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


def _keeps_substitutions(
    base: tuple[str, ...],
    op: EditOp,
    difference: EditOp,
    substitutions: dict[str, str],
    later: tuple[str, ...],
) -> bool:
    """Whether the words that differ are holes, and none of them is lost: `f(a, b)` became `f(b, a)`."""
    size = difference.end - difference.start
    if difference.start < op.start or difference.end > op.end or len(difference.new) != size:
        return False
    pairs = zip(base[difference.start : difference.end], difference.new, strict=True)
    return all(
        one == other or (substitutions.get(one) == other and later.count(one) >= base.count(one))
        for one, other in pairs
    )


def _change_inside_word(
    base: tuple[str, ...], op: EditOp, difference: EditOp, substitutions: dict[str, str]
) -> str | None:
    """What changed is a hole itself: `self.left = left` became `self._left = left`, so `right` becomes `_right`.

    Only where the word stands in the line once more: else nothing says that it is a name for a hole.
    """
    if op[:2] != difference[:2] or op.end - op.start != 1 or len(op.new) != 1 or len(difference.new) != 1:
        return None
    old, new, other = base[op.start], op.new[0], difference.new[0]
    if len(old) < 2 or new.count(old) != 1 or base.count(old) < 2 or substitutions.get(old) != other:
        return None
    return new.replace(old, other)


def _consistent_substitutions(base: tuple[str, ...], differences: list[EditOp]) -> dict[str, str]:
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
def match_word_substitutions(old: str, other: str) -> dict[str, str] | None:
    """Which word of one line stands for which of the other; None if they differ in more than words."""
    base, words = tokenize(old.strip()), tokenize(other.strip())
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


@lru_cache(maxsize=256)
def summarize_differences(old: str, new: str, other: str) -> tuple[int, bool]:
    """In how many places two texts differ, and whether one of those is beside what changed in the first."""
    differences = _diff_texts(old, other)
    edges = {edge for op in diff_tokens(old, new) for edge in (op.start, op.end)}
    return len(differences), any(op.start in edges or op.end in edges for op in differences)


@lru_cache(maxsize=256)
def _diff_texts(old: str, other: str) -> list[EditOp]:
    return diff_sequences(tokenize(old), tokenize(other))


def substitute_words(line: str, substitutions: dict[str, str]) -> str:
    return "".join(substitutions.get(word, word) for word in tokenize(line)) if substitutions else line
