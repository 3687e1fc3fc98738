"""Adding a name to the imports of a text, in the way that text has them: extended, sorted, grouped, quoted alike.

Answers None where the text gives no example to follow; it never starts a style of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.imports.model import Form, Statement
from understudy.nes.symbolic.consequences.imports.placing import placed
from understudy.nes.syntax import Family
from understudy.nes.values import Point, Replacement, Span

__all__ = ["Wanted", "added"]

NOTHING: Final[Mapping[int, frozenset[int]]] = {}
_LIMITS: Final = (79, 80, 88, 100, 120)


class Wanted(NamedTuple):
    """A name to import: `name` is what the text calls it, `original` what its module calls it."""

    name: str
    module: str
    original: str
    form: Form
    kind: str = ""

    def item(self) -> str:
        """How it is written in a list."""
        if self.name == self.original or not self.original:
            return self.name
        return (
            f"{self.original}: {self.name}" if self.form == "require" else f"{self.original} as {self.name}"
        )


def added(
    kind: Family,
    raw: Sequence[str],
    statements: Sequence[Statement],
    wanted: Wanted,
    more: Sequence[Wanted] = (),
    leaving: Mapping[int, frozenset[int]] = NOTHING,
) -> Replacement | None:
    """The imports with that name, and with `more` from the same module, if they go into the same statement.

    `leaving`: by the first line of a statement, which of its elements have no use any more and go at the same time.
    """
    top = [
        one for one in statements if (not one.indent or kind == "go") and not (kind == "rust" and one.public)
    ]
    if wanted.original and wanted.form in ("names", "require"):
        same = [one for one in top if _extensible(one, wanted)]
        if len(same) == 1 and not _one_each(top, kind):
            new = [wanted.item(), *(one.item() for one in more)]
            return extended(raw, same[0], new, leaving.get(same[0].first, frozenset()))
        if kind == "rust" and not same and any(one.listed for one in top):
            single = [one for one in top if not more and one.module == wanted.module and not one.listed]
            if len(single) == 1:
                return _braced(raw, single[0], wanted.item(), alone=single[0].first in leaving)
        if kind == "script" and wanted.form == "names" and not same:
            default = [one for one in top if one.module == wanted.module and one.form in ("default", "space")]
            if default and not more:
                return _beside(raw, default[0], wanted.item(), _spaced(raw, top))
    if more:
        return None
    line = _line(kind, raw, top, wanted)
    joint = {"rust": "::", "java": "."}.get(kind, "")
    path = f"{wanted.module}{joint}{wanted.original}" if joint and wanted.original else wanted.module
    item = wanted.item() if _one_each(top, kind) else ""
    return placed(kind, raw, top, wanted.form, wanted.module, line, path, item)


def extended(
    raw: Sequence[str], statement: Statement, new: Sequence[str], out: frozenset[int] = frozenset()
) -> Replacement | None:
    """The statement's list with more elements, sorted in if it is sorted, and without those that leave."""
    listed = statement.listed
    texts = [one.text for index, one in enumerate(listed) if index not in out]
    for item in new:
        texts.insert(_position(texts, item), item)
    lines = [one.span.start.line for one in listed]
    if lines[0] == lines[-1] and lines[0] == statement.first:
        if len(raw[statement.first]) + sum(len(item) + 2 for item in new) > _limit(raw):
            return None
        return Replacement(Span(listed[0].span.start, listed[-1].span.end), ", ".join(texts))
    if len(set(lines)) < len(lines) or lines[0] == statement.first or len(new) > 1:
        return None
    last = listed[-1].span.end
    if not raw[last.line][last.column :].lstrip().startswith(","):
        return None
    if out:
        return None
    position = texts.index(new[0])
    at = lines[position] if position < len(listed) else last.line + 1
    indent = raw[lines[0]][: listed[0].span.start.column]
    return Replacement(Span(Point(at, 0), Point(at, 0)), f"{indent}{new[0]},\n")


def _position(texts: Sequence[str], item: str) -> int:
    for key in _ORDERS:
        ordered = [key(text) for text in texts]
        if all(one <= other for one, other in pairwise(ordered)):
            return sum(1 for one in ordered if one < key(item))
    return len(texts)


def _by_case(text: str) -> tuple[int, str]:
    """Constants, then classes, then the rest."""
    word = text.removeprefix("type ").split(" ")[0]
    return (0 if word.isupper() and len(word) > 1 else 1 if word[:1].isupper() else 2), text


_ORDERS: Final[tuple[Callable[[str], tuple[int, str]], ...]] = (
    lambda text: (0, text),
    lambda text: (0, text.casefold()),
    _by_case,
)
"""The ways in which lists of names are sorted."""


def _limit(raw: Sequence[str]) -> int:
    longest = max((len(line) for line in raw if len(line) <= _LIMITS[-1]), default=0)
    return next(limit for limit in _LIMITS if longest <= limit)


def _extensible(statement: Statement, wanted: Wanted) -> bool:
    return (
        statement.module == wanted.module
        and statement.form == wanted.form
        and statement.kind == wanted.kind
        and bool(statement.listed)
    )


def _one_each(statements: Sequence[Statement], kind: Family) -> bool:
    """Whether the text has one name to a statement, and a module more than once."""
    if kind != "python":
        return False
    named = [one.module for one in statements if one.form == "names"]
    single = all(len(one.listed) == 1 for one in statements if one.form == "names")
    return single and len(set(named)) < len(named)


def _braced(raw: Sequence[str], statement: Statement, item: str, *, alone: bool) -> Replacement | None:
    """`use a::b;` becomes `use a::{b, c};`, or `use a::c;` if that is to stand alone."""
    line = raw[statement.first]
    end = line.rfind(";")
    start = line.rfind("::") + 2
    if not 1 < start < end or len(line) + len(item) + 4 > _limit(raw):
        return None
    both = sorted([line[start:end], item], key=_by_case)
    span = Span(Point(statement.first, start), Point(statement.first, end))
    if alone:
        return Replacement(span, item)
    return Replacement(span, "{" + ", ".join(both) + "}")


def _beside(raw: Sequence[str], statement: Statement, item: str, space: str) -> Replacement | None:
    """`import a from "m"` becomes `import a, {b} from "m"`."""
    if statement.form != "default" or statement.kind or len(statement.bounds) != 1:
        return None
    span = statement.bounds[0].span
    if span is None or len(raw[statement.first]) + len(item) + 6 > _limit(raw):
        return None
    return Replacement(Span(span.end, span.end), f", {{{space}{item}{space}}}")


def _spaced(raw: Sequence[str], statements: Sequence[Statement]) -> str:
    for one in statements:
        if one.opening is not None and one.first == one.last:
            return " " if raw[one.first][one.opening.column + 1 :].startswith(" ") else ""
    return " "


def _line(kind: Family, raw: Sequence[str], statements: Sequence[Statement], wanted: Wanted) -> str | None:
    """The statement as a line of its own."""
    name, module = wanted.name, wanted.module
    match kind:
        case "python" if wanted.original:
            return f"from {module} import {wanted.item()}"
        case "python":
            return f"import {module}" if name == module.split(".")[0] else f"import {module} as {name}"
        case "rust":
            path = f"{module}::{wanted.original}" if wanted.original else module
            return f"use {path};" if name == path.rpartition("::")[2] else f"use {path} as {name};"
        case "java":
            return f"import {wanted.kind + ' ' if wanted.kind else ''}{module}.{wanted.original};"
        case "go":
            return f'{wanted.kind} "{module}"' if wanted.kind else f'"{module}"'
        case "script":
            return _script_line(raw, statements, wanted)
        case _:
            return None


def _script_line(raw: Sequence[str], statements: Sequence[Statement], wanted: Wanted) -> str | None:
    alike = [
        one for one in statements if (one.form == "require") == (wanted.form == "require") and one.kind != ","
    ]
    if not alike:
        return None
    example = raw[alike[-1].last].rstrip()
    quote = '"' if '"' in example else "'"
    end = ";" if example.endswith(";") else ""
    space = _spaced(raw, statements)
    source = f"{quote}{wanted.module}{quote}"
    if wanted.form == "require":
        word = raw[alike[-1].first].split()[0]
        left = f"{{{space}{wanted.item()}{space}}}" if wanted.original else wanted.name
        return f"{word} {left} = require({source}){end}"
    kind = f"{wanted.kind} " if wanted.kind else ""
    match wanted.form:
        case "names":
            left = f"{{{space}{wanted.item()}{space}}}"
        case "space":
            left = f"* as {wanted.name}"
        case _:
            left = wanted.name
    return f"import {kind}{left} from {source}{end}"
