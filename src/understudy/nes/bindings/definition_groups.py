"""The definitions of one name, by scope, and helpers of the resolver that need only a text or a use."""

from typing import TYPE_CHECKING

from msgspec import Struct

from understudy.nes.bindings.names import Binding
from understudy.nes.bindings.rules import NameUse

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Definition", "Group", "Groups", "is_in_word", "is_outside_name"]


class Definition(Struct, frozen=True, eq=False):
    """One definition or import of a name."""

    node: "Node"
    use: NameUse
    start: int = -1
    """The offset of the name if it is only a part of the node."""


class Group(Struct, eq=False):
    """The definitions in one scope that form one binding."""

    definitions: list[Definition]
    binding: Binding
    visible_from: int
    namespace: str


class Groups(Struct, eq=False):
    """The groups of one name, by the id of their scope and by the id of each definition."""

    all: list[Group]
    by_scope: dict[int, list[Group]]
    by_node: dict[int, Group]


def is_in_word(text: str, start: int, end: int) -> bool:
    """Whether the text at the offsets is a part of a longer word, if it begins and ends like a word."""
    return (start > 0 and _is_word(text[start]) and _is_word(text[start - 1])) or (
        end < len(text) and _is_word(text[end - 1]) and _is_word(text[end])
    )


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def is_outside_name(use: NameUse) -> bool:
    """Whether a shorthand or an export names a member of something else, and no name of a scope."""
    return (
        use.role in ("shorthand", "export")
        and use.scope is None
        and (use.owner is not None or use.source is not None)
    )
