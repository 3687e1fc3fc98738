"""The line of a row whose second name belongs to the typed one, as another row of the texts pairs them.

`Unit::Pound => "lb",` elsewhere tells that `"lb" =>` goes on with ` Some(Unit::Pound),` below
`"oz" => Some(Unit::Ounce),`. The other row must pair the names of the two lines above in the same way.
"""

from collections.abc import Iterator

from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.sibling_lines.replaced_tokens import (
    differing_tokens,
    rest_behind,
    with_replaced_tokens,
)
from understudy.nes.completion.texts import Place, SearchedText

__all__ = ["paired_rest"]


def paired_rest(place: Place) -> Iterator[str]:
    """Yield the rest of the line above with the typed name and the name that belongs to it."""
    if len(place.above) < 2:
        return
    (last, before), typed = place.above[:2], place.prefix.tokens
    count = len(typed)
    if not last.indent == before.indent == place.prefix.indent or last.shape != before.shape:
        return
    if len(last.tokens) <= count or not last.shape.startswith(place.prefix.shape):
        return
    differing = differing_tokens(last, before)
    pairs = list(dict.fromkeys((last.tokens[at], before.tokens[at]) for at in differing))
    if len(pairs) != 2 or differing[0] >= count - 1 or last.shape[differing[0]] != "w":
        return
    key = typed[differing[0]]
    if key in pairs[0] or any(
        token != (key if last.tokens[at] == pairs[0][0] else last.tokens[at])
        for at, token in enumerate(typed[:-1])
    ):
        return
    names = {
        name
        for text in place.texts
        if not text.is_deleted
        for name in _paired_names(place, text, key, (pairs[0][0], pairs[1][0]), (pairs[0][1], pairs[1][1]))
    }
    if len(names) != 1:
        return
    values = {pairs[0][0]: key, pairs[1][0]: names.pop()}
    replaced = {at: values[last.tokens[at]] for at in differing}
    rest = rest_behind(place, with_replaced_tokens(last, replaced))
    if rest:
        yield rest


def _paired_names(place: Place, text: SearchedText, key: str, *shown: tuple[str, str]) -> Iterator[str]:
    """The names that the rows of a text pair with the key, if they pair those of the lines above likewise."""
    lines = [text.at(number) for number in _lines_with(place, text, key)]
    for key_at, name_at, line in _pair_lines(place, text, *shown[0]):
        others = [
            one for one in lines if _is_same_row(line, one, key_at, name_at) and one.tokens[key_at] == key
        ]
        is_shown = any(
            _is_same_row(line, one, key_at, name_at) and one.tokens[key_at] == shown[1][0]
            for _, _, one in _pair_lines(place, text, *shown[1])
        )
        if is_shown:
            yield from (one.tokens[name_at] for one in others)


def _pair_lines(
    place: Place, text: SearchedText, key: str, name: str
) -> Iterator[tuple[int, int, LineTokens]]:
    """The lines of other rows with both names, each once, and where they are."""
    for number in _lines_with(place, text, key):
        line = text.at(number)
        if line.tokens.count(key) == line.tokens.count(name) == 1 and not _is_own_row(place, text, number):
            yield line.tokens.index(key), line.tokens.index(name), line


def _lines_with(place: Place, text: SearchedText, name: str) -> Iterator[int]:
    return (one for one in text.lines_containing(name) if not (text.is_edited and one == place.line))


def _is_own_row(place: Place, text: SearchedText, number: int) -> bool:
    return text.is_edited and place.line - 2 <= number <= place.line


def _is_same_row(line: LineTokens, other: LineTokens, key_at: int, name_at: int) -> bool:
    """Whether two lines differ in nothing but the two names."""
    return (
        line.indent == other.indent
        and line.shape == other.shape
        and set(differing_tokens(line, other)) <= {key_at, name_at}
    )
