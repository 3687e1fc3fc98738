"""What a name in a text refers to: its binding, the kind of thing that is bound, and the role of each occurrence.

Pure data. `rules` is what a language module provides, `resolver` finds the bindings of a text, `project` follows
imports to other texts.
"""

from typing import Literal, NamedTuple

from msgspec import Struct, field

from understudy.nes.text import Point, Span

__all__ = ["Binding", "BindingKind", "ImportSource", "MemberUse", "NameBindings", "Occurrence", "Role"]

BindingKind = Literal[
    "local",
    "parameter",
    "function",
    "class",
    "method",
    "field",
    "constant",
    "type",
    "module",
    "import",
    "label",
    "unknown",
]

Role = Literal["definition", "reference", "import", "export", "keyword-argument", "shorthand", "member"]
"""How an identifier occurs.

- definition: it declares the name, or assigns to it in a language where that declares it.
- reference: a use of the name by itself.
- import, export: a name in an import or export statement, also a string in Python's `__all__`.
- keyword-argument: the name of an argument in a call, or of a parameter in a pattern.
- shorthand: a property and a variable in one word, as in JavaScript's `{name}` or Rust's `Point { x }`. If only
  one of the two is renamed, the word has to be written out.
- member: a member of something, as in `order.total`; also its definition inside the type.
"""


class ImportSource(NamedTuple):
    """Where an imported name, or a type of another text, comes from."""

    module: str
    """The module as written, such as `./api` or `app.models`; empty for the package or folder of the text."""
    name: str
    """The name in that module; empty for the module itself, `default` in JavaScript. A dotted path names a member
    of a type of that module, such as `Order.add`, or what the rules of the language take from it, such as what a
    call returns in `load.()`."""


class Occurrence(NamedTuple):
    line: int
    column: int
    end_column: int
    role: Role

    @property
    def span(self) -> Span:
        return Span(Point(self.line, self.column), Point(self.line, self.end_column))

    def contains(self, point: Point) -> bool:
        """Whether the point is in the name or at one of its ends."""
        return point.line == self.line and self.column <= point.column <= self.end_column


class Binding(Struct, eq=False):
    """One thing that a name is bound to in one text, with all occurrences in that text, in reading order."""

    name: str
    kind: BindingKind
    occurrences: list[Occurrence] = field(default_factory=list["Occurrence"])
    owner: str = ""
    """The class, struct, enum or interface whose member it is; for a parameter, its function; else empty."""
    source: ImportSource | None = None
    """For an import: where it comes from."""
    is_public: bool = False
    """Whether other texts can refer to it: a top-level name that is not private to its text, or a member of one."""

    @property
    def definitions(self) -> list[Occurrence]:
        return [one for one in self.occurrences if one.role == "definition"]


class MemberUse(NamedTuple):
    """A use of a member whose type is not defined in the text, or an argument of a function that is not."""

    occurrence: Occurrence
    owner: ImportSource | None
    """The type of the receiver if it is known by name; None if the type of the receiver is unknown."""
    other_owners: tuple[ImportSource, ...] = ()
    """More types of other texts that may define the member: the type of the receiver inherits from several."""
    namespace: str = ""
    """The namespace of the member, such as that of methods with two parameters; empty if any fits."""


class NameBindings(Struct, eq=False):
    """Everything that one name means in one text."""

    name: str
    bindings: list[Binding] = field(default_factory=list[Binding])
    free: list[Occurrence] = field(default_factory=list[Occurrence])
    """References that nothing in the text defines: builtins, names of the package, glob imports."""
    members: list[MemberUse] = field(default_factory=list[MemberUse])

    def at(self, point: Point) -> Binding | None:
        """Return the binding of the occurrence at the point; None if nothing in the text defines it."""
        for binding in self.bindings:
            if any(one.contains(point) for one in binding.occurrences):
                return binding
        return None
