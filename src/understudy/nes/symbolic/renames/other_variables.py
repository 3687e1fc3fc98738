"""Changes of a name that rename nothing: another variable is declared, and the old one goes on or is rewritten.

`ended = path.at(-1) === "*"` became `suffix = ended ? "" : "$"`: what reads a boolean cannot read a string. The old
name is bound again beside the new one, or two names take its place. `target` became `_target` while other text
changed: nothing uses it any more.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from understudy.nes.bindings import Occurrence
from understudy.nes.symbolic.renames.limits import MAX_LINES_BESIDE
from understudy.nes.symbolic.tokens import are_opposite_names, split_name
from understudy.nes.text import Edit, EditOrigin

__all__ = ["becomes_other_import", "has_other_value", "has_twin", "is_bound_again", "is_marked_unused"]

_ValueKind: TypeAlias = Literal["boolean", "list", "number", "object", "string"]

_VALUE: Final = re.compile(r"(?<![=!<>+\-*/%|&^~])(?::=|=)(?![=>~])\s*(?P<value>.*)")
_STRING: Final = re.compile(r"(?:[rbfuRBFU]{0,2})(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)")
_COMPARISON: Final = re.compile(
    r"\s(?:===?|!==?|<=|>=|<|>|in|not in|is|is not|instanceof)\s|\A(?:!(?!=)|not\s)|\A(?:true|false|True|False)\Z"
)
_NUMBER: Final = re.compile(r"[+-]?\d[\w.]*")
_CHOICE: Final = re.compile(r".*?\s\?\s(?P<one>.*?)\s:\s(?P<other>.*)")
_PYTHON_CHOICE: Final = re.compile(r"(?P<one>.*?)\sif\s.*?\selse\s(?P<other>.*)")
_TYPE_BEHIND: Final = re.compile(r"\s*\??:(?![:=])\s*(?P<type>[^=,)]+)")
_TYPE_BEFORE: Final = re.compile(r"(?:\A|[\s(,])(?P<type>[A-Za-z_][\w.]*(?:<[^<>()]*>)?(?:\[\])*[\s*&]+)\Z")
_NO_TYPE_WORDS: Final = """
    and as async auto await case const def else export final fn for func function go if import in let mut my
    new not of or private public ref return static throw type val var while with yield
"""
"""Words before a name that are no type, or leave it open."""
_NO_TYPES: Final = frozenset(_NO_TYPE_WORDS.split())
_STATIC_CLASSES: Final = frozenset(
    {"Arrays", "Collections", "Objects", "Files", "Paths", "Executors", "Collectors", "Lists", "Maps", "Sets"}
)
"""Classes of Java that have static functions only: nothing is one of them."""


def has_other_value(
    old: str, old_column: int, old_name: str, new: str, new_column: int, new_name: str
) -> bool:
    """Return whether a line that declares a name gives it another type than the old line, or a value of another
    kind."""
    types = _declared_type(old, old_column, old_name), _declared_type(new, new_column, new_name)
    if types[0] and types[1]:
        return types[0] != types[1]
    if old[:old_column].strip().rpartition(" ")[2] in ("if", "while"):
        return False
    kinds = _kind_of_value(old, old_column), _kind_of_value(new, new_column)
    return None not in kinds and kinds[0] != kinds[1]


def _declared_type(line: str, column: int, name: str) -> str:
    """The type beside a name; empty if there is none."""
    behind = _TYPE_BEHIND.match(line, column + len(name))
    if behind is not None:
        return "".join(behind["type"].split()).rstrip("{:")
    before = _TYPE_BEFORE.search(line[:column])
    found = "".join(before["type"].split()) if before is not None else ""
    return "" if found.strip("*&") in _NO_TYPES else found


def _kind_of_value(line: str, column: int) -> _ValueKind | None:
    match = _VALUE.search(line, column)
    return _kind_of(_outer_text(match["value"])) if match is not None else None


def _outer_text(text: str) -> str:
    """The text with empty strings and brackets."""
    text = _STRING.sub('""', text.split("//")[0]).strip().rstrip(";,").rstrip()
    kept: list[str] = []
    depth = 0
    for char in text:
        if char in ")]}":
            depth -= 1
        if depth <= 0:
            kept.append(char)
        if char in "([{":
            depth += 1
    return "".join(kept)


def _kind_of(value: str) -> _ValueKind | None:
    choice = _CHOICE.match(value) or _PYTHON_CHOICE.match(value)
    if choice is not None:
        one, other = _kind_of(choice["one"]), _kind_of(choice["other"])
        return one or other if one is None or other in (None, one) else None
    if value == '""':
        return "string"
    if value in ("[]", "{}"):
        return "list" if value == "[]" else "object"
    if _NUMBER.fullmatch(value):
        return "number"
    return "boolean" if _COMPARISON.search(value) and "||" not in value and "&&" not in value else None


def is_marked_unused(old: str, new: str) -> bool:
    """Return whether the new name is the old one behind an underscore, as that of what is not used."""
    return new == f"_{old}"


def becomes_other_import(old: str, new: str, language_id: str) -> bool:
    """Return whether an imported name became one that is used in another way: the opposite, or a
    class of functions."""
    if language_id == "java" and new in _STATIC_CLASSES and old not in _STATIC_CLASSES:
        return True
    return are_opposite_names(old, new)


def is_bound_again(edits: Sequence[Edit], definitions: Sequence[Occurrence]) -> bool:
    """Return whether one of the edits wrote a line that defines the old name still."""
    return any(
        edit.line <= one.line < edit.line + len(edit.new) and edit.new[one.line - edit.line] not in edit.old
        for edit in edits
        if edit.origin is not EditOrigin.ACCEPTED
        for one in definitions
    )


def has_twin(old: str, new: str, line: int, declared: Sequence[tuple[str, int]]) -> bool:
    """Return whether another name beside the new one takes the place of the old one, too: `changed` became
    `ownerChanged` and `argsChanged`."""
    parts = set(split_name(old))
    return parts < set(split_name(new)) and any(
        name != new and abs(at - line) <= MAX_LINES_BESIDE and parts < set(split_name(name))
        for name, at in declared
    )
