"""Applies the change of one text to a similar text: `old` is to `new` as `other` is to the result.

A three-way merge over tokens. Words in which `old` and `other` differ are substitutions: where `new` uses the word
of `old` again, the result uses the word of `other`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from understudy.nes.symbolic.alignment import EditOp, diff_sequences, diff_tokens
from understudy.nes.symbolic.limits import MAX_DIFFERING_SHARE, MIN_DERIVED_CHARS, MIN_REMOVED_TOKENS
from understudy.nes.symbolic.tokens import is_word, replace_name_part, split_name, tokenize
from understudy.nes.text import common_affix_lengths

__all__ = [
    "apply_analogous_change",
    "match_word_substitutions",
    "substitute_words",
    "summarize_differences",
    "word_substitutions",
]

_NO_VALUE: Final = frozenset({"nil", "null", "None", "undefined", "nullptr", "NULL"})


@lru_cache(maxsize=1024)
def apply_analogous_change(old: str, new: str, other: str) -> str | None:
    """The other text with the same change made to it; None if the two differ where the change is."""
    change = diff_tokens(old, new)
    old_tokens, other_tokens, new_tokens = tokenize(old), tokenize(other), tokenize(new)
    if _lacks_what_changes(old_tokens, change, other_tokens):
        return None
    differences = _diff_texts(old, other)
    if _is_nothing_wrapped(old_tokens, change, differences):
        return None
    substitutions = _consistent_substitutions(old_tokens, differences)
    result: list[str] = []
    at = 0
    shift = 0
    pending = list(differences)
    added = tuple(word for op in change for word in op.new)
    for op in change:
        if op.start == op.end and _is_already_inserted(old_tokens, op, pending):
            return None
        while pending and (pending[0].end <= op.start):
            difference = pending.pop(0)
            shift += len(difference.new) - (difference.end - difference.start)
        differing = _differing_words(old_tokens, [one for one in pending if one.start < op.end])
        if differing is None:
            return None
        inserted = op.new
        if not all(  # differing words that the change keeps are substituted: `f(a, b)` → `f(b, a)`
            substitutions.get(one) == other and new_tokens.count(one) >= old_tokens.count(one)
            for one, other in differing
        ):
            changed_word = _change_inside_word(old_tokens, op, substitutions)
            if changed_word is not None:
                inserted = (changed_word,)
            elif not _determine_new_words(op, differing, added) and not _removes_alike(
                old_tokens, op, differing
            ):
                return None
        start, end = op.start + shift, op.end + shift
        result += other_tokens[at:start]
        result += (substitutions.get(word) or _derive_word(word, substitutions) for word in inserted)
        at = end
    result += other_tokens[at:]
    return "".join(result)


def _lacks_what_changes(
    base: tuple[str, ...], change: Sequence[EditOp], other_tokens: tuple[str, ...]
) -> bool:
    """Whether the other text lacks a token that the change takes out, and has no single word in its place.

    The texts then differ in more than words where the change is, which is seen here before they are compared.
    """
    for op in change:
        for at in range(op.start, op.end):
            token = base[at]
            if token in other_tokens:
                continue
            if not (is_word(token) or token[0].isdigit()):
                return True
            beside = base[at - 1] if at else None, base[at + 1] if at + 1 < len(base) else None
            if beside not in zip((None, *other_tokens), (*other_tokens[1:], None), strict=False):
                return True
    return False


def _is_nothing_wrapped(
    base: tuple[str, ...], change: Sequence[EditOp], differences: Sequence[EditOp]
) -> bool:
    """Whether the change wraps a value, `err` in `wrap(err)`, and the other text has `nil` or the like there."""
    inserted_at = {op.start for op in change if op.start == op.end}
    return bool(inserted_at) and any(
        op.end - op.start == len(op.new) == 1
        and op.new[0] in _NO_VALUE
        and base[op.start] not in _NO_VALUE
        and op.start in inserted_at
        and op.end in inserted_at
        for op in differences
    )


def _is_already_inserted(base: tuple[str, ...], op: EditOp, differences: Sequence[EditOp]) -> bool:
    """Whether the other text already contains the inserted tokens at that place, in one of its differences."""
    if not any(map(is_word, op.new)):
        return False
    inserted = [token for token in op.new if not token.isspace()]
    for difference in differences:
        between = base[min(difference.end, op.end) : max(difference.start, op.start)]
        if not all(map(str.isspace, between)):
            continue
        present = [token for token in difference.new if not token.isspace()]
        if any(
            present[at : at + len(inserted)] == inserted for at in range(len(present) - len(inserted) + 1)
        ):
            return True
    return False


def _differing_words(base: tuple[str, ...], differences: list[EditOp]) -> list[tuple[str, str]] | None:
    """The tokens that differ, each with its counterpart; None if the texts differ in more than single tokens.

    A longer difference has a symbol or space, as two words are never side by side; no change carries these over.
    """
    if any(op.end - op.start != 1 or len(op.new) != 1 for op in differences):
        return None
    return [(base[op.start], op.new[0]) for op in differences]


def _change_inside_word(base: tuple[str, ...], op: EditOp, substitutions: dict[str, str]) -> str | None:
    """The changed word is a substitution: `self.left = left` → `self._left = left`, so `right` becomes `_right`.

    Only if the word occurs once more in the line: otherwise nothing shows that it is a name that varies. A number
    that got a unit always varies: `6000` → `6000U`, so `850` becomes `850U`.
    """
    if op.end - op.start != 1 or len(op.new) != 1:
        return None
    old, new = base[op.start], op.new[0]
    other = substitutions.get(old)
    if other is not None and old.isdigit() and other.isdigit() and new.startswith(old):
        return other + new.removeprefix(old) if new.removeprefix(old).isalpha() else None
    if other is None or len(old) < 2 or new.count(old) != 1 or base.count(old) < 2:
        return None
    return new.replace(old, other)


def _determine_new_words(op: EditOp, differing: list[tuple[str, str]], added: tuple[str, ...]) -> bool:
    """Whether each name that differs varies a name added by the change: `IntFlag` → `cmd.Int`.

    So `FloatFlag` becomes `cmd.Float`. Otherwise nothing shows what the new text should be.
    """
    for one, other in differing:
        if len(op.new) == 1 and _differing_parts(one, other)[0] == split_name(one):
            return False  # another name in place of this one
        if not any(_derive_word(word, {one: other}) != word for word in added):
            return False
    return True


def _removes_alike(base: tuple[str, ...], op: EditOp, differing: list[tuple[str, str]]) -> bool:
    """Whether the change removes a passage that is the same in both texts but for a few words.

    Who removes `log("enter a")` and the `try:` below it also removes `log("enter b")` with its `try:`.
    """
    removed = [token for token in base[op.start : op.end] if not token.isspace()]
    if len(removed) < MIN_REMOVED_TOKENS or len(op.new) >= op.end - op.start:
        return False
    are_words = all(is_word(one) and is_word(other) for one, other in differing)
    return are_words and len(differing) <= MAX_DIFFERING_SHARE * len(removed)


def _derive_word(word: str, substitutions: dict[str, str]) -> str:
    """The word with the varying part of a substituted name replaced, in its own case style."""
    if not is_word(word):
        return word
    for one, other in substitutions.items():
        if is_word(one) and is_word(other) and word != one:
            old, new = _differing_parts(one, other)
            changed = replace_name_part(word, old, new) if len("".join(old)) >= MIN_DERIVED_CHARS else None
            if changed is not None:
                return changed
    return word


@lru_cache(maxsize=1024)
def _differing_parts(one: str, other: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The parts of two names between their common beginning and end."""
    before, after = split_name(one), split_name(other)
    head, tail = common_affix_lengths(before, after)
    return before[head : len(before) - tail], after[head : len(after) - tail]


def _consistent_substitutions(base: tuple[str, ...], differences: list[EditOp]) -> dict[str, str]:
    """The words that are always replaced by the same other word."""
    substitutions: dict[str, str] = {}
    conflicting: set[str] = set()
    for op in differences:
        before = base[op.start : op.end]
        if len(before) != len(op.new):
            continue
        for one, other in zip(before, op.new, strict=True):
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


@lru_cache(maxsize=1024)
def word_substitutions(old: str, other: str) -> dict[str, str]:
    """The words of one line that the other line has another word for, as far as the two correspond."""
    return _consistent_substitutions(tokenize(old), _diff_texts(old, other))


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
