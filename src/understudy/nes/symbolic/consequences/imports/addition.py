"""Addition of a name to the imports of a text, in the style of that text: its lists, order, groups and quotes.

Returns None where the text has no example to follow; it never introduces a style of its own.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.languages import ImportSyntax, Language
from understudy.nes.symbolic.consequences.imports.first_import import place_first_import, script_style
from understudy.nes.symbolic.consequences.imports.statement import ImportForm, ImportStatement
from understudy.nes.text import Point, Replacement, Span

__all__ = ["ImportRequest", "add_import"]

_NO_REMOVALS: Final[Mapping[int, frozenset[int]]] = {}
_GROUP_RANKS: Final = {"standard": 1, "package": 2, "relative": 3}
"""The order of the classes of modules."""
_RUST_ROOTS: Final = ("std", "core", "alloc", "crate", "super", "self")
_LINE_LENGTHS: Final = (79, 80, 88, 100, 120)


class ImportRequest(NamedTuple):
    """A name to import: `name` in the text, `original` in its module."""

    name: str
    module: str
    original: str
    form: ImportForm
    modifier: str = ""

    def list_item(self) -> str:
        """Return the name as an element of a list."""
        if self.name == self.original or not self.original:
            return self.name
        return (
            f"{self.original}: {self.name}" if self.form == "require" else f"{self.original} as {self.name}"
        )


def add_import(
    language: Language,
    raw: Sequence[str],
    statements: Sequence[ImportStatement],
    request: ImportRequest,
    more_requests: Sequence[ImportRequest] = (),
    unused_items: Mapping[int, frozenset[int]] = _NO_REMOVALS,
) -> Replacement | None:
    """Return the edit that imports the name, with `more_requests` of the same module if one statement takes all.

    `unused_items` maps the first line of a statement to the elements of its list that the edit removes as well.
    """
    if language.imports is None:
        return None
    syntax = language.imports.syntax
    top = [
        one
        for one in statements
        if (not one.indent or language.imports.is_indented) and not (syntax == "use_path" and one.is_reexport)
    ]
    if request.original:
        same = [one for one in top if _is_extensible(one, request)]
        if len(same) == 1 and not _has_one_name_per_statement(top, syntax):
            new = [request.list_item(), *(one.list_item() for one in more_requests)]
            return _extend_statement(raw, same[0], new, unused_items.get(same[0].first_line, frozenset()))
        if syntax == "use_path" and any(one.items for one in top):
            single = [one for one in top if one.module == request.module]
            if len(single) == 1 and not more_requests:
                return _add_to_braces(
                    raw, single[0], request.list_item(), replaces=single[0].first_line in unused_items
                )
        if request.form == "names" and not same:
            default = [
                one for one in top if one.module == request.module and one.form in ("default", "space")
            ]
            if default and not more_requests:
                return _add_beside_default(raw, default[0], request.list_item(), _brace_padding(raw, top))
    if more_requests:
        return None
    line = _statement_line(syntax, raw, top, request)
    separator = {"use_path": "::", "dotted_path": "."}.get(syntax, "")
    path = f"{request.module}{separator}{request.original}" if separator else request.module
    item = request.list_item() if _has_one_name_per_statement(top, syntax) else ""
    return _place_statement(syntax, raw, top, request.form, request.module, line, path, item)


def _extend_statement(
    raw: Sequence[str],
    statement: ImportStatement,
    new: Sequence[str],
    removed_items: frozenset[int] = frozenset(),
) -> Replacement | None:
    """Add elements to the list of a statement, in order if the list is sorted, and drop `removed_items`."""
    items = statement.items
    texts = [one.text for index, one in enumerate(items) if index not in removed_items]
    for item in new:
        texts.insert(_insertion_index(texts, item), item)
    lines = [one.span.start.line for one in items]
    if lines[0] == lines[-1] and lines[0] == statement.first_line:
        if len(raw[statement.first_line]) + sum(len(item) + 2 for item in new) > _line_length_limit(raw):
            return None
        return Replacement(Span(items[0].span.start, items[-1].span.end), ", ".join(texts))
    if len(set(lines)) < len(lines) or lines[0] == statement.first_line or len(new) > 1:
        return None
    last = items[-1].span.end
    if not raw[last.line][last.column :].lstrip().startswith(","):
        return None
    if removed_items:
        return None
    position = texts.index(new[0])
    at = lines[position] if position < len(items) else last.line + 1
    indent = raw[lines[0]][: items[0].span.start.column]
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{indent}{new[0]},\n")


def _insertion_index(texts: Sequence[str], item: str) -> int:
    for key in _SORT_KEYS:
        ordered = [key(text) for text in texts]
        if all(one <= other for one, other in pairwise(ordered)):
            return sum(1 for one in ordered if one < key(item))
    return len(texts)


def _case_sort_key(text: str) -> str:
    """Sort constants first, then classes, then the rest."""
    word = text.removeprefix("type ").split(" ")[0]
    rank = 0 if word.isupper() and len(word) > 1 else 1 if word[:1].isupper() else 2
    return f"{rank}{text}"


_SORT_KEYS: Final[tuple[Callable[[str], str], ...]] = (str, str.casefold, _case_sort_key)
"""The orders in which lists of names are sorted."""
_PATH_SORT_KEYS: Final[tuple[Callable[[str], str], ...]] = (str, str.casefold)
"""The orders in which paths are sorted."""
_EXACTLY_SORTED: Final = ("go_block", "dotted_path")
"""The syntaxes whose sorters put capital letters first, unless the text shows otherwise."""


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


def _has_one_name_per_statement(statements: Sequence[ImportStatement], syntax: ImportSyntax) -> bool:
    """Return whether every statement has one name although a module occurs more than once."""
    if syntax != "from_import":
        return False
    named = [one.module for one in statements if one.form == "names"]
    single = all(len(one.items) == 1 for one in statements if one.form == "names")
    return single and len(set(named)) < len(named)


def _add_to_braces(
    raw: Sequence[str], statement: ImportStatement, item: str, *, replaces: bool
) -> Replacement | None:
    """Turn `use a::b;` into `use a::{b, c};`, or into `use a::c;` if `b` is not needed any more."""
    line = raw[statement.first_line]
    end = line.index(";")
    start = line[:end].rindex("::") + 2
    if len(line) + len(item) + 4 > _line_length_limit(raw):
        return None
    both = sorted([line[start:end], item], key=_case_sort_key)
    span = Span(Point(statement.first_line, start), Point(statement.first_line, end))
    if replaces:
        return Replacement(span, item)
    return Replacement(span, "{" + ", ".join(both) + "}")


def _add_beside_default(
    raw: Sequence[str], statement: ImportStatement, item: str, space: str
) -> Replacement | None:
    """Turn `import a from "m"` into `import a, {b} from "m"`."""
    if statement.form != "default" or statement.modifier:
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
    syntax: ImportSyntax,
    raw: Sequence[str],
    statements: Sequence[ImportStatement],
    request: ImportRequest,
) -> str | None:
    """Return the statement as a line of its own; None if the text has no example of its form."""
    name, module = request.name, request.module
    match syntax:
        case "from_import" if request.original:
            return f"from {module} import {request.list_item()}"
        case "from_import":
            return f"import {module}" if name == module.split(".")[0] else f"import {module} as {name}"
        case "use_path":
            path = f"{module}::{request.original}" if request.original else module
            return f"use {path};" if name == path.rpartition("::")[2] else f"use {path} as {name};"
        case "dotted_path":
            return f"import {request.modifier + ' ' if request.modifier else ''}{module}.{request.original};"
        case "go_block":
            return f'{request.modifier} "{module}"' if request.modifier else f'"{module}"'
        case "es_module":
            return _script_line(raw, statements, request)
        case _:
            return None


def _script_line(
    raw: Sequence[str], statements: Sequence[ImportStatement], request: ImportRequest
) -> str | None:
    examples = [
        one
        for one in statements
        if (one.form == "require") == (request.form == "require") and one.modifier != ","
    ]
    if not examples and statements:
        return None
    quote, end = script_style(raw, examples[-1] if examples else None)
    space = _brace_padding(raw, statements)
    source = f"{quote}{request.module}{quote}"
    if request.form == "require":
        word = raw[examples[-1].first_line].split()[0] if examples else "const"
        left = f"{{{space}{request.list_item()}{space}}}" if request.original else request.name
        return f"{word} {left} = require({source}){end}"
    modifier = f"{request.modifier} " if request.modifier else ""
    match request.form:
        case "names":
            left = f"{{{space}{request.list_item()}{space}}}"
        case "space":
            left = f"* as {request.name}"
        case _:
            left = request.name
    return f"import {modifier}{left} from {source}{end}"


def _place_statement(
    syntax: ImportSyntax,
    raw: Sequence[str],
    top: Sequence[ImportStatement],
    form: ImportForm,
    module: str,
    line: str | None,
    path: str,
    item: str = "",
) -> Replacement | None:
    """Insert the line among the statements `top`; None if it belongs to none of their groups.

    `path` is the sort key. `item` is the one imported name, where the text has one name per line and sorts by it.
    """
    if line is None:
        return None
    if all(one.module == "__future__" for one in top):
        return place_first_import(syntax, raw, line, top[-1].last_line + 1 if top else 0)
    if syntax == "go_block" and top[0].opening is None:
        return _convert_to_block(raw, top, line) if len(top) == 1 else None
    groups = _split_groups(raw, [one for one in top if one.module != "__future__"])
    group = _find_group(syntax, groups, module)
    if group is None:
        return _place_in_new_group(syntax, groups, module, line)
    same = [one for one in group if one.form == form] if _separates_forms(syntax, group) else group
    if not same:
        # Where a group has both forms, imports of modules come before imports of names.
        first = form == "module"
        at = group[0].first_line if first else group[-1].last_line + 1
    else:
        at = _sorted_line(syntax, same, path, item)
    if at >= len(raw):
        return None
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{group[0].indent}{line}\n")


def _sorted_line(syntax: ImportSyntax, same: Sequence[ImportStatement], path: str, item: str) -> int:
    """Return the line where the path belongs in the order of the statements; below them if they have none."""
    keys = [(_sort_path(syntax, one), one.items[0].text if item else "") for one in same]
    for fold in _PATH_SORT_KEYS if syntax in _EXACTLY_SORTED else reversed(_PATH_SORT_KEYS):
        folded = [(fold(one), fold(other)) for one, other in keys]
        if all(one <= other for one, other in pairwise(folded)):
            own_key = fold(path), fold(item)
            later = (one.first_line for one, key in zip(same, folded, strict=True) if key > own_key)
            return next(later, same[-1].last_line + 1)
    return same[-1].last_line + 1


def _sort_path(syntax: ImportSyntax, statement: ImportStatement) -> str:
    """Return the sort key of a statement: the whole path where it imports one name by its path."""
    match syntax:
        case "use_path":
            return f"{statement.module}::{'{' if statement.items else statement.imported_names[0].original}"
        case "dotted_path":
            return f"{statement.module}.{statement.imported_names[0].original}"
        case _:
            return statement.module


def _separates_forms(syntax: ImportSyntax, group: Sequence[ImportStatement]) -> bool:
    """Return whether imports of modules and of names are kept apart, as most sorters do."""
    if syntax != "from_import":
        return syntax == "es_module"
    forms = [one.form for one in group]
    alternations = sum(1 for one, other in pairwise(forms) if one != other)
    return alternations < 2


def _split_groups(raw: Sequence[str], top: Sequence[ImportStatement]) -> list[list[ImportStatement]]:
    groups: list[list[ImportStatement]] = []
    for one in top:
        if groups and one.first_line == groups[-1][-1].last_line + 1:
            groups[-1].append(one)
        else:
            groups.append([one])
    # A statement far below the others, after code, is there for a reason: nothing is added beside it.
    return [group for group in groups if _is_near(raw, groups[0][0].first_line, group[0].first_line)]


def _is_near(raw: Sequence[str], first: int, line: int) -> bool:
    between = [text for text in raw[first:line] if text.strip() and text[:1] in " \t"]
    return len(between) < 60 and not any(
        text.startswith(("def ", "class ", "fn ", "pub fn ", "function ", "async ", "@"))
        for text in raw[first:line]
    )


def _find_group(
    syntax: ImportSyntax, groups: Sequence[list[ImportStatement]], module: str
) -> list[ImportStatement] | None:
    """Return the group with the same root, else the one with mostly the same class of modules."""
    root, own_class = _module_root(syntax, module), _module_class(syntax, module)
    for group in groups:
        if any(_module_root(syntax, one.module) == root for one in group):
            return group
    for group in groups:
        classes = [_module_class(syntax, one.module) for one in group]
        if 2 * classes.count(own_class) > len(classes):
            return group
    return groups[0] if len(groups) == 1 and len(groups[0]) > 1 else None


def _place_in_new_group(
    syntax: ImportSyntax, groups: Sequence[list[ImportStatement]], module: str, line: str
) -> Replacement | None:
    """Start a group where sorters put that class, if the existing groups follow that order too."""
    if syntax not in ("from_import", "go_block"):
        return None
    ranks = [[_GROUP_RANKS[_module_class(syntax, one.module)] for one in group] for group in groups]
    own = _GROUP_RANKS[_module_class(syntax, module)]
    flat = [rank for group in ranks for rank in group]
    if flat != sorted(flat) or any(group[0] <= own <= group[-1] for group in ranks):
        return None
    before = [group for group, rank in zip(groups, ranks, strict=True) if rank[0] < own]
    indent = groups[0][0].indent
    if before:
        at = before[-1][-1].last_line + 1
        return Replacement(Span(Point(at, 0), Point(at, 0)), f"\n{indent}{line}\n")
    at = groups[0][0].first_line
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{indent}{line}\n\n")


def _module_root(syntax: ImportSyntax, module: str) -> str:
    match syntax:
        case "from_import" | "dotted_path":
            return module.split(".")[0]
        case "use_path":
            return module.split("::")[0]
        case "es_module":
            return "./" if module.startswith(".") else module
        case _:
            return module.split("/")[0] if "." in module.split("/")[0] else ""


def _module_class(syntax: ImportSyntax, module: str) -> str:
    """Return the class of a module: sorters separate classes by a blank line."""
    match syntax:
        case "from_import" if module.startswith("."):
            return "relative"
        case "from_import":
            return "standard" if module.split(".")[0] in sys.stdlib_module_names else "package"
        case "use_path":
            root = module.split("::")[0]
            return root if root in _RUST_ROOTS else "package"
        case "es_module":
            return "relative" if module.startswith(".") else "package"
        case "go_block":
            return "package" if "." in module.split("/")[0] else "standard"
        case _:
            return ""


def _convert_to_block(raw: Sequence[str], top: Sequence[ImportStatement], line: str) -> Replacement:
    """Go: turn the only import, without brackets, into a block of two."""
    only = top[0]
    own = raw[only.first_line].removeprefix("import").strip()
    both = sorted([own, line], key=lambda text: text.rpartition(' "')[2].strip('"'))
    text = "import (\n" + "".join(f"\t{one}\n" for one in both) + ")"
    return Replacement(
        Span(Point(only.first_line, 0), Point(only.first_line, len(raw[only.first_line]))), text
    )
