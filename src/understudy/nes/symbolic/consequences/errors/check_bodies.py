"""The statement for a failure of one call of Go, made from that of another call of the same function.

`return nil, fmt.Errorf("tiles: %w", err)` below `tiles, err := os.ReadFile("tiles.txt")` is about `tiles`, and says
what is written below `items, err := os.ReadFile("items.txt")`.
"""

import re
from typing import Final

from understudy.nes.symbolic.analogy import match_word_substitutions
from understudy.nes.symbolic.consequences.siblings import NameReplacement, name_parts
from understudy.nes.symbolic.tokens import line_shape

__all__ = ["derive_check_body", "first_name"]

_CALLED: Final = re.compile(r":?=\s*([\w.]+)\(")
"""The call whose results a statement assigns."""
_FIRST_NAME: Final = re.compile(r"\s*(\w+)\s*,")
_MESSAGE: Final = re.compile(r"\"[^\"]*\"|`[^`]*`")
_VERB: Final = re.compile(r"%[a-z]")


def first_name(statement: str) -> str:
    """Return the first one of several names that a statement assigns; empty if there is one only."""
    match = _FIRST_NAME.match(statement)
    return match[1] if match is not None else ""


def derive_check_body(statement: str, body: str, other: str, function: str) -> str:
    """Return what is done when `other` fails, given the body for `statement`; empty if that is not certain.

    `function` is the name of the function with both: a message about it, or about what is called, stays as it is.
    """
    called, other_called = _CALLED.search(statement), _CALLED.search(other)
    if called is None or other_called is None or called[1] != other_called[1]:
        return ""
    old, new = first_name(statement), first_name(other)
    differing = match_word_substitutions(statement, other)
    if differing is None and line_shape(statement) == line_shape(other):
        return ""  # one name has become two different ones
    pairs = tuple((differing or {}).items())
    made = NameReplacement(old, new, pairs).apply(body) if old and new else body
    if made is None or made != body:
        return made or ""
    words = {part for message in _MESSAGE.findall(_VERB.sub("", body)) for part in name_parts(message)}
    kept = {*name_parts(function), *name_parts(called[1])}
    return body if words <= kept or not words else ""
