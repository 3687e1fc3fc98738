"""An import statement in any language: a module, and the names that it binds in this text."""

from typing import Literal, NamedTuple

from understudy.nes.syntax import ListItem
from understudy.nes.text import Point, Span

__all__ = ["ImportForm", "ImportStatement", "ImportedName"]

ImportForm = Literal["module", "names", "default", "space", "require"]
"""`module`: the module itself; `names`: some of its names; the others are forms of JavaScript."""


class ImportedName(NamedTuple):
    name: str
    """The name in this text."""
    original: str
    """The name in the module; empty for the module itself."""
    item_index: int = -1
    """The index in the statement's list; -1 if the name is not in the list."""
    span: Span | None = None
    """The span of the default of a JavaScript module."""
    module: str = ""
    """The module of the name, if it is below the statement's own module."""


class ImportStatement(NamedTuple):
    form: ImportForm
    module: str
    first_line: int
    last_line: int
    """Inclusive."""
    imported_names: tuple[ImportedName, ...]
    items: tuple[ListItem, ...] = ()
    opening: Point | None = None
    """The bracket before the list, or the character before it where there is no bracket."""
    closing: Point | None = None
    """The bracket after the list; None where there is none."""
    indent: str = ""
    is_reexport: bool = False
    """Whether the names are imported for other files, so that they need no use in this text."""
    modifier: str = ""
    """A further word of the statement, like `type` in `import type`, `static` in Java, or the alias in Go."""
    fills_its_lines: bool = True
    """Whether nothing else is on its lines."""

    def bound_names(self) -> frozenset[str]:
        return frozenset(imported.name for imported in self.imported_names)

    def source(self, imported_name: ImportedName) -> tuple[str, str]:
        """Return the module a name comes from, and its name there."""
        return imported_name.module or self.module, imported_name.original
