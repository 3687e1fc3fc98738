"""The parts of a parsed pattern, as plain values. How they are read is `dialect`'s, how written `emit`'s."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from understudy.workspace.patterns.charset import CharSet

__all__ = [
    "Alternatives",
    "Assertion",
    "Backreference",
    "Chars",
    "Group",
    "Look",
    "Node",
    "Opening",
    "Repeat",
    "Sequence",
]

Opening: TypeAlias = Literal["(?=", "(?!", "(?<=", "(?<!"]


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of a set; a literal character is a set of one.

    `negated` stays unresolved because a class must be folded before it is turned round.
    `properties` are `\\p{…}` that only JavaScript knows, written out.
    """

    ranges: CharSet
    negated: bool = False
    properties: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assertion:
    kind: Literal["start", "end", "boundary", "inside"]


@dataclass(frozen=True, slots=True)
class Backreference:
    group: int


@dataclass(frozen=True, slots=True)
class Group:
    body: "Node"
    captures: bool


@dataclass(frozen=True, slots=True)
class Look:
    body: "Node"
    opening: Opening


@dataclass(frozen=True, slots=True)
class Repeat:
    body: "Node"
    least: int
    most: int | None
    lazy: bool


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    branches: tuple["Node", ...]


Node: TypeAlias = Chars | Assertion | Backreference | Group | Look | Repeat | Sequence | Alternatives
