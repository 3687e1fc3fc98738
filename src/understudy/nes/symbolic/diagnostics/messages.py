"""Parses messages of compilers and linters into the few problems that the fixes handle."""

import re
from typing import Final, Literal, NamedTuple

from understudy.nes.symbolic.limits import MAX_MESSAGE_CHARS

__all__ = ["ParsedMessage", "parse_message"]

Problem = Literal[
    "undefined", "similar", "unused", "unused-import", "expected", "unclosed", "colon", "constant"
]


class ParsedMessage(NamedTuple):
    problem: Problem
    name: str = ""
    hint: str = ""
    """The name that the tool proposes, or the symbol that it expects."""


_OPEN_QUOTE: Final = r"[`'\"‘“]?"
_CLOSE_QUOTE: Final = r"[`'\"’”]?"
_NAME: Final = r"([A-Za-z_$][\w$.:]*)"
_QUOTED_NAME: Final = _OPEN_QUOTE + _NAME + _CLOSE_QUOTE
_QUOTED_SYMBOL: Final = r"[`'\"‘“]([()\[\]{}:;,>])[`'\"’”]"

_NOT_FOUND: Final = (
    r"(?:is not defined|does not exist|was not declared|cannot find|has no|undeclared|undefined)"
)

_PATTERNS: Final[tuple[tuple[str, Problem], ...]] = (
    # The tool proposes the fix: name, then hint.
    (
        rf"[`'\"]{_NAME}[`'\"] {_NOT_FOUND}.*?did you mean:? (?:the [\w ]+ )?{_QUOTED_NAME}",
        "similar",
    ),
    (
        rf"{_NOT_FOUND}\b[^`'\"]*[`'\"]{_NAME}{_CLOSE_QUOTE}"
        rf".*?(?:did you mean|similar name exists)[^`'\"]*[`'\"]{_NAME}{_CLOSE_QUOTE}",
        "similar",
    ),
    # Unused imports.
    (rf"{_QUOTED_NAME} imported but unused", "unused-import"),
    (
        rf"import {_QUOTED_NAME} is not accessed|unused import:? {_QUOTED_NAME}"
        rf"|import {_QUOTED_NAME} is never used",
        "unused-import",
    ),
    (r"\"([\w./-]+)\" imported (?:and|but) not used", "unused-import"),
    (rf"unused {_NAME} imported from", "unused-import"),
    # Unused names.
    (rf"local variable {_QUOTED_NAME} is assigned to but never used", "unused"),
    (rf"declared and not used: {_NAME}|{_NAME} declared (?:and|but) not used", "unused"),
    (rf"unused variable:? {_QUOTED_NAME}", "unused"),
    (rf"variable {_QUOTED_NAME} is not accessed", "unused"),
    (
        rf"{_QUOTED_NAME} is (?:assigned a value|declared|defined)"
        r" but (?:its value is )?never (?:used|read)",
        "unused",
    ),
    (rf"variable {_QUOTED_NAME} is assigned to, but never used", "unused"),
    # A variable that never changes.
    (
        rf"{_QUOTED_NAME} is never reassigned\. use {_OPEN_QUOTE}const{_CLOSE_QUOTE} instead",
        "constant",
    ),
    # Unknown names.
    (rf"undefined name {_QUOTED_NAME}", "undefined"),
    (rf"undefined variable {_QUOTED_NAME}", "undefined"),
    (rf"undefined (?:local variable or )?(?:method|function) {_QUOTED_NAME}", "undefined"),
    (rf"uninitialized constant {_QUOTED_NAME}", "undefined"),
    (rf"undefined: {_NAME}", "undefined"),
    (rf"cannot find name {_QUOTED_NAME}", "undefined"),
    (rf"name {_QUOTED_NAME} is not defined", "undefined"),
    (rf"{_QUOTED_NAME} is not defined", "undefined"),
    (rf"cannot find (?:\w+,? )*(?:or )?\w+ {_QUOTED_NAME} in this scope", "undefined"),
    (
        r"use of undeclared (?:identifier|type|crate or module|type or module|crate or module) "
        rf"{_QUOTED_NAME}",
        "undefined",
    ),
    (
        rf"failed to resolve: use of (?:undeclared|unresolved) [\w ]+ {_QUOTED_NAME}",
        "undefined",
    ),
    (rf"{_QUOTED_NAME} (?:was not declared in this scope|undeclared)", "undefined"),
    (r"cannot find symbol.*symbol:\s+(?:class|variable|method)\s+(\w+)", "undefined"),
    # Punctuation.
    (r"expected (?:an? )?(?:['\"`]:['\"`]|colon)", "colon"),
    (rf"{_QUOTED_SYMBOL} was never closed", "unclosed"),
    (
        rf"unclosed delimiter|un-closed delimiter|{_QUOTED_SYMBOL} is not closed|{_QUOTED_SYMBOL} was not closed",
        "unclosed",
    ),
    (rf"{_QUOTED_SYMBOL} expected", "expected"),
    (rf"expected (?:one of )?{_QUOTED_SYMBOL}", "expected"),
    (rf"missing {_QUOTED_SYMBOL}", "expected"),
)
_COMPILED_PATTERNS: Final[tuple[tuple[re.Pattern[str], Problem], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), problem) for pattern, problem in _PATTERNS
)


def parse_message(message: str) -> ParsedMessage | None:
    """The problem that the message reports; None for unknown messages."""
    text = message[:MAX_MESSAGE_CHARS]
    for pattern, problem in _COMPILED_PATTERNS:
        match = pattern.search(text)
        if match is None:
            continue
        groups = [group for group in match.groups() if group]
        match problem:
            case "similar":
                return ParsedMessage(problem, groups[0], groups[1]) if len(groups) > 1 else None
            case "colon" | "unclosed" | "expected":
                symbol = groups[0] if groups else ""
                return ParsedMessage("colon" if symbol == ":" else problem, hint=symbol)
            case _:
                return ParsedMessage(problem, groups[0].rstrip(".:")) if groups else None
    return None
