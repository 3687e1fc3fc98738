"""The name that follows others in a list elsewhere: members of an enum, fields of a struct, parameters."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from understudy.nes.completion.sibling_lines.name_relations import name_parts
from understudy.nes.completion.texts import Place, SearchedText

__all__ = ["find_successor"]

_MAX_LINES_BETWEEN: Final = 3
"""Blank lines, comments and attributes between the lines of a list."""
_NO_ITEM: Final = ("#", "//", "/*", "*", "@")

_Item = tuple[int, int]
"""A line and the index of a token."""


def find_successor(
    place: Place, names: Sequence[str], own: range, *, from_start: bool
) -> tuple[str, str] | None:
    """Return the last of the names as a list has it, and the only name that follows it in lists.

    `names`: the last one first. `own`: lines of the edited text that are no list. `from_start`: the names must
    be the first ones of the list.
    """
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    wanted = [name_parts(name) for name in names]
    for text in place.texts:
        if text.is_deleted:
            continue
        numbers = {number for one in _spellings(names[0]) for number in text.lines_containing(one)}
        for number in sorted(numbers):
            if (text.is_edited and number in own) or text.at(number).stripped.startswith(_NO_ITEM):
                continue
            for listed, name in _successors_at(text, number, wanted, from_start=from_start):
                if name not in place.keywords:
                    found.setdefault(name_parts(name), (listed, name))
    return next(iter(found.values())) if len(found) == 1 else None


def _spellings(name: str) -> set[str]:
    return {name, name.lower(), name.capitalize(), name.upper()}


def _successors_at(
    text: SearchedText, number: int, wanted: Sequence[tuple[str, ...]], *, from_start: bool
) -> Iterator[tuple[str, str]]:
    line = text.at(number)
    for at, token in enumerate(line.tokens):
        if line.shape[at] != "w" or name_parts(token) != wanted[0]:
            continue
        for earlier in range(at):
            between = line.shape[earlier:at]
            if "," in between and name_parts(line.tokens[earlier]) == wanted[1]:
                go = partial(_in_line, text, between)
                found = _follow(text, (number, at), wanted, go, from_start=from_start)
                if found is not None:
                    yield token, found
        for index in (at, at - len(line.tokens)):
            found = _follow(text, (number, index), wanted, partial(_in_column, text), from_start=from_start)
            if found is not None:
                yield token, found
                break


def _follow(
    text: SearchedText,
    last: _Item,
    wanted: Sequence[tuple[str, ...]],
    go: Callable[[_Item, int], _Item | None],
    *,
    from_start: bool,
) -> str | None:
    """Return the name behind the last one if the wanted names are before it."""
    item: _Item | None = last
    for parts in wanted[1:] if from_start else wanted[1:2]:
        item = go(item, -1)
        if item is None or name_parts(text.at(item[0]).tokens[item[1]]) != parts:
            return None
    if from_start and go(item, -1) is not None:
        return None
    following = go(last, 1)
    return text.at(following[0]).tokens[following[1]] if following is not None else None


def _in_line(text: SearchedText, between: str, item: _Item, step: int) -> _Item | None:
    """Return the next item of the line in a direction, if these signs are between."""
    number, at = item
    shape, other = text.at(number).shape, at + step * len(between)
    if not 0 <= other < len(shape) or shape[other] != "w":
        return None
    return (number, other) if shape[min(at, other) : max(at, other)] == between else None


def _in_column(text: SearchedText, item: _Item, step: int) -> _Item | None:
    """Return the item of the next line in a direction that is neither blank nor a comment, if it is alike."""
    number, index = item
    line = text.at(number)
    for at in range(number + step, number + step * (_MAX_LINES_BETWEEN + 2), step):
        if not text.first <= at < text.end:
            return None
        other = text.at(at)
        if not other.stripped or other.stripped.startswith(_NO_ITEM):
            continue
        if other.indent != line.indent or not -len(other.tokens) <= index < len(other.tokens):
            return None
        is_alike = (
            line.shape[:index] == other.shape[:index]
            and line.shape[index + 1 :][:1] == other.shape[index + 1 :][:1]
            if index >= 0
            else line.shape[index:] == other.shape[index:]
        )
        return (at, index) if is_alike and other.shape[index] == "w" else None
    return None
