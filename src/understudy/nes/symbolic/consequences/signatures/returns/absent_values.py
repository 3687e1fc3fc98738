"""A function may return nothing now: what it returned in place of a value before becomes nothing.

`return "";` becomes `return std::nullopt;` in a function of C++ with an optional result, `return -1` becomes
`return None` in Python. Only in a function that returns something else, too, and -1 not beside other numbers. Rust
and Java: see `wrapped_values`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.consequences.signatures.returns.return_changes import (
    ReturnChange,
    ReturnUse,
    returns_of,
    values_of,
)
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["absent_values"]


class _Language(NamedTuple):
    optional: re.Pattern[str]
    """A type that may be nothing, with the other type in the first group that matched."""
    nothing: str


_SCRIPT_TYPES: Final = (
    _Language(re.compile(r"(.+?)\s*\|\s*undefined|undefined\s*\|\s*(.+)", re.S), "undefined"),
    _Language(re.compile(r"(.+?)\s*\|\s*null|null\s*\|\s*(.+)", re.S), "null"),
)
_LANGUAGES: Final = {
    "cpp": (_Language(re.compile(r"(?:std::|boost::|absl::)?optional<(.+)>", re.S), "std::nullopt"),),
    "python": (
        _Language(re.compile(r"(.+?)\s*\|\s*None|None\s*\|\s*(.+)|(?:\w+\.)?Optional\[(.+)\]", re.S), "None"),
    ),
    "typescript": _SCRIPT_TYPES,
    "tsx": _SCRIPT_TYPES,
    "go": (_Language(re.compile(r"\*(\w+)"), "nil"),),
}
_MINUS_ONE: Final = re.compile(r"-1(?:\.0)?")
_NUMBER: Final = re.compile(r"[+-]?\d[\w.]*")
_PLACEHOLDER: Final = re.compile(r"-1(?:\.0)?|\"\"|''|``|nullptr|NULL|(?:std::)?string(?:\(\)|\{\})")
"""What stands for a missing number, text or pointer."""


def absent_values(text: SourceText, returned: ReturnChange) -> Iterator[ReturnUse]:
    """Yield the returns of a value that stood for nothing."""
    languages = _LANGUAGES.get(text.tree.grammar, ()) if text.tree is not None else ()
    nothing = next((one.nothing for one in languages if _adds_nothing(one, returned)), None)
    if nothing is None:
        return
    found = [(node, values_of(text, node)) for node in returns_of(returned.function.node)]
    absent = [
        (node, values) for node, values in found if len(values) == 1 and _PLACEHOLDER.fullmatch(values[0])
    ]
    if len(absent) == len(found):
        return
    if any(_MINUS_ONE.fullmatch(one) for _, (one,) in absent) and _returns_other_number(found):
        return  # the result of a comparison
    for node, values in absent:
        at = text.joined.index(values[0], node.start_byte + len("return"))
        span = Span(text.point_at(at), text.point_at(at + len(values[0])))
        yield ReturnUse(text, (Replacement(span, nothing),), span.start)


def _returns_other_number(returns: Sequence[tuple["Node", list[str]]]) -> bool:
    return any(
        _NUMBER.fullmatch(one) and not _MINUS_ONE.fullmatch(one) for _, values in returns for one in values
    )


def _adds_nothing(language: _Language, returned: ReturnChange) -> bool:
    """Whether the new type is the old one, or nothing."""
    match = language.optional.fullmatch(returned.new)
    return match is not None and next(filter(None, match.groups()), "") == returned.old
