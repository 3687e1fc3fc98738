"""A text with its syntax tree: nodes, offsets and places."""

from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from understudy.nes.bindings.definition_groups import Definition
from understudy.nes.bindings.names import Occurrence
from understudy.nes.bindings.rules import LanguageRules
from understudy.nes.text import Point, TextSnapshot, join_snapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["ParsedText"]

_T = TypeVar("_T")


class ParsedText:
    def __init__(self, snapshot: TextSnapshot, root: "Node", rules: LanguageRules) -> None:
        self.snapshot = snapshot
        self.root = root
        self.rules = rules
        joined = join_snapshot(snapshot)
        self.lines: list[str] = joined.lines
        """A copy: the lines of the snapshot may change in place."""
        self._line_starts = joined.line_starts
        self.source = joined.text
        """The text. Offsets of nodes are offsets in it."""
        self._memo: dict[tuple[str, int], object] = {}

    def text(self, node: "Node") -> str:
        return self.source[node.start_byte : node.end_byte]

    def offset(self, point: Point) -> int:
        return self._line_starts[point.line] + point.column

    def node_at(self, point: Point) -> "Node | None":
        """Return the identifier at the point or ending there; None if there is none."""
        offset = self.offset(point)
        for start in (offset, offset - 1):
            if start >= 0:
                node = self.root.descendant_for_byte_range(start, start + 1)
                if node is not None and node.type in self.rules.identifier_types:
                    return node
        return None

    def memo(self, key: tuple[str, int], compute: "Callable[[], _T]") -> "_T | None":
        """Return the cached result of a computation; None while the same one is running."""
        if key in self._memo:
            return cast("_T | None", self._memo[key])
        self._memo[key] = None
        result = self._memo[key] = compute()
        return result

    def occurrence(self, one: Definition, size: int) -> Occurrence:
        """Return the place of a definition or use of a name of that size."""
        offset = one.start if one.start >= 0 else one.node.start_byte
        line = bisect_right(self._line_starts, offset) - 1
        column = offset - self._line_starts[line]
        return Occurrence(line, column, column + size, one.use.role)
