"""Import statements: read, thinned and added to, in the way each language writes them."""

from collections.abc import Sequence

from understudy.nes.symbolic.consequences.imports import go, java, python, rust, script
from understudy.nes.symbolic.consequences.imports.model import Bound, Statement
from understudy.nes.syntax import Family, code, family
from understudy.nes.values import Page

__all__ = ["Bound", "Statement", "imported", "read"]


def imported(page: Page) -> list[Statement]:
    """The import statements of a text."""
    lines = code(page)
    return [] if lines is None else read(family(page), page.lines, lines)


def read(kind: Family, raw: Sequence[str], blanked: Sequence[str]) -> list[Statement]:
    """The import statements among some lines."""
    match kind:
        case "python":
            return python.statements(raw, blanked)
        case "script":
            return script.statements(raw, blanked)
        case "rust":
            return rust.statements(raw, blanked)
        case "go":
            return go.statements(raw)
        case "java":
            return java.statements(blanked)
        case _:
            return []
