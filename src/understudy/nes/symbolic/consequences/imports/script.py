"""JavaScript's and TypeScript's imports: `import` and `require`, one to a statement."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.imports.model import Bound, Form, Statement
from understudy.nes.syntax import Item, closing, items
from understudy.nes.values import Point, Span

__all__ = ["statements"]

_IMPORT: Final = re.compile(r"import\s+(?:(type)\s+)?(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)\s*)?(\{)?")
_FROM: Final = re.compile(r"\s*(?:from\s*)?(['\"])([^'\"]+)\1\s*;?")
_REQUIRE: Final = re.compile(r"(\s*)(?:var|let|const)\s+(?:([\w$]+)|(\{))")
_CALL: Final = re.compile(r"\s*=\s*require\((['\"])([^'\"]+)\1\)((?:\.[\w$]+)*)\s*;?")
_COMMA: Final = re.compile(r"(\s*),\s*([\w$]+)(\s*=\s*require\((['\"])([^'\"]+)\4\)(?:\.[\w$]+)*)\s*\Z")
_EXPORT: Final = re.compile(r"export\s+(?:type\s+)?(?:\*|\{)")
_ITEM: Final = re.compile(r"(?:type\s+)?([\w$]+)(?:\s*(?:as|:)\s+([\w$]+))?\Z")


def statements(raw: Sequence[str], code: Sequence[str], start: int = 0) -> list[Statement]:
    """Those that begin at the line `start` or below it."""
    found: list[Statement] = []
    for number, line in enumerate(code[start:], start):
        statement = None
        if line.startswith("import"):
            statement = _import(raw, code, number)
        elif "require(" in line or line.rstrip().endswith("{"):
            statement = _require(raw, code, number)
        if statement is not None:
            found.append(statement)
    return found


def _import(raw: Sequence[str], code: Sequence[str], number: int) -> Statement | None:
    match = _IMPORT.match(code[number])
    if match is None:
        return None
    kind, default, space, brace = match.groups()
    bounds: list[Bound] = []
    form: Form = "names" if brace else "space" if space else "default"
    if default:
        bounds.append(
            Bound(default, "default", span=Span(Point(number, match.start(2)), Point(number, match.end(2))))
        )
    if space:
        bounds.append(Bound(space, "", span=Span(Point(number, match.start(3)), Point(number, match.end(3)))))
    return _rest(
        raw,
        code,
        number,
        match.end(4) - 1 if brace else match.end(),
        brace,
        _FROM,
        form,
        bounds,
        kind or "",
        "",
    )


def _require(raw: Sequence[str], code: Sequence[str], number: int) -> Statement | None:
    comma = _COMMA.match(raw[number])
    if comma is not None:
        span = Span(Point(number, comma.start(2)), Point(number, comma.end(2)))
        bound = Bound(comma[2], "", span=span)
        return Statement("require", comma[5], number, number, (bound,), indent=comma[1], kind=",")
    match = _REQUIRE.match(code[number])
    if match is None:
        return None
    bounds: list[Bound] = []
    if match[2]:
        bounds.append(
            Bound(match[2], "", span=Span(Point(number, match.start(2)), Point(number, match.end(2))))
        )
    start = match.start(3) if match[3] else match.end()
    return _rest(raw, code, number, start, match[3], _CALL, "require", bounds, "", match[1])


def _rest(
    raw: Sequence[str],
    code: Sequence[str],
    number: int,
    column: int,
    brace: str | None,
    ending: re.Pattern[str],
    form: Form,
    bounds: list[Bound],
    kind: str,
    indent: str,
) -> Statement | None:
    listed: list[Item] = []
    opening = end = None
    last = number
    if brace:
        opening = Point(number, column)
        end = closing(code, opening)
        if end is None:
            return None
        listed = items(code, code, opening, end)
        last, column = end.line, end.column + 1
    match = ending.match(raw[last], column)
    if match is None or (form != "require" and not brace and not bounds):
        return None
    for index, item in enumerate(listed):
        parts = _ITEM.match(item.text)
        if parts is None:
            return None
        bounds.append(Bound(parts[2] or parts[1], parts[1], index))
    rest = raw[last][match.end() :].strip()
    if rest and not rest.startswith("//"):
        return None
    return Statement(
        form, match[2], number, last, tuple(bounds), tuple(listed), opening, end, indent, kind=kind
    )
