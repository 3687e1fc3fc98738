"""Calls of a function: where they stand and what they are given."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.headers import find_enclosing_function
from understudy.nes.symbolic.consequences.work import SourceText
from understudy.nes.syntax import ListItem, find_closing_bracket, split_list_items
from understudy.nes.values import Point

__all__ = ["CallSite", "find_calls", "find_value_in_scope"]


MAX_CALLS_PER_NAME: Final = 60
_DEFINITION_KEYWORD: Final = re.compile(r"\b(?:def|fn|func|function|class|struct|macro_rules!)\Z")
_METHOD_MODIFIERS: Final = re.compile(r"\A\s*(?:(?:public|private|protected|static|async|override)\s+)*\Z")
_BODY_START: Final = re.compile(r"\)\s*(?::[^;]*)?\{\s*\Z")


class CallSite(NamedTuple):
    opening: Point
    closing: Point
    arguments: tuple[ListItem, ...]
    has_receiver: bool
    """It is called on something."""
    positional_count: int
    """How many arguments have no name, from the first on."""
    keyword_indexes: dict[str, int]
    """Which argument has which name."""


@lru_cache(maxsize=256)
def _call_pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(name)}(?:\s*::)?(?:<[^<>()]*>)?(?:::new)?\(")


def find_calls(text: SourceText, name: str) -> list[CallSite]:
    """Calls of that name, definitions left out; so many at most that looking at each is quick."""
    pattern = _call_pattern(name)
    found: list[CallSite] = []
    for number in text.code_lookup.lines_containing(name):
        line = text.code[number]
        for match in pattern.finditer(line):
            before = line[: match.start()].rstrip()
            if _DEFINITION_KEYWORD.search(before) or before.startswith("func ("):
                continue
            if _METHOD_MODIFIERS.match(before) and _BODY_START.search(line):
                continue
            opening = Point(number, match.end() - 1)
            end = find_closing_bracket(text.code, opening)
            if end is None:
                continue
            found.append(_parse_call(text, opening, end, before.endswith((".", "::", "->"))))
            if len(found) == MAX_CALLS_PER_NAME:
                return found
    return found


def _parse_call(text: SourceText, opening: Point, end: Point, has_receiver: bool) -> CallSite:
    arguments = split_list_items(text.code, text.raw, opening, end)
    keywords: dict[str, int] = {}
    for index, item in enumerate(arguments):
        named = re.match(r"(\w+)\s*=(?!=)", item.text) if text.language_family == "python" else None
        if named:
            keywords[named[1]] = index
    positional = min(keywords.values(), default=len(arguments))
    return CallSite(opening, end, tuple(arguments), has_receiver, positional, keywords)


def find_value_in_scope(text: SourceText, call: CallSite, name: str) -> str | None:
    """How the value of that name is written where the call stands: a parameter or a variable of the function."""
    around = find_enclosing_function(text.language_family, text.raw, text.code, call.opening.line)
    if around is None:
        return None
    if name in around.parameter_names():
        return name
    word = re.escape(name)
    binding = re.compile(
        rf"(?<![\w$.]){word}\s*(?::[^=(]+)?(?::=|=(?!=))|\b(?:let|const|var)\s+(?:mut\s+)?{word}\b"
    )
    for line in range(around.closing.line + 1, call.opening.line):
        if binding.search(text.code[line]) and not text.code[line].rstrip().endswith(","):
            return name
    return None
