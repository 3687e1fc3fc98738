"""Statements like `use a::b::{c, d as e};` (Rust). Names from a glob are unknown, also inside nested braces."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Point

__all__ = ["parse_statements"]

_USE: Final = re.compile(
    r"(\s*)(pub(?:\([^)]*\))?\s+)?use\s+((?:::)?[\w:]*?)(?:(\{)|(\w+)(?:\s+as\s+(\w+))?\s*;)"
)
_USE_START: Final = re.compile(r"\s*(?:pub\b.*\s)?use\b")
_USE_WORD: Final = re.compile(r"\buse\b")
_ITEM: Final = re.compile(r"((?:\w+::)*)(\w+)(?:\s+as\s+(\w+))?\Z")
_NESTED: Final = re.compile(r"((?:\w+::)+)\{(.*)\}\Z", re.DOTALL)


def parse_statements(
    raw: Sequence[str], code: Sequence[str], numbers: Iterable[int], known: Mapping[int, ImportStatement]
) -> list[ImportStatement]:
    """Return the statements that begin in these lines, in order; `known` are some of them by their lines."""
    found: list[ImportStatement] = []
    for number in numbers:
        if number in known:
            found.append(known[number])
            continue
        if "use" not in raw[number] or not _may_begin(raw[number]):
            continue
        match = _USE.match(code[number])
        statement = _parse_statement(raw, code, number, match) if match else None
        if statement is not None:
            found.append(statement)
    return found


def _may_begin(line: str) -> bool:
    """Return whether the line may begin a statement: the word comes first, or what is before it may be masked."""
    if _USE_START.match(line):
        return True
    return ("*/" in line or '"' in line) and _USE_WORD.search(line) is not None


def _parse_statement(
    raw: Sequence[str], code: Sequence[str], number: int, match: re.Match[str]
) -> ImportStatement | None:
    indent, public, path, brace, name, alias = match.groups()
    module = path.rstrip(":")
    has_attribute = number > 0 and raw[number - 1].lstrip().startswith("#[")
    if not brace:
        imported = (ImportedName(alias or name, name),)
        fills_its_lines = not raw[number][match.end() :].strip()
        return ImportStatement(
            "names",
            module,
            number,
            number,
            imported,
            indent=indent,
            is_reexport=bool(public) or has_attribute,
            fills_its_lines=fills_its_lines,
        )
    opening = Point(number, match.start(4))
    end = find_closing_bracket(code, opening)
    if end is None or not code[end.line][end.column + 1 :].strip().startswith(";"):
        return None
    items = split_list_items(code, code, opening, end)
    imported = tuple(
        name for index, item in enumerate(items) for name in _parse_item(item.text, module, index)
    )
    return ImportStatement(
        "names",
        module,
        number,
        end.line,
        imported,
        tuple(items),
        opening,
        end,
        indent,
        bool(public) or has_attribute,
    )


def _parse_item(text: str, module: str, index: int) -> list[ImportedName]:
    nested = _NESTED.match(text)
    if nested is not None:
        below = f"{module}::{nested[1].rstrip(':')}" if module else nested[1].rstrip(":")
        line = [nested[2]]
        inner = split_list_items(line, line, Point(0, -1), Point(0, len(nested[2])))
        return [name for item in inner for name in _parse_item(item.text, below, index)]
    plain = _ITEM.match(text)
    if plain is None:
        return []
    path, name, alias = plain.groups()
    if name == "self":
        return [ImportedName(alias or module.rpartition("::")[2], "", index)]
    below = f"{module}::{path.rstrip(':')}" if path and module else module or path.rstrip(":")
    return [ImportedName(alias or name, name, index, module=below)]
