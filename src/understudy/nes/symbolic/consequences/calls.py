"""Calls of a function: where they stand and what they are given."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.headers import enclosing
from understudy.nes.symbolic.consequences.work import Text
from understudy.nes.syntax import Item, closing, items
from understudy.nes.values import Point

__all__ = ["Call", "calls", "in_scope"]


_MOST: Final = 60
_DEFINING: Final = re.compile(r"\b(?:def|fn|func|function|class|struct|macro_rules!)\Z")
_LEADING: Final = re.compile(r"\A\s*(?:(?:public|private|protected|static|async|override)\s+)*\Z")
_OPENING: Final = re.compile(r"\)\s*(?::[^;]*)?\{\s*\Z")


class Call(NamedTuple):
    opening: Point
    closing: Point
    arguments: tuple[Item, ...]
    dotted: bool
    """It is called on something."""
    positional: int
    """How many arguments have no name, from the first on."""
    keywords: dict[str, int]
    """Which argument has which name."""


@lru_cache(maxsize=256)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(name)}(?:\s*::)?(?:<[^<>()]*>)?(?:::new)?\(")


def calls(text: Text, name: str) -> list[Call]:
    """Calls of that name, definitions left out; so many at most that looking at each is quick."""
    pattern = _pattern(name)
    found: list[Call] = []
    for number in text.code_lines.lines(name):
        line = text.code[number]
        for match in pattern.finditer(line):
            before = line[: match.start()].rstrip()
            if _DEFINING.search(before) or before.startswith("func ("):
                continue
            if _LEADING.match(before) and _OPENING.search(line):
                continue
            opening = Point(number, match.end() - 1)
            end = closing(text.code, opening)
            if end is None:
                continue
            found.append(_call(text, opening, end, before.endswith((".", "::", "->"))))
            if len(found) == _MOST:
                return found
    return found


def _call(text: Text, opening: Point, end: Point, dotted: bool) -> Call:
    arguments = items(text.code, text.raw, opening, end)
    keywords: dict[str, int] = {}
    for index, item in enumerate(arguments):
        named = re.match(r"(\w+)\s*=(?!=)", item.text) if text.kind == "python" else None
        if named:
            keywords[named[1]] = index
    positional = min(keywords.values(), default=len(arguments))
    return Call(opening, end, tuple(arguments), dotted, positional, keywords)


def in_scope(text: Text, call: Call, name: str) -> str | None:
    """How the value of that name is written where the call stands: a parameter or a variable of the function."""
    around = enclosing(text.kind, text.raw, text.code, call.opening.line)
    if around is None:
        return None
    if name in around.names():
        return name
    word = re.escape(name)
    binding = re.compile(
        rf"(?<![\w$.]){word}\s*(?::[^=(]+)?(?::=|=(?!=))|\b(?:let|const|var)\s+(?:mut\s+)?{word}\b"
    )
    for line in range(around.closing.line + 1, call.opening.line):
        if binding.search(text.code[line]) and not text.code[line].rstrip().endswith(","):
            return name
    return None
