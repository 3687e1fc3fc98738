"""The definitions of one name in one text, grouped by what they bind."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from understudy.nes.bindings.names import Binding
from understudy.nes.bindings.rules import NameUse

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Definition", "Group", "Groups", "fits", "is_outside_name", "visible_group"]


class Definition(Struct, frozen=True, eq=False):
    """One definition or import of a name."""

    node: "Node"
    use: NameUse
    start: int = -1
    """The offset of the name if it is only a part of the node."""
    name: str = ""


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


def fits(namespace: str, other: str) -> bool:
    """Whether a name of one namespace can refer to one of the other."""
    return not namespace or not other or namespace == other


def visible_group(groups: Sequence[Group], namespace: str, offset: int) -> Group | None:
    """Return the group of a scope that a name at an offset refers to: the last one that is visible there."""
    best: Group | None = None
    for group in groups:
        if (
            fits(namespace, group.namespace)
            and group.visible_from <= offset
            and (best is None or group.visible_from >= best.visible_from)
        ):
            best = group
    return best


def is_outside_name(use: NameUse) -> bool:
    """Whether a shorthand or an export names a member of something else, and no name of a scope."""
    return (
        use.role in ("shorthand", "export")
        and use.scope is None
        and (use.owner is not None or use.source is not None)
    )
