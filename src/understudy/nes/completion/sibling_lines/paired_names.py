"""The name that belongs to another one, as another row of the texts pairs them.

`Unit::Pound => "lb",` elsewhere tells that `"lb"` belongs to `Pound`; so does `return POUND` below
`if unit == "lb":`. The other row must pair two known names in the same way.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from understudy.nes.completion.limits import MAX_BLOCK_LINES
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.texts import Place, SearchedText

__all__ = ["paired_values"]


class _Pair(NamedTuple):
    """Where a row has a key and its name: in one line, or the key in the header of the line's block."""

    header: LineTokens | None
    line: LineTokens
    distance: int
    """How many lines the header is above."""
    key_at: int
    name_at: int

    @property
    def keyed(self) -> LineTokens:
        return self.header or self.line


def paired_values(place: Place, key: str, shown: Sequence[tuple[str, str]], own: range) -> set[str]:
    """Return the names that belong to the key in the rows that pair all the shown keys with their names.

    `own` are lines of the edited text that are no other row.
    """
    return {
        name
        for text in place.texts
        if not text.is_deleted
        for pair in _find_pairs(text, *shown[0], own)
        if all(other[1] in _names_of(text, pair, other[0], own) for other in shown[1:])
        for name in _names_of(text, pair, key, own)
    }


def _find_pairs(text: SearchedText, key: str, name: str, own: range) -> Iterator[_Pair]:
    for number in _lines_with(text, name, own):
        line = text.at(number)
        if line.tokens.count(name) != 1:
            continue
        name_at = line.tokens.index(name)
        if key in line.tokens:
            if line.tokens.count(key) == 1 and key != name:
                yield _Pair(None, line, 0, line.tokens.index(key), name_at)
            continue
        above = next(
            (
                at
                for at in range(number - 1, max(text.first - 1, number - MAX_BLOCK_LINES), -1)
                if text.at(at).stripped and len(text.at(at).indent) < len(line.indent)
            ),
            None,
        )
        if above is not None and text.at(above).tokens.count(key) == 1:
            header = text.at(above)
            yield _Pair(header, line, number - above, header.tokens.index(key), name_at)


def _names_of(text: SearchedText, pair: _Pair, key: str, own: range) -> set[str]:
    """Return the names that lines which differ from those of the pair in nothing else give a key."""
    found: set[str] = set()
    for number in _lines_with(text, key, own):
        keyed, below = text.at(number), number + pair.distance
        if below >= text.end:
            continue
        line = text.at(below)
        ignored = {pair.key_at} if pair.header is not None else {pair.key_at, pair.name_at}
        if not _is_alike(keyed, pair.keyed, ignored) or keyed.tokens[pair.key_at] != key:
            continue
        if pair.header is None or _is_alike(line, pair.line, {pair.name_at}):
            found.add(line.tokens[pair.name_at])
    return found


def _lines_with(text: SearchedText, name: str, own: range) -> Iterator[int]:
    return (one for one in text.lines_containing(name) if not (text.is_edited and one in own))


def _is_alike(line: LineTokens, other: LineTokens, ignored: set[int]) -> bool:
    return (
        line.indent == other.indent
        and line.shape == other.shape
        and all(at in ignored or token == other.tokens[at] for at, token in enumerate(line.tokens))
    )
