"""Import statements: read, thinned and added to, in the way each language writes them."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.imports import go, java, python, rust, script
from understudy.nes.symbolic.consequences.imports.model import Bound, Statement
from understudy.nes.syntax import Family, code, family
from understudy.nes.syntax.lists import MOST_LINES
from understudy.nes.values import Page
from understudy.workspace.diffing import shared_start

__all__ = ["Bound", "Statement", "imported", "read"]


_KEPT: Final = 24


class _Kept(NamedTuple):
    kind: Family
    raw: list[str]
    code: list[str]
    statements: list[Statement]


_kept: OrderedDict[str, _Kept] = OrderedDict()


def imported(page: Page) -> list[Statement]:
    """The import statements of a text."""
    lines = code(page)
    if lines is None:
        return []
    kind = family(page)
    known = _kept.pop(page.uri, None)
    if known is None or known.kind != kind:
        known = _Kept(kind, [], [], [])
    same = shared_start(known.code, lines, shared_start(known.raw, page.lines, len(lines)))
    found = read(kind, page.lines, lines, known.statements, same)
    _kept[page.uri] = _Kept(kind, list(page.lines), lines, found)
    while len(_kept) > _KEPT:
        _kept.popitem(last=False)
    return found


def read(
    kind: Family,
    raw: Sequence[str],
    blanked: Sequence[str],
    known: Sequence[Statement] = (),
    same: int = 0,
) -> list[Statement]:
    """The import statements among some lines. `known` are those of a text with the same first `same` lines."""
    start = max(0, same - MOST_LINES - 1)  # what begins before is read off equal lines
    kept = [one for one in known if one.first < start]
    match kind:
        case "python":
            return kept + python.statements(raw, blanked, start)
        case "script":
            return kept + script.statements(raw, blanked, start)
        case "rust":
            return kept + rust.statements(raw, blanked, start)
        case "go":
            return go.statements(raw)
        case "java":
            return java.statements(blanked)
        case _:
            return []
