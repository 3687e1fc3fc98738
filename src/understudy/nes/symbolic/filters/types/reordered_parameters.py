"""Another order of the parameters of a method is not repeated at a method of that name in an unrelated type.

The methods that implement it or that it implements follow as its prototypes (`prototypes`), those of other types
have an order of their own, unless the user has changed two of them.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from understudy.nes.bindings import NameResolver, resolver_for
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.candidates import UnscoredCandidate, function_with_reordered_arguments
from understudy.nes.symbolic.limits import OTHER_TYPE_PROBABILITY
from understudy.nes.symbolic.patterns import EditPatterns, Example
from understudy.nes.text import EditOrigin, Point, TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["limit_reordered_parameters"]


def limit_reordered_parameters(
    unscored: Sequence[UnscoredCandidate], patterns: EditPatterns, situation: Situation
) -> None:
    examples: dict[str, list[Example]] = {}
    for example in patterns.line_examples:
        if example.edit.origin is not EditOrigin.ACCEPTED:
            name = function_with_reordered_arguments(example.old, example.new)
            if name is not None:
                examples.setdefault(name, []).append(example)
    if not examples:
        return
    for one in unscored:
        if not one.is_line_change or one.probability <= OTHER_TYPE_PROBABILITY:
            continue
        name = function_with_reordered_arguments(one.snapshot.lines[one.line], one.new[0])
        if name in examples and _is_other_method(one, name, examples[name], situation):
            one.probability = OTHER_TYPE_PROBABILITY


def _is_other_method(
    one: UnscoredCandidate, name: str, examples: Sequence[Example], situation: Situation
) -> bool:
    """Whether it changes a method, and the examples only one, that of an unrelated type."""
    owner = _owner_of_method(one.snapshot, one.line, one.snapshot.lines[one.line], name)
    if owner is None:
        return False
    count = 0
    for example in examples:
        edit, snapshot = example.edit, situation.snapshot_at(example.edit.uri)
        line = edit.line + edit.new.index(example.new) if example.new in edit.new else -1
        is_there = snapshot is not None and 0 <= line < len(snapshot.lines)
        if snapshot is None or not is_there or snapshot.lines[line] != example.new:
            return False
        other = _owner_of_method(snapshot, line, example.new, name)
        if other is None:
            continue
        if snapshot.uri == one.snapshot.uri and _are_related(owner, other, resolver_for(snapshot)):
            return False
        count += 1
    return count == 1


def _owner_of_method(snapshot: TextSnapshot, line: int, text: str, name: str) -> "Node | None":
    """The type whose method of that name is defined in a line."""
    resolver = resolver_for(snapshot)
    found = re.search(rf"(?<![\w$]){re.escape(name)}\(", text)
    if resolver is None or found is None:
        return None
    start = resolver.offset(Point(line, found.start()))
    node = resolver.root.descendant_for_byte_range(start, start + len(name))
    use = resolver.use_of(node) if node is not None and resolver.text(node) == name else None
    return use.owner if use is not None and use.is_definition else None


def _are_related(one: "Node", other: "Node", resolver: NameResolver | None) -> bool:
    """Whether two types are the same, or one inherits from the other, or both from a third one."""
    if resolver is None:
        return True
    bases = [{base.id for base in resolver.type_and_bases(owner)} for owner in (one, other)]
    return not bases[0].isdisjoint(bases[1])
