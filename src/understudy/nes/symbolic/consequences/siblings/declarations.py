"""The types that a text declares, with their members: enums, records, unions and interfaces.

Reads the syntax tree; one table says which nodes declare a type in each grammar. Not what uses the members.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from understudy.nes.symbolic.consequences.limits import MAX_DECLARATION_DEPTH
from understudy.nes.symbolic.consequences.rule_context import SyntaxTree
from understudy.nes.symbolic.consequences.siblings.compiled_types import (
    C_READERS,
    GO_READERS,
    JAVA_READERS,
    RUST_READERS,
)
from understudy.nes.symbolic.consequences.siblings.members import Reader, TypeDeclaration
from understudy.nes.symbolic.consequences.siblings.script_types import PYTHON_READERS, SCRIPT_READERS
from understudy.nes.syntax import inner_children_touching

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["find_declarations"]

_READERS: Final[dict[str, dict[str, Reader]]] = {
    "python": PYTHON_READERS,
    "typescript": SCRIPT_READERS,
    "tsx": SCRIPT_READERS,
    "javascript": SCRIPT_READERS,
    "go": GO_READERS,
    "rust": RUST_READERS,
    "java": JAVA_READERS,
    "c": C_READERS,
    "cpp": C_READERS,
}


def find_declarations(
    tree: SyntaxTree, text: str, start: int, end: int, within: "Node | None" = None
) -> Iterator[TypeDeclaration]:
    """Yield the types whose range touches that from `start` to `end`, only those inside a node if one is given."""
    readers = _READERS.get(tree.grammar)
    if readers is None:
        return
    pending: list[tuple[Node, int]] = [(tree.root, 0) if within is None else (within, _depth_of(within))]
    while pending:
        node, depth = pending.pop()
        reader = readers.get(node.type)
        if reader is not None:
            yield from reader(node, text)
        if depth < MAX_DECLARATION_DEPTH:
            pending += [(child, depth + 1) for child in inner_children_touching(node, start, end)]


def _depth_of(node: "Node") -> int:
    depth = 0
    while node.parent is not None:
        node = node.parent
        depth += 1
    return depth
