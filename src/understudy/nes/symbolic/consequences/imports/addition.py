"""Adding a name to the imports of a text, in the way that text has them: extended, sorted, grouped, quoted alike.

Answers None where the text gives no example to follow; it never starts a style of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.imports.placement import place_statement
from understudy.nes.symbolic.consequences.imports.statement import ImportForm, ImportStatement
from understudy.nes.syntax import LanguageFamily
from understudy.nes.text import Point, Replacement, Span

__all__ = ["ImportRequest", "add_import"]

NO_REMOVALS: Final[Mapping[int, frozenset[int]]] = {}
_LINE_LENGTHS: Final = (79, 80, 88, 100, 120)


class ImportRequest(NamedTuple):
    """A name to import: `name` is what the text calls it, `original` what its module calls it."""

    name: str
    module: str
    original: str
    form: ImportForm
    modifier: str = ""

    def list_item(self) -> str:
        """How it is written in a list."""
        if self.name == self.original or not self.original:
            return self.name
        return (
            f"{self.original}: {self.name}" if self.form == "require" else f"{self.original} as {self.name}"
        )


def add_import(
    language_family: LanguageFamily,
    raw: Sequence[str],
    statements: Sequence[ImportStatement],
    request: ImportRequest,
    more_requests: Sequence[ImportRequest] = (),
    unused_items: Mapping[int, frozenset[int]] = NO_REMOVALS,
) -> Replacement | None:
    """The imports with that name, and with `more` from the same module, if they go into the same statement.

    `leaving`: by the first line of a statement, which of its elements have no use any more and go at the same time.
    """
    top = [
        one
        for one in statements
        if (not one.indent or language_family == "go") and not (language_family == "rust" and one.is_reexport)
    ]
    if request.original and request.form in ("names", "require"):
        same = [one for one in top if _is_extensible(one, request)]
        if len(same) == 1 and not _has_one_name_per_statement(top, language_family):
            new = [request.list_item(), *(one.list_item() for one in more_requests)]
            return extend_statement(raw, same[0], new, unused_items.get(same[0].first_line, frozenset()))
        if language_family == "rust" and not same and any(one.items for one in top):
            single = [
                one for one in top if not more_requests and one.module == request.module and not one.items
            ]
            if len(single) == 1:
                return _add_to_braces(
                    raw, single[0], request.list_item(), replaces=single[0].first_line in unused_items
                )
        if language_family == "script" and request.form == "names" and not same:
            default = [
                one for one in top if one.module == request.module and one.form in ("default", "space")
            ]
            if default and not more_requests:
                return _add_beside_default(raw, default[0], request.list_item(), _brace_padding(raw, top))
    if more_requests:
        return None
    line = _statement_line(language_family, raw, top, request)
    joint = {"rust": "::", "java": "."}.get(language_family, "")
    path = f"{request.module}{joint}{request.original}" if joint and request.original else request.module
    item = request.list_item() if _has_one_name_per_statement(top, language_family) else ""
    return place_statement(language_family, raw, top, request.form, request.module, line, path, item)


def extend_statement(
    raw: Sequence[str],
    statement: ImportStatement,
    new: Sequence[str],
    removed_items: frozenset[int] = frozenset(),
) -> Replacement | None:
    """The statement's list with more elements, sorted in if it is sorted, and without those that leave."""
    listed = statement.items
    texts = [one.text for index, one in enumerate(listed) if index not in removed_items]
    for item in new:
        texts.insert(_insertion_index(texts, item), item)
    lines = [one.span.start.line for one in listed]
    if lines[0] == lines[-1] and lines[0] == statement.first_line:
        if len(raw[statement.first_line]) + sum(len(item) + 2 for item in new) > _line_length_limit(raw):
            return None
        return Replacement(Span(listed[0].span.start, listed[-1].span.end), ", ".join(texts))
    if len(set(lines)) < len(lines) or lines[0] == statement.first_line or len(new) > 1:
        return None
    last = listed[-1].span.end
    if not raw[last.line][last.column :].lstrip().startswith(","):
        return None
    if removed_items:
        return None
    position = texts.index(new[0])
    at = lines[position] if position < len(listed) else last.line + 1
    indent = raw[lines[0]][: listed[0].span.start.column]
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{indent}{new[0]},\n")


def _insertion_index(texts: Sequence[str], item: str) -> int:
    for key in _SORT_KEYS:
        ordered = [key(text) for text in texts]
        if all(one <= other for one, other in pairwise(ordered)):
            return sum(1 for one in ordered if one < key(item))
    return len(texts)


def _case_sort_key(text: str) -> tuple[int, str]:
    """Constants, then classes, then the rest."""
    word = text.removeprefix("type ").split(" ")[0]
    return (0 if word.isupper() and len(word) > 1 else 1 if word[:1].isupper() else 2), text


_SORT_KEYS: Final[tuple[Callable[[str], tuple[int, str]], ...]] = (
    lambda text: (0, text),
    lambda text: (0, text.casefold()),
    _case_sort_key,
)
"""The ways in which lists of names are sorted."""


def _line_length_limit(raw: Sequence[str]) -> int:
    longest = max((len(line) for line in raw if len(line) <= _LINE_LENGTHS[-1]), default=0)
    return next(limit for limit in _LINE_LENGTHS if longest <= limit)


def _is_extensible(statement: ImportStatement, request: ImportRequest) -> bool:
    return (
        statement.module == request.module
        and statement.form == request.form
        and statement.modifier == request.modifier
        and bool(statement.items)
    )


def _has_one_name_per_statement(
    statements: Sequence[ImportStatement], language_family: LanguageFamily
) -> bool:
    """Whether the text has one name to a statement, and a module more than once."""
    if language_family != "python":
        return False
    named = [one.module for one in statements if one.form == "names"]
    single = all(len(one.items) == 1 for one in statements if one.form == "names")
    return single and len(set(named)) < len(named)


def _add_to_braces(
    raw: Sequence[str], statement: ImportStatement, item: str, *, replaces: bool
) -> Replacement | None:
    """`use a::b;` becomes `use a::{b, c};`, or `use a::c;` if that is to stand alone."""
    line = raw[statement.first_line]
    end = line.rfind(";")
    start = line.rfind("::") + 2
    if not 1 < start < end or len(line) + len(item) + 4 > _line_length_limit(raw):
        return None
    both = sorted([line[start:end], item], key=_case_sort_key)
    span = Span(Point(statement.first_line, start), Point(statement.first_line, end))
    if replaces:
        return Replacement(span, item)
    return Replacement(span, "{" + ", ".join(both) + "}")


def _add_beside_default(
    raw: Sequence[str], statement: ImportStatement, item: str, space: str
) -> Replacement | None:
    """`import a from "m"` becomes `import a, {b} from "m"`."""
    if statement.form != "default" or statement.modifier or len(statement.imported_names) != 1:
        return None
    span = statement.imported_names[0].span
    if span is None or len(raw[statement.first_line]) + len(item) + 6 > _line_length_limit(raw):
        return None
    return Replacement(Span(span.end, span.end), f", {{{space}{item}{space}}}")


def _brace_padding(raw: Sequence[str], statements: Sequence[ImportStatement]) -> str:
    for one in statements:
        if one.opening is not None and one.first_line == one.last_line:
            return " " if raw[one.first_line][one.opening.column + 1 :].startswith(" ") else ""
    return " "


def _statement_line(
    language_family: LanguageFamily,
    raw: Sequence[str],
    statements: Sequence[ImportStatement],
    request: ImportRequest,
) -> str | None:
    """The statement as a line of its own."""
    name, module = request.name, request.module
    match language_family:
        case "python" if request.original:
            return f"from {module} import {request.list_item()}"
        case "python":
            return f"import {module}" if name == module.split(".")[0] else f"import {module} as {name}"
        case "rust":
            path = f"{module}::{request.original}" if request.original else module
            return f"use {path};" if name == path.rpartition("::")[2] else f"use {path} as {name};"
        case "java":
            return f"import {request.modifier + ' ' if request.modifier else ''}{module}.{request.original};"
        case "go":
            return f'{request.modifier} "{module}"' if request.modifier else f'"{module}"'
        case "script":
            return _script_line(raw, statements, request)
        case _:
            return None


def _script_line(
    raw: Sequence[str], statements: Sequence[ImportStatement], request: ImportRequest
) -> str | None:
    alike = [
        one
        for one in statements
        if (one.form == "require") == (request.form == "require") and one.modifier != ","
    ]
    if not alike:
        return None
    example = raw[alike[-1].last_line].rstrip()
    quote = '"' if '"' in example else "'"
    end = ";" if example.endswith(";") else ""
    space = _brace_padding(raw, statements)
    source = f"{quote}{request.module}{quote}"
    if request.form == "require":
        word = raw[alike[-1].first_line].split()[0]
        left = f"{{{space}{request.list_item()}{space}}}" if request.original else request.name
        return f"{word} {left} = require({source}){end}"
    kind = f"{request.modifier} " if request.modifier else ""
    match request.form:
        case "names":
            left = f"{{{space}{request.list_item()}{space}}}"
        case "space":
            left = f"* as {request.name}"
        case _:
            left = request.name
    return f"import {kind}{left} from {source}{end}"
