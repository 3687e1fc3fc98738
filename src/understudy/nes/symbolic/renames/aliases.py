"""Shorthands that are written out: `{ data }` in a pattern becomes `{ data: users }`. This renames the variable."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import EditOp
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import TextSnapshot, join_snapshot

__all__ = ["ExpandedShorthand", "expanded_shorthand", "is_alias"]

_ALIASES: Final = frozenset({"pair_pattern", "field_pattern"})
"""A property and the variable that gets it: JavaScript and TypeScript, Rust."""


class ExpandedShorthand(NamedTuple):
    old: str
    new: str
    written: str
    is_after: bool
    """Whether the new name is behind the old one."""


def expanded_shorthand(tokens: Sequence[str], op: EditOp) -> ExpandedShorthand | None:
    """Return what a change makes of a word that is a property and a variable; None for other changes."""
    if op.start != op.end or len(op.new) != 3:
        return None
    added = "".join(op.new)
    if op.new[1:] == (":", " ") and op.end < len(tokens):
        return ExpandedShorthand(tokens[op.end], op.new[0], added + tokens[op.end], is_after=False)
    if op.new[:2] == (":", " ") and op.start:
        return ExpandedShorthand(tokens[op.start - 1], op.new[2], tokens[op.start - 1] + added, is_after=True)
    return None


def is_alias(snapshot: TextSnapshot, line: int, column: int, expanded: ExpandedShorthand) -> bool:
    """Return whether a pattern takes a property by the new name there: an annotation or a value looks the same."""
    if not expanded.is_after or line >= len(snapshot.lines):
        return False
    parsed = parse_snapshot(snapshot) if snapshot.lines[line].startswith(expanded.written, column) else None
    if parsed is None:
        return False
    start = join_snapshot(snapshot).line_starts[line] + column
    node = parsed[1].root_node.descendant_for_byte_range(start, start + 1)
    return node is not None and node.parent is not None and node.parent.type in _ALIASES
