"""Statements like `import a.b` and `from a import b as c` (Python). Those with a backslash are skipped."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Point

__all__ = ["parse_statements"]

_FROM: Final = re.compile(r"(\s*)from\s+([.\w]+|\.+\s*\w*)\s+import\s*(?=[\s(])")
_IMPORT: Final = re.compile(r"(\s*)import\s+(?=\w)")
_ITEM: Final = re.compile(r"([\w.]+)(?:\s+as\s+(\w+))?\Z")


def parse_statements(
    raw: Sequence[str], code: Sequence[str], numbers: Iterable[int], known: Mapping[int, ImportStatement]
) -> list[ImportStatement]:
    """Return the statements that begin in these lines, in order; `known` are some of them by their lines."""
    found: list[ImportStatement] = []
    for number in numbers:
        line = raw[number]
        if number in known:
            found.append(known[number])
            continue
        if "import" not in line or not (_FROM.match(line) or _IMPORT.match(line)):
            continue
        line = code[number]
        match = _FROM.match(line) or _IMPORT.match(line)
        statement = _parse_statement(raw, code, number, match) if match else None
        if statement is not None:
            found.append(statement)
    return found


def _parse_statement(
    raw: Sequence[str], code: Sequence[str], number: int, match: re.Match[str]
) -> ImportStatement | None:
    line = code[number]
    bracket = line.find("(", match.end())
    last = number
    end = None
    if bracket != -1:
        opening = Point(number, bracket)
        end = find_closing_bracket(code, opening)
        if end is None:
            return None
        last = end.line
        items = split_list_items(code, code, opening, end)
    else:
        opening = Point(number, match.end() - 1)
        items = split_list_items(code, code, opening, Point(number, len(line.rstrip())))
    imported: list[ImportedName] = []
    is_plain = len(match.groups()) == 1
    for index, item in enumerate(items):
        parts = _ITEM.match(item.text)
        if parts is None:
            if item.text == "*":
                continue
            return None
        path, alias = parts.groups()
        if is_plain:
            imported.append(ImportedName(alias or path.split(".")[0], "", index, module=path))
        else:
            imported.append(ImportedName(alias or path, path, index))
    comment = raw[number][len(line.rstrip()) :]
    return ImportStatement(
        "module" if is_plain else "names",
        (items[0].text.split(" ")[0] if items else "") if is_plain else match[2],
        number,
        last,
        tuple(imported),
        tuple(items),
        opening,
        end,
        match[1],
        # `import a as a` and a `noqa` comment both say that the name is imported for other files.
        is_reexport="noqa" in comment or any(_is_reexport(item.text) for item in items),
    )


def _is_reexport(item: str) -> bool:
    parts = item.split()
    return len(parts) == 3 and parts[0] == parts[2]
