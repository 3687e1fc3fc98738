"""Statements like `import a, { b } from "c"` and `const a = require("b")` (JavaScript, TypeScript)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportForm, ImportStatement
from understudy.nes.syntax import ListItem, find_closing_bracket, split_list_items
from understudy.nes.text import Point, Span

__all__ = ["parse_statements"]

_IMPORT: Final = re.compile(r"import\s+(?:(type)\s+)?(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)\s*)?(\{)?")
_FROM: Final = re.compile(r"\s*(?:from\s*)?(['\"])([^'\"]+)\1\s*;?")
_OPENED_PATTERN: Final = re.compile(r"\b(?:var|let|const)\b(?:\s|/\*.*?\*/)*\{\s*(?:/[/*].*)?$")
_REQUIRE: Final = re.compile(r"(\s*)(?:var|let|const)\s+(?:([\w$]+)|(\{))")
_REQUIRE_CALL: Final = re.compile(r"\s*=\s*require\((['\"])([^'\"]+)\1\)((?:\.[\w$]+)*)\s*;?")
_COMMA_REQUIRE: Final = re.compile(
    r"(\s*),\s*([\w$]+)(\s*=\s*require\((['\"])([^'\"]+)\4\)(?:\.[\w$]+)*)\s*\Z"
)
_ITEM: Final = re.compile(r"(?:type\s+)?([\w$]+)(?:\s*(?:as|:)\s+([\w$]+))?\Z")


def parse_statements(
    raw: Sequence[str], code: Sequence[str], numbers: Iterable[int], known: Mapping[int, ImportStatement]
) -> list[ImportStatement]:
    """Return the statements that begin in these lines, in order; `known` are some of them by their lines."""
    found: list[ImportStatement] = []
    for number in numbers:
        if number in known:
            found.append(known[number])
            continue
        statement, line = None, raw[number]
        if line.startswith("import") and code[number].startswith("import"):
            statement = _parse_import(raw, code, number)
        elif "require(" in line or ("{" in line and _OPENED_PATTERN.search(line)):
            line = code[number]
            if "require(" in line or line.rstrip().endswith("{"):
                statement = _parse_require(raw, code, number)
        if statement is not None:
            found.append(statement)
    return found


def _parse_import(raw: Sequence[str], code: Sequence[str], number: int) -> ImportStatement | None:
    match = _IMPORT.match(code[number])
    if match is None:
        return None
    modifier, default, namespace, brace = match.groups()
    imported: list[ImportedName] = []
    form: ImportForm = "names" if brace else "space" if namespace else "default"
    if default:
        imported.append(
            ImportedName(
                default, "default", span=Span(Point(number, match.start(2)), Point(number, match.end(2)))
            )
        )
    if namespace:
        imported.append(ImportedName(namespace, ""))
    return _parse_rest(
        raw,
        code,
        number,
        match.end(4) - 1 if brace else match.end(),
        brace,
        _FROM,
        form,
        imported,
        modifier or "",
        "",
    )


def _parse_require(raw: Sequence[str], code: Sequence[str], number: int) -> ImportStatement | None:
    comma = _COMMA_REQUIRE.match(raw[number])
    if comma is not None:
        name = ImportedName(comma[2], "")
        return ImportStatement("require", comma[5], number, number, (name,), indent=comma[1], modifier=",")
    match = _REQUIRE.match(code[number])
    if match is None:
        return None
    imported = [ImportedName(match[2], "")] if match[2] else []
    start = match.start(3) if match[3] else match.end()
    return _parse_rest(raw, code, number, start, match[3], _REQUIRE_CALL, "require", imported, "", match[1])


def _parse_rest(
    raw: Sequence[str],
    code: Sequence[str],
    number: int,
    column: int,
    brace: str | None,
    ending: re.Pattern[str],
    form: ImportForm,
    imported: list[ImportedName],
    modifier: str,
    indent: str,
) -> ImportStatement | None:
    items: list[ListItem] = []
    opening = end = None
    last = number
    if brace:
        opening = Point(number, column)
        end = find_closing_bracket(code, opening)
        if end is None:
            return None
        items = split_list_items(code, code, opening, end)
        last, column = end.line, end.column + 1
    match = ending.match(raw[last], column)
    if match is None or (not brace and not imported):
        return None
    for index, item in enumerate(items):
        parts = _ITEM.match(item.text)
        if parts is None:
            return None
        imported.append(ImportedName(parts[2] or parts[1], parts[1], index))
    rest = raw[last][match.end() :].strip()
    if rest and not rest.startswith("//"):
        return None
    return ImportStatement(
        form, match[2], number, last, tuple(imported), tuple(items), opening, end, indent, modifier=modifier
    )
