"""An import statement as all languages have it: a module, and the names it binds in this text."""

from typing import Literal, NamedTuple

from understudy.nes.syntax import Item
from understudy.nes.values import Point, Span

__all__ = ["Bound", "Form", "Statement"]

Form = Literal["module", "names", "default", "space", "require"]
"""`module`: the module itself; `names`: some of what it holds; the others as in JavaScript."""


class Bound(NamedTuple):
    name: str
    """As this text says it."""
    original: str
    """As the module says it; empty for the module itself."""
    nth: int = -1
    """Which element of the statement's list it is; -1 if it is not in the list."""
    span: Span | None = None
    """Where it stands, if it is not in the list."""
    module: str = ""
    """Where it is from, if that is below the statement's own module."""


class Statement(NamedTuple):
    form: Form
    module: str
    first: int
    last: int
    """The last line, itself in it."""
    bounds: tuple[Bound, ...]
    listed: tuple[Item, ...] = ()
    opening: Point | None = None
    """The bracket before the list, or the space before it where there is no bracket."""
    closing: Point | None = None
    """The bracket behind the list; None where there is none."""
    indent: str = ""
    public: bool = False
    """Names that are imported here to be found here: they have no use in this text, and need none."""
    kind: str = ""
    """What is said beside it, like `type` in `import type`."""
    whole: bool = True
    """Whether its lines hold nothing else."""

    def names(self) -> frozenset[str]:
        return frozenset(bound.name for bound in self.bounds)

    def source(self, bound: Bound) -> tuple[str, str]:
        """Where the name is from: the module, and its name there."""
        return bound.module or self.module, bound.original
