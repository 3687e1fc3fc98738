"""Writes a text about one name as the same text about another name, in every spelling of the name.

`Order.PAID → "paid"` becomes `Order.ON_HOLD → "on_hold"`. Where the spelling of a name of several words cannot be
known from a name of one word, there is no result.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["NameReplacement", "fallback_replacements", "name_parts", "shared_prefix_length"]

_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_QUOTED: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`")
_JOINERS: Final = ("", "_", "-", " ")
_LITERAL: Final = re.compile(r"-?\d[\w.]*|\"[^\"]*\"|'[^']*'|true|false|True|False")
_FALLBACKS: Final = (", {})", "or {}", "|| {}", "?? {}", "default={}")
"""How an expression reads a value that may be missing."""


@lru_cache(maxsize=512)
def name_parts(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case."""
    return tuple(part.lower() for part in _PART.findall(name))


def shared_prefix_length(names: Sequence[str]) -> int:
    """Return how many words at the beginning all the names share, without the last word of any of them."""
    split = [name_parts(name) for name in names]
    shortest = min(map(len, split), default=0)
    count = 0
    while count < shortest - 1 and len({parts[count] for parts in split}) == 1:
        count += 1
    return count


def fallback_replacements(old: str, new: str) -> list[tuple[str, str | None]]:
    """Return how the default of one field is replaced by that of another one where it stands for a missing value.

    A field that has no default, or one that is no literal, has nothing in place of a literal.
    """
    if not _LITERAL.fullmatch(old):
        return []
    is_known = _LITERAL.fullmatch(new) is not None
    return [(form.format(old), form.format(new) if is_known else None) for form in _FALLBACKS]


class NameReplacement(NamedTuple):
    """Replaces one name by another. `exact` is replaced first, as it is: values and types that go with the name.

    There is no result if `exact` has nothing in place of what is found.
    """

    old: str
    new: str
    exact: tuple[tuple[str, str | None], ...] = ()
    is_snake_case: bool = False
    """Whether variables of the language are written in snake case."""
    prefix_parts: int = 0
    """The first words of the name that all its siblings share: `KIND_READ` is also called `read`."""

    def apply(self, text: str) -> str | None:
        """Return the text about the new name; None if a spelling is ambiguous."""
        pieces: list[str] = []
        last = 0
        for start, end, new in self._matches(text):
            if new is None:
                return None
            pieces += [text[last:start], new]
            last = end
        return "".join(pieces) + text[last:]

    def _matches(self, text: str) -> list[tuple[int, int, str | None]]:
        quoted = [match.span() for match in _QUOTED.finditer(text)]
        found: list[tuple[int, int, str | None]] = []
        for old, new in ((self.old, self.new), *self.exact):
            for start, end in _occurrences(old, text):
                if _is_whole(text, start, end) and not _overlaps(found, start, end):
                    found.append((start, end, new))
        for skipped in sorted({0, self.prefix_parts}):
            self._find_parts(text, skipped, quoted, found)
        return sorted(found)

    def _find_parts(
        self,
        text: str,
        skipped: int,
        quoted: Sequence[tuple[int, int]],
        found: list[tuple[int, int, str | None]],
    ) -> None:
        parts, new_parts = name_parts(self.old)[skipped:], name_parts(self.new)[skipped:]
        if not parts or not new_parts:
            return
        for match in _parts_pattern(parts).finditer(text):
            start, end = match.span()
            if _overlaps(found, start, end) or not _is_name_part(text, start, end):
                continue
            if len(match[0]) == 1 and match[0].islower() and not _is_whole(text, start, end):
                continue  # `x` is no part of `x_axis`, but `X` is one of `getX`
            is_quoted = any(first < start and end < last for first, last in quoted)
            found.append((start, end, self._spell(match, new_parts, is_quoted=is_quoted)))

    def _spell(self, match: re.Match[str], new: Sequence[str], *, is_quoted: bool) -> str | None:
        words = _split(match)
        joiner = match[1] if len(words) > 1 else None
        if any(joiner != one for one in match.groups()):
            return None
        is_joined = joiner is not None or len(new) == 1
        joiner = joiner or ""
        if all(word.isupper() for word in words) and len(match[0]) > 1:
            return (joiner if is_joined else "_").join(new).upper()
        if all(word.islower() or word.isdigit() for word in words):
            if is_joined:
                return joiner.join(new)
            if is_quoted:
                return None
            return "_".join(new) if self.is_snake_case else new[0] + "".join(map(str.capitalize, new[1:]))
        if all(word[0].isupper() for word in words):
            if not is_joined and is_quoted:
                return None
            return joiner.join(map(str.capitalize, new))
        if words[0].islower() and all(word[0].isupper() for word in words[1:]):
            return joiner.join([new[0], *map(str.capitalize, new[1:])])
        if words[0][0].isupper() and all(word.islower() for word in words[1:]):
            return joiner.join([new[0].capitalize(), *new[1:]])
        return None


def _split(match: re.Match[str]) -> list[str]:
    words: list[str] = []
    last = match.start()
    for group in range(1, (match.lastindex or 0) + 1):
        words.append(match.string[last : match.start(group)])
        last = match.end(group)
    words.append(match.string[last : match.end()])
    return words


@lru_cache(maxsize=256)
def _parts_pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("([_ -]?)".join(map(re.escape, parts)), re.IGNORECASE)


def _occurrences(part: str, text: str) -> Iterator[tuple[int, int]]:
    at = text.find(part) if part else -1
    while at >= 0:
        yield at, at + len(part)
        at = text.find(part, at + len(part))


def _overlaps(found: Sequence[tuple[int, int, str | None]], start: int, end: int) -> bool:
    return any(first < end and start < last for first, last, _ in found)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether it is no part of a longer word."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_is_word(before) and _is_word(text[start])) and not (
        _is_word(after) and _is_word(text[end - 1])
    )


def _is_name_part(text: str, start: int, end: int) -> bool:
    """Whether it is a word, or a whole part of a name in camel case or snake case."""
    before, after = text[start - 1 : start], text[end : end + 1]
    first, last = text[start], text[end - 1]
    begins = not before.isalnum() or (first.isupper() and (before.islower() or before.isdigit()))
    ends = not after.isalnum() or (after.isupper() and (last.islower() or last.isdigit()))
    return begins and ends


def _is_word(char: str) -> bool:
    return char.isalnum() or char in ("_", "$")
