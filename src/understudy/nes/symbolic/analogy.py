"""Applies the change of one text to a similar text: `old` is to `new` as `other` is to the result.

A three-way merge over tokens. Words in which `old` and `other` differ are substitutions: where `new` uses the word
of `old` again, the result uses the word of `other`.
"""

from functools import lru_cache

from understudy.nes.symbolic.alignment import EditOp, diff_sequences, diff_tokens
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["apply_analogous_change", "match_word_substitutions", "substitute_words", "summarize_differences"]


@lru_cache(maxsize=1024)
def apply_analogous_change(old: str, new: str, other: str) -> str | None:
    """The other text with the same change made to it; None if the two differ where the change is."""
    change = diff_tokens(old, new)
    old_tokens, other_tokens, new_tokens = tokenize(old), tokenize(other), tokenize(new)
    differences = _diff_texts(old, other)
    substitutions = _consistent_substitutions(old_tokens, differences)
    result: list[str] = []
    at = 0
    shift = 0
    pending = list(differences)
    for op in change:
        if any(_is_already_inserted(old_tokens, op, difference) for difference in pending):
            return None
        while pending and (pending[0].end <= op.start):
            difference = pending.pop(0)
            shift += len(difference.new) - (difference.end - difference.start)
        inside = [difference for difference in pending if difference.start < op.end]
        inserted = op.new
        if not all(
            _keeps_substitutions(old_tokens, op, difference, substitutions, new_tokens)
            for difference in inside
        ):
            changed_word = _change_inside_word(old_tokens, op, inside[0], substitutions)
            if changed_word is None:
                return None
            inserted = (changed_word,)
        start, end = op.start + shift, op.end + shift
        result += other_tokens[at:start]
        result += (substitutions.get(word, word) for word in inserted)
        at = end
    result += other_tokens[at:]
    return "".join(result)


def _is_already_inserted(base: tuple[str, ...], op: EditOp, difference: EditOp) -> bool:
    """Whether the other text already contains the inserted tokens at that place."""
    if op.start != op.end or not any(is_word(word) for word in op.new):
        return False
    between = base[min(difference.end, op.end) : max(difference.start, op.start)]
    if not all(word.isspace() for word in between):
        return False
    inserted = [token for token in op.new if not token.isspace()]
    present = [token for token in difference.new if not token.isspace()]
    return any(present[at : at + len(inserted)] == inserted for at in range(len(present) - len(inserted) + 1))


def _keeps_substitutions(
    base: tuple[str, ...],
    op: EditOp,
    difference: EditOp,
    substitutions: dict[str, str],
    later: tuple[str, ...],
) -> bool:
    """Whether the differing words are substitutions and the change keeps all of them: `f(a, b)` → `f(b, a)`."""
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
    """The changed word is a substitution: `self.left = left` → `self._left = left`, so `right` becomes `_right`.

    Only if the word occurs once more in the line: otherwise nothing shows that it is a name that varies.
    """
    if op[:2] != difference[:2] or op.end - op.start != 1 or len(op.new) != 1 or len(difference.new) != 1:
        return None
    old, new, other = base[op.start], op.new[0], difference.new[0]
    if len(old) < 2 or new.count(old) != 1 or base.count(old) < 2 or substitutions.get(old) != other:
        return None
    return new.replace(old, other)


def _consistent_substitutions(base: tuple[str, ...], differences: list[EditOp]) -> dict[str, str]:
    """The words that are always replaced by the same other word."""
    substitutions: dict[str, str] = {}
    conflicting: set[str] = set()
    for op in differences:
        before = base[op.start : op.end]
        if len(before) != len(op.new):
            continue
        for one, other in zip(before, op.new, strict=True):
            if one == other or one.isspace():
                continue
            if not (is_word(one) or one[0].isdigit()) or substitutions.get(one, other) != other:
                conflicting.add(one)
            substitutions[one] = other
    for word in conflicting:
        substitutions.pop(word, None)
    return substitutions


@lru_cache(maxsize=4096)
def match_word_substitutions(old: str, other: str) -> dict[str, str] | None:
    """The words of one line that differ, with those of the other; None if the lines differ in more than words."""
    tokens, other_tokens = tokenize(old.strip()), tokenize(other.strip())
    if len(tokens) != len(other_tokens):
        return None
    substitutions: dict[str, str] = {}
    for one, another in zip(tokens, other_tokens, strict=True):
        if one == another:
            continue
        fits = (is_word(one) and is_word(another)) or (one[0].isdigit() and another[0].isdigit())
        if not fits or substitutions.get(one, another) != another:
            return None
        substitutions[one] = another
    return substitutions


@lru_cache(maxsize=256)
def summarize_differences(old: str, new: str, other: str) -> tuple[int, bool]:
    """In how many places `old` and `other` differ, and whether one of them is beside a change of `old` to `new`."""
    differences = _diff_texts(old, other)
    edges = {edge for op in diff_tokens(old, new) for edge in (op.start, op.end)}
    return len(differences), any(op.start in edges or op.end in edges for op in differences)


@lru_cache(maxsize=256)
def _diff_texts(old: str, other: str) -> list[EditOp]:
    return diff_sequences(tokenize(old), tokenize(other))


def substitute_words(line: str, substitutions: dict[str, str]) -> str:
    return "".join(substitutions.get(word, word) for word in tokenize(line)) if substitutions else line
