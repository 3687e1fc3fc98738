"""What the tools say: the messages of compilers and linters, read into the few faults that can be cured here."""

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
    """What the tool itself proposes, or the sign it expects."""


_OPEN_QUOTE: Final = r"[`'\"‘“]?"
_CLOSE_QUOTE: Final = r"[`'\"’”]?"
_NAME: Final = r"([A-Za-z_$][\w$.:]*)"
_QUOTED_SYMBOL: Final = r"[`'\"‘“]([()\[\]{}:;,>])[`'\"’”]"

_NOT_FOUND: Final = (
    r"(?:is not defined|does not exist|was not declared|cannot find|has no|undeclared|undefined)"
)

_PATTERNS: Final[tuple[tuple[str, Problem], ...]] = (
    # The tool names the cure: name, then hint.
    (
        rf"[`'\"]{_NAME}[`'\"] {_NOT_FOUND}.*?did you mean:? (?:the [\w ]+ )?{_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE}",
        "similar",
    ),
    (
        rf"{_NOT_FOUND}\b[^`'\"]*[`'\"]{_NAME}{_CLOSE_QUOTE}.*?(?:did you mean|similar name exists)[^`'\"]*[`'\"]{_NAME}{_CLOSE_QUOTE}",
        "similar",
    ),
    # Unused imports.
    (rf"{_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} imported but unused", "unused-import"),
    (
        rf"import {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is not accessed|unused import:? {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE}|import {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is never used",
        "unused-import",
    ),
    (r"\"([\w./-]+)\" imported (?:and|but) not used", "unused-import"),
    (rf"unused {_NAME} imported from", "unused-import"),
    # Unused names.
    (rf"local variable {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is assigned to but never used", "unused"),
    (rf"declared and not used: {_NAME}|{_NAME} declared (?:and|but) not used", "unused"),
    (rf"unused variable:? {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE}", "unused"),
    (rf"variable {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is not accessed", "unused"),
    (
        rf"{_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is (?:assigned a value|declared|defined) but (?:its value is )?never (?:used|read)",
        "unused",
    ),
    (rf"variable {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is assigned to, but never used", "unused"),
    # A variable that never changes.
    (
        rf"{_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is never reassigned\. use {_OPEN_QUOTE}const{_CLOSE_QUOTE} instead",
        "constant",
    ),
    # Unknown names.
    (rf"undefined name {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE}", "undefined"),
    (rf"undefined variable {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE}", "undefined"),
    (rf"undefined: {_NAME}", "undefined"),
    (rf"cannot find name {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE}", "undefined"),
    (rf"name {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is not defined", "undefined"),
    (rf"{_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} is not defined", "undefined"),
    (rf"cannot find (?:\w+,? )*(?:or )?\w+ {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} in this scope", "undefined"),
    (
        rf"use of undeclared (?:identifier|type|crate or module|type or module|crate or module) {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE}",
        "undefined",
    ),
    (
        rf"failed to resolve: use of (?:undeclared|unresolved) [\w ]+ {_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE}",
        "undefined",
    ),
    (rf"{_OPEN_QUOTE}{_NAME}{_CLOSE_QUOTE} (?:was not declared in this scope|undeclared)", "undefined"),
    (r"cannot find symbol.*symbol:\s+(?:class|variable|method)\s+(\w+)", "undefined"),
    # Signs.
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
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), cure) for pattern, cure in _PATTERNS
)


def parse_message(message: str) -> ParsedMessage | None:
    """The fault that a message speaks of; None for all that is not known."""
    said = message[:MAX_MESSAGE_CHARS]
    for pattern, kind in _COMPILED_PATTERNS:
        match = pattern.search(said)
        if match is None:
            continue
        groups = [group for group in match.groups() if group]
        match kind:
            case "similar":
                return ParsedMessage(kind, groups[0], groups[1]) if len(groups) > 1 else None
            case "colon" | "unclosed" | "expected":
                sign = groups[0] if groups else ""
                return ParsedMessage("colon", hint=sign) if sign == ":" else ParsedMessage(kind, hint=sign)
            case _:
                return ParsedMessage(kind, groups[0].rstrip(".:")) if groups else None
    return None
