"""The words of another place turned into the words of this one: `bar` became `foo`, so `get_bar` becomes `get_foo`.

Built from pairs of words at the same position of two lines. Numbers are mapped like words, exactly.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

__all__ = ["NO_MAPPING", "NameMapping"]

_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")
_WORD: Final = re.compile(r"\w+")
_MIN_PART_CHARS: Final = 3


class NameMapping:
    def __init__(self, words: dict[str, str] | None = None) -> None:
        self._words: dict[str, str] = {} if words is None else words
        self._changed: list[str] = []
        """The words that become other ones."""
        self._parts: list[tuple[str, str]] = []
        self._searched: list[str] = []
        """The words and parts that become other ones."""
        for old, new in self._words.items():
            if old != new:
                self._add_changed(old, new)

    def __bool__(self) -> bool:
        return bool(self._words)

    def __len__(self) -> int:
        return len(self._words)

    @property
    def replaced_words(self) -> list[str]:
        """The words that become other ones."""
        return self._changed

    def add_all(self, pairs: Iterable[tuple[str, str]]) -> bool:
        """Add pairs of words; return False if a word would become two different ones."""
        words = self._words
        for old, new in pairs:
            known = words.get(old)
            if known is None:
                words[old] = new
                if old != new:
                    self._add_changed(old, new)
            elif known != new:
                return False
        return True

    def add_missing(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Add pairs of words that are not mapped yet."""
        for old, new in pairs:
            if old not in self._words:
                self._words[old] = new
                if old != new:
                    self._add_changed(old, new)

    def _add_changed(self, old: str, new: str) -> None:
        self._changed.append(old)
        parts = _part_variants(old, new)
        self._parts += parts
        self._searched += [old, *[part for part, _ in parts]]

    def apply(self, text: str) -> tuple[str, int]:
        """Return the text with its words mapped, and how many of them changed."""
        if not self._changed or not self._may_change(text):
            return text, 0
        changed = 0

        def replace(match: re.Match[str]) -> str:
            nonlocal changed
            word = match[0]
            new = self._words.get(word)
            if new is None:
                new = self._map_parts(word)
            if new != word:
                changed += 1
            return new

        return _WORD.sub(replace, text), changed

    def _may_change(self, text: str) -> bool:
        """Whether the text contains a word or a part that becomes another one: mostly it does not."""
        return any(map(text.__contains__, self._searched))

    def _map_parts(self, word: str) -> str:
        for old, new in self._parts:
            if old not in word:
                continue
            at = word.find(old)
            end = at + len(old)
            if _is_boundary(word, at) and _is_boundary(word, end):
                return word[:at] + new + word[end:]
        return word


def _is_boundary(word: str, at: int) -> bool:
    """Whether a part of the name may begin or end at this index."""
    if at in (0, len(word)):
        return True
    left, right = word[at - 1], word[at]
    if "_" in (left, right) or left.isdigit() != right.isdigit():
        return True
    return right.isupper() and not left.isupper()


@lru_cache(maxsize=4096)
def _part_variants(old: str, new: str) -> tuple[tuple[str, str], ...]:
    """Return the pairs of differing parts of two names, in every spelling."""
    before, after = _PART.findall(old), _PART.findall(new)
    while before and after and before[0].lower() == after[0].lower():
        before, after = before[1:], after[1:]
    while before and after and before[-1].lower() == after[-1].lower():
        before, after = before[:-1], after[:-1]
    if not before or not after or sum(map(len, before)) < _MIN_PART_CHARS:
        return ()
    variants = zip(_spellings(before), _spellings(after), strict=True)
    return tuple(dict.fromkeys(variants))


def _spellings(parts: list[str]) -> tuple[str, ...]:
    lower = [part.lower() for part in parts]
    pascal = "".join(part.capitalize() for part in lower)
    return (
        "_".join(lower),
        lower[0] + "".join(part.capitalize() for part in lower[1:]),
        pascal,
        "_".join(lower).upper(),
        "".join(lower),
    )


NO_MAPPING: Final = NameMapping()
"""Of references whose words stay as they are. Nothing may be added to it."""
