"""What the tools say: the messages of compilers and linters, read into the few faults that can be cured here."""

import re
from typing import Final, Literal, NamedTuple

__all__ = ["Fault", "read"]

Cure = Literal["undefined", "similar", "unused", "unused-import", "expected", "unclosed", "colon", "constant"]


class Fault(NamedTuple):
    cure: Cure
    name: str = ""
    hint: str = ""
    """What the tool itself proposes, or the sign it expects."""


_Q: Final = r"[`'\"‘“]?"
_E: Final = r"[`'\"’”]?"
_N: Final = r"([A-Za-z_$][\w$.:]*)"
_SIGN: Final = r"[`'\"‘“]([()\[\]{}:;,>])[`'\"’”]"

_UNKNOWN: Final = (
    r"(?:is not defined|does not exist|was not declared|cannot find|has no|undeclared|undefined)"
)

_PATTERNS: Final[tuple[tuple[str, Cure], ...]] = (
    # The tool names the cure: name, then hint.
    (rf"[`'\"]{_N}[`'\"] {_UNKNOWN}.*?did you mean:? (?:the [\w ]+ )?{_Q}{_N}{_E}", "similar"),
    (
        rf"{_UNKNOWN}\b[^`'\"]*[`'\"]{_N}{_E}.*?(?:did you mean|similar name exists)[^`'\"]*[`'\"]{_N}{_E}",
        "similar",
    ),
    # Unused imports.
    (rf"{_Q}{_N}{_E} imported but unused", "unused-import"),
    (
        rf"import {_Q}{_N}{_E} is not accessed|unused import:? {_Q}{_N}{_E}|import {_Q}{_N}{_E} is never used",
        "unused-import",
    ),
    (r"\"([\w./-]+)\" imported (?:and|but) not used", "unused-import"),
    (rf"unused {_N} imported from", "unused-import"),
    # Unused names.
    (rf"local variable {_Q}{_N}{_E} is assigned to but never used", "unused"),
    (rf"declared and not used: {_N}|{_N} declared (?:and|but) not used", "unused"),
    (rf"unused variable:? {_Q}{_N}{_E}", "unused"),
    (rf"variable {_Q}{_N}{_E} is not accessed", "unused"),
    (
        rf"{_Q}{_N}{_E} is (?:assigned a value|declared|defined) but (?:its value is )?never (?:used|read)",
        "unused",
    ),
    (rf"variable {_Q}{_N}{_E} is assigned to, but never used", "unused"),
    # A variable that never changes.
    (rf"{_Q}{_N}{_E} is never reassigned\. use {_Q}const{_E} instead", "constant"),
    # Unknown names.
    (rf"undefined name {_Q}{_N}{_E}", "undefined"),
    (rf"undefined variable {_Q}{_N}{_E}", "undefined"),
    (rf"undefined: {_N}", "undefined"),
    (rf"cannot find name {_Q}{_N}{_E}", "undefined"),
    (rf"name {_Q}{_N}{_E} is not defined", "undefined"),
    (rf"{_Q}{_N}{_E} is not defined", "undefined"),
    (rf"cannot find (?:\w+,? )*(?:or )?\w+ {_Q}{_N}{_E} in this scope", "undefined"),
    (
        rf"use of undeclared (?:identifier|type|crate or module|type or module|crate or module) {_Q}{_N}{_E}",
        "undefined",
    ),
    (rf"failed to resolve: use of (?:undeclared|unresolved) [\w ]+ {_Q}{_N}{_E}", "undefined"),
    (rf"{_Q}{_N}{_E} (?:was not declared in this scope|undeclared)", "undefined"),
    (r"cannot find symbol.*symbol:\s+(?:class|variable|method)\s+(\w+)", "undefined"),
    # Signs.
    (r"expected (?:an? )?(?:['\"`]:['\"`]|colon)", "colon"),
    (rf"{_SIGN} was never closed", "unclosed"),
    (rf"unclosed delimiter|un-closed delimiter|{_SIGN} is not closed|{_SIGN} was not closed", "unclosed"),
    (rf"{_SIGN} expected", "expected"),
    (rf"expected (?:one of )?{_SIGN}", "expected"),
    (rf"missing {_SIGN}", "expected"),
)
_COMPILED: Final[tuple[tuple[re.Pattern[str], Cure], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), cure) for pattern, cure in _PATTERNS
)
_LONGEST: Final = 600


def read(message: str) -> Fault | None:
    """The fault that a message speaks of; None for all that is not known."""
    said = message[:_LONGEST]
    for pattern, kind in _COMPILED:
        match = pattern.search(said)
        if match is None:
            continue
        groups = [group for group in match.groups() if group]
        match kind:
            case "similar":
                return Fault(kind, groups[0], groups[1]) if len(groups) > 1 else None
            case "colon" | "unclosed" | "expected":
                sign = groups[0] if groups else ""
                return Fault("colon", hint=sign) if sign == ":" else Fault(kind, hint=sign)
            case _:
                return Fault(kind, groups[0].rstrip(".:")) if groups else None
    return None
