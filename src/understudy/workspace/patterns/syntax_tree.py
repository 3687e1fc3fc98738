"""The parts of a parsed pattern, as plain values. How they are read is `dialect`'s, how written `emit`'s."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from understudy.workspace.patterns.charset import CharSet

__all__ = [
    "Alternation",
    "Assertion",
    "Backreference",
    "CharClass",
    "Concatenation",
    "Group",
    "Lookaround",
    "LookaroundOpening",
    "Node",
    "Repeat",
]

LookaroundOpening: TypeAlias = Literal["(?=", "(?!", "(?<=", "(?<!"]


@dataclass(frozen=True, slots=True)
class CharClass:
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
    is_capturing: bool


@dataclass(frozen=True, slots=True)
class Lookaround:
    body: "Node"
    opening: LookaroundOpening


@dataclass(frozen=True, slots=True)
class Repeat:
    body: "Node"
    min_count: int
    max_count: int | None
    is_lazy: bool


@dataclass(frozen=True, slots=True)
class Concatenation:
    items: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Alternation:
    branches: tuple["Node", ...]


Node: TypeAlias = (
    CharClass | Assertion | Backreference | Group | Lookaround | Repeat | Concatenation | Alternation
)
