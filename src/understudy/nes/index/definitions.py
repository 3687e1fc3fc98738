"""Where a text defines a name, by a cheap look at single lines.

This is no parser: it takes the lines that look like it in the commonest languages, and a wrong line now and then
is the price. What is done with the answer is the engines' to decide.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from understudy.languages import definition_keywords
from understudy.nes.limits import (
    MAX_DEFINITION_LINE_CHARS,
    MAX_OCCURRENCES_PER_LINE,
    MAX_OCCURRENCES_PER_TEXT,
)
from understudy.nes.text import TextSnapshot

__all__ = ["definition_filter", "find_definitions"]


_STATEMENT_KEYWORD_TEXT: Final = """
    assert await case del delete elif else from goto if import in is lambda new not or raise return throw while with
    yield
"""
_STATEMENT_KEYWORDS: Final = frozenset(_STATEMENT_KEYWORD_TEXT.split())
_CHARS_BEFORE_DEFINITION: Final = frozenset(" \t\n*&)}")
"""What may stand right before a name that is defined."""
_PRECEDING_WORD = re.compile(r"([\w!]+)\*?\s+$")
_GO_RECEIVER = re.compile(r"func\s*\([^()]*\)\s*$")
_ASSIGNMENT = re.compile(r"\s*(?::[^=]+)?=(?!=)")
_C_FUNCTION_HEAD = re.compile(r"[A-Za-z_][\w\s*&:<>,]*[\s*&]")
_C_TYPEDEF = re.compile(r"typedef\b.*[\s*}]$")


def definition_filter(name: str) -> Callable[[str], bool]:
    """A quick test of a whole text: whether one of its lines defines the name."""
    size = len(name)

    def test(text: str) -> bool:
        start = text.find(name)
        for _ in range(MAX_OCCURRENCES_PER_TEXT):
            if start < 0:
                return False
            if _is_possible_definition(text, start, start + size):
                end = text.find("\n", start)
                line = text[text.rfind("\n", 0, start) + 1 : end if end >= 0 else len(text)]
                if _definition_column(line, name) >= 0:
                    return True
            start = text.find(name, start + size)
        return False

    return test


def find_definitions(snapshot: TextSnapshot, name: str) -> Iterator[tuple[int, int]]:
    """Lines that define the name, and how far each is indented."""
    tried = 0
    for number, line in enumerate(snapshot.lines):
        if name not in line:
            continue
        if _definition_column(line, name) >= 0:
            yield number, len(line) - len(line.lstrip())
        tried += 1
        if tried >= MAX_OCCURRENCES_PER_TEXT:
            return


def _definition_column(line: str, name: str) -> int:
    """Where the line defines the name; -1 if it does not."""
    if len(line) > MAX_DEFINITION_LINE_CHARS:
        return -1
    at = line.find(name)
    for _ in range(MAX_OCCURRENCES_PER_LINE):
        if at < 0:
            break
        after = at + len(name)
        if _is_possible_definition(line, at, after) and _defines(line[:at], line[after:]):
            return at
        at = line.find(name, after)
    return -1


def _is_possible_definition(text: str, start: int, after: int) -> bool:
    """Nearly every place is settled by what is right beside it, without cutting out its line."""
    if not start:
        return True
    before, behind = text[start - 1], text[after : after + 1]
    if before not in _CHARS_BEFORE_DEFINITION:
        return False
    if before == "\n" or behind == "(" or behind == ";":
        return True
    word = text[max(0, start - 16) : start].split()[-1:]
    return bool(word) and word[0].strip("#*") in definition_keywords()


def _defines(before: str, after: str) -> bool:
    """Whether a name between these two parts of a line is defined there."""
    if _is_identifier_char(after[:1]) or _is_identifier_char(before[-1:]) or before.endswith("."):
        return False
    if not before:
        return _ASSIGNMENT.match(after) is not None  # a constant of a module
    word = _PRECEDING_WORD.search(before[-64:])
    if word is not None and word[1] in definition_keywords():
        return True
    if _GO_RECEIVER.match(before):
        return True
    if after.startswith(";"):
        return _C_TYPEDEF.match(before) is not None
    # A function of C, at the beginning of a line: a type, the name, arguments, and no semicolon.
    return (
        after.startswith("(")
        and not after.rstrip().endswith(";")
        and _C_FUNCTION_HEAD.fullmatch(before) is not None
        and before.split(None, 1)[0] not in _STATEMENT_KEYWORDS
    )


def _is_identifier_char(character: str) -> bool:
    return character.isalnum() or character in ("_", "$")
