"""An import statement as all languages have it: a module, and the names it binds in this text."""

from typing import Literal, NamedTuple

from understudy.nes.syntax import ListItem
from understudy.nes.text import Point, Span

__all__ = ["ImportForm", "ImportStatement", "ImportedName"]

ImportForm = Literal["module", "names", "default", "space", "require"]
"""`module`: the module itself; `names`: some of what it holds; the others as in JavaScript."""


class ImportedName(NamedTuple):
    name: str
    """As this text says it."""
    original: str
    """As the module says it; empty for the module itself."""
    item_index: int = -1
    """Which element of the statement's list it is; -1 if it is not in the list."""
    span: Span | None = None
    """Where it stands, if it is not in the list."""
    module: str = ""
    """Where it is from, if that is below the statement's own module."""


class ImportStatement(NamedTuple):
    form: ImportForm
    module: str
    first_line: int
    last_line: int
    """The last line, itself in it."""
    imported_names: tuple[ImportedName, ...]
    items: tuple[ListItem, ...] = ()
    opening: Point | None = None
    """The bracket before the list, or the space before it where there is no bracket."""
    closing: Point | None = None
    """The bracket behind the list; None where there is none."""
    indent: str = ""
    is_reexport: bool = False
    """Names that are imported here to be found here: they have no use in this text, and need none."""
    modifier: str = ""
    """What is said beside it, like `type` in `import type`."""
    fills_its_lines: bool = True
    """Whether its lines hold nothing else."""

    def bound_names(self) -> frozenset[str]:
        return frozenset(bound.name for bound in self.imported_names)

    def source(self, imported_name: ImportedName) -> tuple[str, str]:
        """Where the name is from: the module, and its name there."""
        return imported_name.module or self.module, imported_name.original
