"""Variables and fields that are assigned again cannot become constant, nor are declared ones declared again.

Who writes `const` for `let`, or adds `final` and `readonly` to fields, leaves out those that the code changes
later. A field may be assigned in a constructor. `err = run()` becomes `err := run()` in Go only where `err` is new.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import MAX_ENCLOSING_LINES, OTHER_VALUE_PROBABILITY
from understudy.nes.symbolic.tokens import indentation, tokenize

__all__ = ["limit_constants_that_change"]

_KEYWORDS: Final = frozenset({"const", "final", "readonly"})
_VARIABLE: Final = re.compile(r"\s*(?:export\s+)?const\s+([\w$]+)\s*(?::|=(?!=))")
_FIELD: Final = re.compile(r"\s*(?:[\w<>\[\],.?]+\s+)*?([\w$]+)\s*(?:[=;:](?!=)|\Z)")
_SHORT_DECLARATION: Final = re.compile(r"(\s*)([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*:=")
_VAR_DECLARATION: Final = re.compile(r"(\s*)var\s+([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\b")
_CLASS: Final = re.compile(r"\bclass\s+(\w+)")


def limit_constants_that_change(unscored: Sequence[UnscoredCandidate]) -> None:
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_VALUE_PROBABILITY:
            continue
        line, new = one.snapshot.lines[one.line], one.new[0]
        if ":=" in new and ":=" not in line and _are_declared(one.snapshot.lines, one.line, new):
            one.probability = OTHER_VALUE_PROBABILITY
            continue
        if not any(keyword in new and keyword not in line for keyword in _KEYWORDS):
            continue
        added = set(tokenize(new)) - set(tokenize(line))
        if not _KEYWORDS.isdisjoint(added) and _is_assigned_again(one.snapshot.lines, one.line, new):
            one.probability = OTHER_VALUE_PROBABILITY


def _are_declared(lines: Sequence[str], number: int, declaration: str) -> bool:
    """Whether the block declares all names above that a line of Go would declare."""
    match = _SHORT_DECLARATION.match(declaration)
    if match is None:
        return False
    names = {name.strip() for name in match[2].split(",")} - {"_"}
    for line in reversed(lines[max(0, number - MAX_ENCLOSING_LINES) : number]):
        if line.strip() and len(indentation(line)) < len(match[1]):
            break
        declared = _SHORT_DECLARATION.match(line) or _VAR_DECLARATION.match(line)
        if declared is not None and declared[1] == match[1]:
            names -= {name.strip() for name in declared[2].split(",")}
    return not names


def _is_assigned_again(lines: Sequence[str], number: int, declaration: str) -> bool:
    variable = _VARIABLE.match(declaration)
    match = variable or _FIELD.match(declaration)
    if match is None:
        return False
    name, depth = re.escape(match[1]), len(indentation(lines[number]))
    assigned = re.compile(
        rf"(?<![\w$.])(?:this\.)?{name}\s*(?:=(?![=>])|[-+*/%|&^]=|<<=|>>=|\+\+|--)|(?:\+\+|--)(?:this\.)?{name}\b"
    )
    for at, line in enumerate(lines[number + 1 :], number + 1):
        if line.strip() and len(indentation(line)) < depth:
            return False  # the end of the block or of the class
        if match[1] not in line or not assigned.search(line) or _declares(line, match[1]):
            continue
        if variable is not None or not _is_in_constructor(lines, at, depth):
            return True
    return False


def _declares(line: str, name: str) -> bool:
    """Whether the line declares another variable of the name."""
    types = r"const|let|var|[A-Z]\w*(?:<[^=]*>)?|int|long|double|boolean"
    return re.search(rf"\b(?:{types})\s+{re.escape(name)}\s*=", line) is not None


def _is_in_constructor(lines: Sequence[str], number: int, depth: int) -> bool:
    """Whether the method around a line, whose header is as deep as the field, is the constructor of its class."""
    for at in range(number, -1, -1):
        line = lines[at]
        if line.strip() and len(indentation(line)) == depth and "(" in line:
            owner = next((match for above in reversed(lines[:at]) if (match := _CLASS.search(above))), None)
            own = rf"|{owner[1]}" if owner is not None else ""
            return re.search(rf"\b(?:constructor{own})\s*\(", line) is not None
    return False
