"""The columns of an INSERT, the rows of its values, and their placeholders in the styles of the common drivers."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.queries.statements import (
    INTERPOLATION,
    find_from,
    split_items,
)
from understudy.nes.symbolic.consequences.siblings import NameReplacement

__all__ = [
    "INSERT",
    "Insert",
    "NewPlaceholders",
    "Placeholder",
    "find_placeholders",
    "make_placeholders",
    "parse_insert",
    "placeholder_of",
]

INSERT: Final = re.compile(r"(?i)\b(?:insert|replace)\b[^()]{0,40}?\binto\s+([^\s()]+)\s*(?:as\s+\w+\s*)?\(")
_SOURCE: Final = re.compile(
    r"(?i)\)\s*(?:overriding\s+\w+\s+value\s*|output\s+[^()]*?)?(?:(values?)\s*\(|select\s+(?:distinct\s+)?)"
)
_NEXT_ROW: Final = re.compile(r"\)\s*,\s*\(")
_COLUMN: Final = re.compile(r"[\"`\[]?([A-Za-z]\w*|_\w*[A-Za-z]\w*)[\"`\]]?")
_STRING: Final = re.compile(r"'(?:[^']|'')*'")
_POSITIONAL: Final = re.compile(r"\?(\d+)?|\$(\d+)|%s|(?<![:\w]):(\d+)")
_PLACEHOLDER: Final = re.compile(
    r"(?P<sign>\?|\$|:)(?P<number>\d+)|(?P<mark>\?|%s)|(?:[:@$]|%\(|\#\{)(?P<name>[A-Za-z_]\w*)(?:\)s|\})?"
)
_CAST: Final = re.compile(r"::\w+(?:\[\])?\Z")


class Insert(NamedTuple):
    table: str
    """In lower case, without its schema."""
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[int, int], ...], ...]
    """The ranges of the values of each row, in the statement. A SELECT has one."""
    is_select: bool


class Placeholder(NamedTuple):
    start: int
    number: int
    """Its number, or its position among those without a number; from 0."""


class NewPlaceholders(NamedTuple):
    written: tuple[str, ...]
    value_index: int
    """That of the first value; -1 if values have names."""
    renumbered: tuple[tuple[int, int, str], ...] = ()
    """The ranges of later placeholders, and what they become."""


def parse_insert(written: str, start: int) -> Insert | None:
    """Return the INSERT that begins there; None if its columns or its values cannot be read."""
    match = INSERT.match(written, start)
    if match is None:
        return None
    ranges, end = split_items(written, match.end())
    columns = [_COLUMN.fullmatch(written[first:last]) for first, last in ranges]
    source = _SOURCE.match(written, end)
    if source is None or not all(columns):
        return None
    table = match[1].strip('"`[]').rpartition(".")[2].lower()
    names = tuple(column[1] for column in columns if column is not None)
    if source[1] is None:
        stop = find_from(written, source.end())
        items, _ = split_items(written[:stop], source.end())
        return Insert(table, names, (tuple(items),), True)
    rows: list[tuple[tuple[int, int], ...]] = []
    at: int | None = source.end()
    while at is not None:
        items, end = split_items(written, at)
        rows.append(tuple(items))
        following = _NEXT_ROW.match(written, end)
        at = following.end() if following is not None else None
    return Insert(table, names, tuple(rows), False)


def find_placeholders(written: str) -> list[Placeholder]:
    """Return the placeholders without a name."""
    found: list[Placeholder] = []
    for match in _POSITIONAL.finditer(_STRING.sub(lambda one: " " * len(one[0]), written)):
        number = match[1] or match[2] or match[3]
        found.append(Placeholder(match.start(), int(number) - 1 if number else len(found)))
    return found


def placeholder_of(item: str) -> re.Match[str] | None:
    """Return the match of a value that is nothing but a placeholder, perhaps with a cast."""
    return _PLACEHOLDER.fullmatch(_CAST.sub("", item))


def make_placeholders(
    written: str,
    row: Sequence[tuple[int, int]],
    columns: Sequence[str],
    at: int,
    new: Sequence[str],
    *,
    is_snake_case: bool,
) -> NewPlaceholders | None:
    """Return the placeholders of new columns at an index of a row; None if the row has no style of its own.

    `columns` are those of the row as it is; `is_snake_case`: whether names in code are written like columns.
    """
    items = [written[first:last] for first, last in row]
    matches = [placeholder_of(one) for one in items]
    styles = Counter((one["sign"], one["mark"], one["name"] is None) for one in matches if one is not None)
    if not styles or 2 * sum(styles.values()) < len(items) or INTERPOLATION * 2 in "".join(items):
        return None
    (sign, mark, is_positional), _ = styles.most_common(1)[0]
    if not is_positional:
        known = [
            (name, item)
            for name, item, match in zip(columns, items, matches, strict=True)
            if match is not None and match["name"]
        ]
        named = [_named_placeholder(known, name, is_snake_case=is_snake_case) for name in new]
        made = tuple(one for one in named if one is not None and one not in items)
        return NewPlaceholders(made, -1) if len(made) == len(new) else None
    position = row[at][0] if at < len(row) else row[-1][1]
    placeholders = find_placeholders(written)
    size = len(new)
    if mark:
        return NewPlaceholders((mark,) * size, sum(one.start < position for one in placeholders))
    later = [one for one in placeholders if one.start >= position]
    count = max(one.number for one in placeholders) + 1
    first = count - len(later)
    inside = all(any(start <= one.start < end for start, end in row) for one in later)
    if not inside or [one.number for one in later] != [*range(first, count)]:
        first, later = count, []
    renumbered = tuple(
        (one.start, one.start + len(f"{sign}{one.number + 1}"), f"{sign}{one.number + 1 + size}")
        for one in later
    )
    return NewPlaceholders(tuple(f"{sign}{first + 1 + i}" for i in range(size)), first, renumbered)


def _named_placeholder(known: Sequence[tuple[str, str]], column: str, *, is_snake_case: bool) -> str | None:
    """The placeholder of a column, in the spelling of those of other columns: a name of several words shows it."""
    if "_" in column:
        known = [one for one in known if "_" in one[0]] or (known if is_snake_case else [])
    made = Counter(
        NameReplacement(name, column, (), is_snake_case).apply(item)
        for name, item in known
        if name in item or "_" in name
    )
    best, count = made.most_common(1)[0] if made else (None, 0)
    return best if 2 * count > sum(made.values()) else None
